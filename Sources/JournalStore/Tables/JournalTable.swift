import JournalModel
import SQLite

/// The journals, derived from their operations.
enum JournalTable {
    static func insertStandard(_ database: Connection) throws { try put(JournalInfo.standard, database) }

    static func put(_ journal: JournalInfo, _ database: Connection) throws {
        try database.run("INSERT OR REPLACE INTO journal (id, name, archived) VALUES (?1, ?2, ?3)") {
            insert in
            try insert.bind(journal.id.bytes, at: 1)
            try insert.bind(journal.name, at: 2)
            try insert.bind(journal.isArchived, at: 3)
        }
    }

    /// The journal of that name, whatever its case.
    static func find(_ name: String, _ database: Connection) throws -> JournalInfo? {
        let folded = SearchText.foldedName(name)
        return try all(database).first { SearchText.foldedName($0.name) == folded }
    }

    static func all(_ database: Connection) throws -> [JournalInfo] {
        try database.all("SELECT id, name, archived FROM journal ORDER BY id") { row in
            JournalInfo(
                id: JournalID(bytes: row.bytes(at: 0) ?? []),
                name: row.text(at: 1) ?? "",
                isArchived: row.bool(at: 2)
            )
        }
    }

    static func info(_ view: RecordView) -> JournalInfo {
        JournalInfo(
            id: JournalID(view.record.uuid),
            name: view.value(.name).text ?? "",
            isArchived: view.value(.archived).bool ?? false
        )
    }
}
