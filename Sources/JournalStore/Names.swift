package import JournalModel
import SQLite

extension JournalStore {
    /// Makes a journal by name, unless one of that name (case ignored) is there; brings back one that was deleted.
    package func journal(
        named name: String,
        as change: PendingChange = PendingChange(.journals)
    ) throws -> JournalInfo {
        if let found = try JournalTable.find(name, database), !found.isDeleted { return found.info }
        return try write(change) { device in
            // Another program may have made it since.
            let known = try JournalTable.find(name, database)
            if let known, !known.isDeleted { return known.info }
            let journal = known?.info ?? JournalInfo(id: JournalID(environment.randomUUID()), name: name)
            let record = RecordID(.journal, journal.id.uuid)
            let view = RecordView(record, try operations.of(record))
            let now = environment.now()
            let (id, time) = device.next(now)
            let field =
                known == nil
                ? Operation.Change(Field(.name), .text(name)) : Operation.Change(Field(.restored), .int(now))
            try operations.append(
                Operation(id: id, time: time, record: record, changes: [parented(field, view)])
            )
            try derive(record)
            return journal
        }
    }
}
