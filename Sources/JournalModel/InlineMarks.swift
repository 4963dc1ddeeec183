/// Tags and people written inside a text, as `#rain` and `@Anna`.
///
/// The text stays as it is. A mark begins where no word is going on, so that `C#`, `me@example.org`
/// and the part of an address after `#` are none; code, links and headings have none either. A name
/// is made of letters, digits and `_`, with single `-`, `.` or `'` between them; a tag has at least one
/// letter (`#1` is a number), a person begins with one (`@9am` is a time).
public enum InlineMarks {
    /// What was found, each once, in the order that an entry keeps them in.
    public struct Found: Sendable, Hashable {
        /// Tags, without their sign.
        public var tags: [String] = []
        /// People, without their sign.
        public var people: [String] = []
    }

    /// Longest name, in characters; what is longer is no mark.
    public static let longestName = 100

    /// Finds the marks of a text.
    ///
    /// - Parameter text: Markdown in the journal's dialect.
    /// - Returns: Tags and people; empty where there are none.
    public static func find(in text: String) -> Found {
        var found = Found()
        // Most texts have none, and are told so by one pass over their bytes.
        guard text.utf8.contains(where: { $0 == 0x23 || $0 == 0x40 || $0 == 0xef }) else { return found }
        var fence: Substring?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let content = line.drop { $0 == " " }
            let run = content.prefix { $0 == content.first }
            let isFence = run.count >= 3 && (run.first == "`" || run.first == "~")
            if let open = fence {
                if isFence, run.first == open.first, run.count >= open.count { fence = nil }
            } else if isFence {
                fence = run
            } else if !line.hasPrefix("    "), !line.hasPrefix("\t") {
                scan(Array(line), &found)
            }
        }
        found.tags = EntryFields.distinct(found.tags)
        found.people = EntryFields.distinct(found.people)
        return found
    }

    private static func scan(_ line: [Character], _ found: inout Found) {
        var index = 0
        while index < line.count {
            switch line[index] {
            case "`": index = afterCode(line, index)
            case "\\": index += 2
            case "]" where index + 1 < line.count && line[index + 1] == "(":
                index = after(")", line, index) ?? index + 1
            case "<": index = after(">", line, index) ?? index + 1
            case "#", "\u{ff03}", "@", "\u{ff20}":
                let sign = line[index]
                let isFree = index == 0 || begins(after: line[index - 1])
                let name = isFree ? name(line, index + 1) : ""
                if sign == "#" || sign == "\u{ff03}" {
                    if !name.isEmpty { found.tags.append(name) }
                } else if name.first?.isLetter == true {
                    found.people.append(name)
                }
                index += 1 + name.count
            default:
                // What is joined to a scheme is an address up to the next space (RFC 3986).
                if line[index] == ":", index + 2 < line.count, line[index + 1] == "/", line[index + 2] == "/"
                {
                    while index < line.count, !line[index].isWhitespace { index += 1 }
                } else {
                    index += 1
                }
            }
        }
    }

    private static func afterCode(_ line: [Character], _ start: Int) -> Int {
        let run = line[start...].prefix { $0 == "`" }.count
        var index = start + run
        while index < line.count {
            let length = line[index...].prefix { $0 == "`" }.count
            if length == run { return index + run }
            index += max(1, length)
        }
        return start + run
    }

    private static func after(_ end: Character, _ line: [Character], _ start: Int) -> Int? {
        line[start...].prefix { !$0.isWhitespace }.firstIndex(of: end).map { $0 + 1 }
    }

    private static func begins(after character: Character) -> Bool {
        if character.isWhitespace || character == "_" { return true }
        if isWord(character) { return isWide(character) }
        return !["#", "\u{ff03}", "@", "\u{ff20}", "&", "/", "=", "?", "\\", "-", ".", "'"].contains(
            character
        )
    }

    private static func name(_ line: [Character], _ start: Int) -> String {
        var end = start
        var hasLetter = false
        while end < line.count {
            let character = line[end]
            if isWord(character) {
                hasLetter = hasLetter || character.isLetter
            } else {
                let joins =
                    character == "-" || character == "." || character == "'" || character == "\u{2019}"
                guard joins, end > start, end + 1 < line.count, isWord(line[end + 1]) else { break }
            }
            end += 1
        }
        guard hasLetter, end - start <= longestName else { return "" }
        var name = String(line[start..<end])
        if name.hasSuffix("'s") || name.hasSuffix("\u{2019}s") { name.removeLast(2) }
        // Emphasis may end here (CommonMark 6.2).
        while name.hasSuffix("_") { name.removeLast() }
        return name
    }

    private static func isWord(_ character: Character) -> Bool {
        character == "_" || character.isLetter || character.isNumber
    }

    /// Letters of scripts that put no spaces between words, after which a mark may begin.
    private static func isWide(_ character: Character) -> Bool {
        guard let value = character.unicodeScalars.first?.value else { return false }
        return (0x3040...0x30ff).contains(value) || (0x3400...0x9fff).contains(value)
            || (0x0e00...0x0eff).contains(value)
    }
}
