import CTypesetting

/// One font of a file, opened for reading.
///
/// Owns the C handle and frees it. Not `Sendable`: HarfBuzz would allow sharing, but nothing here needs it.
package final class FontFace {
    let handle: OpaquePointer
    let facts: typesetting_face_facts
    package let name: String
    /// Font units an em has here: the font's own, or another number that makes its letters larger or smaller.
    ///
    /// Size relations between scripts are put into the fonts and not into the text, because text
    /// extraction takes words of another size for words of another line.
    let unitsPerEm: Int

    /// `nil` when the file cannot be read or is no font; the libraries must have been loaded.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - index: Number of the font in a collection.
    ///   - scale: Size in proportion to Latin text.
    init?(path: String, index: UInt32, scale: Double) {
        guard let handle = typesetting_face_open(path, index) else { return nil }
        self.handle = handle
        facts = typesetting_face_get_facts(handle)
        unitsPerEm = min(max(Int((Double(facts.units_per_em) / scale).rounded()), 16), 16_384)
        name = withUnsafeBytes(of: facts.postscript_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    deinit { typesetting_face_close(handle) }

    /// Thousandths of an em for one font unit.
    var thousandthsPerUnit: Double { 1000 / Double(unitsPerEm) }

    func glyph(_ codePoint: UInt32) -> UInt32 { typesetting_face_glyph(handle, codePoint) }

    func covers(_ codePoint: UInt32) -> Bool { glyph(codePoint) != 0 }

    /// Horizontal advance in thousandths of an em.
    func advance(_ glyph: UInt32) -> Double {
        Double(typesetting_face_advance(handle, glyph)) * thousandthsPerUnit
    }
}
