import JournalModel

/// The part of a text around the first place that a search found.
enum Snippet {
    /// One line with the hit marked: in colour, or in square brackets where there is none.
    ///
    /// - Parameters:
    ///   - text: The body of an entry.
    ///   - query: What was searched for.
    ///   - width: Columns to fill.
    ///   - terminal: Where it is shown.
    /// - Returns: `nil` when the text holds none of the words.
    static func line(_ text: String, _ query: SearchQuery, width: Int, _ terminal: Terminal) -> String? {
        let text = beginning(of: text)
        guard let hit = query.firstMatch(in: text) else { return nil }
        let marked = SafeText.line(String(text[hit]))
        let shown = terminal.hasColour ? Style.hit(marked, terminal) : "[\(marked)]"
        // Room for the brackets and an ellipsis on either side.
        let room = max(0, width - DisplayWidth.columns(marked) - 4)
        let before = tail(text[..<hit.lowerBound], columns: room / 2)
        let after = head(text[hit.upperBound...], columns: room - DisplayWidth.columns(before.text))
        return (before.isCut ? "…" : "") + before.text + shown + after.text + (after.isCut ? "…" : "")
    }

    /// As much of a text as is looked through: a very long entry must not take the memory of many.
    private static func beginning(of text: String) -> String {
        let limit = 1 << 17
        guard text.utf8.count > limit else { return text }
        return String(decoding: text.utf8.prefix(limit), as: UTF8.self)
    }

    private static func tail(_ text: Substring, columns: Int) -> (text: String, isCut: Bool) {
        var used = 0
        var kept: [String] = []
        for character in text.reversed() {
            let shown = SafeText.line(String(character))
            used += DisplayWidth.columns(shown)
            if used > columns { return (kept.reversed().joined(), true) }
            kept.append(shown)
        }
        return (kept.reversed().joined(), false)
    }

    private static func head(_ text: Substring, columns: Int) -> (text: String, isCut: Bool) {
        var used = 0
        var kept = ""
        for character in text {
            let shown = SafeText.line(String(character))
            used += DisplayWidth.columns(shown)
            if used > columns { return (kept, true) }
            kept += shown
        }
        return (kept, false)
    }
}
