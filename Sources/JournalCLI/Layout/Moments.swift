import JournalModel

/// Moments as people read them; English names of our own, so that no locale changes the output.
enum Moments {
    static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `Mon 30 Nov 2026`.
    static func day(_ day: CivilDate) -> String {
        "\(weekdays[day.isoWeekday - 1]) \(day.day) \(months[day.month - 1]) \(day.year)"
    }

    /// `09:00`; `nil` for an all-day entry.
    static func time(_ moment: EntryMoment) -> String? {
        moment.millisecondOfDay.map { clock($0) }
    }

    /// `Mon 30 Nov 2026 09:00 (+09:00 Asia/Tokyo)`, or with `all day` in place of time and offset.
    static func long(_ moment: EntryMoment) -> String {
        let zone = SafeText.line(moment.zoneName)
        guard let time = time(moment) else { return "\(day(moment.day)), all day (\(zone))" }
        return "\(day(moment.day)) \(time) (\(moment.offset) \(zone))"
    }

    /// `2026-11-30 (月) 21:00 (+09:00 Asia/Tokyo)`, as it is written in Japanese.
    static func longJapanese(_ moment: EntryMoment) -> String {
        let zone = SafeText.line(moment.zoneName)
        let day = "\(moment.day) (\(["月", "火", "水", "木", "金", "土", "日"][moment.day.isoWeekday - 1]))"
        guard let time = time(moment) else { return "\(day) 終日 (\(zone))" }
        return "\(day) \(time) (\(moment.offset) \(zone))"
    }

    /// Whether words have a letter of Japanese writing (Hiragana, Katakana, CJK ideographs).
    static func isJapanese(_ words: String) -> Bool {
        words.unicodeScalars.contains {
            (0x3040...0x30ff).contains($0.value) || (0x4e00...0x9fff).contains($0.value)
        }
    }

    /// `1 Dec 2026 13:33` on the clock of a zone.
    static func short(_ milliseconds: Int64, _ zone: JournalZone) -> String {
        let moment = EntryMoment(unixMilliseconds: milliseconds, zone: zone)
        let day = moment.day
        return "\(day.day) \(months[day.month - 1]) \(day.year) \(time(moment) ?? "")"
    }

    private static func clock(_ millisecondOfDay: Int) -> String {
        let minutes = millisecondOfDay / 60_000
        return padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
    }
}
