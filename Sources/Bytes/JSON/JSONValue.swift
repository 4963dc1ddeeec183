/// A JSON value (RFC 8259) in memory, for small objects; the order of members is kept.
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// The number's text as it came, so that nothing is lost to binary floating point.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Equatable, Sendable {
        package var key: String
        package var value: JSONValue
        package init(_ key: String, _ value: JSONValue) {
            (self.key, self.value) = (key, value)
        }
    }

    /// The first member of an object named `key`; `nil` for anything else.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    package var double: Double? {
        guard case .number(let text) = self else { return nil }
        return Double(text)
    }

    package var int: Int? {
        guard case .number(let text) = self else { return nil }
        return Int(text)
    }

    package var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }
}
