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
        names = Dictionary(try await journal.journals(includesDeleted: true).map { ($0.id, $0.name) }) {
            first,
            _ in first
        }
    }

    /// Prints what a query finds, newest first.
    ///
    /// - Parameters:
    ///   - query: Which entries.
    ///   - cursor: Where an earlier list ended.
    ///   - limit: Most entries; `nil` for all.
    ///   - snippet: What was searched for, to show where it stands.
    /// - Returns: How many were printed, and whether there are more.
    /// - Throws: `JournalError`, and what ``Output`` throws.
    func print(
        _ query: EntryQuery,
        after cursor: EntryCursor?,
        limit: Int?,
        snippet: Hits? = nil
    ) async throws -> (count: Int, hasMore: Bool) {
        var count = 0
        var cursor = cursor
        if context.format == .json { try begin() }
        let journal = journal
        func wanted() -> Int { min(EntryListing.pageSize, (limit ?? .max) - count) }
        var page = try await journal.entries(query, after: cursor, limit: wanted())
        while true {
            let isFirst = count == 0
            count += page.entries.count
            cursor = page.next
            guard let after = page.next, count < limit ?? .max else {
                try await print(page.entries, isFirst: isFirst, snippet)
                break
            }
            // The next page is read while this one is printed.
            let size = wanted()
            let next = Task { try await journal.entries(query, after: after, limit: size) }
            defer { next.cancel() }
            try await print(page.entries, isFirst: isFirst, snippet)
            page = try await next.value
        }
        if context.format == .json { try end(next: cursor) }
        return (count, cursor != nil)
    }

    /// What was searched for, and how much text is shown of each place.
    struct Hits {
        var query: SearchQuery
        /// Lines of the terminal.
        var lineCount: Int
    }

    /// Prints entries that are at hand as a list.
    func print(_ entries: [Entry], snippet: Hits? = nil) async throws {
        if context.format == .json { try begin() }
        try await print(entries, isFirst: true, snippet)
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

    private func print(_ entries: [Entry], isFirst: Bool, _ snippet: Hits?) async throws {
        switch context.format {
        case .json:
            for (index, json) in try await journal.json(of: entries).enumerated() {
                if index > 0 || !isFirst { try context.output.write(",".utf8) }
                try context.output.write(json.utf8)
            }
        case .jsonLines:
            for json in try await journal.json(of: entries) { try context.output.line(json) }
        case .plain:
            for entry in entries { try context.output.line(lines.plain(entry, journal: name(entry))) }
        case .text: for entry in entries { try printLine(entry, snippet) }
        }
    }

    private func printLine(_ entry: Entry, _ snippet: Hits?) throws {
        try context.output.line(lines.line(entry))
        let width = context.terminal.width - 4
        guard let snippet else { return }
        let found = Snippet.lines(
            entry.body,
            snippet.query,
            width: width,
            count: snippet.lineCount,
            context.terminal
        )
        for line in found { try context.output.line("    " + line) }
    }

    private func begin() throws {
        try context.output.write(#"{"schema":"journal.entries/1","entries":["#.utf8)
    }

    private func end(next: EntryCursor?) throws {
        try context.output.line(#"],"next":"# + JSONText.optional(next?.description).text + "}")
    }
}
