import JournalModel
import SQLite

extension JournalStore {
    /// Makes every derived table anew from the operations.
    ///
    /// An operation that cannot be read costs nothing but itself.
    package func rebuild() throws {
        defer { entries.index.stopWaiting() }
        try write(nil) { _ in
            let rows = try rowsOfDamagedRecords()
            let journals = Dictionary(
                ((try? JournalTable.all(database)) ?? []).map { ($0.id, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            for table in Schema.derivedTables { try database.execute("DROP TABLE IF EXISTS \(table)") }
            try database.execute(Schema.derived)
            try SearchIndex.configure(database)
            try JournalTable.insertStandard(database)
            for (position, record) in try operations.records().enumerated() {
                if position % 1000 == 0 {
                    try entries.index.putWaiting(database)
                    entries.index.beginWaiting()
                }
                do { try derive(record) } catch StoreError.damagedOperation {
                    // What can no longer be derived stays as it was.
                    if let entry = rows[EntryID(record.uuid)] { try entries.put(entry, replacing: nil) }
                    if let journal = journals[JournalID(record.uuid)] {
                        try JournalTable.put(journal, database)
                    }
                }
            }
            try entries.index.putWaiting(database)
        }
        try tidy()
    }

    /// Derives what is not an entry's from the operations of a record; an entry must have no rows yet.
    func derive(_ record: RecordID) throws {
        switch record.kind {
        case .entry: try refresh(record, replacing: nil)
        case .journal: try JournalTable.put(RecordView(record, try operations.of(record)), database)
        case .tag: try TagTable.put(RecordView(record, try operations.of(record)), database)
        case .profile: break
        }
    }

    /// Entries whose operations cannot be read any more: their rows are all that is left of them.
    private func rowsOfDamagedRecords() throws -> [EntryID: Entry] {
        var kept: [EntryID: Entry] = [:]
        for record in try operations.records() where record.kind == .entry {
            do { _ = try operations.of(record) } catch StoreError.damagedOperation {
                let id = EntryID(record.uuid)
                kept[id] = try? entries.find(id)?.entry
            }
        }
        return kept
    }
}
