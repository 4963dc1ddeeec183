/// How many words a text has, by one rule for all scripts.
///
/// A run of letters, digits and marks is a word, with `'`, `’` and `-` inside it. In scripts that put no
/// spaces between words (Han, Hiragana, Katakana, Thai, Lao, Khmer, Burmese) each letter counts as one,
/// which is how word processors count them too. Signs of Markdown count for nothing.
public enum WordCount {
    /// Counts the words of a text.
    ///
    /// - Parameter text: Plain text or Markdown.
    /// - Returns: 0 or more.
    public static func of(_ text: String) -> Int {
        var text = text
        return text.withUTF8 { count($0) }
    }

    private static func count(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var words = 0
        var isInside = false
        var joins = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                index += 1
                if isWord(byte) {
                    if !isInside { words += 1 }
                    (isInside, joins) = (true, false)
                } else if isInside, !joins, byte == 0x27 || byte == 0x2d {
                    joins = true
                } else {
                    (isInside, joins) = (false, false)
                }
                continue
            }
            let length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
            let value = scalar(bytes, index, length)
            index += length
            switch kind(value) {
            case .word:
                if !isInside { words += 1 }
                (isInside, joins) = (true, false)
            case .alone:
                words += 1
                (isInside, joins) = (false, false)
            case .mark: continue
            case .apostrophe where isInside && !joins: joins = true
            case .apostrophe, .other: (isInside, joins) = (false, false)
            }
        }
        return words
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: false
        }
    }

    private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ length: Int) -> UInt32 {
        var value = UInt32(bytes[index]) & (0xff >> UInt32(length + 1))
        for offset in 1..<length where index + offset < bytes.count {
            value = value << 6 | UInt32(bytes[index + offset]) & 0x3f
        }
        return value
    }

    private enum Kind { case word, alone, mark, apostrophe, other }

    private static func kind(_ value: UInt32) -> Kind {
        switch value {
        case 0x3041...0x3096, 0x30a1...0x30fa, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff,
            0x20000...0x323af, 0x3005...0x3007:
            return .alone
        case 0x2019: return .apostrophe
        case 0x30fc: return .mark
        case 0x2000...0x206f, 0x3000...0x3004, 0x3008...0x3020, 0xff00...0xff0f: return .other
        default: break
        }
        guard let scalar = Unicode.Scalar(value) else { return .other }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .decimalNumber,
            .letterNumber:
            return .word
        case .otherLetter:
            // Thai, Lao, Burmese, Khmer.
            let isAlone =
                (0x0e00...0x0eff).contains(value) || (0x1000...0x109f).contains(value)
                || (0x1780...0x17ff).contains(value)
            return isAlone ? .alone : .word
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: return .mark
        default: return .other
        }
    }
}
