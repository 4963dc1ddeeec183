import Bytes
import Glibc
import JournalModel
package import JournalStore

/// What a backup did.
package struct BackupOutcome: Sendable {
    package var name = ""
    package var manifest = BackupManifest()
    /// Files that no earlier backup had.
    package var newFileCount = 0
    /// Their bytes as they lie in the folder.
    package var newByteCount: Int64 = 0
    /// Entries with operations that cannot be read: kept as they are, but not proven.
    package var unprovenCount = 0
}

/// Makes one backup and proves it.
package struct BackupRun {
    let store: JournalStore
    let repository: BackupRepository
    /// Whether objects that are there are read whole, and written again when they are damaged.
    let rereads: Bool
    let visit: (Int, Int) throws -> Void

    /// - Parameters:
    ///   - store: The journal.
    ///   - repository: Where the backup goes.
    ///   - rereads: Whether objects of earlier backups are read whole, and written again when they are damaged.
    ///   - visit: Called with work done and to do; throwing stops the run and leaves no backup.
    package init(
        _ store: JournalStore,
        to repository: BackupRepository,
        rereads: Bool,
        visit: @escaping (Int, Int) throws -> Void
    ) {
        self.store = store
        self.repository = repository
        self.rereads = rereads
        self.visit = visit
    }

    /// Writes everything new, restores the result into a folder of its own, compares, and only then counts it.
    ///
    /// - Returns: What was done.
    /// - Throws: ``BackupError``, `StoreError`, what `visit` throws.
    package func run() throws -> BackupOutcome {
        try repository.acquire()
        if FileSystem.status(store.folder.attachments) != nil { try store.attachments.hold() }
        defer { store.attachments.release() }
        let snapshot = try Snapshot(store.folder)
        var outcome = BackupOutcome()
        let summary = try snapshot.summary()
        outcome.manifest.atMilliseconds = store.environment.now()
        outcome.manifest.storeFormat = JournalStore.format
        outcome.manifest.entryCount = summary.entryCount
        outcome.manifest.trashedCount = summary.trashedCount
        outcome.manifest.attachmentCount = summary.attachmentCount
        outcome.manifest.clock = try snapshot.clock()
        try putOperations(snapshot, &outcome)
        try putAttachments(snapshot, &outcome)
        try putDrafts(&outcome)
        outcome.unprovenCount = try prove(outcome.manifest, snapshot)
        outcome.name = try repository.add(outcome.manifest)
        return outcome
    }

    private func put(_ bytes: [UInt8], name: String? = nil, _ outcome: inout BackupOutcome) throws
        -> BackupManifest.File
    {
        let file = BackupManifest.File(
            sha256: hex(Digest.of(bytes, .sha256)),
            byteCount: Int64(bytes.count),
            name: name
        )
        try put(file, BytesInMemory(bytes: bytes), &outcome)
        return file
    }

    private func put(_ file: BackupManifest.File, _ stream: any ByteStream, _ outcome: inout BackupOutcome)
        throws
    {
        if repository.has(file) {
            guard rereads else { return }
            do { return try repository.read(file.sha256) { _ in } } catch is BackupError {}
        }
        try repository.put(file, stream)
        // What was just written is read back: a disk that lies is found today, not on the day of the restore.
        try repository.read(file.sha256) { _ in }
        outcome.newFileCount += 1
        outcome.newByteCount += repository.fileByteCount(ofContent: file.byteCount)
    }

    private func putOperations(_ snapshot: Snapshot, _ outcome: inout BackupOutcome) throws {
        var segment: [UInt8] = []
        var count = 0
        func end() throws {
            guard !segment.isEmpty else { return }
            outcome.manifest.segments.append(try put(segment, &outcome))
            segment = []
            count = 0
        }
        try snapshot.forEachStoredOperation { operation in
            SegmentCoding.append(operation, to: &segment)
            count += 1
            if count == SegmentCoding.operationCount || segment.count >= SegmentCoding.contentByteCount {
                try end()
                try visit(0, 0)
            }
        }
        try end()
        let changes = ChangesCoding.encode(try snapshot.storedChanges())
        outcome.manifest.changes = try put(changes, &outcome)
    }

    private func putAttachments(_ snapshot: Snapshot, _ outcome: inout BackupOutcome) throws {
        let named = try snapshot.namedAttachments()
        for (index, sha256) in named.enumerated() {
            try visit(index, named.count)
            let path = store.attachments.path(sha256: sha256)
            guard let found = FileSystem.status(path), found.isRegularFile else {
                outcome.manifest.missing.append(sha256)
                continue
            }
            let file = BackupManifest.File(sha256: sha256, byteCount: found.byteCount, name: nil)
            do {
                try put(file, FileStream(path: path), &outcome)
                outcome.manifest.attachments.append(file)
            } catch BackupError.damaged {
                // One damaged photo costs no other; the report names it.
                outcome.manifest.missing.append(sha256)
            }
        }
    }

    private func putDrafts(_ outcome: inout BackupOutcome) throws {
        let folder = store.folder.drafts
        for name in FileSystem.names(in: folder) where name.hasPrefix("draft-") {
            let path = folder + "/" + name
            guard let found = FileSystem.status(path), found.isRegularFile, found.byteCount <= 64 << 20 else {
                continue
            }
            var bytes: [UInt8] = []
            // A draft may be saved and gone between the listing and here.
            guard (try? FileStream(path: path).read { bytes += $0 }) != nil else { continue }
            outcome.manifest.drafts.append(try put(bytes, name: name, &outcome))
        }
    }

    /// Restores the operations of a backup into a folder of its own and compares every entry with the journal's.
    ///
    /// - Returns: How many entries cannot be compared, because the journal itself can no longer read what made them.
    private func prove(_ manifest: BackupManifest, _ snapshot: Snapshot) throws -> Int {
        try FileSystem.makePrivateFolder(store.folder.cache)
        TemporaryStore.removeLeftovers(in: store.folder.cache)
        let path = try TemporaryStore.make(in: store.folder.cache)
        defer { TemporaryStore.remove(path) }
        let restored = try RestoreRun.database(
            repository,
            manifest,
            StoreFolder(path: path),
            false,
            store.environment
        ) { try visit(0, 0) }.store
        let found = try StoreComparison.differences(snapshot, restored.live) { try visit(0, 0) }
        guard found.differing == 0 else { throw BackupError.unequal(count: found.differing) }
        return found.unreadable
    }
}

