import Bytes
import Glibc
import JournalModel
package import JournalStore

/// What a restore brought back.
package struct RestoreOutcome: Sendable {
    package var manifest: BackupManifest
    /// Attachments and drafts whose bytes could not be read.
    package var lostFileCount = 0
    /// Whether some part of the history could not be read; only when it was told to go on then.
    package var isHistoryDamaged = false
}

/// Brings a backup back beside everything that is there.
package enum RestoreRun {
    /// Restores a backup into a folder that is not there yet.
    ///
    /// Everything is made under another name first: the folder appears whole or not at all.
    ///
    /// - Parameters:
    ///   - repository: Where the backup lies.
    ///   - name: The backup's name.
    ///   - target: The new store's folder; must not be there, or be empty.
    ///   - salvages: Whether to go on when a part of the history is damaged, with every operation that can be read.
    ///   - environment: Clock, randomness and waiting.
    ///   - visit: Called with work done and to do; throwing stops the restore, and nothing is left.
    /// - Returns: What was restored. A damaged attachment or draft costs nothing but itself.
    /// - Throws: ``BackupError``, `StoreError`, what `visit` throws.
    package static func run(
        _ repository: BackupRepository,
        _ name: String,
        to target: String,
        salvages: Bool = false,
        environment: StoreEnvironment,
        visit: (Int, Int) throws -> Void
    ) throws -> RestoreOutcome {
        let manifest = try repository.manifest(name)
        var outcome = RestoreOutcome(manifest: manifest)
        guard manifest.storeFormat <= JournalStore.format else {
            throw BackupError.newer(path: repository.path)
        }
        guard FileSystem.names(in: target).isEmpty, FileSystem.status(target)?.isFolder ?? true else {
            throw BackupError.targetExists(path: target)
        }
        let parent = FileSystem.parent(of: target)
        try FileSystem.makePrivateFolder(parent)
        TemporaryStore.removeLeftovers(in: parent)
        let path = try TemporaryStore.make(in: parent)
        let folder = StoreFolder(path: path)
        do {
            let (store, isWhole) = try database(repository, manifest, folder, salvages, environment) {
                try visit(0, manifest.attachments.count)
            }
            outcome.isHistoryDamaged = !isWhole
            for (index, file) in manifest.attachments.enumerated() {
                try visit(index, manifest.attachments.count)
                do {
                    _ = try store.attachments.store(ObjectStream(repository: repository, sha256: file.sha256))
                } catch BackupError.damaged { outcome.lostFileCount += 1 }
            }
            try store.attachments.sync()
            store.attachments.release()
            outcome.lostFileCount += try drafts(repository, manifest, folder)
            _ = try store.tidy()
            // An empty folder in the place gives way; anything in it by now does not.
            guard rename(path, target) == 0 else {
                if errno == ENOTEMPTY || errno == EEXIST { throw BackupError.targetExists(path: target) }
                throw StoreError.system(operation: "rename to", path: target, code: errno)
            }
            try FileSystem.syncFolder(parent)
        } catch {
            TemporaryStore.remove(path)
            throw error
        }
        return outcome
    }

    /// Makes the database of a backup in a new folder.
    ///
    /// - Returns: The store, and whether every part was what was written; always, unless it salvages.
    static func database(
        _ repository: BackupRepository,
        _ manifest: BackupManifest,
        _ folder: StoreFolder,
        _ salvages: Bool,
        _ environment: StoreEnvironment,
        visit: () throws -> Void
    ) throws -> (store: JournalStore, isWhole: Bool) {
        var isWhole = true
        func object(_ file: BackupManifest.File) throws -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(Int(clamping: min(file.byteCount, 64 << 20)))
            do { try repository.read(file.sha256) { bytes += $0 } } catch let error as BackupError {
                guard salvages else { throw error }
                isWhole = false
                return repository.remains(of: file.sha256)
            }
            return bytes
        }
        let store = try JournalStore.restored(folder, environment: environment, clock: manifest.clock) {
            writer in
            let proof = OperationProof()
            for file in manifest.segments {
                try visit()
                let segment = SegmentCoding.decode(try object(file))
                guard segment.isWhole || salvages else {
                    throw BackupError.damaged(part: "a segment", reason: "cannot be read")
                }
                for operation in segment.operations where isWhole || proof.isWhole(operation) {
                    do { try writer.put(operation) } catch {
                        // What a flipped bit made equal to another is no reason to lose the rest.
                        guard !isWhole else { throw error }
                    }
                }
            }
            guard let file = manifest.changes else { return }
            guard let changes = ChangesCoding.decode(try object(file)) else {
                guard salvages else {
                    throw BackupError.damaged(part: "the table of changes", reason: "cannot be read")
                }
                return isWhole = false
            }
            for change in changes { try writer.put(change) }
        }
        return (store, isWhole)
    }

    /// - Returns: How many could not be read.
    private static func drafts(
        _ repository: BackupRepository,
        _ manifest: BackupManifest,
        _ folder: StoreFolder
    ) throws -> Int {
        guard !manifest.drafts.isEmpty else { return 0 }
        var lost = 0
        try FileSystem.makePrivateFolder(folder.drafts)
        for draft in manifest.drafts {
            // A name is never followed out of the folder.
            guard let name = draft.name, name.hasPrefix("draft-"), !name.contains("/") else { continue }
            let path = folder.drafts + "/" + name
            let descriptor = try FileSystem.createPrivateFile(path)
            defer { close(descriptor) }
            do {
                try repository.read(draft.sha256) {
                    try FileSystem.writeAll($0, to: descriptor, path: path)
                }
            } catch is BackupError { lost += 1 }
            guard fsync(descriptor) == 0 else {
                throw StoreError.disk(operation: "sync \(path)", reason: systemMessage(errno))
            }
        }
        try FileSystem.syncFolder(folder.drafts)
        return lost
    }
}

/// The content of an object, proven while it is read.
struct ObjectStream: ByteStream {
    let repository: BackupRepository
    let sha256: String

    func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws { try repository.read(sha256, body) }
}
