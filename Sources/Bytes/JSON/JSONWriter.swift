/// Writes JSON text (RFC 8259) into memory, escaping only what must be escaped.
///
/// `"`, `\`, C0 controls are escaped; with ``escapesTerminalControls`` also DEL, C1 and the
/// bidirectional controls, so that the output is inert on a terminal.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false
    private let escapesTerminalControls: Bool

    package init(escapesTerminalControls: Bool = true) {
        self.escapesTerminalControls = escapesTerminalControls
    }

    package mutating func object(_ content: (inout JSONWriter) -> Void) {
        begin(UInt8(ascii: "{"))
        content(&self)
        end(UInt8(ascii: "}"))
    }

    package mutating func array(_ content: (inout JSONWriter) -> Void) {
        begin(UInt8(ascii: "["))
        content(&self)
        end(UInt8(ascii: "]"))
    }

    package mutating func key(_ key: String) {
        separate()
        quote(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func string(_ text: String?) {
        guard let text else { return null() }
        separate()
        quote(text)
        needsComma = true
    }

    package mutating func int(_ value: Int?) { literal(value.map(String.init)) }
    package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }
    package mutating func null() { literal("null") }

    /// Shortest text that reads back as the same number; `null` for what JSON cannot say.
    package mutating func double(_ value: Double?) {
        guard let value, value.isFinite else { return null() }
        if value == value.rounded(), abs(value) < 1e15 {
            literal(String(Int(value)))
        } else {
            literal(String(describing: value))
        }
    }

    /// One value that is JSON text already.
    package mutating func raw(_ json: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .number(let text): literal(text)
        case .string(let text): string(text)
        case .array(let items): array { for item in items { $0.value(item) } }
        case .object(let members):
            object {
                for member in members {
                    $0.key(member.key)
                    $0.value(member.value)
                }
            }
        }
    }

    private mutating func literal(_ text: String?) {
        separate()
        bytes.append(contentsOf: (text ?? "null").utf8)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = false
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
    }

    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        let plain = text.withUTF8 { source -> Bool in
            for byte in source where byte < 0x20 || byte == 0x22 || byte == 0x5c || byte >= 0x7f {
                return false
            }
            bytes.append(contentsOf: source)
            return true
        }
        if !plain { for scalar in text.unicodeScalars { escape(scalar) } }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x22: bytes.append(contentsOf: #"\""#.utf8)
        case 0x5c: bytes.append(contentsOf: #"\\"#.utf8)
        case 0x0a: bytes.append(contentsOf: #"\n"#.utf8)
        case 0x0d: bytes.append(contentsOf: #"\r"#.utf8)
        case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
        case 0..<0x20: unicode(scalar.value)
        case 0x7f...0x9f, 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069, 0xfff9...0xfffb:
            if escapesTerminalControls {
                unicode(scalar.value)
            } else {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    private mutating func unicode(_ value: UInt32) {
        let digits = String(value, radix: 16)
        bytes.append(contentsOf: "\\u".utf8)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
        bytes.append(contentsOf: digits.utf8)
    }
}
