package import JournalModel
import SQLite

/// What one changes of a journal or a tag; `nil` leaves it as it is.
package struct NameChange: Sendable {
    package var name: String?
    package var isArchived: Bool?

    package init(name: String? = nil, isArchived: Bool? = nil) {
        self.name = name
        self.isArchived = isArchived
    }
}

extension JournalStore {
    // MARK: Journals

    /// Makes a journal by name, unless one of that name (case ignored) is there; brings back one that was deleted.
    package func journal(
        named name: String,
        as change: PendingChange = PendingChange(.journals)
    ) throws -> JournalInfo {
        if let found = try JournalTable.find(name, database), !found.isDeleted { return found }
        return try write(change) { device in
            // Another program may have made it since.
            let known = try JournalTable.find(name, database)
            if let known, !known.isDeleted { return known }
            var journal = known ?? JournalInfo(id: JournalID(environment.randomUUID()), name: name)
            let now = environment.now()
            let value =
                known == nil
                ? Operation.Change(Field(.name), .text(name)) : Operation.Change(Field(.restored), .int(now))
            try set([value], of: RecordID(.journal, journal.id.uuid), &device)
            journal.isDeleted = false
            return journal
        }
    }

    /// Renames or archives a journal.
    package func change(_ journal: JournalID, _ new: NameChange, as change: PendingChange) throws {
        try write(change) { device in
            try set(JournalStore.changes(new), of: RecordID(.journal, journal.uuid), &device)
        }
    }

    /// Deletes a journal that no entry outside the trash is in; the standard journal cannot be deleted.
    ///
    /// - Returns: Whether it is deleted.
    package func delete(_ journal: JournalID, as change: PendingChange) throws -> Bool {
        guard journal != JournalInfo.standard.id else { return false }
        return try write(change) { device in
            guard try liveCount(in: journal) == 0 else { return false }
            let record = RecordID(.journal, journal.uuid)
            let heads = RecordView(record, try operations.of(record)).headOperations
            let deletion = Operation.Change(Field(.deleted), .bool(true), parents: heads)
            let (id, time) = device.next(environment.now())
            try operations.append(Operation(id: id, time: time, record: record, changes: [deletion]))
            try derive(record)
            return true
        }
    }

    /// Entries of a journal, the trash included, oldest first.
    package func entries(in journal: JournalID) throws -> [EntryID] {
        try selected("SELECT id FROM entry WHERE journal = ?1 ORDER BY id") {
            try $0.bind(journal.bytes, at: 1)
        }
    }

    func liveCount(in journal: JournalID) throws -> Int {
        try database.first("SELECT count(*) FROM entry WHERE journal = ?1 AND trashed = 0") {
            try $0.bind(journal.bytes, at: 1)
        } row: {
            $0.int(at: 0) ?? 0
        } ?? 0
    }

    // MARK: Tags

    /// Entries that carry a tag, whatever its case, the trash included.
    package func entries(tagged name: String) throws -> [EntryID] {
        try selected("SELECT entry FROM tag WHERE folded = ?1 ORDER BY entry") {
            try $0.bind(SearchText.foldedName(name), at: 1)
        }
    }

    /// Archives a tag, or takes it out of the archive; archived tags are offered nowhere and found as ever.
    package func archive(tag name: String, _ isArchived: Bool, as change: PendingChange) throws {
        try write(change) { device in
            try set(
                JournalStore.changes(NameChange(name: name, isArchived: isArchived)),
                of: TagTable.record(name),
                &device
            )
        }
    }

    // MARK: Profile

    /// Values of the one profile; those that were never given are absent.
    package func profile() throws -> [Field.Kind: FieldValue] {
        let record = JournalStore.profileRecord
        let view = RecordView(record, try operations.of(record))
        return Dictionary(uniqueKeysWithValues: view.fields.map { ($0.kind, view.current($0)) })
            .filter { $0.value != .none }
    }

    /// Gives values to the profile; `none` takes one away.
    package func setProfile(_ values: [Field.Kind: FieldValue]) throws {
        try write(PendingChange(.profile)) { device in
            let changes = values.sorted { $0.key.rawValue < $1.key.rawValue }
            try set(
                changes.map { Operation.Change(Field($0.key), $0.value) },
                of: JournalStore.profileRecord,
                &device
            )
        }
    }

    private static let profileRecord = RecordID(.profile, FixedIdentity.profile)

    // MARK: Common

    private static func changes(_ new: NameChange) -> [Operation.Change] {
        [
            new.name.map { Operation.Change(Field(.name), .text($0)) },
            new.isArchived.map { Operation.Change(Field(.archived), .bool($0)) },
        ].compactMap { $0 }
    }

    /// Writes what differs from the record's present values.
    private func set(
        _ changes: [Operation.Change],
        of record: RecordID,
        _ device: inout DeviceTable
    ) throws {
        let view = RecordView(record, try operations.of(record))
        let new = changes.filter { $0.field.kind == .restored || view.current($0.field) != $0.value }
        guard !new.isEmpty else { return }
        let (id, time) = device.next(environment.now())
        try operations.append(
            Operation(id: id, time: time, record: record, changes: new.map { parented($0, view) })
        )
        try derive(record)
    }

    private func selected(_ sql: String, _ bind: (Statement) throws -> Void) throws -> [EntryID] {
        do {
            return try database.all(sql) {
                try bind($0)
            } row: {
                EntryID(bytes: $0.bytes(at: 0) ?? [])
            }
        } catch let error as SQLiteError {
            throw StoreError(error, while: "read the journal", at: folder.privateDatabase)
        }
    }
}
