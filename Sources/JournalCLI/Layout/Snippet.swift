import Foundation

/// The part of a text around the first word that was searched for.
enum Snippet {
    /// One line with the hit marked: in colour, or in square brackets where there is none.
    ///
    /// - Parameters:
    ///   - text: Title and body.
    ///   - words: What was searched for; compared without regard to case and diacritics.
    ///   - width: Columns to fill.
    ///   - terminal: Where it is shown.
    /// - Returns: `nil` when none of the words is in the text.
    static func line(_ text: String, _ words: [String], width: Int, _ terminal: Terminal) -> String? {
        let words = words.filter { !$0.isEmpty }
        guard let hit = exactHit(text, words) ?? foldedHit(text, words) else { return nil }
        let marked = String(text[hit])
        let room = max(0, width - DisplayWidth.columns(marked) - 4)
        let before = tail(text[..<hit.lowerBound], columns: room / 2)
        let after = head(text[hit.upperBound...], columns: room - DisplayWidth.columns(before))
        let leading = before.startIndex > text.startIndex ? "…" : ""
        let trailing = after.endIndex < text.endIndex ? "…" : ""
        let inert = SafeText.line(marked)
        let shown = terminal.hasColour ? Style.hit(inert, terminal) : "[\(inert)]"
        return leading + SafeText.line(String(before)) + shown + SafeText.line(String(after)) + trailing
    }

    /// The first word that stands in the text byte for byte: fast, and enough for scripts without case.
    private static func exactHit(_ text: String, _ words: [String]) -> Range<String.Index>? {
        let bytes = Array(text.utf8)
        for word in words {
            let wanted = Array(word.utf8)
            guard let first = wanted.first, wanted.count <= bytes.count else { continue }
            for start in 0...(bytes.count - wanted.count)
            where bytes[start] == first && bytes[start..<(start + wanted.count)].elementsEqual(wanted) {
                let lower = text.utf8.index(text.startIndex, offsetBy: start)
                let upper = text.utf8.index(lower, offsetBy: wanted.count)
                // A hit inside a grapheme, such as a letter without its accent, is left to the slow way.
                if lower.samePosition(in: text) != nil, upper.samePosition(in: text) != nil {
                    return lower..<upper
                }
            }
        }
        return nil
    }

    private static func foldedHit(_ text: String, _ words: [String]) -> Range<String.Index>? {
        let characters = text.map(fold)
        for word in words.map({ $0.map(fold) }) where word.count <= characters.count {
            for start in 0...(characters.count - word.count)
            where characters[start..<(start + word.count)].elementsEqual(word) {
                let lower = text.index(text.startIndex, offsetBy: start)
                return lower..<text.index(lower, offsetBy: word.count)
            }
        }
        return nil
    }

    /// A character as search compares it: lower case, without marks.
    private static func fold(_ character: Character) -> Character {
        guard let first = character.unicodeScalars.first, first.value < 0x2000 else { return character }
        if first.value < 0x80, character.unicodeScalars.count == 1 {
            return (0x41...0x5a).contains(first.value)
                ? Character(Unicode.Scalar(UInt8(first.value) + 0x20)) : character
        }
        let base = String(character).decomposedStringWithCanonicalMapping.unicodeScalars.first ?? first
        return base.properties.lowercaseMapping.first ?? character
    }

    private static func tail(_ text: Substring, columns: Int) -> Substring {
        var used = 0
        var start = text.endIndex
        while start > text.startIndex {
            let previous = text.index(before: start)
            used += max(1, DisplayWidth.columns(text[previous]))
            if used > columns { break }
            start = previous
        }
        return text[start...]
    }

    private static func head(_ text: Substring, columns: Int) -> Substring {
        var used = 0
        return text.prefix {
            used += max(1, DisplayWidth.columns($0))
            return used <= columns
        }
    }
}
