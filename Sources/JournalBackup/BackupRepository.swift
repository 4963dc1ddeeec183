import Bytes
import Encryption
import Glibc
import JournalModel
import JournalStore

/// A folder with any number of backups of one or more journals (`docs/backup-format.md`).
///
/// Objects are written once and never changed; each is named by its content, so that what is the same in two backups
/// is stored once. Owned by one task at a time.
package final class BackupRepository {
    static let schema = "journal.backup-repository/1"
    package let path: String
    /// 16 bytes in hexadecimal; bound into everything that is sealed here.
    let id: String
    let keys: Keys?
    private var lock: Int32 = -1

    struct Keys {
        let objects: SecretKey
        let names: SecretKey
        let manifests: SecretKey

        init(_ repository: SecretKey) throws {
            objects = try repository.derived("journal backup objects 1")
            names = try repository.derived("journal backup names 1")
            manifests = try repository.derived("journal backup manifests 1")
        }
    }

    package var isEncrypted: Bool { keys != nil }
    private static func header(_ path: String) -> String { path + "/journal-backup" }
    var objects: String { path + "/objects" }
    private var manifests: String { path + "/backups" }

    private init(path: String, id: String, keys: Keys?) {
        self.path = path
        self.id = id
        self.keys = keys
    }

    deinit { if lock >= 0 { close(lock) } }

    /// Opens the folder.
    ///
    /// - Parameters:
    ///   - path: Absolute path.
    ///   - passphrase: Bytes of the passphrase; `nil` for a folder that is not encrypted.
    /// - Returns: The folder, open.
    /// - Throws: ``BackupError``.
    package static func open(_ path: String, passphrase: [UInt8]?) throws -> BackupRepository {
        guard FileSystem.status(header(path)) != nil else { throw BackupError.absent(path: path) }
        guard let value = CheckedJSON.value(try read(header(path), limit: 1 << 20)) else {
            throw BackupError.damaged(part: "the header", reason: "is not what was written")
        }
        guard let schema = value["schema"]?.string, schema.hasPrefix("journal.backup-repository/") else {
            throw BackupError.foreign(path: path)
        }
        guard schema == BackupRepository.schema, let id = value["id"]?.string else {
            throw BackupError.newer(path: path)
        }
        guard let encryption = value["encryption"], encryption != .null else {
            guard passphrase == nil else { throw BackupError.notEncrypted(path: path) }
            return BackupRepository(path: path, id: id, keys: nil)
        }
        guard let passphrase else { throw BackupError.needsPassphrase(path: path) }
        func part(_ key: String) -> [UInt8] { encryption[key]?.string.flatMap { Bytes.bytes(hex: $0) } ?? [] }
        let parameters = PassphraseParameters(
            memoryBytes: encryption["memoryBytes"]?.int ?? 0,
            passes: encryption["passes"]?.int ?? 0,
            salt: part("salt")
        )
        do {
            let sealed = SealedKey(
                commitment: part("commitment"),
                nonce: part("nonce"),
                sealed: part("key")
            )
            let key = try sealed.open(under: parameters.key(passphrase), associated: associated(id))
            return BackupRepository(path: path, id: id, keys: try Keys(key))
        } catch EncryptionError.wrongKey {
            throw BackupError.wrongPassphrase(path: path)
        } catch let error as EncryptionError {
            throw BackupError.encryption(error)
        }
    }

    /// Whether there is a backup folder, and whether it is encrypted; `nil` when there is none.
    package static func isEncrypted(_ path: String) -> Bool? {
        guard let bytes = try? read(header(path), limit: 1 << 20), let value = CheckedJSON.value(bytes) else {
            return nil
        }
        return value["encryption"].map { $0 != .null } ?? false
    }

    /// Opens the folder, or makes it where nothing lies.
    package static func openOrCreate(_ path: String, passphrase: [UInt8]?) throws -> BackupRepository {
        if FileSystem.status(header(path)) != nil { return try open(path, passphrase: passphrase) }
        let strangers = FileSystem.names(in: path).filter { !$0.hasPrefix(".new-") && $0 != "lost+found" }
        guard strangers.isEmpty else { throw BackupError.foreign(path: path) }
        try FileSystem.makePrivateFolder(path)
        chmod(path, 0o700)
        do {
            let id = hex(try randomBytes(16))
            var keys: Keys?
            var sealed: (SealedKey, PassphraseParameters)?
            if let passphrase {
                let parameters = try PassphraseParameters.standard()
                let key = try SecretKey.random()
                let outer = try parameters.key(passphrase)
                sealed = (try SealedKey(key, under: outer, associated: associated(id)), parameters)
                keys = try Keys(key)
            }
            let bytes = CheckedJSON.bytes { json in
                json.key("schema")
                json.string(schema)
                json.key("id")
                json.string(id)
                json.key("encryption")
                guard let (key, parameters) = sealed else { return json.null() }
                json.object { json in
                    for (name, text) in [
                        ("kdf", "argon2id13"), ("salt", hex(parameters.salt)),
                        ("commitment", hex(key.commitment)), ("nonce", hex(key.nonce)),
                        ("key", hex(key.sealed)),
                    ] {
                        json.key(name)
                        json.string(text)
                    }
                    json.key("memoryBytes")
                    json.int(parameters.memoryBytes)
                    json.key("passes")
                    json.int(parameters.passes)
                }
            }
            let repository = BackupRepository(path: path, id: id, keys: keys)
            try FileSystem.makePrivateFolder(repository.objects)
            try FileSystem.makePrivateFolder(repository.manifests)
            try repository.place(bytes, at: header(path))
            return repository
        } catch let error as EncryptionError {
            throw BackupError.encryption(error)
        }
    }

    private static func associated(_ id: String) -> [UInt8] {
        Array("journal backup key 1".utf8) + [0] + Array(id.utf8)
    }

    /// Keeps every other program from writing or pruning here, until this object is gone.
    package func acquire() throws {
        guard lock < 0 else { return }
        let descriptor = Glibc.open(path + "/lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError.system(operation: "open", path: path + "/lock", code: errno)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw BackupError.busy(path: path)
        }
        lock = descriptor
        for folder in [path, objects, manifests] { FileSystem.removeLeftovers(in: folder) }
    }

    // MARK: Manifests

    /// Names of all backups, the oldest first.
    package func names() -> [String] {
        FileSystem.names(in: manifests).filter { $0.hasSuffix(".manifest") }
            .map { String($0.dropLast(9)) }.sorted()
    }

    private func manifestPath(_ name: String) -> String { manifests + "/" + name + ".manifest" }

    package func manifest(_ name: String) throws -> BackupManifest {
        var bytes = try BackupRepository.read(manifestPath(name), limit: 1 << 30)
        let failure = BackupError.damaged(part: "the manifest \(name)", reason: "is not what was written")
        if let keys {
            var plain: [UInt8] = []
            do {
                let opener = StreamOpener(
                    key: try keys.manifests.derived("journal backup manifest 1", Array(name.utf8)),
                    associated: Array((id + "/" + name).utf8)
                ) { plain += $0 }
                try bytes.withUnsafeBytes { try opener.update($0) }
                try opener.finish()
            } catch is EncryptionError { throw failure }
            bytes = plain
        }
        guard let manifest = BackupManifest(encoded: bytes) else { throw failure }
        return manifest
    }

    /// Writes the manifest that makes a backup of what was put here.
    ///
    /// - Returns: Its name: the time in UTC, with a number when there is one of that second already.
    func add(_ manifest: BackupManifest) throws -> String {
        try FileSystem.syncFolder(objects)
        let time = BackupRepository.stamp(manifest.atMilliseconds)
        var name = time
        var number = 1
        while FileSystem.status(manifestPath(name)) != nil {
            number += 1
            // Padded, so that names sort by time.
            name = time + "-" + String(String(1000 + number).dropFirst())
        }
        var bytes = manifest.encoded()
        if let keys {
            var sealed: [UInt8] = []
            let sealer = try StreamSealer(
                key: keys.manifests.derived("journal backup manifest 1", Array(name.utf8)),
                associated: Array((id + "/" + name).utf8),
                byteCount: Int64(bytes.count)
            ) { sealed += $0 }
            try bytes.withUnsafeBytes { try sealer.update($0) }
            try sealer.finish()
            bytes = sealed
        }
        try place(bytes, at: manifestPath(name))
        return name
    }

    package func remove(_ name: String) throws {
        guard unlink(manifestPath(name)) == 0 else {
            throw StoreError.system(operation: "remove", path: manifestPath(name), code: errno)
        }
        try FileSystem.syncFolder(manifests)
    }

    /// `2026-12-01T031000Z`.
    static func stamp(_ milliseconds: Int64) -> String {
        let text = EntryMoment.utc(milliseconds)
        return text.prefix(19).filter { $0 != ":" } + "Z"
    }

    // MARK: Small files

    private func place(_ bytes: [UInt8], at target: String) throws {
        let folder = FileSystem.parent(of: target)
        let temporary = folder + "/.new-\(getpid())-file"
        unlink(temporary)
        let descriptor = try FileSystem.createPrivateFile(temporary)
        var isOpen = true
        defer {
            if isOpen { close(descriptor) }
            unlink(temporary)
        }
        try bytes.withUnsafeBytes { try FileSystem.writeAll($0, to: descriptor, path: temporary) }
        guard fsync(descriptor) == 0 else {
            throw StoreError.disk(operation: "sync \(temporary)", reason: systemMessage(errno))
        }
        isOpen = false
        close(descriptor)
        guard rename(temporary, target) == 0 else {
            throw StoreError.system(operation: "rename to", path: target, code: errno)
        }
        try FileSystem.syncFolder(folder)
    }

    private static func read(_ path: String, limit: Int64) throws -> [UInt8] {
        guard let found = FileSystem.status(path), found.isRegularFile, found.byteCount <= limit else {
            throw BackupError.damaged(part: "a file", reason: "is gone or too large")
        }
        var bytes: [UInt8] = []
        try FileStream(path: path).read { bytes += $0 }
        return bytes
    }
}
