import JournalKit
import JournalModel

/// `journal calendar`: which days have entries.
struct CalendarCommand: SelectsEntries {
    static let name = "calendar"
    static let summary = "Show which days have entries."
    static let operands = "[YEAR | MONTH | PERIOD]"
    static let options: [Option<Self>] =
        [
            .flag("heat", help: "A heat map: one column a week.") { $0.isHeatMap = true },
            .value(
                "week-start",
                "DAY",
                values: .oneOf(["monday", "sunday", "saturday"]),
                help: "The first day of the week; else the setting, else that of the profile."
            ) {
                (command, text) throws(UsageError) in
                guard let day = CalendarGrid.weekdays[text] else {
                    throw UsageError("unknown day '\(text)'", next: "choose monday, sunday or saturday")
                }
                command.weekStart = day
            },
        ] + filters
    static let discussion = [
        """
        Without an operand it shows the months of this year up to now. A day with an entry has a mark beside \
        it. In the heat map . is a day without an entry, : one with 1, o with 2, O with 3 or 4, @ with more. \
        Days are those that the writer lived.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal calendar 2026", "Shows the months of a year."),
        ("journal calendar 2026-11", "Shows one month."),
        ("journal calendar --heat --tag run", "Shows when one ran, as a heat map."),
    ]
    static let jsonKeys: [(key: String, holds: String)] = [
        ("from, to", "First and last day shown."), ("entries", "How many entries there are in all."),
        ("days", "For each day that has one, day and entries."),
    ]

    var selection = Selection()
    var periods: [String] = []
    var isHeatMap = false
    var weekStart: Int?

    mutating func takeOperand(_ operand: String) throws(UsageError) { periods.append(operand) }

    func check() throws(UsageError) {
        guard periods.count < 2 else {
            throw UsageError(
                "'journal calendar' takes one period",
                next: "put a period of several words in quotes"
            )
        }
    }

    var isForReading: Bool { true }

    func run(_ context: Context) async throws -> ExitStatus {
        let settings = context.settings
        let today = EntryMoment(unixMilliseconds: settings.nowMilliseconds, zone: settings.zone).day
        var query = try selection.query(settings.dates)
        let span = try span(today, query, settings.dates)
        (query.from, query.to) = (span.lowerBound, span.upperBound)
        let journal = try await context.open()
        let days = try await journal.days(query)
        switch context.format {
        case .json, .jsonLines:
            let items = days.map { day in
                JSONText.object([("day", .string(day.day.description)), ("entries", .int(day.count))])
            }
            try context.printList(
                Self.name,
                "days",
                items,
                [
                    ("from", .string(span.lowerBound.description)),
                    ("to", .string(span.upperBound.description)),
                    ("entries", .int(days.reduce(0) { $0 + $1.count })),
                ]
            )
        case .plain:
            for day in days { try context.output.line("\(day.day)\t\(day.count)") }
        case .text:
            let start = try await weekStart(journal, settings)
            let grid = CalendarGrid(days, weekStart: start, context.terminal)
            for line in isHeatMap ? grid.heatMap(span) : grid.months(span) { try context.output.line(line) }
            let entries = days.reduce(0) { $0 + $1.count }
            context.messages.note(
                "\(counted(entries, ("entry", "entries"))) on \(counted(days.count, ("day", "days")))"
            )
        }
        return .done
    }

    private func weekStart(_ journal: Journal, _ settings: Settings) async throws -> Int {
        if let weekStart { return weekStart }
        if let set = settings.file.values[.weekStart], let day = CalendarGrid.weekdays[set] { return day }
        return try await journal.profile().weekStart ?? 1
    }

    private func span(
        _ today: CivilDate,
        _ query: EntryQuery,
        _ dates: DateExpression
    ) throws(UsageError) -> ClosedRange<CivilDate> {
        if let period = periods.first {
            let days = try dates.days(period)
            let (from, to) = (max(query.from ?? days.lowerBound, days.lowerBound), days.upperBound)
            let last = min(query.to ?? to, to)
            guard from <= last else { throw UsageError("the filters leave no day of '\(period.prefix(40))'") }
            return from...last
        }
        let start = CivilDate(year: (query.to ?? today).year, month: 1, day: 1) ?? today
        let from = query.from ?? start
        return from...max(from, query.to ?? max(today, from))
    }
}

/// Days as a grid of characters.
struct CalendarGrid {
    /// ISO 8601 numbers, Monday being 1.
    static let weekdays = ["monday": 1, "saturday": 6, "sunday": 7]

    private let counts: [CivilDate: Int]
    private let weekStart: Int
    private let terminal: Terminal

    init(_ days: [DayCount], weekStart: Int, _ terminal: Terminal) {
        counts = Dictionary(days.map { ($0.day, $0.count) }) { first, _ in first }
        self.weekStart = weekStart
        self.terminal = terminal
    }

    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]
    /// Seven cells of three columns.
    private static let monthWidth = 21

    /// The position of a day in its week, 0...6.
    private func column(_ day: CivilDate) -> Int { (day.isoWeekday - weekStart + 7) % 7 }

    /// Months beside each other, as many as the terminal is wide.
    func months(_ span: ClosedRange<CivilDate>) -> [String] {
        var blocks: [[String]] = []
        var (year, month) = (span.lowerBound.year, span.lowerBound.month)
        while (year, month) <= (span.upperBound.year, span.upperBound.month) {
            blocks.append(self.month(year, month, span))
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
        }
        let gap = 3
        let across = max(1, min(4, (terminal.width + gap) / (CalendarGrid.monthWidth + gap)))
        var lines: [String] = []
        for start in stride(from: 0, to: blocks.count, by: across) {
            let row = blocks[start..<min(start + across, blocks.count)]
            if start > 0 { lines.append("") }
            for index in 0..<(row.map(\.count).max() ?? 0) {
                let cells = row.map { block in
                    index < block.count
                        ? block[index] : String(repeating: " ", count: CalendarGrid.monthWidth)
                }
                let line = cells.joined(separator: String(repeating: " ", count: gap))
                lines.append(withoutTrailingSpace(line))
            }
        }
        return lines
    }

    private func month(_ year: Int, _ month: Int, _ span: ClosedRange<CivilDate>) -> [String] {
        let title = "\(CalendarGrid.monthNames[month - 1]) \(year)"
        let names = (0..<7).map { String(Moments.weekdays[(weekStart - 1 + $0) % 7].prefix(2)) + " " }
        var lines = [
            Style.strong(DisplayWidth.padded(title, to: CalendarGrid.monthWidth), terminal),
            Style.faint(names.joined(), terminal),
        ]
        var row = ""
        var filled = 0
        func end() {
            lines.append(row + String(repeating: " ", count: CalendarGrid.monthWidth - filled * 3))
            (row, filled) = ("", 0)
        }
        for number in 1...CivilDate.dayCount(year: year, month: month) {
            guard let day = CivilDate(year: year, month: month, day: number) else { continue }
            if number == 1 {
                filled = column(day)
                row = String(repeating: "   ", count: filled)
            }
            let digits = (number < 10 ? " " : "") + String(number)
            if !span.contains(day) {
                row += "   "
            } else if counts[day] != nil {
                row += Style.good(digits + "*", terminal)
            } else {
                row += Style.faint(digits, terminal) + " "
            }
            filled += 1
            if filled == 7 { end() }
        }
        if filled > 0 { end() }
        return lines
    }

    /// One column a week, one row a weekday; a long span is cut into bands that fit.
    func heatMap(_ span: ClosedRange<CivilDate>) -> [String] {
        let labels = 4
        let weeksAcross = max(4, min(53, terminal.width - labels))
        var start = span.lowerBound.adding(days: -column(span.lowerBound))
        var lines: [String] = []
        while start <= span.upperBound {
            if !lines.isEmpty { lines.append("") }
            var head = [Character](repeating: " ", count: weeksAcross + 4)
            var weeks = 0
            var free = 0
            for week in 0..<weeksAcross where start.adding(days: week * 7) <= span.upperBound {
                weeks = week + 1
                // A month is named over the week that has its first day.
                let days = (0..<7).map { start.adding(days: week * 7 + $0) }
                guard let first = days.first(where: { $0.day == 1 && span.contains($0) }), week >= free
                else { continue }
                let name = CalendarGrid.monthNames[first.month - 1].prefix(3)
                let text = first.month == 1 ? String(first.year) : String(name)
                for (offset, character) in text.enumerated() where week + offset < head.count {
                    head[week + offset] = character
                }
                free = week + text.count + 1
            }
            let title = String(repeating: " ", count: labels) + String(head)
            lines.append(Style.faint(withoutTrailingSpace(title), terminal))
            for row in 0..<7 {
                var line = Moments.weekdays[(weekStart - 1 + row) % 7] + " "
                for week in 0..<weeks {
                    let day = start.adding(days: week * 7 + row)
                    line += span.contains(day) ? cell(counts[day] ?? 0) : " "
                }
                lines.append(withoutTrailingSpace(line))
            }
            start = start.adding(days: weeks * 7)
        }
        let levels = [0, 1, 2, 3, 5].map(cell)
        lines.append("")
        lines.append(
            "none \(levels[0])   1 \(levels[1])   2 \(levels[2])   3 or 4 \(levels[3])   more \(levels[4])"
        )
        return lines
    }

    private func cell(_ count: Int) -> String {
        switch count {
        case 0: Style.faint(".", terminal)
        case 1: Style.good(":", terminal)
        case 2: Style.good("o", terminal)
        case 3...4: Style.good("O", terminal)
        default: Style.hit("@", terminal)
        }
    }
}
