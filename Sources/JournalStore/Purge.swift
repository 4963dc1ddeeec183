import Glibc
package import JournalModel
import SQLite

extension JournalStore {
    /// When an entry was put in the trash: milliseconds since 1970-01-01T00:00:00Z; `nil` when it is not there.
    package func trashedMilliseconds(_ id: EntryID) throws -> Int64? {
        let record = RecordID(.entry, id.uuid)
        let all = try operations.of(record)
        guard RecordView(record, all).isDeleted else { return nil }
        return all.filter { operation in operation.changes.contains { $0.field.kind == .deleted } }
            .map(\.time.unixMilliseconds).max()
    }

    /// Deletes entries for good: what they said is removed from this device's files, and only that they were stays.
    ///
    /// Rows, then the search index, then the log, then files of attachments that nothing else names
    /// (`docs/journal-format.md`). Cannot be undone.
    ///
    /// - Parameters:
    ///   - ids: The entries, in the trash or not.
    ///   - visit: Called between transactions; throwing stops there.
    /// - Returns: How many there were.
    /// - Throws: ``StoreError``, or what `visit` throws.
    package func purge(_ ids: [EntryID], visit: () throws -> Void = {}) throws -> Int {
        guard try ids.contains(where: { try entries.find($0) != nil }) else { return 0 }
        try markPurge()
        let purged = try inBatches(ids, as: PendingChange(.purge), visit: visit) { id, device -> Bool? in
            guard let old = try entries.find(id) else { return nil }
            let record = RecordID(.entry, id.uuid)
            let covered = try operations.ids(of: record)
            try operations.purgeContent(of: record)
            let (id, time) = device.next(environment.now())
            let change = Operation.Change(Field(.purged), .bool(true), parents: covered)
            try operations.append(Operation(id: id, time: time, record: record, changes: [change]))
            try refresh(record, replacing: old)
            return true
        }
        _ = try finishPurge()
        return purged.count
    }

    /// Whether words that were deleted for good may still be in this device's files.
    package var hasUnfinishedPurge: Bool { FileSystem.status(folder.unfinishedPurge) != nil }

    private func markPurge() throws {
        guard !hasUnfinishedPurge else { return }
        let descriptor = try FileSystem.createPrivateFile(folder.unfinishedPurge)
        close(descriptor)
        try FileSystem.syncFolder(folder.path)
    }

    /// Removes what a purge left in the index, the log, copies of older formats and files of attachments.
    ///
    /// - Returns: Whether all is removed; `false` when another program was reading or storing, so that the rest is
    ///   done by the next purge or `doctor --fix`.
    /// - Throws: ``StoreError``.
    package func finishPurge() throws -> Bool {
        guard hasUnfinishedPurge else { return true }
        try write(nil) { _ in
            // Deleted words stay in the index until its pieces are joined.
            try database.execute("INSERT INTO search (search) VALUES ('optimize')")
        }
        for copy in folder.earlierFormats { unlink(copy) }
        TemporaryStore.removeLeftovers(in: folder.cache)
        let isLogEmpty = try tidy()
        guard try removeUnnamedFiles() != nil, isLogEmpty else { return false }
        unlink(folder.unfinishedPurge)
        try FileSystem.syncFolder(folder.path)
        return true
    }

    /// Removes files of attachments that no operation names any more; those of history, trash and undo are named.
    ///
    /// - Returns: How many were removed; `nil` when another program is storing files, and nothing was done.
    package func removeUnnamedFiles() throws -> Int? {
        try lock.hold(waitMilliseconds: environment.lockWaitMilliseconds) {
            do {
                let removed = try attachments.removeFiles { try unnamed($0) }
                for sha256 in removed ?? [] {
                    for name in FileSystem.names(in: folder.cache) where name.hasPrefix(sha256) {
                        unlink(folder.cache + "/" + name)
                    }
                }
                return removed?.count
            } catch let error as SQLiteError {
                throw StoreError(error, while: "read the journal", at: folder.privateDatabase)
            }
        }
    }

    /// Those of `contents` (SHA-256) that no operation names; none while an operation cannot be read.
    func unnamed(_ contents: Set<String>) throws -> Set<String> {
        guard !contents.isEmpty else { return [] }
        var surplus = contents
        do {
            try operations.forEach { surplus.subtract(JournalStore.contents(of: $0)) }
        } catch StoreError.damagedOperation { return [] }
        return surplus
    }

    /// SHA-256 of the attachments that an operation names.
    static func contents(of operation: Operation) -> [String] {
        operation.changes.compactMap { change in
            guard change.field.kind == .attachment, let id = AttachmentID(change.field.key)
            else { return nil }
            return AttachmentFields.attachment(id, change.value)?.sha256
        }
    }
}
