import Glibc

/// The system's words for an `errno`.
package func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }

/// File operations that leave either the old state or the new one, whatever happens, with private modes.
package enum FileSystem {
    /// Makes a folder, and its parents, readable by its owner alone.
    package static func makePrivateFolder(_ path: String) throws {
        var parts = path.split(separator: "/", omittingEmptySubsequences: true)[...]
        var current = path.hasPrefix("/") ? "" : "."
        while let part = parts.popFirst() {
            current += "/" + part
            if mkdir(current, 0o700) == 0 {
                // mkdir is subject to the umask; chmod is not.
                chmod(current, 0o700)
                try syncFolder(parent(of: current))
            } else if errno != EEXIST {
                throw StoreError.system(operation: "make the folder", path: current, code: errno)
            }
        }
    }

    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes renames and creations in a folder outlast a power cut.
    package static func syncFolder(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError.system(operation: "open", path: path, code: errno) }
        defer { close(descriptor) }
        // Some file systems do not support it on folders and say EINVAL; they order renames themselves.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw StoreError.system(operation: "sync", path: path, code: errno)
        }
    }

    /// A new file, mode 0600, that did not exist before; the caller closes the descriptor.
    package static func createPrivateFile(_ path: String) throws -> Int32 {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError.system(operation: "create", path: path, code: errno) }
        fchmod(descriptor, 0o600)
        return descriptor
    }

    package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let slice = UnsafeRawBufferPointer(rebasing: rest)
            let count = write(descriptor, slice.baseAddress, slice.count)
            if count < 0 {
                if errno == EINTR { continue }
                if errno == ENOSPC || errno == EDQUOT {
                    throw StoreError.disk(operation: "write \(path)", reason: systemMessage(errno))
                }
                throw StoreError.system(operation: "write", path: path, code: errno)
            }
            rest = rest[(rest.startIndex + count)...]
        }
    }

    /// Removes files named `.new-PID...` of processes that are gone: what a kill left half made.
    package static func removeLeftovers(in folder: String) {
        for name in names(in: folder) where name.hasPrefix(".new-") {
            let process = name.dropFirst(5).prefix { $0.isASCII && $0.isNumber }
            if let id = Int32(process), id == getpid() || kill(id, 0) == 0 { continue }
            unlink(folder + "/" + name)
        }
    }

    package struct Status {
        package var byteCount: Int64
        package var mode: UInt32
        package var owner: UInt32
        package var device: UInt64
        package var inode: UInt64
        package var modifiedSeconds: Int64
        package var isFolder: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
        package var isRegularFile: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
    }

    /// Facts about a file, links not followed; `nil` when it is not there.
    package static func status(_ path: String) -> Status? {
        var found = stat()
        guard lstat(path, &found) == 0 else { return nil }
        return Status(
            byteCount: Int64(found.st_size),
            mode: found.st_mode,
            owner: found.st_uid,
            device: UInt64(found.st_dev),
            inode: UInt64(found.st_ino),
            modifiedSeconds: Int64(found.st_mtim.tv_sec)
        )
    }

    /// Names in a folder without `.` and `..`, sorted; empty when it cannot be read.
    package static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let item = readdir(folder) {
            let name = withUnsafePointer(to: &item.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
