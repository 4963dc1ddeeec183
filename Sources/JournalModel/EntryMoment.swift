/// When an entry happened, as its writer lived it.
///
/// Instant, offset, zone and day are all kept, because no one of them can be had from the others
/// once zone rules change: **a day never moves**.
public struct EntryMoment: Hashable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z without leap seconds; negative before.
    ///
    /// `nil` for an all-day entry whose source had no instant. For an all-day entry it is kept but
    /// never shown.
    public let unixMilliseconds: Int64?

    /// Seconds east of UTC on the writer's clock at that instant; -64,800...64,800 (ISO 8601 allows 18 hours).
    public let offsetSeconds: Int

    /// IANA zone name, or the text that an import carried when no such zone is known.
    public let zoneName: String

    /// The calendar day on the writer's clock.
    public let day: CivilDate

    /// Whether the entry is about a whole day and shows no time.
    public let isAllDay: Bool

    /// Takes all parts as they are; for values read back from storage.
    package init(
        unixMilliseconds: Int64?,
        offsetSeconds: Int,
        zoneName: String,
        day: CivilDate,
        isAllDay: Bool
    ) {
        self.unixMilliseconds = unixMilliseconds
        // No zone is further away than a day; a damaged row may say so.
        self.offsetSeconds = min(max(offsetSeconds, -86_400), 86_400)
        self.zoneName = zoneName
        self.day = day
        self.isAllDay = isAllDay
    }

    /// An instant on the clock of a zone.
    ///
    /// - Parameters:
    ///   - unixMilliseconds: Milliseconds since 1970-01-01T00:00:00Z.
    ///   - zone: Where the writer was.
    ///   - isAllDay: Whether to keep only the day for display.
    public init(unixMilliseconds: Int64, zone: JournalZone, isAllDay: Bool = false) {
        let unixMilliseconds = Timestamp.clamped(unixMilliseconds)
        let offset = zone.offsetSeconds(atUnixMilliseconds: unixMilliseconds)
        let localSeconds = floorDivide(unixMilliseconds, 1000) + Int64(offset)
        self.unixMilliseconds = unixMilliseconds
        offsetSeconds = offset
        zoneName = zone.name
        day = CivilDate(daysSince1970: Int(floorDivide(localSeconds, 86_400)))
        self.isAllDay = isAllDay
    }

    /// A whole day in a zone, with no instant.
    public init(allDay day: CivilDate, zone: JournalZone) {
        unixMilliseconds = nil
        offsetSeconds = zone.offsetSeconds(
            atUnixMilliseconds: zone.instant(day: day, millisecondOfDay: 0).unixMilliseconds
        )
        zoneName = zone.name
        self.day = day
        isAllDay = true
    }

    /// Where the moment stands in every list: the instant, or for an all-day entry 00:00 of its day.
    ///
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var sortMilliseconds: Int64 {
        if !isAllDay, let unixMilliseconds { return unixMilliseconds }
        return (Int64(day.daysSince1970) * 86_400 - Int64(offsetSeconds)) * 1000
    }

    /// Milliseconds after midnight on the writer's clock, 0...86,399,999; `nil` for an all-day entry.
    public var millisecondOfDay: Int? {
        guard !isAllDay, let unixMilliseconds else { return nil }
        let local = Timestamp.clamped(unixMilliseconds) &+ Int64(offsetSeconds) &* 1000
        return Int(local - floorDivide(local, 86_400_000) * 86_400_000)
    }

    /// RFC 3339 with milliseconds and offset; `nil` for an all-day entry.
    public var rfc3339: String? {
        guard !isAllDay, let unixMilliseconds else { return nil }
        return Timestamp.rfc3339(unixMilliseconds: unixMilliseconds, offsetSeconds: offsetSeconds)
    }

    /// RFC 3339 in UTC with milliseconds of an instant in milliseconds since 1970-01-01T00:00:00Z.
    public static func utc(_ unixMilliseconds: Int64) -> String { Timestamp.utc(unixMilliseconds) }

    /// The offset as `+09:00`.
    public var offset: String { Timestamp.offset(offsetSeconds) }
}

/// Division that rounds towards minus infinity, so that times before 1970 fall on the right day.
package func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
}
