import Foundation

/// A time zone by name, with the rules needed to tell a day.
///
/// Rules come from Foundation's own zone data, so that results do not depend on the machine's.
public struct JournalZone: Hashable, Sendable {
    /// The name as given: an IANA name, `GMT+0900` and the like, or unknown text.
    public let name: String
    /// Whether the name is known; an unknown zone counts as UTC.
    public let isKnown: Bool
    private let rules: TimeZone

    /// A zone by the name that a person or an import gives.
    ///
    /// Known are IANA names in any case, `UTC`, `Z`, and `GMT` or `UTC` with an offset such as
    /// `+0900`, `+09:00` or `+9` (Day One writes `GMT+1200` and `gmt+1200`).
    public init(_ name: String) {
        self.name = name
        let found = JournalZone.rules(named: name)
        isKnown = found != nil
        rules = found ?? .gmt
    }

    /// Coordinated universal time.
    public static let utc = JournalZone("UTC")

    /// Seconds east of UTC at an instant.
    public func offsetSeconds(atUnixMilliseconds milliseconds: Int64) -> Int {
        rules.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
    }

    /// What became of a local time that the zone's clock skipped or showed twice.
    public enum LocalTime: Sendable {
        /// It existed exactly once.
        case unique
        /// It did not exist and was moved forward by the gap.
        case skipped
        /// It occurred twice; the earlier was taken.
        case repeated
    }

    /// The instant at which the zone's clock shows a local time.
    ///
    /// - Parameters:
    ///   - day: The calendar day.
    ///   - millisecondOfDay: 0...86,399,999.
    /// - Returns: A time in a gap moves forward by the gap; of two equal times the earlier is taken.
    public func instant(day: CivilDate, millisecondOfDay: Int) -> (
        unixMilliseconds: Int64, kind: LocalTime
    ) {
        let local = Int64(day.daysSince1970) * 86_400_000 + Int64(millisecondOfDay)
        // Offsets a day before and after: zones do not change twice in two days.
        let before = Int64(offsetSeconds(atUnixMilliseconds: local - 86_400_000)) * 1000
        let after = Int64(offsetSeconds(atUnixMilliseconds: local + 86_400_000)) * 1000
        let early = local - before
        let late = local - after
        let earlyHolds = Int64(offsetSeconds(atUnixMilliseconds: early)) * 1000 == before
        let lateHolds = Int64(offsetSeconds(atUnixMilliseconds: late)) * 1000 == after
        switch (earlyHolds, lateHolds) {
        case (true, true) where early != late: return (min(early, late), .repeated)
        case (true, _): return (early, .unique)
        case (_, true): return (late, .unique)
        default: return (early, .skipped)
        }
    }

    private static func rules(named name: String) -> TimeZone? {
        let trimmed = name.trimmingCharacters(in: .whitespaces)
        let upper = trimmed.uppercased()
        if upper == "Z" || upper == "UTC" || upper == "GMT" { return .gmt }
        if upper.hasPrefix("GMT") || upper.hasPrefix("UTC") {
            return Timestamp.offsetSeconds(upper.dropFirst(3)).flatMap { TimeZone(secondsFromGMT: $0) }
        }
        if let seconds = Timestamp.offsetSeconds(trimmed) { return TimeZone(secondsFromGMT: seconds) }
        // Abbreviations such as CST mean several zones; Foundation would pick one silently.
        guard trimmed.contains("/") else {
            return knownWithoutSlash[upper].flatMap(TimeZone.init(identifier:))
        }
        if let zone = TimeZone(identifier: trimmed) { return zone }
        let respelled = trimmed.lowercased().split(separator: "/").map { part in
            part.split(separator: "_", omittingEmptySubsequences: false)
                .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "_")
        }
        return TimeZone(identifier: respelled.joined(separator: "/"))
    }

    /// IANA names of one word (tz database, files `backward` and `etcetera`) that name one place.
    private static let knownWithoutSlash: [String: String] = [
        "JAPAN": "Asia/Tokyo", "SINGAPORE": "Asia/Singapore", "HONGKONG": "Asia/Hong_Kong",
        "ISRAEL": "Asia/Jerusalem", "TURKEY": "Europe/Istanbul", "EGYPT": "Africa/Cairo",
        "IRAN": "Asia/Tehran", "PRC": "Asia/Shanghai", "ROC": "Asia/Taipei", "ROK": "Asia/Seoul",
        "NZ": "Pacific/Auckland", "EIRE": "Europe/Dublin", "PORTUGAL": "Europe/Lisbon",
        "POLAND": "Europe/Warsaw", "CUBA": "America/Havana", "JAMAICA": "America/Jamaica",
        "ICELAND": "Atlantic/Reykjavik", "LIBYA": "Africa/Tripoli", "NAVAJO": "America/Denver",
        "GB": "Europe/London", "JST": "Asia/Tokyo",
    ]

    /// Two zones are equal when their names are.
    public static func == (left: JournalZone, right: JournalZone) -> Bool { left.name == right.name }
    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
