public import JournalModel
import JournalStore

/// A day with how many entries it has.
public struct DayCount: Sendable, Hashable {
    /// As the writers lived it.
    public var day: CivilDate
    /// 1 or more.
    public var count: Int

    /// A day with so many entries.
    public init(day: CivilDate, count: Int) { (self.day, self.count) = (day, count) }
}

/// What one other year has of the same day.
public struct YearOfEntries: Sendable, Hashable {
    /// The calendar year.
    public var year: Int
    /// Years from then to the day that was asked about: 1 is a year ago, -1 is in a year.
    public var yearsAgo: Int
    /// Entries, newest first; at most as many as were asked for.
    public var entries: [Entry]
    /// How many there are in all.
    public var count: Int
}

extension Journal {
    /// Entries by how well they match the words of a query, the best first; weighed are the newest 2,000 matches.
    ///
    /// - Parameters:
    ///   - query: With a text; without one, the newest entries are given.
    ///   - limit: Most entries.
    /// - Returns: Entries; those that match equally well are newest first.
    /// - Throws: ``JournalError``.
    public func ranked(_ query: EntryQuery, limit: Int) throws(JournalError) -> [Entry] {
        try run { try store.live.ranked(query, limit: limit) }
    }

    /// Days with how many entries each has, oldest first; days without any are left out.
    public func days(_ query: EntryQuery = EntryQuery()) throws(JournalError) -> [DayCount] {
        try run { try store.live.days(query).map { DayCount(day: $0.day, count: $0.count) } }
    }

    /// Entries of the same day in other years, the nearest year first, the past before the future.
    ///
    /// 29 February is asked for and shown on 28 February in years that have none, so that no entry is
    /// ever without its day.
    ///
    /// - Parameters:
    ///   - day: The day that is asked about; its own year is left out.
    ///   - windowDays: Also so many days before and after it.
    ///   - query: What the entries must be besides.
    ///   - limitPerYear: Most entries of one year; `nil` for all.
    /// - Returns: Years that have any.
    /// - Throws: ``JournalError``.
    public func onThisDay(
        _ day: CivilDate,
        windowDays: Int = 0,
        query: EntryQuery = EntryQuery(),
        limitPerYear: Int? = nil
    ) throws(JournalError) -> [YearOfEntries] {
        try run {
            guard let all = try store.live.span() else { return [] }
            let (first, last) = (all.lowerBound.year, all.upperBound.year)
            var years: [YearOfEntries] = []
            // A window may reach over the end of a year.
            for year in (first - 1)...(last + 1) where year != day.year {
                guard let span = Journal.span(of: day, in: year, windowDays: windowDays) else { continue }
                var asked = query
                (asked.from, asked.to) = (span.lowerBound, span.upperBound)
                let entries = try store.live.page(asked, limit: limitPerYear)
                guard !entries.isEmpty else { continue }
                let isAll = entries.count < limitPerYear ?? .max
                years.append(
                    YearOfEntries(
                        year: year,
                        yearsAgo: day.year - year,
                        entries: entries,
                        count: isAll ? entries.count : try store.live.days(asked).reduce(0) { $0 + $1.count }
                    )
                )
            }
            return years.sorted { (abs($0.yearsAgo), $1.yearsAgo) < (abs($1.yearsAgo), $0.yearsAgo) }
        }
    }

    /// The days that are the same day in another year.
    static func span(of day: CivilDate, in year: Int, windowDays: Int) -> ClosedRange<CivilDate>? {
        let isLeapDay = day.month == 2 && day.day == 29
        guard let same = CivilDate(year: year, month: day.month, day: isLeapDay ? 28 : day.day) else {
            return nil
        }
        var (from, to) = (same, same)
        if let leap = CivilDate(year: year, month: 2, day: 29) {
            let hasLeapDay = CivilDate(year: day.year, month: 2, day: 29) != nil
            if isLeapDay { (from, to) = (leap, leap) }
            // In a year without one, its entries come up on the day before.
            if same.month == 2, same.day == 28, !hasLeapDay { to = leap }
        }
        let window = min(max(windowDays, 0), 180)
        return from.adding(days: -window)...to.adding(days: window)
    }
}
