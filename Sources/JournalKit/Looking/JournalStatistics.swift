public import JournalModel
import JournalStore

/// What a selection of entries comes to, all of it by each entry's own zone and day.
public struct JournalStatistics: Sendable, Hashable {
    /// A name with a number.
    public struct Count: Sendable, Hashable {
        /// Such as `2026`, `Monday` or a tag.
        public var name: String
        /// 0 or more.
        public var count: Int

        /// A name with a number.
        public init(name: String, count: Int) { (self.name, self.count) = (name, count) }
    }

    /// What can be counted by.
    public enum Grouping: String, Sendable, CaseIterable {
        case year, month, weekday, hour, mood, tag, person, place, journal, media
    }

    /// Entries outside the trash.
    public var entryCount = 0
    /// Words by ``WordCount``, titles included.
    public var wordCount = 0
    /// Days that have an entry.
    public var dayCount = 0
    /// First day that has one.
    public var firstDay: CivilDate?
    /// Last day that has one.
    public var lastDay: CivilDate?
    /// The longest run of days that each have an entry.
    public var longestStreakDays = 0
    /// The run that ends today or yesterday.
    public var currentStreakDays = 0
    /// By grouping: times and moods in their order without gaps, names the most frequent first.
    public var groups: [Grouping: [Count]] = [:]
}

extension Journal {
    /// Counts a selection of entries.
    ///
    /// Reads every text once; takes about a second for 100 MB.
    ///
    /// - Parameters:
    ///   - query: Which entries.
    ///   - today: For the current run of days.
    /// - Returns: All counts.
    /// - Throws: ``JournalError``.
    public func statistics(
        _ query: EntryQuery = EntryQuery(),
        today: CivilDate
    ) throws(JournalError) -> JournalStatistics {
        try run {
            var tally = Tally()
            try store.live.forEachCounted(query) { entry in
                if tally.statistics.entryCount % 256 == 0 { try Task.checkCancellation() }
                tally.add(entry)
            }
            var result = tally.finished(today: today)
            let names = try store.live.journals()
            for (grouping, by) in [
                (JournalStatistics.Grouping.tag, Snapshot.Grouping.tag), (.person, .person), (.place, .place),
                (.journal, .journal), (.media, .attachmentKind),
            ] {
                result.groups[grouping] = try store.live.counts(by, query).map { found in
                    let name =
                        grouping == .journal ? JournalID(found.name).flatMap { names[$0]?.name } : found.name
                    return JournalStatistics.Count(
                        name: name ?? JournalInfo.standard.name,
                        count: found.count
                    )
                }
            }
            return result
        }
    }
}

/// Counts as they grow, entry by entry.
private struct Tally {
    var statistics = JournalStatistics()
    private var days: [CivilDate: Int] = [:]
    private var hours = [Int](repeating: 0, count: 24)
    private var moods = [Int](repeating: 0, count: 6)

    mutating func add(_ entry: CountedEntry) {
        statistics.entryCount += 1
        statistics.wordCount += WordCount.of(entry.body) + (entry.title.map { WordCount.of($0) } ?? 0)
        days[entry.day, default: 0] += 1
        if let hour = entry.hour { hours[hour] += 1 }
        if let mood = entry.mood, (1...5).contains(mood) { moods[mood] += 1 }
    }

    func finished(today: CivilDate) -> JournalStatistics {
        var result = statistics
        let sorted = days.keys.sorted()
        result.dayCount = sorted.count
        (result.firstDay, result.lastDay) = (sorted.first, sorted.last)
        var run = 0
        var previous: CivilDate?
        for day in sorted {
            run = previous.map { $0.adding(days: 1) == day } == true ? run + 1 : 1
            result.longestStreakDays = max(result.longestStreakDays, run)
            previous = day
            if day == today || day.adding(days: 1) == today { result.currentStreakDays = run }
        }
        typealias Count = JournalStatistics.Count
        if let first = sorted.first, let last = sorted.last {
            var years: [Int: Int] = [:]
            for (day, count) in days { years[day.year, default: 0] += count }
            result.groups[.year] = (first.year...last.year).map {
                Count(name: String($0), count: years[$0] ?? 0)
            }
        } else {
            result.groups[.year] = []
        }
        var months = [Int](repeating: 0, count: 12)
        var weekdays = [Int](repeating: 0, count: 7)
        for (day, count) in days {
            months[day.month - 1] += count
            weekdays[day.isoWeekday - 1] += count
        }
        let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        result.groups[.month] = zip(monthNames, months).map { Count(name: $0, count: $1) }
        result.groups[.weekday] = zip(weekdayNames, weekdays).map { Count(name: $0, count: $1) }
        result.groups[.hour] = hours.enumerated().map { hour, count in
            Count(name: hour < 10 ? "0\(hour)" : String(hour), count: count)
        }
        result.groups[.mood] = (1...5).map { Count(name: String($0), count: moods[$0]) }
        return result
    }
}
