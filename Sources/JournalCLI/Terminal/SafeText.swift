/// Text that cannot command a terminal.
///
/// C0 but for newline and tab, DEL, C1, and the characters that reorder or hide their neighbours are
/// shown as visible escapes: `\x1b`, `\u{202e}`. Text that holds none of them is returned as it is.
enum SafeText {
    /// For bodies: newlines and tabs stay.
    static func body(_ text: String) -> String { escaped(text, keepingLayout: true) }

    /// For titles, names and list lines: stays on one line.
    static func line(_ text: String) -> String { escaped(text, keepingLayout: false) }

    /// Bytes of unknown origin: what is not UTF-8 becomes `\xNN`.
    static func line(bytes: some Sequence<UInt8>) -> String {
        var result = ""
        var decoder = UTF8()
        var iterator = ValidatingBytes(Array(bytes))
        loop: while true {
            let start = iterator.position
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): append(scalar, keepingLayout: false, to: &result)
            case .emptyInput: break loop
            case .error:
                // The decoder may have looked at a byte that begins the next character.
                iterator.position = start + 1
                decoder = UTF8()
                result += hexadecimal(UInt32(iterator.bytes[start]))
            }
        }
        return result
    }

    private static func escaped(_ text: String, keepingLayout: Bool) -> String {
        var copy = text
        if copy.withUTF8({ !maySteer($0, keepingLayout: keepingLayout) }) { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars { append(scalar, keepingLayout: keepingLayout, to: &result) }
        return result
    }

    private static func append(_ scalar: Unicode.Scalar, keepingLayout: Bool, to result: inout String) {
        switch scalar.value {
        case 0x0a, 0x09:
            if keepingLayout { result.unicodeScalars.append(scalar) } else { result += " " }
        case 0..<0x20, 0x7f: result += hexadecimal(scalar.value)
        case 0x80...0x9f, 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069, 0xfff9...0xfffb,
            0x2028, 0x2029:
            result += "\\u{" + String(scalar.value, radix: 16) + "}"
        default: result.unicodeScalars.append(scalar)
        }
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        (value < 0x10 ? "\\x0" : "\\x") + String(value, radix: 16)
    }

    /// Whether a byte is there that may begin one of the escaped characters; wrong only on the safe side.
    private static func maySteer(_ bytes: UnsafeBufferPointer<UInt8>, keepingLayout: Bool) -> Bool {
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case 0x09, 0x0a: if !keepingLayout { return true }
            case 0..<0x20, 0x7f: return true
            // Lead bytes of U+0080...9F, U+061C and U+FFF9.
            case 0xc2: if bytes[index + 1] < 0xa0 { return true }
            case 0xd8: if bytes[index + 1] == 0x9c { return true }
            case 0xef: if bytes[index + 1] == 0xbf, bytes[index + 2] >= 0xb9 { return true }
            // U+2000...206F, general punctuation.
            case 0xe2: if bytes[index + 1] == 0x80 || bytes[index + 1] == 0x81 { return true }
            default: break
            }
        }
        return false
    }

    private struct ValidatingBytes: IteratorProtocol {
        let bytes: [UInt8]
        var position = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func next() -> UInt8? {
            guard position < bytes.count else { return nil }
            position += 1
            return bytes[position - 1]
        }
    }
}
