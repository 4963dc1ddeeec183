/// Why JSON text was refused, and where; it never holds a byte of the text.
package struct JSONError: Error, Equatable, Sendable {
    package enum Reason: String, Equatable, Sendable {
        case endOfInput = "it ends too early"
        case unexpectedByte = "a byte stands where the grammar allows none"
        case badLiteral = "a word is none of true, false and null"
        case badNumber = "a number is not written as RFC 8259 asks"
        case badEscape = "a backslash is followed by something unknown"
        case loneSurrogate = "half of a surrogate pair stands alone"
        case invalidUTF8 = "a text is not UTF-8"
        case controlCharacter = "a control character stands unescaped in a text"
        case duplicateKey = "an object has a key twice"
        case trailingBytes = "something follows the value"
        case tooDeep = "it is nested too deeply"
        case stringTooLong = "a text is too long"
        case keyTooLong = "a key is too long"
        case numberTooLong = "a number has too many digits"
        case tooManyElements = "a container has too many elements"
    }

    package var reason: Reason
    /// Offset of the byte at which it was noticed, counted from 0.
    package var offset: Int

    package init(_ reason: Reason, at offset: Int) {
        (self.reason, self.offset) = (reason, offset)
    }
}

extension JSONError: CustomStringConvertible {
    package var description: String { "JSON refused at byte \(offset): \(reason.rawValue)" }
}
