/// Writing literal text as Markdown (CommonMark 0.31 with the extensions of the body dialect), with as
/// few backslashes as keep it literal.
enum MarkdownEscaping {
    /// Text for the brackets of a link or a picture: one line, brackets escaped.
    static func label(_ text: String) -> String {
        var output: [UInt8] = []
        for byte in text.utf8 {
            if byte == 0x5b || byte == 0x5d || byte == 0x5c { output.append(0x5c) }
            output.append(byte < 0x20 ? 0x20 : byte)
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// A URL for the parentheses of a link.
    static func destination(_ url: String) -> String {
        var output: [UInt8] = []
        for byte in url.utf8 {
            switch byte {
            case 0...0x20, 0x28, 0x29, 0x3c, 0x3e, 0x5c, 0x7f:
                output.append(contentsOf: "%".utf8)
                let digits = Array("0123456789ABCDEF".utf8)
                output.append(digits[Int(byte >> 4)])
                output.append(digits[Int(byte & 15)])
            default: output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x2f, 0x3a...0x40, 0x5b...0x60, 0x7b...0x7e: true
        default: false
        }
    }

    /// Whether a byte is one that ``needsEscape(_:previous:next:)`` could say yes to, a bracket, or a vertical tab.
    @inline(__always)
    static func mayMatter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x0b, 0x26, 0x2a, 0x3c, 0x3d, 0x5b, 0x5c, 0x5d, 0x5f, 0x60, 0x7e: true
        default: false
        }
    }

    /// Whether a literal character inside a line would be taken for markup.
    ///
    /// - Parameters:
    ///   - byte: The character.
    ///   - previous: The one before; `nil` at the start of the line.
    ///   - next: The one behind; `nil` at the end.
    /// - Returns: True only where leaving out the backslash could change the meaning.
    static func needsEscape(_ byte: UInt8, previous: UInt8?, next: UInt8?) -> Bool {
        switch byte {
        case 0x60: true
        case 0x2a: !(isBlank(previous) && isBlank(next))
        case 0x5f: !(isBlank(previous) && isBlank(next)) && !(isWord(previous) && isWord(next))
        case 0x7e: !isBlank(previous) || next == 0x7e
        case 0x3d: next == 0x3d && previous != 0x3d
        case 0x3c: next.map { isLetter($0) || $0 == 0x2f || $0 == 0x21 || $0 == 0x3f } ?? true
        case 0x26: next.map { isLetter($0) || $0 == 0x23 } ?? false
        case 0x5c: next.map(isPunctuation) ?? true
        default: false
        }
    }

    /// Offset of the character that must be escaped for a literal line not to begin a block; `nil` when none.
    ///
    /// - Parameters:
    ///   - line: The line without white space at its start.
    ///   - continues: A number that may stand there, because a list numbered from it shows the same digits.
    /// - Returns: An offset into `line`.
    static func blockMark(in line: ArraySlice<UInt8>, continuing continues: Int?) -> Int? {
        guard let first = line.first else { return nil }
        let rest = line.dropFirst()
        switch first {
        case 0x23:
            let after = rest.drop { $0 == 0x23 }
            return after.startIndex - line.startIndex <= 6 && isBlank(after.first) ? 0 : nil
        case 0x3e: return 0
        case 0x2b, 0x2d, 0x2a:
            if isBlank(rest.first) { return 0 }
            return line.allSatisfy { $0 == first || $0 == 0x20 || $0 == 0x3a || $0 == 0x7c } ? 0 : nil
        case 0x3d: return line.allSatisfy { $0 == 0x3d || $0 == 0x20 } ? 0 : nil
        case 0x7c, 0x3a:
            return line.allSatisfy { $0 == 0x2d || $0 == 0x20 || $0 == 0x3a || $0 == 0x7c } ? 0 : nil
        case 0x30...0x39:
            let digits = line.prefix { (0x30...0x39).contains($0) }
            let after = line.dropFirst(digits.count)
            guard digits.count <= 9, after.first == 0x2e || after.first == 0x29,
                isBlank(after.dropFirst().first), continues == nil || number(line) != continues
            else { return nil }
            return digits.count
        default: return nil
        }
    }

    /// The number that a line like `12. text` begins with.
    static func number(_ line: ArraySlice<UInt8>) -> Int? {
        let digits = line.prefix { (0x30...0x39).contains($0) }
        let after = line.dropFirst(digits.count)
        guard (1...9).contains(digits.count), after.first == 0x2e, after.dropFirst().first == 0x20 else {
            return nil
        }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func isBlank(_ byte: UInt8?) -> Bool {
        byte.map { $0 == 0x20 || $0 == 0x09 || $0 == 0x0a } ?? true
    }

    private static func isWord(_ byte: UInt8?) -> Bool {
        byte.map { isLetter($0) || (0x30...0x39).contains($0) || $0 >= 0x80 } ?? false
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
}
