import Foundation
import JournalModel
import SQLite

/// What is known of tags besides the entries that carry them, derived from their operations.
enum TagTable {
    /// The record of the tag of that name, the same on every device.
    static func record(_ name: String) -> RecordID {
        RecordID(.tag, FixedIdentity.derived("tag", [SearchText.foldedName(name)]))
    }

    static func put(_ view: RecordView, _ database: Connection) throws {
        guard let name = view.value(.name).text else { return }
        try database.run("INSERT OR REPLACE INTO tag_record (folded, name, archived) VALUES (?1, ?2, ?3)") {
            insert in
            try insert.bind(SearchText.foldedName(name), at: 1)
            try insert.bind(name, at: 2)
            try insert.bind(view.isDeleted ? false : view.value(.archived).bool ?? false, at: 3)
        }
    }
}
