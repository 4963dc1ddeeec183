import JournalKit
import JournalModel

/// The entries that operands and filters choose.
struct Chosen {
    /// Where they were found.
    let journal: Journal
    let entries: [Entry]
    /// Operands that name nothing.
    let unmatched: [String]
    /// Whether one entry was named, by id or as `last`.
    let isSingle: Bool

    /// Looks the entries up, newest first.
    ///
    /// - Parameters:
    ///   - operands: Selectors as written, and filters such as `tag:trip`; with no selector, filters choose.
    ///   - selection: Filters, which every entry must pass.
    ///   - dates: Reads days.
    ///   - fromTrash: Whether days, filters and last choose among what is in the trash, and not outside of it.
    ///   - open: Opens the journal, once every operand is understood.
    /// - Throws: For what cannot be read, and a beginning that several ids have.
    init(
        _ operands: [String],
        _ selection: Selection,
        _ dates: DateExpression,
        fromTrash: Bool = false,
        open: () async throws -> Journal
    ) async throws {
        let (operands, selection) = try SearchWords.withoutFilters(operands, selection)
        var query = try selection.query(dates)
        query.onlyTrashed = fromTrash
        let selectors = try operands.map { try Selector.parse($0, dates) }
        journal = try await open()
        guard !selectors.isEmpty else {
            entries = try await journal.entries(query, limit: selection.limit).entries
            (unmatched, isSingle) = ([], false)
            return
        }
        var found: [EntryID: Entry] = [:]
        var unmatched: [String] = []
        for (operand, selector) in zip(operands, selectors) {
            var scope = EntryQuery()
            (scope.includesTrashed, scope.onlyTrashed) = (selection.includesTrashed, fromTrash)
            let named = try await Chosen.entries(selector, scope, journal)
            if named.isEmpty { unmatched.append(operand) }
            for entry in named { found[entry.id] = entry }
        }
        var filters = selection
        filters.limit = nil
        filters.includesTrashed = false
        if !filters.isEmpty, !found.isEmpty {
            query.ids = Array(found.keys)
            entries = try await journal.entries(query, limit: selection.limit).entries
        } else {
            let newestFirst = found.values.sorted {
                ($1.happened.sortMilliseconds, $1.id) < ($0.happened.sortMilliseconds, $0.id)
            }
            entries = selection.limit.map { Array(newestFirst.prefix($0)) } ?? newestFirst
        }
        self.unmatched = unmatched
        if case .days = selectors[0] { isSingle = false } else { isSingle = selectors.count == 1 }
    }

    private static func entries(
        _ selector: Selector,
        _ scope: EntryQuery,
        _ journal: Journal
    ) async throws -> [Entry] {
        switch selector {
        case .id(let id): return try await journal.entry(id).map { [$0] } ?? []
        case .prefix(let digits):
            let ids = try await journal.ids(prefix: digits)
            guard ids.count < 2 else {
                throw CommandFailure(
                    .usage,
                    code: "ambiguous",
                    "several entries have an id that begins with \(digits)",
                    next:
                        "give more of it, as in \(ids.map { $0.description.prefix(13) }.joined(separator: " or "))"
                )
            }
            guard let id = ids.first, let entry = try await journal.entry(id) else { return [] }
            return [entry]
        case .last(let back):
            if scope.onlyTrashed { return try await lastTrashed(back, journal) }
            let newest = try await journal.entries(EntryQuery(), limit: back + 1).entries
            return newest.count > back ? [newest[back]] : []
        case .days(let days):
            var query = scope
            (query.from, query.to) = (days.lowerBound, days.upperBound)
            return try await journal.entries(query).entries
        }
    }

    /// The entry that was deleted last, or the one so many before it.
    private static func lastTrashed(_ back: Int, _ journal: Journal) async throws -> [Entry] {
        let trash = try await journal.trash()
        return back < trash.count ? [trash[back].entry] : []
    }
}
