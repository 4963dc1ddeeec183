/// A time of day as people write it.
enum ClockTime {
    /// Reads `21:00`, `21:00:30`, `9am`, `9:30 pm`, `noon`, `midnight`, 21時, 21時30分, 21時半, 午後9時.
    ///
    /// - Returns: Milliseconds after midnight; `nil` for any other text and for hours past 23.
    static func parse(_ folded: String) -> Int? {
        switch folded {
        case "noon", "正午": return 12 * 3_600_000
        case "midnight": return 0
        default: return japanese(folded) ?? twelveHours(folded) ?? twentyFourHours(folded)
        }
    }

    private static func twentyFourHours(_ text: some StringProtocol) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
            let hour = DateWords.number(parts[0]), let minute = DateWords.number(parts[1])
        else { return nil }
        guard parts.count == 3 else { return milliseconds(hour, minute, 0) }
        return DateWords.number(parts[2]).flatMap { milliseconds(hour, minute, $0) }
    }

    private static func twelveHours(_ text: String) -> Int? {
        let isAfternoon = text.hasSuffix("pm")
        guard isAfternoon || text.hasSuffix("am") else { return nil }
        var head = text.dropLast(2)
        if head.hasSuffix(" ") { head = head.dropLast() }
        let parts = head.split(separator: ":", omittingEmptySubsequences: false)
        guard let hour = DateWords.number(parts[0]), (1...12).contains(hour) else { return nil }
        let whole = hour % 12 + (isAfternoon ? 12 : 0)
        switch parts.count {
        case 1: return milliseconds(whole, 0, 0)
        case 2 where parts[1].utf8.count == 2:
            return DateWords.number(parts[1]).flatMap { milliseconds(whole, $0, 0) }
        default: return nil
        }
    }

    private static func japanese(_ text: String) -> Int? {
        var rest = text[...]
        var half: Int?
        if rest.hasPrefix("午前") { half = 0 }
        if rest.hasPrefix("午後") { half = 12 }
        if half != nil { rest = rest.dropFirst(2) }
        let parts = rest.split(separator: "時", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, var hour = DateWords.number(parts[0]) else { return nil }
        if let half {
            guard hour <= 12 else { return nil }
            hour = hour % 12 + half
        }
        switch parts[1] {
        case "": return milliseconds(hour, 0, 0)
        case "半": return milliseconds(hour, 30, 0)
        default:
            guard parts[1].hasSuffix("分") else { return nil }
            return DateWords.number(parts[1].dropLast()).flatMap { milliseconds(hour, $0, 0) }
        }
    }

    private static func milliseconds(_ hour: Int, _ minute: Int, _ second: Int) -> Int? {
        guard hour < 24, minute < 60, second < 60 else { return nil }
        return ((hour * 60 + minute) * 60 + second) * 1000
    }
}
