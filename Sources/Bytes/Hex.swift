/// The digit, in lower case, of a value below 16.
func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

/// Lower-case hexadecimal text of `bytes`, two characters a byte.
package func hex(_ bytes: some Sequence<UInt8>) -> String {
    var characters: [UInt8] = []
    characters.reserveCapacity(bytes.underestimatedCount * 2)
    for byte in bytes {
        characters.append(hexDigit(byte >> 4))
        characters.append(hexDigit(byte & 15))
    }
    return String(decoding: characters, as: UTF8.self)
}

/// The bytes that `text` spells in hexadecimal, either case; `nil` when it is not hexadecimal.
package func bytes(hex text: some StringProtocol) -> [UInt8]? {
    var output: [UInt8] = []
    var high: UInt8?
    for character in text.utf8 {
        let digit: UInt8
        switch character {
        case 0x30...0x39: digit = character - 0x30
        case 0x41...0x46: digit = character - 0x41 + 10
        case 0x61...0x66: digit = character - 0x61 + 10
        default: return nil
        }
        if let first = high {
            output.append(first << 4 | digit)
            high = nil
        } else {
            high = digit
        }
    }
    return high == nil ? output : nil
}
