package import JournalModel
import SQLite

/// A read-only view of a journal as it stood when the snapshot was taken.
///
/// Owned by one task at a time. Keep it no longer than one export or one screen: while it lives,
/// SQLite cannot shorten the write-ahead log.
package final class Snapshot: EntrySource {
    let database: Connection
    let entries: EntryTable
    let operations: OperationTable
    private let attachments: AttachmentFolder
    private let path: String

    /// What a store's own connection sees: each question on its own, always the newest state.
    init(live database: Connection, _ folder: StoreFolder) {
        path = folder.privateDatabase
        attachments = AttachmentFolder(root: folder.attachments)
        self.database = database
        entries = EntryTable(database)
        operations = OperationTable(database)
    }

    /// A frozen view of everything committed up to now.
    package init(_ folder: StoreFolder) throws {
        path = folder.privateDatabase
        attachments = AttachmentFolder(root: folder.attachments)
        do {
            database = try Connection(path: path, access: .readOnly)
            // BEGIN is lazy: only the first read pins the view.
            try database.execute(Schema.pragmas + "BEGIN; SELECT count(*) FROM sqlite_schema")
        } catch {
            throw StoreError(error, while: "read the journal", at: path)
        }
        entries = EntryTable(database)
        operations = OperationTable(database)
    }

    // MARK: EntrySource

    package func forEachEntry(_ query: EntryQuery, _ body: (Entry) throws -> Void) throws {
        try select(query, isNewestFirst: false, after: nil, limit: nil, body)
    }

    package func forEachText(_ query: EntryQuery, _ body: (Entry) throws -> Void) throws {
        try select(query, isNewestFirst: false, after: nil, limit: nil, circumstances: false, body)
    }

    package func rawSource(of id: EntryID) throws -> [UInt8]? {
        let record = RecordID(.entry, id.uuid)
        return try reading {
            do {
                // Imports carry it, and the one that counts as last the newest; or what brought a purged entry back.
                let carriers = try operations.of(record).filter { operation in
                    operation.changes.contains { $0.field.kind == .raw }
                }
                let last = carriers.filter { $0.stamp != nil }.max { $0.precedes($1) } ?? carriers.last
                return last?.changes.first { $0.field.kind == .raw }?.value.bytes
            } catch {
                // The entry itself is in the tables and must still come out; the check names the damage.
                guard case StoreError.damagedOperation = error else { throw error }
                return nil
            }
        }
    }

    /// Every journal; one that was deleted counts as such only when no entry outside the trash is in it.
    package func journals() throws -> [JournalID: JournalInfo] {
        try reading {
            let all = try JournalTable.all(database).map { journal in
                var journal = journal
                if journal.isDeleted {
                    let live = "SELECT 1 FROM entry WHERE journal = ?1 AND trashed = 0 LIMIT 1"
                    journal.isDeleted =
                        try database.first(live, { try $0.bind(journal.id.bytes, at: 1) }, row: { _ in true })
                        == nil
                }
                return (journal.id, journal)
            }
            return Dictionary(all) { first, _ in first }
        }
    }

    /// Folded names of tags that were put away.
    package func archivedTags() throws -> Set<String> {
        try reading {
            Set(try database.all("SELECT folded FROM tag_record WHERE archived = 1") { $0.text(at: 0) ?? "" })
        }
    }

    package func attachmentPath(sha256: String) -> String? {
        let path = attachments.path(sha256: sha256)
        return FileSystem.status(path)?.isRegularFile == true ? path : nil
    }

    // MARK: Questions

    package func entry(_ id: EntryID) throws -> Entry? { try reading { try entries.find(id)?.entry } }

    /// One page of entries.
    ///
    /// - Parameters:
    ///   - query: Which entries.
    ///   - isNewestFirst: The order of time, then id.
    ///   - cursor: The last entry of the page before.
    ///   - limit: Most entries of the page.
    /// - Returns: Entries in the order asked for.
    /// - Throws: ``StoreError``.
    package func page(
        _ query: EntryQuery,
        isNewestFirst: Bool = true,
        after cursor: EntryCursor? = nil,
        limit: Int? = nil
    ) throws -> [Entry] {
        var page: [Entry] = []
        try select(query, isNewestFirst: isNewestFirst, after: cursor, limit: limit) { page.append($0) }
        return page
    }

    package func count(_ query: EntryQuery) throws -> Int {
        guard let filter = try filter(query) else { return 0 }
        return try reading {
            try database.first("SELECT count(*) FROM \(filter.tables) WHERE \(filter.condition)", filter.bind)
            {
                $0.int(at: 0) ?? 0
            } ?? 0
        }
    }

    /// Ids that begin with hexadecimal digits, at most two: enough to know whether there is exactly one.
    package func ids(prefix digits: String) throws -> [EntryID] {
        let text = digits.lowercased().filter { $0 != "-" }
        guard !text.isEmpty, text.utf8.count <= 32, text.utf8.allSatisfy({ isHexDigit($0) }) else {
            return []
        }
        let low = text + String(repeating: "0", count: 32 - text.utf8.count)
        let high = text + String(repeating: "f", count: 32 - text.utf8.count)
        guard let first = EntryID(low), let last = EntryID(high) else { return [] }
        return try reading {
            try database.all("SELECT id FROM entry WHERE id BETWEEN ?1 AND ?2 ORDER BY id LIMIT 2") {
                try $0.bind(first.bytes, at: 1)
                try $0.bind(last.bytes, at: 2)
            } row: {
                EntryID(bytes: $0.bytes(at: 0) ?? [])
            }
        }
    }

    /// What the journal holds.
    package func summary() throws -> StoreSummary {
        try reading {
            var summary = StoreSummary()
            try database.withStatement(
                "SELECT trashed, count(*), min(day), max(day) FROM entry GROUP BY trashed"
            ) { row in
                while try row.step() {
                    if row.bool(at: 0) {
                        summary.trashedCount = row.int(at: 1) ?? 0
                    } else {
                        summary.entryCount = row.int(at: 1) ?? 0
                        summary.firstDay = Snapshot.day(row.int(at: 2))
                        summary.lastDay = Snapshot.day(row.int(at: 3))
                    }
                }
            }
            summary.conflictCount =
                try database.first("SELECT count(*) FROM entry WHERE trashed = 0 AND conflicts IS NOT NULL") {
                    $0.int(at: 0) ?? 0
                } ?? 0
            summary.attachmentCount =
                try database.first("SELECT count(*) FROM attachment") { $0.int(at: 0) ?? 0 } ?? 0
            return summary
        }
    }

    /// Tags or people with the number of entries that carry them, by name.
    package func names(_ kind: NameKind) throws -> [(name: String, count: Int)] {
        try reading {
            try database.all(
                """
                SELECT min(t.name), count(*) FROM \(kind.rawValue) t JOIN entry e ON e.id = t.entry
                WHERE e.trashed = 0 GROUP BY t.folded ORDER BY t.folded
                """
            ) { (name: $0.text(at: 0) ?? "", count: $0.int(at: 1) ?? 0) }
        }
    }

    package enum NameKind: String, Sendable { case tag, person }

    // MARK: Inner

    func filter(_ query: EntryQuery, walksTime: Bool = true) throws -> EntryFilter? {
        try reading { try EntryFilter(query, walksTime: walksTime) { try JournalTable.all(database) } }
    }

    private func select(
        _ query: EntryQuery,
        isNewestFirst: Bool,
        after cursor: EntryCursor?,
        limit: Int?,
        circumstances: Bool = true,
        _ body: (Entry) throws -> Void
    ) throws {
        guard var filter = try filter(query) else { return }
        let order = isNewestFirst ? "DESC" : "ASC"
        if let cursor {
            let sign = isNewestFirst ? "<" : ">"
            filter.add("(e.sort_ms, e.id) \(sign) (?, ?)") { statement, position in
                try statement.bind(cursor.sortMilliseconds, at: position)
                try statement.bind(cursor.id.bytes, at: position + 1)
                return 2
            }
        }
        // A search walks the index in its own order, which is that of time; sorting all hits would cost more.
        let columns = filter.isSearch ? "search.rowid \(order)" : "e.sort_ms \(order), e.id \(order)"
        var sql = """
            SELECT \(EntryTable.columns) FROM \(filter.tables) WHERE \(filter.condition) ORDER BY \(columns)
            """
        if let limit, !filter.isSearch { sql += " LIMIT \(max(limit, 0))" }
        try reading {
            try database.withStatement(sql) { row in
                try filter.bind(row)
                guard filter.isSearch else {
                    while try row.step() { try body(try entries.entry(row, circumstances: circumstances)) }
                    return
                }
                try inTimeOrder(row, isNewestFirst: isNewestFirst, limit: limit ?? .max, body)
            }
        }
    }

    /// Puts entries of one millisecond into the order of their ids, which the index does not know.
    private func inTimeOrder(
        _ row: Statement,
        isNewestFirst: Bool,
        limit: Int,
        _ body: (Entry) throws -> Void
    ) throws {
        var rest = max(limit, 0)
        var together: [Entry] = []
        func end() throws {
            together.sort { isNewestFirst ? $0.id > $1.id : $0.id < $1.id }
            for entry in together.prefix(rest) { try body(entry) }
            rest -= min(rest, together.count)
            together.removeAll(keepingCapacity: true)
        }
        while rest > 0, try row.step() {
            let entry = try entries.entry(row)
            if let last = together.last,
                last.happened.sortMilliseconds != entry.happened.sortMilliseconds
            {
                try end()
            }
            together.append(entry)
        }
        try end()
    }

    func reading<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as SQLiteError {
            throw StoreError(error, while: "read the journal", at: path)
        }
    }

    static func day(_ number: Int?) -> CivilDate? {
        number.flatMap { CivilDate(year: $0 / 10_000, month: $0 / 100 % 100, day: $0 % 100) }
    }
}

private func isHexDigit(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte >= 0x61 && byte <= 0x66
}

/// What a journal holds, counted.
package struct StoreSummary: Sendable {
    package var entryCount = 0
    package var attachmentCount = 0
    package var trashedCount = 0
    /// Entries with a version of their text that no rule could merge.
    package var conflictCount = 0
    package var firstDay: CivilDate?
    package var lastDay: CivilDate?
}

extension JournalStore {
    /// A frozen view of everything committed up to now.
    package func snapshot() throws -> Snapshot { try Snapshot(folder) }

    /// Grows with every change, whichever process made it; equal numbers mean equal journals.
    package func changeNumber() throws -> Int64 {
        // data_version counts the commits of others only (sqlite.org/pragma.html#pragma_data_version).
        let others = try database.first("PRAGMA data_version") { $0.int64(at: 0) ?? 0 } ?? 0
        return others &+ ownCommits
    }
}
