import Bytes
import JournalModel

/// Reads the members of a foreign object forgivingly: what has another type is converted where that is
/// safe, else dropped with a note that names the field.
struct FieldReader {
    let object: JSONValue
    let notes: ImportNotes
    /// Name of the field that holds this object, with a full stop behind it; empty for the outermost.
    var path = ""

    init?(_ value: JSONValue?, notes: ImportNotes, path: String = "") {
        guard let value, case .object = value else { return nil }
        (object, self.notes, self.path) = (value, notes, path)
    }

    /// The object in a member; absent, null and anything else count as none.
    func object(_ key: String) -> FieldReader? {
        guard let value = present(key) else { return nil }
        guard let reader = FieldReader(value, notes: notes, path: path + key + ".") else {
            drop(key, "is no object")
            return nil
        }
        return reader
    }

    /// The elements of an array; absent, null and anything else count as empty.
    func array(_ key: String) -> [JSONValue] {
        guard let value = present(key) else { return [] }
        guard case .array(let elements) = value else {
            drop(key, "is no list")
            return []
        }
        return elements
    }

    /// A text without white space around it; a number counts as its digits; empty counts as absent.
    func string(_ key: String) -> String? {
        guard let value = present(key) else { return nil }
        switch value {
        case .string(let text):
            let trimmed = FieldReader.trimmed(text)
            return trimmed.isEmpty ? nil : trimmed
        case .number(let text): return text
        default:
            drop(key, "is no text")
            return nil
        }
    }

    /// A number in a range; a text of digits counts; `"(null)"`, which Day One writes, is absent.
    func double(_ key: String, in range: ClosedRange<Double> = -1e12...1e12) -> Double? {
        guard let value = present(key) else { return nil }
        let number: Double?
        switch value {
        case .number(let text): number = Double(text)
        case .string(let text):
            let trimmed = FieldReader.trimmed(text)
            if trimmed.isEmpty || trimmed == "(null)" { return nil }
            number = Double(trimmed)
        default: number = nil
        }
        guard let number, number.isFinite else {
            drop(key, "is no number")
            return nil
        }
        guard range.contains(number) else {
            drop(key, "is out of range")
            return nil
        }
        return number
    }

    /// A whole number, fractions being cut off.
    func int(_ key: String, in range: ClosedRange<Double> = -1e12...1e12) -> Int? {
        double(key, in: range).flatMap { Int(exactly: $0.rounded(.towardZero)) }
    }

    /// A truth value; 0 and 1 and the words count.
    func bool(_ key: String) -> Bool? {
        guard let value = present(key) else { return nil }
        switch value {
        case .bool(let value): return value
        case .number(let text): return Double(text) != 0
        case .string("true"), .string("1"): return true
        case .string("false"), .string("0"), .string(""): return false
        default:
            drop(key, "is neither true nor false")
            return nil
        }
    }

    func has(_ key: String) -> Bool { object[key] != nil }

    func drop(_ key: String, _ reason: String) {
        notes.add("field-dropped", "the field \(path + key) \(reason); it is kept in the source object only")
    }

    private func present(_ key: String) -> JSONValue? {
        guard let value = object[key], value != .null else { return nil }
        return value
    }

    /// Without white space at both ends.
    static func trimmed(_ text: String) -> String {
        func isPlain(_ byte: UInt8?) -> Bool { byte.map { $0 > 0x20 && $0 < 0x7f } ?? false }
        if isPlain(text.utf8.first), isPlain(text.utf8.last) { return text }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return first == scalars.startIndex && scalars.index(after: last) == scalars.endIndex
            ? text : String(scalars[first...last])
    }
}
