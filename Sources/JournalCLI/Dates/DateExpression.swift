import JournalModel

/// What a person writes for a day or a time, read strictly: every word must be understood.
///
/// Read are ISO 8601 and RFC 3339, clock times, `yesterday 9am`, weekdays, `3 days ago`, periods such
/// as `last month`, and the Japanese forms 昨日, 一昨日, 今日, 明日, 3日前, 先週の月曜, 21時, 21時30分.
/// A weekday alone is the latest one up to today; with `last` it is before today; 先週の月曜 is the
/// Monday of the week before this one, weeks beginning on Monday (ISO 8601).
struct DateExpression: Sendable {
    private let today: CivilDate
    private let nowMilliseconds: Int64
    private let zone: JournalZone
    /// Whether the zone was named, and not only taken from the device.
    private let zoneIsGiven: Bool

    /// Reads relative to an instant on the clock of a zone.
    ///
    /// - Parameters:
    ///   - nowMilliseconds: Milliseconds since 1970-01-01T00:00:00Z.
    ///   - zone: Where the writer is.
    ///   - zoneIsGiven: Whether the person named the zone.
    init(nowMilliseconds: Int64, zone: JournalZone, zoneIsGiven: Bool = true) {
        self.nowMilliseconds = nowMilliseconds
        self.zone = zone
        self.zoneIsGiven = zoneIsGiven
        today = EntryMoment(unixMilliseconds: nowMilliseconds, zone: zone).day
    }

    /// The same words on the clock of an entry, unless the person named a zone.
    func inZone(of moment: EntryMoment) -> DateExpression {
        let own = JournalZone(moment.zoneName)
        guard !zoneIsGiven, own.isKnown else { return self }
        return DateExpression(nowMilliseconds: nowMilliseconds, zone: own, zoneIsGiven: true)
    }

    /// A moment that was read, with what must be said about it.
    struct Reading: Sendable, Equatable {
        var moment: EntryMoment
        /// Said when the clock skipped that time or showed it twice.
        var note: String?
    }

    /// Reads a moment for `--at`; a day without a time is a whole day.
    ///
    /// A numeric offset says how the writer's clock stood, so the day is told by it; `Z` names only
    /// the instant (RFC 9557, section 2), which is then shown on the clock of the zone.
    func moment(_ text: String) throws(UsageError) -> Reading {
        let trimmed = DateWords.folded(text)
        if trimmed == "now" || trimmed == "今" { return Reading(moment: instant(nowMilliseconds)) }
        if let parts = Timestamp.parse(trimmed) {
            guard let offset = parts.offsetSeconds else { return local(parts.day, parts.millisecondOfDay) }
            return Reading(moment: written(parts, offset: offset, isUTC: trimmed.hasSuffix("z")))
        }
        if let ago = DateWords.timeAgo(trimmed) { return Reading(moment: instant(nowMilliseconds - ago)) }
        if let day = day(trimmed) { return Reading(moment: EntryMoment(allDay: day, zone: zone)) }
        for (head, tail) in DateWords.splits(trimmed) {
            guard let time = ClockTime.parse(tail) else { continue }
            if head.isEmpty { return local(today, time) }
            if let day = day(head) { return local(day, time) }
        }
        throw UsageError(
            "cannot read the date '\(text)'",
            next: "write it as 2026-11-30 21:00, 'yesterday 9am', '3 days ago' or 昨日 21時"
        )
    }

    /// Reads a day or a period for `--on`, `--from` and `--to`.
    ///
    /// - Returns: First and last day, both inclusive.
    /// - Throws: For anything that is not wholly understood.
    func days(_ text: String) throws(UsageError) -> ClosedRange<CivilDate> {
        let trimmed = DateWords.folded(text)
        if let day = day(trimmed) { return day...day }
        if let period = DatePeriod(today: today).read(trimmed) { return period }
        throw UsageError(
            "cannot read the day '\(text)'",
            next: "write it as 2026-11-30, 2026-11, yesterday, 'last month', '6 weeks ago' or 昨日"
        )
    }

    /// The day that a text names, wholly; `nil` when any of it is not understood.
    func day(_ folded: String) -> CivilDate? {
        if let day = CivilDate(folded) { return day }
        if let offset = DateWords.dayOffset(folded) { return shifted(offset) }
        if let (count, unit) = DateWords.ago(folded) { return back(count, unit) }
        if let day = DateWords.japaneseDate(folded) { return day }
        return weekday(folded)
    }

