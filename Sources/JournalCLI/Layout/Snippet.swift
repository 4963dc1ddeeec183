import JournalModel

/// The part of a text around the first place that a search found.
enum Snippet {
    /// Lines with the hit marked: in colour, or in square brackets where there is none.
    ///
    /// - Parameters:
    ///   - text: The body of an entry.
    ///   - query: What was searched for.
    ///   - width: Columns to fill.
    ///   - count: Most lines; with more than one the text around is wrapped at its words.
    ///   - terminal: Where it is shown.
    /// - Returns: Empty when the text holds none of the words.
    static func lines(
        _ text: String,
        _ query: SearchQuery,
        width: Int,
        count: Int,
        _ terminal: Terminal
    ) -> [String] {
        let text = beginning(of: text)
        guard let hit = query.firstMatch(in: text) else { return [] }
        guard count > 1 else { return [line(text, hit, width: width, terminal)] }
        // One line of the given text is one or more of the terminal; the hit stays in the middle.
        let all = text.split(separator: "\n", omittingEmptySubsequences: true)
        guard let at = all.firstIndex(where: { $0.endIndex >= hit.lowerBound }) else { return [] }
        let from = max(0, at - (count - 1) / 2)
        return all[from..<min(all.count, from + count)].enumerated().map { index, part in
            guard from + index == at, hit.upperBound <= part.endIndex, hit.lowerBound >= part.startIndex
            else {
                return DisplayWidth.truncated(SafeText.line(String(part)), to: width)
            }
            let whole = String(part)
            let start = part.distance(from: part.startIndex, to: hit.lowerBound)
            let length = part.distance(from: hit.lowerBound, to: hit.upperBound)
            let lower = whole.index(whole.startIndex, offsetBy: start)
            return line(whole, lower..<whole.index(lower, offsetBy: length), width: width, terminal)
        }
    }

    private static func line(
        _ text: String,
        _ hit: Range<String.Index>,
        width: Int,
        _ terminal: Terminal
    ) -> String {
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
