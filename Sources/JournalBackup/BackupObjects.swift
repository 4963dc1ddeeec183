import Bytes
import Encryption
import Glibc
import JournalModel
import JournalStore

/// Objects: written once, never changed, named by their content.
extension BackupRepository {
    /// Name of the object that holds bytes with this SHA-256.
    func objectName(_ sha256: String) -> String {
        guard let keys else { return sha256 }
        return hex(keys.names.digest("journal backup object 1", Bytes.bytes(hex: sha256) ?? []))
    }

    func objectPath(_ name: String) -> String { objects + "/" + name.prefix(2) + "/" + name.dropFirst(2) }

    /// Length of an object's file.
    func fileByteCount(ofContent byteCount: Int64) -> Int64 {
        isEncrypted ? SealedStream.byteCount(ofContent: byteCount) : byteCount
    }

    /// Whether an object is there at its full length.
    func has(_ file: BackupManifest.File) -> Bool {
        let found = FileSystem.status(objectPath(objectName(file.sha256)))
        return found?.isRegularFile == true && found?.byteCount == fileByteCount(ofContent: file.byteCount)
    }

    /// Writes an object whose content is known beforehand.
    ///
    /// - Throws: ``BackupError/damaged(part:reason:)`` when the bytes are not those of the digest.
    func put(_ file: BackupManifest.File, _ stream: any ByteStream) throws {
        let name = objectName(file.sha256)
        let target = objectPath(name)
        let temporary = objects + "/.new-\(getpid())-" + name
        unlink(temporary)
        let descriptor = try FileSystem.createPrivateFile(temporary)
        var isOpen = true
        defer {
            if isOpen { close(descriptor) }
            unlink(temporary)
        }
        let digest = Digest(.sha256)
        let write: (UnsafeRawBufferPointer) throws -> Void = {
            try FileSystem.writeAll($0, to: descriptor, path: temporary)
        }
        if let keys {
            let sealer = try StreamSealer(
                key: keys.objects.derived("journal backup object 1", Array(name.utf8)),
                associated: Array((id + "/" + name).utf8),
                byteCount: file.byteCount,
                output: write
            )
            try stream.read {
                digest.update($0)
                try sealer.update($0)
            }
            try sealer.finish()
        } else {
            try stream.read {
                digest.update($0)
                try write($0)
            }
        }
        guard hex(digest.finish()) == file.sha256 else {
            throw BackupError.damaged(part: "a file", reason: "is not what its digest says")
        }
        guard fsync(descriptor) == 0 else {
            throw StoreError.disk(operation: "sync \(temporary)", reason: systemMessage(errno))
        }
        isOpen = false
        close(descriptor)
        try FileSystem.makePrivateFolder(FileSystem.parent(of: target))
        guard rename(temporary, target) == 0 else {
            throw StoreError.system(operation: "rename to", path: target, code: errno)
        }
        try FileSystem.syncFolder(FileSystem.parent(of: target))
    }

    /// Reads an object and proves it: what `body` was given is complete when this returns.
    ///
    /// - Throws: ``BackupError/damaged(part:reason:)``, what `body` throws.
    func read(_ sha256: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard try read(object: objectName(sha256), body) == sha256 else { throw damaged(objectName(sha256)) }
    }

    /// Reads an object by its name.
    ///
    /// - Returns: SHA-256 of its content.
    func read(object name: String, _ body: (UnsafeRawBufferPointer) throws -> Void = { _ in }) throws
        -> String
    {
        let path = objectPath(name)
        guard FileSystem.status(path)?.isRegularFile == true else {
            throw BackupError.damaged(part: "object \(name.prefix(12))", reason: "is gone")
        }
        let digest = Digest(.sha256)
        try withoutActuallyEscaping(body) { body in
            let take: (UnsafeRawBufferPointer) throws -> Void = {
                digest.update($0)
                try body($0)
            }
            if let keys {
                do {
                    let opener = StreamOpener(
                        key: try keys.objects.derived("journal backup object 1", Array(name.utf8)),
                        associated: Array((id + "/" + name).utf8),
                        output: take
                    )
                    try FileStream(path: path).read { try opener.update($0) }
                    try opener.finish()
                } catch is EncryptionError { throw damaged(name) }
            } else {
                try FileStream(path: path).read(take)
            }
        }
        let sha256 = hex(digest.finish())
        guard objectName(sha256) == name else { throw damaged(name) }
        return sha256
    }

    /// As much of an object as can be read; nothing of it is proven.
    func remains(of sha256: String) -> [UInt8] {
        var bytes: [UInt8] = []
        _ = try? read(object: objectName(sha256)) { bytes += $0 }
        return bytes
    }

    private func damaged(_ name: String) -> BackupError {
        .damaged(part: "object \(name.prefix(12))", reason: "is not what was written")
    }

    /// Names of all objects.
    func objectNames() -> [String] {
        FileSystem.names(in: objects).filter { $0.utf8.count == 2 }.flatMap { prefix in
            FileSystem.names(in: objects + "/" + prefix).map { prefix + $0 }
        }
    }

    func remove(object name: String) { unlink(objectPath(name)) }
}
