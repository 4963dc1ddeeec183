import JournalModel
import SQLite

/// The journals, derived from their operations.
enum JournalTable {
    static func insertStandard(_ database: Connection) throws { try put(JournalInfo.standard, database) }

    static func put(_ journal: JournalInfo, _ database: Connection) throws {
        try database.run(
            "INSERT OR REPLACE INTO journal (id, name, archived, deleted) VALUES (?1, ?2, ?3, ?4)"
        ) { insert in
            try insert.bind(journal.id.bytes, at: 1)
            try insert.bind(journal.name, at: 2)
            try insert.bind(journal.isArchived, at: 3)
            try insert.bind(journal.isDeleted, at: 4)
        }
    }

    /// Derives the row of a journal from its operations.
    static func put(_ view: RecordView, _ database: Connection) throws {
        // The standard journal is there without any operation; one that names it may be about something else.
        let standard = JournalInfo.standard
        let isStandard = standard.id.uuid == view.record.uuid
        let journal = JournalInfo(
            id: JournalID(view.record.uuid),
            name: view.value(.name).text ?? (isStandard ? standard.name : ""),
            isArchived: view.value(.archived).bool ?? false,
            isDeleted: view.isDeleted && !isStandard
        )
        try put(journal, database)
    }

    /// The journal of that name, whatever its case; one that was deleted only when there is no other.
    static func find(_ name: String, _ database: Connection) throws -> JournalInfo? {
        let folded = SearchText.foldedName(name)
        let named = try all(database).filter { SearchText.foldedName($0.name) == folded }
        return named.first { !$0.isDeleted } ?? named.first
    }

    static func all(_ database: Connection) throws -> [JournalInfo] {
        try database.all("SELECT id, name, archived, deleted FROM journal ORDER BY id") { row in
            JournalInfo(
                id: JournalID(bytes: row.bytes(at: 0) ?? []),
                name: row.text(at: 1) ?? "",
                isArchived: row.bool(at: 2),
                isDeleted: row.bool(at: 3)
            )
        }
    }
}
