import Foundation

extension Command {
    /// Takes options from an object whose keys are their names in camel case.
    ///
    /// - Parameters:
    ///   - values: A text, a number or a list of texts for an option with a value; true or false for a switch.
    ///   - folder: Where relative paths start.
    /// - Throws: For a key that is no option, and for what the option itself refuses.
    mutating func take(_ values: [String: JSONInput], folder: String) throws(UsageError) {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let option = Self.options.first(where: { camelCased($0.long) == key }) else {
                let near = Suggestion.nearest(to: key, among: Self.options.map { camelCased($0.long) })
                throw UsageError("unknown key '\(key)'", next: near.map { "did you mean '\($0)'?" })
            }
            for text in try value.texts(key: key, isSwitch: option.placeholder == nil) {
                let isPath = option.values == .path && text.contains("/")
                try option.apply(&self, isPath ? absolute(text, in: folder) : text)
            }
        }
    }
}

/// `on-change` becomes `onChange`.
func camelCased(_ name: String) -> String {
    let parts = name.split(separator: "-")
    return parts.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }
        .joined()
}

/// A JSON value of a small file of our own; whole numbers only.
enum JSONInput: Decodable, Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    case string(String)
    case array([JSONInput])
    case object([String: JSONInput])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Int.self) {
            self = .integer(number)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let items = try? value.decode([JSONInput].self) {
            self = .array(items)
        } else {
            self = .object(try value.decode([String: JSONInput].self))
        }
    }

    /// Reads JSON text (RFC 8259); `nil` when it is none, or has a number with a fraction.
    init?(json bytes: [UInt8]) {
        guard let value = try? JSONDecoder().decode(JSONInput.self, from: Data(bytes)) else { return nil }
        self = value
    }

    /// The same value on its way out, members by name.
    var output: JSONText {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .int(value)
        case .string(let value): .string(value)
        case .array(let items): .array(items.map(\.output))
        case .object(let members):
            .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.output) })
        }
    }

    /// The values that an option is given: one, several, or none for a switch that is off.
    fileprivate func texts(key: String, isSwitch: Bool) throws(UsageError) -> [String] {
        switch self {
        case .bool(let isOn) where isSwitch: return isOn ? [""] : []
        case .string(let text) where !isSwitch: return [text]
        case .integer(let number) where !isSwitch: return [String(number)]
        case .array(let items) where !isSwitch:
            var result: [String] = []
            for item in items {
                guard case .string(let text) = item else { throw UsageError("'\(key)' must hold texts") }
                result.append(text)
            }
            return result
        default: throw UsageError("'\(key)' must be \(isSwitch ? "true or false" : "a text")")
        }
    }
}
