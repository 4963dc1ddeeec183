/// A pull parser for JSON text (RFC 8259) that lies in memory.
///
/// Recursion, lengths and counts are bounded by ``Limits``. The buffer must outlive the reader.
package struct JSONReader {
    /// Bounds on untrusted text.
    package struct Limits: Sendable {
        /// Containers within containers.
        package var depth = 64
        /// Bytes of one text as written.
        package var stringBytes = 32 << 20
        /// Bytes of one key as written.
        package var keyBytes = 256
        /// Characters of one number.
        package var numberBytes = 128
        /// Members or elements of one container.
        package var elements = 1_000_000

        package init() {}
    }

    package enum Mode: Sendable {
        /// RFC 8259 to the letter, and no key twice in one object.
        case strict
        /// Text that other programs got wrong is repaired and counted in ``repairs``.
        case lenient
    }

    /// How often ``Mode/lenient`` had to help.
    package struct Repairs: Equatable, Sendable {
        /// Lone surrogates and bytes that are not UTF-8, now U+FFFD.
        package var replacedCharacters = 0
        /// Unescaped control characters in texts, kept.
        package var controlCharacters = 0
        /// `NaN` and `Infinity`, now null.
        package var droppedNumbers = 0
        /// Keys that came again; the last value holds.
        package var duplicateKeys = 0

        package init() {}
        package var isEmpty: Bool { self == Repairs() }
    }

    package internal(set) var repairs = Repairs()
    let bytes: UnsafeRawBufferPointer
    let mode: Mode
    let limits: Limits
    var position = 0
    var scratch: [UInt8] = []
    private var depth = 0
    /// Whether a container was just entered, so that no comma may come first.
    private var isFresh = false

    package init(_ bytes: UnsafeRawBufferPointer, mode: Mode = .strict, limits: Limits = Limits()) {
        (self.bytes, self.mode, self.limits) = (bytes, mode, limits)
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
    }

    /// Reads whatever value comes next, with all that is in it.
    package mutating func value() throws(JSONError) -> JSONValue {
        switch try peek() {
        case 0x7b: return try object()
        case 0x5b:
            try enterArray()
            var elements: [JSONValue] = []
            while try nextElement() {
                guard elements.count < limits.elements else { throw error(.tooManyElements) }
                elements.append(try value())
            }
            return .array(elements)
        case 0x22: return .string(try string())
        case 0x74:
            try literal("true")
            return .bool(true)
        case 0x66:
            try literal("false")
            return .bool(false)
        case 0x6e:
            try literal("null")
            return .null
        default:
            if mode == .lenient, skipNonFiniteNumber() { return .null }
            return .number(try number())
        }
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        let start = position
        try enterObject()
        var members: [JSONValue.Member] = []
        members.reserveCapacity(8)
        while let key = try nextKey() {
            guard members.count < limits.elements else { throw error(.tooManyElements) }
            members.append(JSONValue.Member(key, try value()))
        }
        let repeated = JSONValue.removeRepeatedKeys(&members)
        if repeated > 0 {
            guard mode == .lenient else { throw JSONError(.duplicateKey, at: start) }
            repairs.duplicateKeys += repeated
        }
        return .object(members)
    }

    /// The byte that the next value begins with; the reader stays before it.
    package mutating func peek() throws(JSONError) -> UInt8 {
        skipSpace()
        guard position < bytes.count else { throw error(.endOfInput) }
        return bytes[position]
    }

    package mutating func enterObject() throws(JSONError) { try enter(0x7b) }

    package mutating func enterArray() throws(JSONError) { try enter(0x5b) }

    /// The next key of the object that was entered; `nil` at its end, which is then left.
    package mutating func nextKey() throws(JSONError) -> String? {
        guard try advance(closing: 0x7d) else { return nil }
        guard try peek() == 0x22 else { throw error(.unexpectedByte) }
        let key = try text(limit: limits.keyBytes, .keyTooLong)
        guard try peek() == 0x3a else { throw error(.unexpectedByte) }
        position += 1
        return key
    }

    /// Whether the array that was entered has another element; at its end it is left.
    package mutating func nextElement() throws(JSONError) -> Bool { try advance(closing: 0x5d) }

    /// Reads a text.
    package mutating func string() throws(JSONError) -> String {
        guard try peek() == 0x22 else { throw error(.unexpectedByte) }
        return try text(limit: limits.stringBytes, .stringTooLong)
    }

    /// Passes over a value by its brackets and quotation marks, without checking what is in it.
    package mutating func skip() throws(JSONError) {
        isFresh = false
        var open = 0
        var ignored: UInt64 = 0
        repeat {
            switch try peek() {
            case 0x22:
                position += 1
                while true {
                    position = bytes.endOfPlainText(
                        from: position,
                        to: bytes.count,
                        controls: false,
                        highBits: &ignored
                    )
                    guard position < bytes.count else { throw error(.endOfInput) }
                    if bytes[position] == 0x22 { break }
                    position += 2
                    guard position < bytes.count else { throw error(.endOfInput) }
                }
                position += 1
            case 0x7b, 0x5b:
                open += 1
                position += 1
            case 0x7d, 0x5d:
                guard open > 0 else { throw error(.unexpectedByte) }
                open -= 1
                position += 1
            case 0x2c, 0x3a:
                guard open > 0 else { throw error(.unexpectedByte) }
                position += 1
            default:
                while position < bytes.count, !isDelimiter(bytes[position]) { position += 1 }
            }
        } while open > 0
    }

    /// Makes sure that nothing but white space is left.
    package mutating func finish() throws(JSONError) {
        skipSpace()
        guard position == bytes.count else { throw error(.trailingBytes) }
    }

    private func isDelimiter(_ byte: UInt8) -> Bool {
        byte == 0x2c || byte == 0x3a || byte == 0x5d || byte == 0x7d || byte == 0x22 || isSpace(byte)
    }

    private func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
    }

    private mutating func skipSpace() {
        while position < bytes.count, isSpace(bytes[position]) { position &+= 1 }
    }

    private mutating func enter(_ bracket: UInt8) throws(JSONError) {
        guard try peek() == bracket else { throw error(.unexpectedByte) }
        guard depth < limits.depth else { throw error(.tooDeep) }
        depth += 1
        position += 1
        isFresh = true
    }

    private mutating func advance(closing bracket: UInt8) throws(JSONError) -> Bool {
        let byte = try peek()
        if byte == bracket {
            position += 1
            depth -= 1
            isFresh = false
            return false
        }
        if isFresh {
            isFresh = false
            return true
        }
        guard byte == 0x2c else { throw error(.unexpectedByte) }
        position += 1
        guard try peek() != bracket else { throw error(.unexpectedByte) }
        return true
    }

    func error(_ reason: JSONError.Reason) -> JSONError { JSONError(reason, at: position) }
}
