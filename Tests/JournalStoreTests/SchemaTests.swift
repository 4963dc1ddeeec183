import JournalModel
import SQLite
import TestSupport
import Testing

@testable import JournalStore

@Suite struct SchemaTests {
    private func database() throws -> (TemporaryFolder, Connection) {
        let folder = try TemporaryFolder()
        let place = StoreFolder(path: folder.path("store"))
        _ = try JournalStore(place, creating: true, environment: FixedWorld().environment)
        return (folder, try Connection(path: place.privateDatabase, access: .readOnly))
    }

    @Test func everyTableIsStrictAndNoneIsEmpty() throws {
        let (folder, database) = try database()
        let tables = try database.all("SELECT name, sql FROM sqlite_schema WHERE type = 'table'") {
            ($0.text(at: 0) ?? "", $0.text(at: 1) ?? "")
        }
        #expect(tables.count >= 8)
        for (name, sql) in tables where !name.hasPrefix("search") {
            #expect(sql.hasSuffix("STRICT") || sql.hasSuffix("STRICT, WITHOUT ROWID"), "\(name)")
        }
        withExtendedLifetime(folder) {}
    }

    /// What every synced store asks for: additive changes must be possible on a device that lags behind.
    @Test func everyColumnHasADefaultOrMayBeAbsent() throws {
        let (folder, database) = try database()
        let tables = try database.all(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search%'"
        ) { $0.text(at: 0) ?? "" }
        for table in tables {
            let columns = try database.all(
                "SELECT name, \"notnull\", dflt_value, pk FROM pragma_table_info('\(table)')"
            ) {
                ($0.text(at: 0) ?? "", $0.bool(at: 1), $0.text(at: 2), $0.bool(at: 3))
            }
            #expect(columns.count > 1, "\(table) holds nothing but its key")
            for (name, isRequired, value, isKey) in columns {
                #expect(isKey || !isRequired || value != nil, "\(table).\(name) has no default")
            }
        }
        withExtendedLifetime(folder) {}
    }

    @Test func nothingIsUniqueButWhatIdentifiesARow() throws {
        let (folder, database) = try database()
        let unique = try database.all(
            "SELECT m.name FROM sqlite_schema m, pragma_index_list(m.name) i WHERE m.type = 'table' AND i.\"unique\" AND i.origin = 'u'"
        ) { $0.text(at: 0) ?? "" }
        #expect(unique.isEmpty)
        withExtendedLifetime(folder) {}
    }

    /// Record types of operations: none without a field of its own.
    @Test func everyFieldNumberIsUsedOnce() {
        let numbers = Field.Kind.allCases.map(\.rawValue)
        #expect(Set(numbers).count == numbers.count)
    }
}