    private func weekday(_ text: String) -> CivilDate? {
        let (rest, which) = DateWords.qualifier(text)
        guard let wanted = DateWords.weekday(rest) else { return nil }
        let behind = (today.isoWeekday - wanted + 7) % 7
        let monday = -(today.isoWeekday - 1)
        switch which {
        case .latest: return shifted(-behind)
        case .beforeToday: return shifted(behind == 0 ? -7 : -behind)
        case .afterToday: return shifted(behind == 0 ? 7 : 7 - behind)
        case .weekBefore: return shifted(monday - 7 + wanted - 1)
        case .thisWeek: return shifted(monday + wanted - 1)
        case .weekAfter: return shifted(monday + 7 + wanted - 1)
        }
    }

    private func shifted(_ days: Int) -> CivilDate { today.adding(days: days) }

    private func back(_ count: Int, _ unit: DateWords.Unit) -> CivilDate? {
        switch unit {
        case .day: shifted(-count)
        case .week: shifted(-count * 7)
        case .month: DatePeriod.month(today, -count)
        case .year: DatePeriod.month(today, -count * 12)
        }
    }

    private func instant(_ milliseconds: Int64) -> EntryMoment {
        EntryMoment(unixMilliseconds: milliseconds, zone: zone)
    }

    private func local(_ day: CivilDate, _ millisecondOfDay: Int) -> Reading {
        let (milliseconds, kind) = zone.instant(day: day, millisecondOfDay: millisecondOfDay)
        let moment = instant(milliseconds)
        return switch kind {
        case .unique: Reading(moment: moment)
        case .skipped:
            Reading(
                moment: moment,
                note: "that time does not exist in \(zone.name) on \(day): moved forward by the gap"
            )
        case .repeated:
            Reading(
                moment: moment,
                note: "that time occurs twice in \(zone.name) on \(day): the earlier one is taken"
            )
        }
    }

    private func written(_ parts: Timestamp.Parts, offset: Int, isUTC: Bool) -> EntryMoment {
        let milliseconds = parts.unixMilliseconds
        if zoneIsGiven || isUTC || zone.offsetSeconds(atUnixMilliseconds: milliseconds) == offset {
            return instant(milliseconds)
        }
        let name = "GMT" + Timestamp.offset(offset)
        return EntryMoment(unixMilliseconds: milliseconds, zone: JournalZone(name))
    }
}

/// Periods of whole days.
struct DatePeriod {
    let today: CivilDate

    func read(_ text: String) -> ClosedRange<CivilDate>? {
        if let (year, month) = yearAndMonth(text) { return whole(year: year, month: month) }
        let monday = today.adding(days: 1 - today.isoWeekday)
        switch text {
        case "this week", "今週": return monday...monday.adding(days: 6)
        case "last week", "先週": return monday.adding(days: -7)...monday.adding(days: -1)
        case "this month", "今月": return whole(year: today.year, month: today.month)
        case "last month", "先月": return monthBefore(1)
        case "this year", "今年": return whole(year: today.year, month: nil)
        case "last year", "去年", "昨年": return whole(year: today.year - 1, month: nil)
        default: return nil
        }
    }

    /// The same day of an earlier month, or that month's last day.
    static func month(_ day: CivilDate, _ change: Int) -> CivilDate? {
        let months = day.year * 12 + day.month - 1 + change
        guard months >= 0 else { return nil }
        let (year, month) = (months / 12, months % 12 + 1)
        let last = CivilDate.dayCount(year: year, month: month)
        return CivilDate(year: year, month: month, day: min(day.day, last))
    }

    private func monthBefore(_ count: Int) -> ClosedRange<CivilDate>? {
        DatePeriod.month(today, -count).flatMap { whole(year: $0.year, month: $0.month) }
    }

    private func whole(year: Int, month: Int?) -> ClosedRange<CivilDate>? {
        guard let first = CivilDate(year: year, month: month ?? 1, day: 1) else { return nil }
        let end = month ?? 12
        let lastDay = CivilDate.dayCount(year: year, month: end)
        return CivilDate(year: year, month: end, day: lastDay).map { first...$0 }
    }

    /// `2026`, `2026-11`, 2026年, 2026年11月.
    private func yearAndMonth(_ text: String) -> (Int, Int?)? {
        let plain = text.hasSuffix("年") ? String(text.dropLast()) : text
        if plain.utf8.count == 4, let year = DateWords.number(plain) { return (year, nil) }
        let parts: [Substring]
        if text.hasSuffix("月") {
            parts = text.dropLast().split(separator: "年", omittingEmptySubsequences: false)
        } else {
            parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].utf8.count == 2 else { return nil }
        }
        guard parts.count == 2, parts[0].utf8.count == 4, let year = DateWords.number(parts[0]),
            let month = DateWords.number(parts[1]), (1...12).contains(month)
        else { return nil }
        return (year, month)
    }
}
