import JournalKit
import JournalModel

/// `journal stats`: what the entries come to.
struct StatsCommand: SelectsEntries {
    static let name = "stats"
    static let summary = "Count entries, words, days, moods, tags and times."
    static let options: [Option<Self>] =
        [
            .choice(
                "by",
                "WHAT",
                of: JournalStatistics.Grouping.self,
                help: "Count by this alone; may be given again."
            ) { $0.groupings.append($1) },
            .flag("streak", help: "Also the longest and the present run of days with an entry.") {
                $0.showsStreak = true
            },
            .value("svg", "FILE", values: .path, help: "Write the charts as an SVG picture too.") {
                (command, text) throws(UsageError) in command.picture = text
            },
            .flag("overwrite", help: "Replace a picture that is there.") { $0.overwrites = true },
        ] + filters
    static let discussion = [
        """
        Everything is counted by the entry's own zone and day. A letter of Japanese, Chinese or Thai counts \
        as a word. Of tags, people and places the twenty most frequent are shown; --json has them all.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal stats", "Counts everything."),
        ("journal stats --by mood --from 2026-01-01", "Counts the moods of a year."),
        ("journal stats --svg year.svg --from 2026-01-01", "Draws the charts."),
    ]
    static let jsonKeys: [(key: String, holds: String)] = [
        ("entries, words, days", "Numbers."), ("from, to", "First and last day that has an entry, or null."),
        ("streak", "longest and current, in days."),
        ("by", "For each grouping a list of name and count."),
    ]

    var selection = Selection()
    var groupings: [JournalStatistics.Grouping] = []
    var showsStreak = false
    var picture: String?
    var overwrites = false

    private static let usual: [JournalStatistics.Grouping] = [
        .year, .month, .weekday, .hour, .mood, .tag, .person, .place,
    ]
    private static let longest = 20

    var isForReading: Bool { true }

    func run(_ context: Context) async throws -> ExitStatus {
        let settings = context.settings
        let query = try selection.query(settings.dates)
        let today = EntryMoment(unixMilliseconds: settings.nowMilliseconds, zone: settings.zone).day
        let journal = try await context.open()
        let statistics = try await journal.statistics(query, today: today)
        let shown = groupings.isEmpty ? StatsCommand.usual : groupings
        if let picture {
            try OutputFile.write(
                statistics.svg(shown, limit: StatsCommand.longest),
                to: absolute(picture, in: context.folder),
                overwriting: overwrites
            )
        }
        switch context.format {
        case .json, .jsonLines: try context.output.line(json(statistics).text)
        case .plain:
            for grouping in shown {
                for count in statistics.groups[grouping] ?? [] {
                    try context.output.line(
                        "\(grouping.rawValue)\t\(SafeText.line(count.name))\t\(count.count)"
                    )
                }
            }
        case .text:
            if groupings.isEmpty || showsStreak { try printSummary(statistics, context) }
            for grouping in shown { try printBars(statistics, grouping, context) }
        }
        return .done
    }

    private func json(_ statistics: JournalStatistics) -> JSONText {
        let wanted = groupings.isEmpty ? JournalStatistics.Grouping.allCases : groupings
        let groups = wanted.map { grouping in
            let items = (statistics.groups[grouping] ?? []).map { count in
                JSONText.object([("name", .string(count.name)), ("count", .int(count.count))])
            }
            return (grouping.rawValue, JSONText.array(items))
        }
        return .object([
            ("schema", .string("journal.stats/1")), ("entries", .int(statistics.entryCount)),
            ("words", .int(statistics.wordCount)), ("days", .int(statistics.dayCount)),
            ("from", .optional(statistics.firstDay?.description)),
            ("to", .optional(statistics.lastDay?.description)),
            (
                "streak",
                .object([
                    ("longest", .int(statistics.longestStreakDays)),
                    ("current", .int(statistics.currentStreakDays)),
                ])
            ), ("by", .object(groups)),
        ])
    }

    private func printSummary(_ statistics: JournalStatistics, _ context: Context) throws {
        let count = statistics.entryCount
        try context.output.line("Entries  \(grouped(count))")
        let mean = count > 0 ? ", \(grouped(statistics.wordCount / count)) an entry" : ""
        try context.output.line("Words    \(grouped(statistics.wordCount))" + mean)
        let span = statistics.firstDay.flatMap { first in
            statistics.lastDay.map { "  (\(first) … \($0))" }
        }
        try context.output.line("Days     \(grouped(statistics.dayCount))" + (span ?? ""))
        if showsStreak {
            let (longest, current) = (statistics.longestStreakDays, statistics.currentStreakDays)
            try context.output.line(
                "Streak   \(counted(longest, ("day", "days"))) at longest, \(counted(current, ("day", "days"))) now"
            )
        }
    }

    private func printBars(
        _ statistics: JournalStatistics,
        _ grouping: JournalStatistics.Grouping,
        _ context: Context
    ) throws {
        let all = statistics.groups[grouping] ?? []
        let counts = all.prefix(grouping.isOpen ? StatsCommand.longest : .max)
        guard let most = counts.map(\.count).max(), most > 0 else { return }
        let terminal = context.terminal
        let names = counts.map { DisplayWidth.truncated(SafeText.line($0.name), to: 24) }
        let nameWidth = names.map(DisplayWidth.columns).max() ?? 0
        let numberWidth = grouped(most).count
        let room = max(8, min(50, terminal.width - nameWidth - numberWidth - 6))
        try context.output.line("")
        try context.output.line(Style.strong("By \(grouping.rawValue)", terminal))
        for (name, count) in zip(names, counts) {
            let number = grouped(count.count)
            let length = count.count == 0 ? 0 : max(1, count.count * room / most)
            let bar = String(repeating: "#", count: length)
            let padding = String(repeating: " ", count: numberWidth - number.count)
            let line = "  " + DisplayWidth.padded(name, to: nameWidth) + "  \(padding)\(number)  "
            try context.output.line(withoutTrailingSpace(line + Style.good(bar, terminal)))
        }
        if all.count > counts.count {
            try context.output.line("  and \(grouped(all.count - counts.count)) more")
        }
    }
}
