import JournalKit
import JournalModel

/// Prints entries in the format that was asked for, a page at a time.
struct EntryListing {
    private let context: Context
    private let journal: Journal
    private let isRaw: Bool
    private let names: [JournalID: String]

    /// Entries held in memory at once.
    private static let pageSize = 200

    init(_ context: Context, _ journal: Journal, isRaw: Bool) async throws {
        (self.context, self.journal, self.isRaw) = (context, journal, isRaw)
        names = Dictionary(try await journal.journals().map { ($0.id, $0.name) }) { first, _ in first }
    }

    /// Prints what a query finds, newest first.
    ///
    /// - Parameters:
    ///   - query: Which entries.
    ///   - cursor: Where an earlier list ended.
    ///   - limit: Most entries; `nil` for all.
    ///   - snippet: What was searched for, to show where it stands.
    /// - Returns: How many were printed.
    /// - Throws: `JournalError`, and what ``Output`` throws.
    func print(
        _ query: EntryQuery,
        after cursor: EntryCursor?,
        limit: Int?,
        snippet: SearchQuery? = nil
    ) async throws -> Int {
        var count = 0
        var cursor = cursor
        if context.format == .json { try begin() }
        repeat {
            let wanted = min(EntryListing.pageSize, (limit ?? .max) - count)
            let page = try await journal.entries(query, after: cursor, limit: wanted)
            for entry in page.entries {
                try await print(entry, isFirst: count == 0, snippet)
                count += 1
            }
            cursor = page.next
        } while cursor != nil && count < limit ?? .max
        if context.format == .json { try end(next: cursor) }
        return count
    }

    /// Prints entries that are at hand as a list.
    func print(_ entries: [Entry]) async throws {
        if context.format == .json { try begin() }
        for (index, entry) in entries.enumerated() { try await print(entry, isFirst: index == 0, nil) }
        if context.format == .json { try end(next: nil) }
    }

    /// Prints one entry that was named, as an object of its own.
    func printOne(_ entry: Entry) async throws {
        switch context.format {
        case .json, .jsonLines: try context.output.line(try await journal.json(of: entry))
        case .plain: try context.output.line(lines.plain(entry, journal: name(entry)))
        case .text: try printPages([entry])
        }
    }

    /// Prints entries in full, for people.
    func printPages(_ entries: [Entry]) throws {
        let page = EntryPage(terminal: context.terminal, zone: context.settings.zone, isRaw: isRaw)
        for (index, entry) in entries.enumerated() {
            if index > 0 { try context.output.line("\n" + String(repeating: "-", count: 20) + "\n") }
            for line in page.lines(entry, journal: name(entry)) { try context.output.line(line) }
        }
    }

    private var lines: EntryLines { EntryLines(context.terminal, isRaw: isRaw) }

    private func name(_ entry: Entry) -> String { names[entry.journal] ?? JournalInfo.standard.name }

    private func print(_ entry: Entry, isFirst: Bool, _ snippet: SearchQuery?) async throws {
        switch context.format {
        case .json:
            try context.output.write((isFirst ? "" : ",").utf8)
            try context.output.write(try await journal.json(of: entry).utf8)
        case .jsonLines: try context.output.line(try await journal.json(of: entry))
        case .plain: try context.output.line(lines.plain(entry, journal: name(entry)))
        case .text:
            try context.output.line(lines.line(entry))
            let width = context.terminal.width - 4
            if let snippet, let found = Snippet.line(entry.body, snippet, width: width, context.terminal) {
                try context.output.line("    " + found)
            }
        }
    }

    private func begin() throws {
        try context.output.write(#"{"schema":"journal.entries/1","entries":["#.utf8)
    }

    private func end(next: EntryCursor?) throws {
        try context.output.line(#"],"next":"# + JSONText.optional(next?.description).text + "}")
    }
}
