import JournalModel

/// The words that dates are made of, in English and Japanese.
enum DateWords {
    enum Unit { case day, week, month, year }

    enum Qualifier { case latest, beforeToday, afterToday, weekBefore, thisWeek, weekAfter }

    /// Lower case, single spaces, none at the ends; full-width digits and spaces made plain.
    static func folded(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xff10...0xff19: result += String(scalar.value - 0xff10)
            case 0xff1a: result += ":"
            case 0x20, 0x09, 0x3000: if !result.isEmpty, !result.hasSuffix(" ") { result += " " }
            default: result.unicodeScalars.append(scalar)
            }
        }
        if result.hasSuffix(" ") { result.removeLast() }
        return result.lowercased()
    }

    /// Up to nine ASCII digits and nothing else.
    static func number(_ text: some StringProtocol) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    /// Days from today.
    static func dayOffset(_ text: String) -> Int? {
        switch text {
        case "today", "今日", "きょう", "本日": 0
        case "yesterday", "昨日", "きのう": -1
        case "tomorrow", "明日", "あした": 1
        case "the day before yesterday", "一昨日", "おととい": -2
        case "the day after tomorrow", "明後日", "あさって": 2
        default: nil
        }
    }

    /// `3 days ago`, `a week ago`, 3日前, 2週間前, 6か月前, 1年前.
    static func ago(_ text: String) -> (Int, Unit)? {
        if text.hasSuffix("前") {
            let forms: [(String, Unit)] = [
                ("日前", .day), ("週間前", .week), ("か月前", .month), ("ヶ月前", .month), ("年前", .year),
            ]
            for (suffix, unit) in forms where text.hasSuffix(suffix) {
                return count(text.dropLast(suffix.count)).map { ($0, unit) }
            }
            return nil
        }
        let words = text.split(separator: " ")
        guard words.count == 3, words[2] == "ago", let count = count(words[0]) else { return nil }
        switch words[1] {
        case "day", "days": return (count, .day)
        case "week", "weeks": return (count, .week)
        case "month", "months": return (count, .month)
        case "year", "years": return (count, .year)
        default: return nil
        }
    }

    /// `20 minutes ago`, `2 hours ago`, 20分前, 2時間前, in milliseconds.
    static func timeAgo(_ text: String) -> Int64? {
        if text.hasSuffix("分前") { return count(text.dropLast(2)).map { Int64($0) * 60_000 } }
        if text.hasSuffix("時間前") { return count(text.dropLast(3)).map { Int64($0) * 3_600_000 } }
        let words = text.split(separator: " ")
        guard words.count == 3, words[2] == "ago", let count = count(words[0]) else { return nil }
        switch words[1] {
        case "minute", "minutes": return Int64(count) * 60_000
        case "hour", "hours": return Int64(count) * 3_600_000
        default: return nil
        }
    }

    /// Up to 99,999, which reaches back past any year that can be written; `a` and `an` count as 1.
    private static func count(_ text: some StringProtocol) -> Int? {
        if text == "a" || text == "an" { return 1 }
        return number(text).flatMap { $0 <= 99_999 ? $0 : nil }
    }

    /// 2026年11月30日.
    static func japaneseDate(_ text: String) -> CivilDate? {
        guard text.hasSuffix("日") else { return nil }
        let years = text.dropLast().split(separator: "年", omittingEmptySubsequences: false)
        guard years.count == 2 else { return nil }
        let months = years[1].split(separator: "月", omittingEmptySubsequences: false)
        guard months.count == 2, let year = number(years[0]), let month = number(months[0]),
            let day = number(months[1])
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    /// Takes `last`, `next`, 先週の, 今週の, 来週の from the front.
    static func qualifier(_ text: String) -> (rest: Substring, which: Qualifier) {
        let forms: [(String, Qualifier)] = [
            ("last ", .beforeToday), ("next ", .afterToday), ("先週の", .weekBefore), ("今週の", .thisWeek),
            ("来週の", .weekAfter),
        ]
        for (prefix, which) in forms where text.hasPrefix(prefix) {
            return (text.dropFirst(prefix.count), which)
        }
        return (text[...], .latest)
    }

    /// Monday is 1 (ISO 8601).
    static func weekday(_ text: Substring) -> Int? {
        if let index = english.firstIndex(where: { $0 == text || $0.prefix(3) == text }) { return index + 1 }
        let stem = text.hasSuffix("曜日") ? text.dropLast() : text
        guard stem.count == 2, stem.hasSuffix("曜"), let first = stem.first else { return nil }
        return japanese.firstIndex(of: first).map { $0 + 1 }
    }

    private static let english = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    private static let japanese: [Character] = ["月", "火", "水", "木", "金", "土", "日"]

    /// Every way to cut a text into a day and a time: nothing and all, at each space, and before the
    /// first digit of Japanese text without spaces (昨日21時).
    static func splits(_ text: String) -> [(head: String, tail: String)] {
        var result = [("", text)]
        var index = text.startIndex
        while index < text.endIndex {
            let next = text.index(after: index)
            if text[index] == " " {
                var head = String(text[..<index])
                if head.hasSuffix(" at") { head.removeLast(3) }
                result.append((head, String(text[next...])))
            } else if next < text.endIndex, !text[index].isASCII, text[next].isNumber || text[next] == "午" {
                var head = String(text[..<next])
                if head.hasSuffix("の") { head.removeLast() }
                result.append((head, String(text[next...])))
            }
            index = next
        }
        return result
    }
}
