/// A small JSON document (RFC 8259) on its way out; members keep their order.
///
/// Controls and the characters that reorder text are escaped, so that output is inert on a terminal.
indirect enum JSONText: Sendable, Equatable {
    case null
    case bool(Bool)
    case int(Int)
    case string(String)
    case array([JSONText])
    case object([(String, JSONText)])
    /// A value that is JSON text already.
    case encoded(String)

    static func optional(_ text: String?) -> JSONText { text.map(JSONText.string) ?? .null }
    static func optional(_ number: Int?) -> JSONText { number.map(JSONText.int) ?? .null }

    /// The document on one line.
    var text: String {
        var result = ""
        append(to: &result)
        return result
    }

    private func append(to result: inout String) {
        switch self {
        case .null: result += "null"
        case .bool(let value): result += value ? "true" : "false"
        case .int(let value): result += String(value)
        case .string(let text): JSONText.quote(text, &result)
        case .encoded(let text): result += text
        case .array(let items):
            result += "["
            for (index, item) in items.enumerated() {
                if index > 0 { result += "," }
                item.append(to: &result)
            }
            result += "]"
        case .object(let members):
            result += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { result += "," }
                JSONText.quote(member.0, &result)
                result += ":"
                member.1.append(to: &result)
            }
            result += "}"
        }
    }

    private static func quote(_ text: String, _ result: inout String) {
        result += "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: result += "\\\""
            case 0x5c: result += "\\\\"
            case 0x0a: result += "\\n"
            case 0x0d: result += "\\r"
            case 0x09: result += "\\t"
            case 0..<0x20, 0x7f...0x9f, 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069,
                0xfff9...0xfffb:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        result += "\""
    }

    static func == (left: JSONText, right: JSONText) -> Bool { left.text == right.text }
}
