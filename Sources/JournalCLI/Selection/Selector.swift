import JournalModel

/// One operand that names entries.
enum Selector: Sendable, Equatable {
    /// The entry with this id.
    case id(EntryID)
    /// The entry whose id begins with these hexadecimal digits, without dashes.
    case prefix(String)
    /// The newest entry, or the one so many before it.
    case last(Int)
    /// Entries of a day or period.
    case days(ClosedRange<CivilDate>)

    /// Reads an operand.
    ///
    /// Digits alone are the beginning of an id, never a year: an id may well begin with `2026`.
    ///
    /// - Parameters:
    ///   - text: What was written.
    ///   - dates: Reads days relative to now.
    /// - Returns: What is meant.
    /// - Throws: For anything that is none of these.
    static func parse(_ text: String, _ dates: DateExpression) throws(UsageError) -> Selector {
        let lower = text.lowercased()
        if lower == "last" { return .last(0) }
        if lower.hasPrefix("last~"), let back = DateWords.number(lower.dropFirst(5)) { return .last(back) }
        if let id = EntryID(lower) { return .id(id) }
        if let day = CivilDate(lower) { return .days(day...day) }
        if let digits = prefix(lower) { return .prefix(digits) }
        if let days = try? dates.days(text) { return .days(days) }
        throw UsageError(
            "'\(text.prefix(40))' names no entry",
            next: "give an id or its beginning, last, last~2 or a day such as 2026-11-30"
        )
    }

    /// Hexadecimal digits, with dashes only where an id has them (RFC 9562, section 4).
    private static func prefix(_ text: String) -> String? {
        var digits = ""
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case 0x30...0x39, 0x61...0x66: digits.unicodeScalars.append(Unicode.Scalar(byte))
            case 0x2d where [8, 13, 18, 23].contains(index): continue
            default: return nil
            }
        }
        return digits.isEmpty || digits.utf8.count > 32 ? nil : digits
    }
}
