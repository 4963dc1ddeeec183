import CTypesetting

/// A font as a document uses it: which glyph each character code shows, and what it says.
///
/// A code stands for one glyph *and* one text, so that a glyph which serves two characters (hyphen and
/// soft hyphen, space and no-break space) is extracted as the one that was meant. Codes are given in
/// order of first use.
final class FontResource {
    enum Kind {
        /// A Type 0 font with two-byte codes.
        case outline
        /// A Type 3 font whose glyphs are the font's own pictures; codes of one byte.
        case pictures
    }

    /// Type 3 codes run from 1 to this.
    static let mostPictures = 250

    let face: FontFace
    let kind: Kind
    /// The `n` of the resource name `/Fn`.
    let number: Int
    /// By code; entry 0 is unused.
    private(set) var glyphs: [UInt32] = [0]
    private(set) var texts: [String] = [""]
    private var codeOfScalar: [UInt64: UInt16] = [:]
    private var codeOfText: [String: [UInt32: UInt16]] = [:]
    /// For fonts whose codes are their glyph numbers: what each says.
    private var textOfGlyph: [UInt32: String] = [:]

    init(face: FontFace, kind: Kind, number: Int) {
        self.face = face
        self.kind = kind
        self.number = number
    }

    /// Whether codes are glyph numbers, as a bare CFF program with character collection needs them.
    var codesAreGlyphs: Bool { kind == .outline && face.facts.has_cff }

    /// Every code in use with its glyph and text, by code.
    var entries: [(code: Int, glyph: UInt32, text: String)] {
        codesAreGlyphs
            ? textOfGlyph.sorted { $0.key < $1.key }.map { (Int($0.key), $0.key, $0.value) }
            : glyphs.indices.dropFirst().map { ($0, glyphs[$0], texts[$0]) }
    }

    var isFull: Bool { kind == .pictures && glyphs.count > Self.mostPictures }

    /// The code of a glyph that says `text`.
    ///
    /// - Returns: The code, and whether extraction by it yields `text`: a font whose codes are its glyph
    ///   numbers cannot give one glyph two texts.
    func code(glyph: UInt32, text: String) -> (code: UInt16, isFaithful: Bool) {
        if codesAreGlyphs {
            if let known = textOfGlyph[glyph] { return (UInt16(truncatingIfNeeded: glyph), known == text) }
            textOfGlyph[glyph] = text
            return (UInt16(truncatingIfNeeded: glyph), true)
        }
        var scalars = text.unicodeScalars.makeIterator()
        if let only = scalars.next(), scalars.next() == nil {
            let key = UInt64(glyph) << 32 | UInt64(only.value)
            if let code = codeOfScalar[key] { return (code, true) }
            guard let code = add(glyph, text) else { return (0, false) }
            codeOfScalar[key] = code
            return (code, true)
        }
        if let code = codeOfText[text]?[glyph] { return (code, true) }
        guard let code = add(glyph, text) else { return (0, false) }
        codeOfText[text, default: [:]][glyph] = code
        return (code, true)
    }

    private func add(_ glyph: UInt32, _ text: String) -> UInt16? {
        guard glyphs.count < (kind == .pictures ? Self.mostPictures + 1 : 65_535) else { return nil }
        glyphs.append(glyph)
        texts.append(text)
        return UInt16(glyphs.count - 1)
    }
}
