package import JournalModel
import SQLite

/// What is counted of one entry.
package struct CountedEntry: Sendable {
    /// The day as the writer lived it.
    package var day: CivilDate
    /// Hour of that day, 0...23; `nil` for an entry about the whole day.
    package var hour: Int?
    package var mood: Int?
    package var title: String?
    package var body: String
}

extension Snapshot {
    /// Days with how many entries each has, oldest first; those without any are left out.
    package func days(_ query: EntryQuery) throws -> [(day: CivilDate, count: Int)] {
        guard let filter = try filter(query, walksTime: false) else { return [] }
        // SQLite knows no numbers of rows here and would walk the index of time, which has no day.
        let isByDay = !filter.isSearch && !query.includesTrashed && !query.onlyTrashed
        let sql = """
            SELECT e.day, count(*) FROM \(filter.tables) \(isByDay ? "INDEXED BY entry_by_day" : "")
            WHERE \(filter.condition) GROUP BY e.day ORDER BY e.day
            """
        return try reading {
            try database.all(sql, filter.bind) { row in
                Snapshot.day(row.int(at: 0)).map { (day: $0, count: row.int(at: 1) ?? 0) }
            }.compactMap { $0 }
        }
    }

    /// First and last day of all entries outside the trash; `nil` when there is none.
    package func span() throws -> ClosedRange<CivilDate>? {
        func day(_ end: String) throws -> CivilDate? {
            let sql = "SELECT \(end)(day) FROM entry INDEXED BY entry_by_day WHERE trashed = 0"
            return try reading { try database.first(sql) { Snapshot.day($0.int(at: 0)) } ?? nil }
        }
        guard let first = try day("min"), let last = try day("max") else { return nil }
        return first...max(first, last)
    }

    /// Hands over what is counted of each entry, in no order.
    package func forEachCounted(_ query: EntryQuery, _ body: (CountedEntry) throws -> Void) throws {
        guard let filter = try filter(query) else { return }
        let sql = """
            SELECT e.day, e.all_day, e.instant_ms, e.offset_s, e.mood, e.title, e.body
            FROM \(filter.tables) WHERE \(filter.condition)
            """
        try reading {
            try database.withStatement(sql) { row in
                try filter.bind(row)
                while try row.step() {
                    guard let day = Snapshot.day(row.int(at: 0)) else { continue }
                    var hour: Int?
                    if !row.bool(at: 1), let instant = row.int(at: 2) {
                        let local = (instant + (row.int(at: 3) ?? 0) * 1000) % 86_400_000
                        hour = (local < 0 ? local + 86_400_000 : local) / 3_600_000
                    }
                    try body(
                        CountedEntry(
                            day: day,
                            hour: hour,
                            mood: row.int(at: 4),
                            title: row.text(at: 5),
                            body: row.text(at: 6) ?? ""
                        )
                    )
                }
            }
        }
    }

    /// What entries can be grouped by besides their time.
    package enum Grouping: Sendable { case tag, person, place, journal, attachmentKind }

    /// Names with how many of the entries have each, the most frequent first, then by name.
    ///
    /// Of attachments the number is that of attachments and not of entries.
    package func counts(_ grouping: Grouping, _ query: EntryQuery) throws -> [(name: String, count: Int)] {
        guard let filter = try filter(query) else { return [] }
        let (name, group, join) =
            switch grouping {
            case .tag: ("min(t.name)", "t.folded", "JOIN tag t ON t.entry = e.id")
            case .person: ("min(t.name)", "t.folded", "JOIN person t ON t.entry = e.id")
            case .journal: ("lower(hex(e.journal))", "1", "")
            case .attachmentKind: ("t.kind", "1", "JOIN attachment t ON t.entry = e.id")
            case .place:
                (
                    """
                    coalesce(json_extract(e.place, '$.label'), json_extract(e.place, '$.name'),
                    json_extract(e.place, '$.locality'), json_extract(e.place, '$.country'))
                    """, "1", ""
                )
            }
        let sql = """
            SELECT \(name), count(*) FROM \(filter.tables) \(join) WHERE \(filter.condition)
            GROUP BY \(group) ORDER BY 2 DESC, 1
            """
        return try reading {
            try database.all(sql, filter.bind) { row in
                row.text(at: 0).map { (name: $0, count: row.int(at: 1) ?? 0) }
            }.compactMap { $0 }
        }
    }

    /// Entries by how well they match the words of a query, the best first (BM25 of FTS5).
    ///
    /// - Parameters:
    ///   - query: With a text.
    ///   - limit: Most entries.
    ///   - among: Only so many of the newest matches are weighed.
    /// - Returns: Entries; those that match equally well are newest first.
    /// - Throws: ``StoreError``.
    package func ranked(_ query: EntryQuery, limit: Int, among: Int = 2_000) throws -> [Entry] {
        guard let filter = try filter(query) else { return [] }
        guard filter.isSearch else { return try page(query, limit: limit) }
        let sql = """
            SELECT e.key, bm25(search) FROM \(filter.tables) WHERE \(filter.condition)
            ORDER BY search.rowid DESC LIMIT \(among)
            """
        return try reading {
            let found = try database.all(sql, filter.bind) { row in
                (key: row.int64(at: 0) ?? 0, rank: row.double(at: 1) ?? 0)
            }
            let best = found.enumerated().sorted {
                ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
            }.prefix(max(limit, 0))
            var result: [Entry] = []
            for item in best {
                let sql = "SELECT \(EntryTable.columns) FROM entry e WHERE e.key = ?1"
                let entry = try database.first(sql, { try $0.bind(item.element.key, at: 1) }) { row in
                    try self.entries.entry(row)
                }
                if let entry { result.append(entry) }
            }
            return result
        }
    }
}
