import Bytes
import Glibc
package import JournalModel

/// The bytes of attachments, each file named by the SHA-256 of its content.
///
/// A file is written under a temporary name, synced, renamed and its folder synced, before any row
/// names it: what a row names is there and whole. From then until the row is committed a shared lock
/// keeps ``removeFiles(_:)`` of every process away.
package final class AttachmentFolder {
    private let root: String
    private(set) var unsyncedFolders: Set<String> = []
    private var shared: Int32 = -1

    package struct Stored: Sendable {
        /// 64 characters in lower-case hexadecimal.
        package var sha256: String
        package var byteCount: Int64
        package var path: String
    }

    init(root: String) { self.root = root }

    deinit { release() }

    package func path(sha256: String) -> String {
        root + "/" + sha256.prefix(2) + "/" + sha256.dropFirst(2)
    }

    /// Stores bytes; bytes that are there already are not written again.
    ///
    /// The caller makes them durable with ``sync()`` before a row names them.
    ///
    /// - Throws: What `stream` throws; ``StoreError/disk(operation:reason:)`` and
    ///   ``StoreError/system(operation:path:code:)``. Nothing is left behind then.
    package func store(_ stream: any ByteStream) throws -> Stored {
        try FileSystem.makePrivateFolder(root)
        try hold()
        let temporary = root + "/.new-\(getpid())-" + hex(randomBytes())
        let descriptor = try FileSystem.createPrivateFile(temporary)
        var isOpen = true
        defer { if isOpen { close(descriptor) } }
        do {
            let digest = Digest(.sha256)
            var byteCount: Int64 = 0
            try stream.read { piece in
                digest.update(piece)
                byteCount += Int64(piece.count)
                try FileSystem.writeAll(piece, to: descriptor, path: temporary)
            }
            let sha256 = hex(digest.finish())
            let target = path(sha256: sha256)
            let folder = FileSystem.parent(of: target)
            if FileSystem.status(target)?.isRegularFile == true, isWhole(sha256: sha256) {
                unlink(temporary)
                // A program that was stopped may have left it without syncing its folder.
                unsyncedFolders.formUnion([root, folder])
                return Stored(sha256: sha256, byteCount: byteCount, path: target)
            }
            guard fsync(descriptor) == 0 else {
                throw StoreError.disk(operation: "sync \(temporary)", reason: systemMessage(errno))
            }
            isOpen = false
            close(descriptor)
            try FileSystem.makePrivateFolder(folder)
            guard rename(temporary, target) == 0 else {
                throw StoreError.system(operation: "rename to", path: target, code: errno)
            }
            unsyncedFolders.formUnion([root, folder])
            return Stored(sha256: sha256, byteCount: byteCount, path: target)
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Makes everything stored so far outlast a power cut.
    package func sync() throws {
        for folder in unsyncedFolders.sorted() { try FileSystem.syncFolder(folder) }
        unsyncedFolders.removeAll()
    }

    /// Lets files that were stored and are named by no operation be removed again.
    package func release() {
        if shared >= 0 { close(shared) }
        shared = -1
    }

    /// Keeps every file that is there until ``release()``.
    package func hold() throws {
        guard shared < 0 else { return }
        let descriptor = try openLock()
        while flock(descriptor, LOCK_SH) != 0 {
            guard errno == EINTR else {
                close(descriptor)
                throw StoreError.system(operation: "lock", path: lockPath, code: errno)
            }
        }
        shared = descriptor
    }

    private var lockPath: String { root + "/.lock" }

    private func openLock() throws -> Int32 {
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError.system(operation: "open", path: lockPath, code: errno) }
        fchmod(descriptor, 0o600)
        return descriptor
    }

    /// Removes files.
    ///
    /// - Parameter surplus: Given every file there is, as SHA-256; gives those that nothing names.
    /// - Returns: Those that were removed; `nil` when some process is storing files and nothing was done.
    /// - Throws: What `surplus` throws, with nothing removed; ``StoreError/system(operation:path:code:)``.
    func removeFiles(_ surplus: (Set<String>) throws -> Set<String>) throws -> Set<String>? {
        guard FileSystem.status(root) != nil else { return [] }
        let descriptor = try openLock()
        defer { close(descriptor) }
        guard shared < 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
        let surplus = try surplus(Set(contents()))
        for sha256 in surplus { unlink(path(sha256: sha256)) }
        return surplus
    }

    /// SHA-256 of every file that is there.
    package func contents() -> [String] {
        FileSystem.names(in: root).filter { $0.utf8.count == 2 }.flatMap { prefix in
            FileSystem.names(in: root + "/" + prefix).map { prefix + $0 }
        }
    }

    /// Whether the file's bytes are those of its name.
    package func isWhole(sha256: String) -> Bool {
        let digest = Digest(.sha256)
        do { try FileStream(path: path(sha256: sha256)).read { digest.update($0) } } catch { return false }
        return hex(digest.finish()) == sha256
    }

    /// Removes temporary files of processes that are gone.
    func removeLeftovers() { FileSystem.removeLeftovers(in: root) }

    private func randomBytes() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return withUnsafeBytes(of: generator.next() as UInt64) { Array($0) }
    }
}

/// The bytes of a file, read in pieces of 256 KiB.
package struct FileStream: ByteStream, Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    package func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError.system(operation: "open", path: path, code: errno) }
        defer { close(descriptor) }
        try withUnsafeTemporaryAllocation(byteCount: 256 << 10, alignment: 16) { buffer in
            while true {
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if count == 0 { return }
                if count < 0 {
                    if errno == EINTR { continue }
                    throw StoreError.system(operation: "read", path: path, code: errno)
                }
                try body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
            }
        }
    }
}
