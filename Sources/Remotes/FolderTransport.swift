import Glibc

/// Objects as files of a folder, which Syncthing, a cloud client, a network disk or a stick carries to other devices.
///
/// Files appear whole: they are written beside their place, synced and renamed. What another program has only begun
/// to bring here (an empty file, a placeholder without blocks) is "not there yet"; what it renamed because it thought
/// to see a conflict is found as a copy of the object, since no name is ever used for two contents.
package final class FolderTransport: ObjectTransport {
    private let root: String
    private let randomNumber: () -> UInt64

    /// - Parameters:
    ///   - path: Absolute path; not made here, because a disk that is not mounted looks like a folder that is not there.
    ///   - randomNumber: Keeps temporary names of two devices apart.
    package init(_ path: String, randomNumber: @escaping () -> UInt64) {
        root = path
        self.randomNumber = randomNumber
    }

    package var description: String { "the folder \(root)" }

    package func perform(_ requests: [ObjectRequest], visit: () throws -> Void) throws -> [ObjectResult] {
        try requests.map { request in
            try visit()
            var found = stat()
            guard stat(root, &found) == 0, found.st_mode & S_IFMT == S_IFDIR else {
                return .failed(.unreachable(reason: "the folder is not there"))
            }
            guard request.isValid else {
                return .failed(.refused(reason: "not a name"))
            }
            switch request {
            case .put(let name, let body): return try put(name, body, visit)
            case .get(let name, let limit): return get(name, limit)
            case .fetch(let name, let path, let limit): return try fetch(name, path, limit, visit)
            case .list(let prefix): return try list(prefix, visit)
            case .delete(let name): return delete(name)
            }
        }
    }

    /// Paths of files that a program which carries the folder has set beside an object, as
    /// `NAME.sync-conflict-DATE-DEVICE` (Syncthing) or `NAME (conflicted copy ...)` (Dropbox, Nextcloud).
    package func copies(of name: String) -> [String] {
        let folder = parent(of: path(name))
        let base = name.split(separator: "/").last.map(String.init) ?? name
        return (FileReading.names(in: folder) ?? [])
            .filter { $0 != base && $0.hasPrefix(base) && FolderTransport.isCopy($0.dropFirst(base.count)) }
            .map { folder + "/" + $0 }
    }

    private static func isCopy(_ ending: Substring) -> Bool {
        [".sync-conflict-", " (", "_conflict", ".conflict"].contains { ending.hasPrefix($0) }
    }

    private func path(_ name: String) -> String { root + "/" + name }

    private func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? root
    }

    // MARK: Requests

    private func put(_ name: String, _ body: ObjectBody, _ visit: () throws -> Void) throws -> ObjectResult {
        let target = path(name)
        let folder = parent(of: target)
        if let failure = makeFolders(folder) { return failure }
        let temporary = folder + "/.journal-part-" + String(randomNumber(), radix: 36)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return FolderTransport.failure("make a file") }
        defer {
            close(descriptor)
            unlink(temporary)
        }
        switch body {
        case .bytes(let bytes):
            guard FileReading.write(bytes, to: descriptor) else { return FolderTransport.failure("write") }
        case .file(let source, let count):
            let opened = open(source, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
            guard opened >= 0 else { return .failed(.local(reason: String(cString: strerror(errno)))) }
            defer { close(opened) }
            guard let copied = try FileReading.copy(opened, to: descriptor, visit: visit) else {
                return FolderTransport.failure("write")
            }
            guard copied == count else {
                return .failed(.local(reason: "the file changed while it was sent"))
            }
        }
        guard fsync(descriptor) == 0 else { return FolderTransport.failure("sync") }
        guard rename(temporary, target) == 0 else { return FolderTransport.failure("rename") }
        let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { return FolderTransport.failure("sync") }
        defer { close(opened) }
        // Some network file systems cannot sync a folder (EINVAL); the file itself is synced.
        guard fsync(opened) == 0 || errno == EINVAL || errno == ENOTSUP else {
            return FolderTransport.failure("sync")
        }
        return .done
    }

    /// A file that is really there; `nil` with the reason when it is not.
    private func status(_ name: String) -> (found: stat, refusal: ObjectResult?) {
        var found = stat()
        guard lstat(path(name), &found) == 0 else {
            return (found, errno == ENOENT || errno == ENOTDIR ? .absent : FolderTransport.failure("read"))
        }
        guard found.st_mode & S_IFMT == S_IFREG else { return (found, .absent) }
        // A placeholder has a size and no blocks; reading it would wait for a download, or for ever.
        let isPlaceholder = found.st_size > 4096 && found.st_blocks == 0
        return (found, found.st_size == 0 || isPlaceholder ? .failed(.notReady) : nil)
    }

    private func get(_ name: String, _ limit: Int64) -> ObjectResult {
        let (found, refusal) = status(name)
        if let refusal { return refusal }
        guard Int64(found.st_size) <= limit else { return .failed(.tooLarge(limitBytes: limit)) }
        guard let bytes = FileReading.all(path(name), limitBytes: limit) else {
            return FolderTransport.failure("read")
        }
        return .bytes(bytes)
    }

    private func fetch(_ name: String, _ target: String, _ limit: Int64, _ visit: () throws -> Void) throws
        -> ObjectResult
    {
        let (found, refusal) = status(name)
        if let refusal { return refusal }
        guard Int64(found.st_size) <= limit else { return .failed(.tooLarge(limitBytes: limit)) }
        let source = open(path(name), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard source >= 0 else { return FolderTransport.failure("read") }
        defer { close(source) }
        let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return .failed(.local(reason: String(cString: strerror(errno)))) }
        defer { close(descriptor) }
        guard try FileReading.copy(source, to: descriptor, visit: visit) != nil else {
            return FolderTransport.failure("read")
        }
        return .done
    }

    private func list(_ prefix: String, _ visit: () throws -> Void) throws -> ObjectResult {
        var objects: [ListedObject] = []
        func walk(_ folder: String, _ name: String) throws -> Bool {
            try visit()
            guard let children = FileReading.names(in: folder) else { return false }
            for child in children {
                let full = name.isEmpty ? child : name + "/" + child
                // Other branches need no look; foreign and temporary files are nobody's objects.
                guard full.hasPrefix(prefix) || prefix.hasPrefix(full), ObjectName.isValid(full) else {
                    continue
                }
                var found = stat()
                guard lstat(folder + "/" + child, &found) == 0 else { continue }
                if found.st_mode & S_IFMT == S_IFDIR {
                    guard try walk(folder + "/" + child, full) else { return false }
                } else if found.st_mode & S_IFMT == S_IFREG, full.hasPrefix(prefix) {
                    objects.append(ListedObject(name: full, byteCount: Int64(found.st_size)))
                }
            }
            return true
        }
        guard try walk(root, "") else { return FolderTransport.failure("list") }
        return .objects(objects.sorted { $0.name < $1.name })
    }

    private func delete(_ name: String) -> ObjectResult {
        guard unlink(path(name)) == 0 || errno == ENOENT || errno == ENOTDIR else {
            return FolderTransport.failure("remove")
        }
        return .done
    }

    private func makeFolders(_ folder: String) -> ObjectResult? {
        guard folder != root, access(folder, F_OK) != 0 else { return nil }
        if let failure = makeFolders(parent(of: folder)) { return failure }
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            return FolderTransport.failure("make a folder")
        }
        return nil
    }

    /// What `errno` means for a place.
    private static func failure(_ verb: String) -> ObjectResult {
        let code = errno
        let reason = "\(verb): \(String(cString: strerror(code)))"
        switch code {
        case ENOSPC, EDQUOT: return .failed(.full)
        case EACCES, EPERM, EROFS: return .failed(.unauthorised(reason: reason))
        case EIO, ENODEV, ENXIO, ETIMEDOUT, EHOSTDOWN, ESTALE, ENOTCONN, ENOENT:
            return .failed(.unreachable(reason: reason))
        default: return .failed(.refused(reason: reason))
        }
    }
}
