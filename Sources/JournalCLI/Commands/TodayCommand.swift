import JournalKit
import JournalModel

/// `journal today`: this day in other years.
struct TodayCommand: Command {
    static let name = "today"
    static let summary = "Show what this day held in other years."
    static let options: [Option<Self>] = [
        .value("date", "DAY", help: "Another day, such as 02-29, 2024-02-29 or yesterday.") {
            (command, text) throws(UsageError) in command.date = text
        },
        .value("window", "DAYS", help: "So many days before and after it too, such as 3d; at most 180.") {
            (command, text) throws(UsageError) in
            let digits = text.hasSuffix("d") ? String(text.dropLast()) : text
            guard let days = DateWords.number(digits), days <= 180 else {
                throw UsageError("cannot read the window '\(text)'", next: "give days, such as 3d")
            }
            command.windowDays = days
        },
        .value("journal", "NAME", values: .names(of: "journals"), help: "Only entries of this journal.") {
            (command, text) throws(UsageError) in command.query.journal = text
        },
        .value("tag", "TAG", values: .names(of: "tags"), help: "Only with this tag; may be given again.") {
            (command, text) throws(UsageError) in command.query.tags.append(tagName(text))
        },
        .flag("star", help: "Only entries with a star.") { $0.query.isStarred = true },
        .value("limit", "N", help: "At most so many entries of each year; 5 unless given.") {
            (command, text) throws(UsageError) in command.limit = try wholeNumber(text, "--limit")
        },
    ]
    static let discussion = [
        """
        The nearest year comes first. Entries of 29 February come up on 28 February in years that have no \
        29th. With --json, --jsonl and --plain every entry is printed unless there is a --limit.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal today", "Shows this day in other years."),
        ("journal today --date 12-24 --window 1d", "Shows the days around Christmas Eve."),
    ]

    var date: String?
    var windowDays = 0
    var query = EntryQuery()
    var limit: Int?

    var isForReading: Bool { true }

    func run(_ context: Context) async throws -> ExitStatus {
        let settings = context.settings
        var day = EntryMoment(unixMilliseconds: settings.nowMilliseconds, zone: settings.zone).day
        if let date { day = try TodayCommand.day(date, today: day, settings.dates) }
        let journal = try await context.open()
        let isForPeople = context.format == .text
        let years = try await journal.onThisDay(
            day,
            windowDays: windowDays,
            query: query,
            limitPerYear: limit ?? (isForPeople ? 5 : nil)
        )
        let listing = try await EntryListing(context, journal, isRaw: false)
        guard isForPeople else {
            try await listing.print(years.flatMap(\.entries))
            return .done
        }
        let labels = years.map { TodayCommand.label($0.yearsAgo) }
        let column = labels.map(\.utf8.count).max() ?? 0
        let lines = EntryLines(context.terminal, indent: column + 2)
        for (year, label) in zip(years, labels) {
            for (index, entry) in year.entries.enumerated() {
                let head = DisplayWidth.padded(index == 0 ? label : "", to: column + 2)
                try context.output.line(Style.strong(head, context.terminal) + lines.line(entry))
            }
            let rest = year.count - year.entries.count
            if rest > 0 {
                try context.output.line(
                    String(repeating: " ", count: column + 2) + "and \(grouped(rest)) more of \(year.year)"
                )
            }
        }
        if years.isEmpty {
            context.messages.note("no other year has an entry of \(day.month)-\(day.day)")
        }
        return .done
    }

    /// `1 year ago`, `in 2 years`.
    private static func label(_ yearsAgo: Int) -> String {
        let count = abs(yearsAgo)
        let years = "\(count) \(count == 1 ? "year" : "years")"
        return yearsAgo > 0 ? years + " ago" : "in " + years
    }

    /// A day, or a month and a day of this year; 02-29 is 02-28 where this year has none.
    private static func day(
        _ text: String,
        today: CivilDate,
        _ dates: DateExpression
    ) throws(UsageError) -> CivilDate {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count == 2, parts[0].count == 2, parts[1].count == 2, let month = DateWords.number(parts[0]),
            let number = DateWords.number(parts[1])
        {
            let isLeapDay = (month, number) == (2, 29)
            for number in isLeapDay ? [29, 28] : [number] {
                if let day = CivilDate(year: today.year, month: month, day: number) { return day }
            }
        }
        let days = try dates.days(text)
        guard days.lowerBound == days.upperBound else {
            throw UsageError("'\(text)' is more than one day", next: "name a day, or use --window")
        }
        return days.lowerBound
    }
}
