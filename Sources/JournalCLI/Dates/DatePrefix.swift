import JournalModel

/// A moment written before the words of an entry.
///
/// Only forms that nobody writes as the first words of a text are taken, so that no word is ever
/// lost to a date:
///
/// | taken | such as |
/// |---|---|
/// | a date, with or without a time | `2026-11-30: `, `2026-11-30 21:00: `, 2026年11月30日： |
/// | a clock time | `9am: `, `21:00: `, 21時30分： |
/// | a day that is past, with or without a time | `yesterday: `, `last monday 9am: `, 昨日 21時： |
/// | so long ago | `3 days ago: `, `2 hours ago: `, 3日前： |
/// | any other day with a time | `today 8:15: `, `sunday noon: `, 月曜 9時： |
///
/// A number, a weekday, a month, `today`, `now` or `noon` alone is a word of the text.
struct DatePrefix: Equatable {
    /// The words that were taken, as written.
    let words: String
    let reading: DateExpression.Reading
    /// The text after them.
    let rest: String

    /// No form is longer.
    private static let longestInCharacters = 60

    /// Takes a prefix off a text; `nil` when the text begins with none of the forms, or is nothing else.
    ///
    /// - Parameters:
    ///   - text: The words of the command line.
    ///   - dates: Reads moments relative to now.
    init?(_ text: String, _ dates: DateExpression) {
        for end in DatePrefix.ends(text) {
            let head = String(text[..<end.head])
            let rest = text[end.rest...].drop { $0.isWhitespace }
            guard !rest.isEmpty, DatePrefix.isPlain(DateWords.folded(head), dates),
                let reading = try? dates.moment(head)
            else { continue }
            (words, self.reading, self.rest) = (withoutTrailingSpace(head), reading, String(rest))
            return
        }
        return nil
    }

    /// Where a colon and a space, or a full-width colon, stands.
    private static func ends(_ text: String) -> [(head: String.Index, rest: String.Index)] {
        var result: [(String.Index, String.Index)] = []
        var index = text.startIndex
        for _ in 0..<longestInCharacters where index < text.endIndex && text[index] != "\n" {
            let next = text.index(after: index)
            let isWide = text[index] == "\u{ff1a}"
            if isWide || text[index] == ":" && next < text.endIndex && text[next].isWhitespace {
                result.append((index, next))
            }
            index = next
        }
        return result
    }

    /// Whether a moment that can be read is also none of the forms that may be words of a text.
    private static func isPlain(_ folded: String, _ dates: DateExpression) -> Bool {
        if ["now", "今", "noon", "midnight", "正午"].contains(folded) { return false }
        guard DateWords.number(folded) == nil else { return false }
        // A day alone, unless it is a date or certainly past.
        guard dates.day(folded) != nil else { return true }
        if folded.unicodeScalars.first.map({ (0x30...0x39).contains($0.value) }) == true { return true }
        if let offset = DateWords.dayOffset(folded) { return offset < 0 }
        if DateWords.ago(folded) != nil { return true }
        return ["last ", "先週の"].contains { folded.hasPrefix($0) }
    }
}
