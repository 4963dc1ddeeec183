/// Scripts that the search index and the merge treat by characters instead of words.
package enum TextScript {
    /// Whether words of the scalar's script are written without spaces between them, or with
    /// particles joined on (Hangul), so that a word must be found inside a run.
    ///
    /// Blocks of Unicode 15: Han, kana, bopomofo, Hangul, Thai, Lao, Myanmar, Khmer, Tibetan and their extensions.
    package static func isWrittenWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 0x0e00 { return false }
        switch value {
        case 0x0e00...0x0eff,  // Thai, Lao
            0x0f00...0x109f,  // Tibetan, Myanmar
            0x1100...0x11ff,  // Hangul Jamo
            0x1780...0x17ff,  // Khmer
            0x2e80...0x2fdf,  // CJK radicals
            0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035, 0x3038...0x303c,
            0x3041...0x3096, 0x3099...0x309a, 0x309d...0x309f, 0x30a1...0x30fa, 0x30fc...0x30ff,
            0x3105...0x312f, 0x3131...0x318e, 0x31a0...0x31bf, 0x31f0...0x31ff,
            0x3400...0x4dbf, 0x4e00...0x9fff, 0xa960...0xa97f, 0xaa60...0xaa7f,
            0xac00...0xd7ff, 0xf900...0xfaff, 0xff66...0xff9f, 0xffa0...0xffdc,
            0x1aff0...0x1b16f, 0x20000...0x3ffff:
            return true
        default: return false
        }
    }
}