/// Bytes that are in memory already.
struct BytesInMemory: ByteStream {
    let bytes: [UInt8]

    func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try bytes.withUnsafeBytes { buffer in
            for start in stride(from: 0, to: buffer.count, by: 1 << 20) {
                try body(UnsafeRawBufferPointer(rebasing: buffer[start..<min(start + 1 << 20, buffer.count)]))
            }
        }
    }
}

/// Whether two journals hold the same.
enum StoreComparison {
    /// Compares a journal with what was restored from its backup.
    ///
    /// - Returns: How many entries differ or are in one alone (journals and tags count too), and how many have
    ///   operations that cannot be read, which no restore can bring back.
    /// - Throws: `StoreError`, what `visit` throws.
    static func differences(_ ours: Snapshot, _ theirs: Snapshot, visit: () throws -> Void) throws -> (
        differing: Int, unreadable: Int
    ) {
        var differing = 0
        var unreadable = 0
        if try ours.journals() != theirs.journals() { differing += 1 }
        if try ours.archivedTags() != theirs.archivedTags() { differing += 1 }
        var query = EntryQuery()
        query.includesTrashed = true
        var cursor: EntryCursor?
        var count = 0
        repeat {
            try visit()
            let page = try ours.page(query, after: cursor, limit: 500)
            count += page.count
            if try page != theirs.page(query, after: cursor, limit: 500) {
                for entry in page where try theirs.entry(entry.id) != entry {
                    if ours.isReadable(entry.id) { differing += 1 } else { unreadable += 1 }
                }
            }
            cursor = page.last.map { EntryCursor(sortMilliseconds: $0.happened.sortMilliseconds, id: $0.id) }
        } while cursor != nil
        let surplus = try theirs.count(query) - count
        return (differing + max(surplus, 0), unreadable)
    }
}
