/// How many columns text takes on a terminal.
///
/// By Unicode's East Asian Width (UAX 11: Wide and Fullwidth take two) and emoji presentation
/// (UTS 51); a grapheme is as wide as its widest visible part.
enum DisplayWidth {
    /// Columns of a text without control characters.
    static func columns(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        var simple = 0
        if text.unicodeScalars.allSatisfy({ scalar in
            guard let width = simpleColumns(scalar) else { return false }
            simple += width
            return true
        }) {
            return simple
        }
        return text.reduce(0) { $0 + columns($1) }
    }

    /// Columns of one grapheme: 0, 1 or 2.
    static func columns(_ character: Character) -> Int {
        var width = 0
        for scalar in character.unicodeScalars {
            switch scalar.value {
            case 0xfe0f: if width > 0 { width = 2 }
            default: width = max(width, columns(scalar))
            }
        }
        return width
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0..<0x20, 0x7f..<0xa0: return 0
        case 0x20..<0x300: return 1
        // Ideographs and syllables without marks among them, asked first because they fill whole entries.
        case 0x3041...0x3096, 0x30a0...0x30ff, 0x3400...0x9fff, 0xac00...0xd7a3: return 2
        case 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x2069, 0xfeff: return 0
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        if wide.contains(where: { $0.contains(scalar.value) }) { return 2 }
        return scalar.properties.isEmojiPresentation ? 2 : 1
    }

    /// Wide and Fullwidth ranges that are not emoji by presentation (EastAsianWidth.txt, Unicode 15).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf, 0x4e00...0x9fff,
        0xa000...0xa4c6, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe10...0xfe19,
        0xfe30...0xfe6b, 0xff01...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18cff, 0x1aff0...0x1b2fb,
        0x1f200...0x1f265, 0x20000...0x2fffd, 0x30000...0x3fffd,
    ]

    /// Columns of a character that is a grapheme by itself wherever it stands among its like; `nil` for others.
    private static func simpleColumns(_ scalar: Unicode.Scalar) -> Int? {
        switch scalar.value {
        case 0x20...0x7e: 1
        case 0x3001...0x3029, 0x3041...0x3096, 0x30a1...0x30ff, 0x3400...0x4dbf, 0x4e00...0x9fff,
            0xff01...0xff60:
            2
        default: nil
        }
    }

    /// The longest beginning that fits, ended by an ellipsis when something was cut.
    static func truncated(_ text: String, to width: Int) -> String {
        guard width > 0 else { return "" }
        var simple = 0
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        var cut = index
        while index < scalars.endIndex, let next = simpleColumns(scalars[index]) {
            let after = scalars.index(after: index)
            if simple + next <= width - 1 { cut = after }
            simple += next
            if simple > width {
                // What is cut here may be joined to what follows only by a character that is not simple.
                if after == scalars.endIndex || simpleColumns(scalars[after]) != nil {
                    return String(scalars[..<cut]) + "…"
                }
                break
            }
            index = after
        }
        if index == scalars.endIndex { return text }
        var used = 0
        var end = text.startIndex
        for index in text.indices {
            let next = columns(text[index])
            if used + next <= width - 1 { end = text.index(after: index) }
            used += next
            if used > width { return text[..<end] + "…" }
        }
        return text
    }

    /// The text followed by spaces up to a width.
    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - columns(text)))
    }

    /// The text broken at spaces, and between wide characters, into lines that fit.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        guard width > 0 else { return [text] }
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            var lines: [String] = []
            var line = ""
            for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
                let gap = line.isEmpty ? 0 : 1
                if columns(line) + gap + columns(word) <= width {
                    line += (gap == 1 ? " " : "") + word
                    continue
                }
                if !line.isEmpty { lines.append(line) }
                line = String(word)
                while columns(line) > width {
                    var head = ""
                    for character in line {
                        if columns(head) + columns(character) > width { break }
                        head.append(character)
                    }
                    guard !head.isEmpty else { break }
                    lines.append(head)
                    line.removeFirst(head.count)
                }
            }
            lines.append(line)
            return lines
        }
    }
}
