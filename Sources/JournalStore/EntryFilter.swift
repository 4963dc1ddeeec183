import JournalModel
import SQLite

/// An ``EntryQuery`` as a condition in SQL, with the values to bind.
///
/// Values are bound in the order of their conditions; text of a query never becomes part of the SQL.
struct EntryFilter {
    private(set) var tables = "entry e"
    private(set) var isSearch = false
    private var conditions: [String] = []
    private var binders: [(Statement, Int32) throws -> Int32] = []

    /// Makes a condition; `nil` when nothing can match.
    ///
    /// - Parameters:
    ///   - query: What is wanted.
    ///   - walksTime: Whether days are also given as a span of instants, for the index of time.
    ///   - journals: Gives all journals.
    /// - Throws: What `journals` throws.
    init?(_ query: EntryQuery, walksTime: Bool = true, journals: () throws -> [JournalInfo]) throws {
        if let text = query.text {
            guard let match = SearchQuery(text).fts5() else { return nil }
            // CROSS JOIN keeps the index outermost, so that its order is the result's.
            tables = "search CROSS JOIN entry e ON e.key = search.rowid"
            isSearch = true
            add("search MATCH ?", match)
        }
        if query.onlyTrashed {
            conditions.append("e.trashed = 1")
        } else if !query.includesTrashed {
            conditions.append("e.trashed = 0")
        }
        addDays(from: query.from, to: query.to, walksTime)
        if query.isStarred { conditions.append("e.starred = 1") }
        if let mood = query.mood { add("e.mood = ?", mood) }
        if let place = query.place {
            add(
                """
                EXISTS (SELECT 1 FROM json_each(e.place) p
                WHERE p.key IN ('label', 'name', 'locality', 'area', 'country')
                AND instr(lower(p.value), lower(?)) > 0)
                """,
                place
            )
        }
        for tag in query.tags {
            add(
                "EXISTS (SELECT 1 FROM tag t WHERE t.folded = ? AND t.entry = e.id)",
                SearchText.foldedName(tag)
            )
        }
        for tag in query.excludedTags {
            add(
                "NOT EXISTS (SELECT 1 FROM tag t WHERE t.folded = ? AND t.entry = e.id)",
                SearchText.foldedName(tag)
            )
        }
        for person in query.people {
            add(
                "EXISTS (SELECT 1 FROM person p WHERE p.folded = ? AND p.entry = e.id)",
                SearchText.foldedName(person)
            )
        }
        for person in query.excludedPeople {
            add(
                "NOT EXISTS (SELECT 1 FROM person p WHERE p.folded = ? AND p.entry = e.id)",
                SearchText.foldedName(person)
            )
        }
        for kind in query.excludedKinds {
            add(
                "NOT EXISTS (SELECT 1 FROM attachment a WHERE a.entry = e.id AND a.kind = ?)",
                kind.rawValue
            )
        }
        for text in query.excludedTexts {
            // What cannot be found anywhere excludes nothing.
            guard let match = SearchQuery(text).fts5() else { continue }
            add("e.key NOT IN (SELECT rowid FROM search WHERE search MATCH ?)", match)
        }
        for kind in query.has {
            add("EXISTS (SELECT 1 FROM attachment a WHERE a.entry = e.id AND a.kind = ?)", kind.rawValue)
        }
        if let journal = query.journal {
            let named = try EntryFilter.journals(named: [journal], among: journals())
            guard !named.isEmpty else { return nil }
            addJournals(named, "IN")
        }
        if !query.excludedJournals.isEmpty {
            let named = try EntryFilter.journals(named: query.excludedJournals, among: journals())
            if !named.isEmpty { addJournals(named, "NOT IN") }
        }
        if !query.ids.isEmpty {
            let marks = Array(repeating: "?", count: query.ids.count).joined(separator: ", ")
            let ids = query.ids
            add("e.id IN (\(marks))") { statement, position in
                for (offset, id) in ids.enumerated() {
                    try statement.bind(id.bytes, at: position + Int32(offset))
                }
                return Int32(ids.count)
            }
        }
    }

    private static func journals(named names: [String], among all: [JournalInfo]) -> [JournalID] {
        let folded = Set(names.map { SearchText.foldedName($0) })
        return all.filter { folded.contains(SearchText.foldedName($0.name)) }.map(\.id)
    }

    private mutating func addJournals(_ ids: [JournalID], _ sign: String) {
        let marks = Array(repeating: "?", count: ids.count).joined(separator: ", ")
        add("e.journal \(sign) (\(marks))") { statement, position in
            for (offset, id) in ids.enumerated() {
                try statement.bind(id.bytes, at: position + Int32(offset))
            }
            return Int32(ids.count)
        }
    }

    var condition: String { conditions.isEmpty ? "1" : conditions.joined(separator: " AND ") }

    /// Adds a condition whose `bind` binds from the given position on and returns how many values it bound.
    mutating func add(_ condition: String, _ bind: @escaping (Statement, Int32) throws -> Int32) {
        conditions.append(condition)
        binders.append(bind)
    }

    /// Days as lived, and besides them a span of instants, which the index of time can be walked by.
    ///
    /// A moment begins at most 18 hours away from its day (``EntryMoment/offsetSeconds``). The first and the
    /// last year stand for all that lies beyond them.
    private mutating func addDays(from: CivilDate?, to: CivilDate?, _ walksTime: Bool) {
        let dayMilliseconds = 86_400_000
        if let from {
            add("e.day >= ?", EntryTable.number(from))
            if walksTime, from.year > 0 { add("e.sort_ms >= ?", (from.daysSince1970 - 1) * dayMilliseconds) }
        }
        if let to {
            add("e.day <= ?", EntryTable.number(to))
            if walksTime, to.year < 9999 { add("e.sort_ms <= ?", (to.daysSince1970 + 2) * dayMilliseconds) }
        }
    }

    private mutating func add(_ condition: String, _ value: String) {
        add(condition) { statement, position in
            try statement.bind(value, at: position)
            return 1
        }
    }

    private mutating func add(_ condition: String, _ value: Int) {
        add(condition) { statement, position in
            try statement.bind(value, at: position)
            return 1
        }
    }

    func bind(_ statement: Statement) throws {
        var position: Int32 = 1
        for binder in binders { position += try binder(statement, position) }
    }
}
