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

    /// One value that was read as JSON, strictly or leniently, copied onto one line.
    ///
    /// Text that only lenient reading takes (bare controls, NaN, broken UTF-8) is written anew.
    package mutating func raw(_ json: [UInt8]) {
        let state = JSONCopying(json)
        if state.needsRepair, let repaired = try? JSONValue(parsing: json, mode: .lenient) {
            return value(repaired)
        }
        separate()
        if escapesTerminalControls, !state.isASCII {
            // Outside of strings valid JSON is ASCII, so that an escape means the same as what it stands for.
            for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
                if JSONWriter.isTerminalControl(scalar) {
                    unicode(scalar.value)
                } else {
                    append(scalar.value == 0x0a || scalar.value == 0x0d ? " " : scalar)
                }
            }
        } else {
            bytes += state.hasLineEnds ? json.map { $0 == 0x0a || $0 == 0x0d ? 0x20 : $0 } : json
        }
        needsComma = true
    }

    /// DEL, C1 and the controls of bidirectional text, which may steer a terminal.
    private static func isTerminalControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7f...0x9f, 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069, 0xfff9...0xfffb: true
        default: false
        }
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
        case _ where escapesTerminalControls && JSONWriter.isTerminalControl(scalar): unicode(scalar.value)
        default: append(scalar)
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    private mutating func unicode(_ value: UInt32) {
        let digits = String(value, radix: 16)
        bytes.append(contentsOf: "\\u".utf8)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
        bytes.append(contentsOf: digits.utf8)
    }
}

/// What must be known of JSON text before it is copied.
private struct JSONCopying {
    /// Whether it holds what only lenient reading takes.
    private(set) var needsRepair = false
    private(set) var isASCII = true
    /// Whether line ends stand between its values.
    private(set) var hasLineEnds = false

    init(_ json: [UInt8]) {
        var isInString = false
        var isEscaped = false
        for byte in json {
            if byte >= 0x7f { isASCII = false }
            if isInString {
                if byte < 0x20 { needsRepair = true }
                if isEscaped {
                    isEscaped = false
                } else if byte == 0x5c {
                    isEscaped = true
                } else if byte == 0x22 {
                    isInString = false
                }
            } else {
                switch byte {
                case 0x22: isInString = true
                case 0x0a, 0x0d: hasLineEnds = true
                case UInt8(ascii: "N"), UInt8(ascii: "I"): needsRepair = true
                default: break
                }
            }
        }
        if !isASCII, !needsRepair { needsRepair = String(validating: json, as: UTF8.self) == nil }
    }
}
