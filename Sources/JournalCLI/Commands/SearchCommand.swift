import JournalKit
import JournalModel

/// `journal search`: entries that hold words.
struct SearchCommand: SelectsEntries {
    static let name = "search"
    static let summary = "Find entries by their words, newest first."
    static let operands = "WORDS..."
    static let options: [Option<Self>] =
        [
            .value("cursor", "CURSOR", help: "Go on where an earlier search ended: the value of its next.") {
                (command, text) throws(UsageError) in
                guard let cursor = EntryCursor(text) else {
                    throw UsageError(
                        "cannot read the cursor",
                        next: "give the value of next of an earlier search"
                    )
                }
                command.cursor = cursor
            },
            .flag("raw", help: "Show control characters as they are.") { $0.isRaw = true },
            .flag("rank", help: "The best match first, of the newest 2,000.") { $0.isRanked = true },
            .flag("by-date", help: "The newest first; this is usual.") { $0.isRanked = false },
            .value(
                "context",
                "LINES",
                help: "So many lines of text around each hit; 1 unless given, 0 for none."
            ) {
                (command, text) throws(UsageError) in
                guard let lines = DateWords.number(text), lines <= 50 else {
                    throw UsageError("cannot read --context '\(text)'", next: "give a number from 0 to 50")
                }
                command.contextLines = lines
            },
            .flag("empty-days", help: "Days without an entry, from --from to --to or today.") {
                $0.wantsEmptyDays = true
            },
        ] + filters
    static let discussion = [
        """
        Every word must be in the entry, in any order, whatever its case and accents; several words in one \
        pair of quotes must follow each other. Japanese and Chinese words are found inside running text, even \
        a single character. The status is 1 when nothing is found.
        """,
        """
        Filters may stand among the words: tag:trip -tag:work journal:Diary -journal:Work people:Anna \
        from:2024 to:2024-06 on:yesterday has:photo -has:video place:Kyoto mood:4 star:yes "night train". A \
        dash before a word leaves out entries that have it; put it in quotes or after --, as options begin \
        with one.
        """,
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal search river Anna", "Finds entries with both words."),
        ("journal search 銭湯 --from 2024", "Finds entries from 2024 on."),
        ("journal search 'tag:trip has:photo -tag:work \"night train\"'", "Finds by filters and a phrase."),
        ("journal search --empty-days --from 2026-11-01", "Lists days without an entry."),
    ]

    var selection = Selection()
    var words: [String] = []
    var cursor: EntryCursor?
    var isRaw = false
    var isRanked = false
    var contextLines = 1
    var wantsEmptyDays = false

    mutating func takeOperand(_ operand: String) throws(UsageError) { words.append(operand) }

    func check() throws(UsageError) {
        guard wantsEmptyDays || words.contains(where: { !$0.isEmpty }) else {
            throw UsageError("'journal search' needs words to look for", next: "journal search river")
        }
    }

    var isForReading: Bool { true }

    func run(_ context: Context) async throws -> ExitStatus {
        let wanted = try SearchWords(words, selection)
        var query = try wanted.selection.query(context.settings.dates)
        let text = [wanted.text, query.text ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        query.text = text.isEmpty ? nil : text
        let journal = try await context.open()
        if wantsEmptyDays { return try await emptyDays(query, journal, context) }
        if isRanked, query.text != nil {
            return try await ranked(query, wanted.selection.limit ?? 50, journal, context)
        }
        let list = try await EntryListing(context, journal, isRaw: isRaw)
        let (count, hasMore) = try await list.print(
            query,
            after: cursor,
            limit: wanted.selection.limit,
            snippet: snippet(query)
        )
        if context.format == .text {
            let more = hasMore ? ", and there are more" : ""
            context.messages.note(counted(count, ("entry", "entries")) + " found" + more)
        }
        return count == 0 ? .nothingMatched : .done
    }

    private func snippet(_ query: EntryQuery) -> EntryListing.Hits? {
        guard contextLines > 0 else { return nil }
        return query.text.map { EntryListing.Hits(query: SearchQuery($0), lineCount: contextLines) }
    }

    private func ranked(
        _ query: EntryQuery,
        _ limit: Int,
        _ journal: Journal,
        _ context: Context
    ) async throws -> ExitStatus {
        let entries = try await journal.ranked(query, limit: limit)
        let list = try await EntryListing(context, journal, isRaw: isRaw)
        try await list.print(entries, snippet: snippet(query))
        if context.format == .text {
            context.messages.note(counted(entries.count, ("entry", "entries")) + " found, the best first")
        }
        return entries.isEmpty ? .nothingMatched : .done
    }

    /// Days of the span on which nothing was written, oldest first.
    private func emptyDays(
        _ query: EntryQuery,
        _ journal: Journal,
        _ context: Context
    ) async throws -> ExitStatus {
        let settings = context.settings
        let today = EntryMoment(unixMilliseconds: settings.nowMilliseconds, zone: settings.zone).day
        let days = try await journal.days(query)
        guard let first = query.from ?? days.first?.day else { return .nothingMatched }
        let last = query.to ?? max(today, first)
        let taken = Set(days.map(\.day))
        var empty: [CivilDate] = []
        var day = first
        while day <= last, empty.count < selection.limit ?? .max {
            if !taken.contains(day) { empty.append(day) }
            let next = day.adding(days: 1)
            guard next > day else { break }
            day = next
        }
        if context.format == .json || context.format == .jsonLines {
            try context.printList(
                Self.name,
                "emptyDays",
                empty.map { .string($0.description) },
                [("from", .string(first.description)), ("to", .string(last.description))]
            )
        } else {
            for day in empty {
                let weekday = context.format == .plain ? "" : " " + Moments.weekdays[day.isoWeekday - 1]
                try context.output.line(day.description + weekday)
            }
        }
        if context.format == .text {
            context.messages.note(
                counted(empty.count, ("day", "days")) + " without an entry from \(first) to \(last)"
            )
        }
        return empty.isEmpty ? .nothingMatched : .done
    }
}
