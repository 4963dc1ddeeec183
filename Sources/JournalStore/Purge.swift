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
    /// Rows, then the search index, then the log (`docs/journal-format.md`); files of attachments that nothing else
    /// names go last. Cannot be undone.
    ///
    /// - Parameters:
    ///   - ids: The entries, in the trash or not.
    ///   - visit: Called between transactions; throwing stops there.
    /// - Returns: How many there were.
    package func purge(_ ids: [EntryID], visit: () throws -> Void = {}) throws -> Int {
        var contents: Set<String> = []
        let purged = try inBatches(ids, as: PendingChange(.purge), visit: visit) { id, device -> Bool? in
            guard let old = try entries.find(id) else { return nil }
            let record = RecordID(.entry, id.uuid)
            for operation in try operations.of(record) {
                contents.formUnion(JournalStore.contents(of: operation))
            }
            let covered = try operations.ids(of: record)
            try operations.purgeContent(of: record)
            let (id, time) = device.next(environment.now())
            let change = Operation.Change(Field(.purged), .bool(true), parents: covered)
            try operations.append(Operation(id: id, time: time, record: record, changes: [change]))
            try refresh(record, replacing: old)
            return true
        }
        guard !purged.isEmpty else { return 0 }
        try write(nil) { _ in
            // Deleted words stay in the index until its pieces are joined.
            try database.execute("INSERT INTO search (search) VALUES ('optimize')")
        }
        try tidy()
        if !contents.isEmpty { try removeContents(contents) }
        return purged.count
    }

    /// Removes files of attachments that no operation names any more; those of history, trash and undo are named.
    private func removeContents(_ candidates: Set<String>) throws {
        try lock.hold(waitMilliseconds: environment.lockWaitMilliseconds) {
            var surplus = candidates
            try operations.forEach { surplus.subtract(JournalStore.contents(of: $0)) }
            for sha256 in surplus {
                unlink(attachments.path(sha256: sha256))
                for name in FileSystem.names(in: folder.cache) where name.hasPrefix(sha256) {
                    unlink(folder.cache + "/" + name)
                }
            }
        }
    }

    /// SHA-256 of the attachments that an operation names.
    static func contents(of operation: Operation) -> [String] {
        operation.changes.compactMap { change in
            guard change.field.kind == .attachment, let id = AttachmentID(change.field.key) else { return nil }
            return AttachmentFields.attachment(id, change.value)?.sha256
        }
    }
}
