import Foundation

/// What the search index makes of one character: case and diacritics folded, classes told apart.
///
/// Results are remembered, so that Foundation's tables are asked once for each character met.
package struct ScalarFolding {
    enum Class: UInt8 {
        /// Part of a word.
        case word
        /// Of a script without spaces: indexed in pairs.
        case unit
        /// Belongs to the unit before it.
        case mark
        /// A word by itself, such as an emoji.
        case symbol
        case separator
        /// Not there at all for the index: joiners, variation selectors, folded diacritics.
        case ignored
    }

    struct Folded {
        var kind: Class
        /// UTF-8 of what stands in the index.
        var bytes: [UInt8]
    }

    private var known: [UInt32: Folded] = [:]
    /// For each scalar below 65,536: 0 unknown, else one more than the class where the index holds the scalar
    /// as it is, or ``changes``.
    private var plain = [UInt8](repeating: 0, count: 1 << 16)
    private static let changes: UInt8 = 255

    package init() {}

    /// The class of a scalar that stands in the index as it is; `nil` when it must be folded.
    mutating func plainClass(_ scalar: Unicode.Scalar) -> Class? {
        let value = Int(scalar.value)
        guard value < plain.count else { return nil }
        if plain[value] == 0 {
            let folded = fold(scalar)
            let isSame = folded.bytes.isEmpty || folded.bytes.elementsEqual(String(scalar).utf8)
            plain[value] = isSame ? folded.kind.rawValue + 1 : ScalarFolding.changes
        }
        return plain[value] == ScalarFolding.changes ? nil : Class(rawValue: plain[value] - 1)
    }

    mutating func fold(_ scalar: Unicode.Scalar) -> Folded {
        if let found = known[scalar.value] { return found }
        let folded = ScalarFolding.compute(scalar)
        known[scalar.value] = folded
        return folded
    }

    private static func compute(_ scalar: Unicode.Scalar) -> Folded {
        if isIgnored(scalar) { return Folded(kind: .ignored, bytes: []) }
        let category = scalar.properties.generalCategory
        if TextScript.isWrittenWithoutSpaces(scalar) {
            switch category {
            case .nonspacingMark, .spacingMark: return Folded(kind: .mark, bytes: Array(String(scalar).utf8))
            default: return Folded(kind: .unit, bytes: Array(compatible(scalar).utf8))
            }
        }
        switch category {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber,
            .letterNumber, .otherNumber, .privateUse, .nonspacingMark, .spacingMark, .enclosingMark:
            return Folded(kind: .word, bytes: Array(folded(scalar).utf8))
        case .otherSymbol: return Folded(kind: .symbol, bytes: Array(String(scalar).utf8))
        default:
            if (0xff01...0xff5e).contains(scalar.value) {
                let plain = folded(scalar)
                let isWord = plain.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 >= 0x61 && $0 <= 0x7a }
                return Folded(kind: isWord ? .word : .separator, bytes: isWord ? Array(plain.utf8) : [])
            }
            return Folded(kind: .separator, bytes: [])
        }
    }

    private static func compatible(_ scalar: Unicode.Scalar) -> String {
        (0xff00...0xffef).contains(scalar.value) || (0xf900...0xfaff).contains(scalar.value)
            ? String(scalar).precomposedStringWithCompatibilityMapping : String(scalar)
    }

    private static func folded(_ scalar: Unicode.Scalar) -> String {
        var text = ""
        for lower in scalar.properties.lowercaseMapping.decomposedStringWithCompatibilityMapping
            .unicodeScalars
        {
            if let spelled = withoutDecomposition[lower] {
                text += spelled
            } else if !isIgnored(lower) {
                text.unicodeScalars.append(lower)
            }
        }
        return text
    }

    /// Letters that Unicode does not decompose but that people type without their stroke.
    private static let withoutDecomposition: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ı": "i", "þ": "th", "ð": "d",
        "ħ": "h",
    ]

    /// Diacritics of Latin, Greek, Cyrillic, Hebrew, Arabic and Devanagari that readers leave out when they search.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00ad, 0x0300...0x036f, 0x0483...0x0489, 0x0591...0x05bd, 0x05bf, 0x05c1...0x05c2,
            0x05c4...0x05c5,
            0x05c7, 0x0610...0x061a, 0x0640, 0x064b...0x065f, 0x0670, 0x06d6...0x06dc, 0x06df...0x06e4,
            0x06e7...0x06e8, 0x06ea...0x06ed, 0x093c, 0x1ab0...0x1aff, 0x1dc0...0x1dff, 0x200b...0x200f,
            0x202a...0x202e, 0x2060...0x206f, 0x20d0...0x20ff, 0xfe00...0xfe0f, 0xfeff, 0x1f3fb...0x1f3ff,
            0xe0000...0xe01ef:
            true
        default: false
        }
    }
}
