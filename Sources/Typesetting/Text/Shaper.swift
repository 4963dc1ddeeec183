import CTypesetting

/// Makes fragments: shapes text with HarfBuzz and writes the glyphs as PDF operands.
final class Shaper {
    let library: FontLibrary
    let cache = FragmentCache()
    let handle: OpaquePointer?
    private var languages: [String] = []
    private var operands: [UInt8] = []

    init(library: FontLibrary) {
        self.library = library
        handle = typesetting_shaper_make()
    }

    deinit { typesetting_shaper_free(handle) }

    /// A small number for a language tag, part of the cache's keys.
    func number(ofLanguage language: String) -> Int {
        if let known = languages.firstIndex(of: language) { return known }
        languages.append(language)
        return languages.count - 1
    }

    /// The cache's context for a font, language and direction.
    static func context(font: Int, language: Int, rightToLeft: Bool) -> UInt64 {
        UInt64(font) << 32 | UInt64(language) << 1 | (rightToLeft ? 1 : 0)
    }

    /// The fragment of `text` (UTF-8) in one font, made when it is new.
    @inline(__always)
    func fragment(_ text: UnsafeBufferPointer<UInt8>, context: UInt64) -> Int32 {
        let hash = FragmentCache.hash(text, context)
        return cache.find(text, context, hash) ?? make(text, context, hash)
    }

    private func make(_ text: UnsafeBufferPointer<UInt8>, _ context: UInt64, _ hash: UInt64) -> Int32 {
        let rightToLeft = context & 1 != 0
        var resource = library.resources[Int(context >> 32)]
        let language = languages[Int(context >> 1 & 0x7fff_ffff)]
        var count = 0
        guard
            let glyphs = typesetting_shape(
                handle,
                resource.face.handle,
                text.baseAddress,
                text.count,
                rightToLeft,
                0,
                language,
                &count
            )
        else { return empty(text, context, hash, resource) }
        if resource.kind == .pictures {
            guard let number = library.emoji(for: count) else { return empty(text, context, hash, resource) }
            resource = library.resources[number]
        }
        let shaped = UnsafeBufferPointer(start: glyphs, count: count)
        var writer = OperandWriter(resource: resource, rightToLeft: rightToLeft)
        swap(&writer.output, &operands)
        writer.output.removeAll(keepingCapacity: true)
        writer.write(shaped, text: text)
        swap(&writer.output, &operands)
        let fragment = Fragment(
            font: Int32(resource.number),
            start: 0,
            count: 0,
            width: Float(writer.widthThousandths / 1000),
            hang: hang(text, resource),
            // Poppler and MuPDF print right-to-left text inside ActualText in reverse: leave it to the codes there.
            needsActualText: !writer.isFaithful && !rightToLeft
        )
        return cache.add(fragment, operands: operands, text: text, context: context, hash: hash)
    }

    /// The glyph of the hyphen, saying U+00AD.
    func softHyphen(context: UInt64) -> Int32 {
        let text: [UInt8] = [0xc2, 0xad]
        return text.withUnsafeBufferPointer { text in
            let hash = FragmentCache.hash(text, context)
            if let known = cache.find(text, context, hash) { return known }
            let resource = library.resources[Int(context >> 32)]
            let glyph = resource.face.glyph(0x2d)
            let code = resource.code(glyph: glyph, text: "\u{ad}").code
            var operands: [UInt8] = []
            operands.write(literal: UInt8(code >> 8))
            operands.write(literal: UInt8(code & 255))
            let width = Float(resource.face.advance(glyph) / 1000)
            let fragment = Fragment(
                font: Int32(resource.number),
                start: 0,
                count: 0,
                width: width,
                hang: width / 2
            )
            return cache.add(fragment, operands: operands, text: text, context: context, hash: hash)
        }
    }

    private func empty(
        _ text: UnsafeBufferPointer<UInt8>,
        _ context: UInt64,
        _ hash: UInt64,
        _ resource: FontResource
    ) -> Int32 {
        let fragment = Fragment(font: Int32(resource.number), start: 0, count: 0, width: 0, hang: 0)
        return cache.add(fragment, operands: [], text: text, context: context, hash: hash)
    }

    /// Optical margin: how much of the last character may stand outside the measure.
    private func hang(_ text: UnsafeBufferPointer<UInt8>, _ resource: FontResource) -> Float {
        guard let last = text.last else { return 0 }
        switch last {
        case 0x2c, 0x2e, 0x2d:
            let glyph = resource.face.glyph(UInt32(last))
            return Float(resource.face.advance(glyph) / 1000 * 0.5)
        case 0x80...:
            // The right half of these full-width marks is white (JIS X 4051, 4.2).
            let mark = text.suffix(3)
            guard mark.count == 3 else { return 0 }
            let code = mark.reduce(0) { $0 << 8 | UInt32($1) }
            switch code {
            case 0xe38081, 0xe38082, 0xefbc8c, 0xefbc8e, 0xe3808d, 0xe3808f, 0xefbc89:
                return Float(
                    Double(resource.face.facts.units_per_em) / Double(resource.face.unitsPerEm) * 0.5
                )
            default: return 0
            }
        default: return 0
        }
    }
}

/// Writes one shaped fragment: strings of codes, with adjustments where glyphs do not stand at their
/// own advance (ISO 32000-1, 9.4.3).
///
/// Glyphs are written in the order of their text, right-to-left ones too (14.8.2.3.3): what reads the
/// codes alone, as a reader of the structure may, then finds them in reading order.
private struct OperandWriter {
    /// A glyph, where it stands and what it says.
    private struct Placed {
        var glyph: typesetting_glyph
        /// Thousandths of an em from the left edge of the fragment.
        var origin: Double
        var text: String
    }

    /// Text of the second and later glyphs of a cluster whose first one says it all.
    ///
    /// A code must say something (ISO 19005-2, 6.2.11.7.2), and this is what readers leave out inside a word.
    private static let silent = "\u{ad}"

    let resource: FontResource
    let rightToLeft: Bool
    var output: [UInt8] = []
    var widthThousandths = 0.0
    private(set) var isFaithful = true
    /// Where the pen is, thousandths of an em from the left edge.
    private var pen = 0.0
    private var rise = 0.0

    init(resource: FontResource, rightToLeft: Bool) {
        self.resource = resource
        self.rightToLeft = rightToLeft
    }

    mutating func write(_ glyphs: UnsafeBufferPointer<typesetting_glyph>, text: UnsafeBufferPointer<UInt8>) {
        let unit = resource.face.thousandthsPerUnit
        var placed: [Placed] = []
        placed.reserveCapacity(glyphs.count)
        for glyph in glyphs {
            placed.append(
                Placed(glyph: glyph, origin: widthThousandths + Double(glyph.x_offset) * unit, text: "")
            )
            widthThousandths += Double(glyph.advance) * unit
        }
        if rightToLeft { placed.reverse() }
        var at = 0
        while at < placed.count {
            let cluster = Int(placed[at].glyph.cluster)
            var next = at + 1
            while next < placed.count, Int(placed[next].glyph.cluster) == cluster { next += 1 }
            let end = next == placed.count ? text.count : Int(placed[next].glyph.cluster)
            let characters = String(decoding: text[cluster..<max(end, cluster)], as: UTF8.self)
            if next == at + 1 || resource.kind == .pictures {
                // A picture font draws one glyph for a whole sequence; blank ones beside it say nothing.
                placed[at].text = characters
            } else {
                share(characters, among: &placed[at..<next])
            }
            at = next
        }
        for glyph in placed { write(glyph) }
        move(to: widthThousandths)
        if rise != 0 { setRise(0) }
    }

    /// Several glyphs for one cluster: each says the character it is drawn for, if that is the whole in order.
    private mutating func share(_ text: String, among glyphs: inout ArraySlice<Placed>) {
        var left = Array(text.unicodeScalars)
        var extracted = ""
        for index in glyphs.indices {
            var said = ""
            if let own = left.firstIndex(where: { resource.face.glyph($0.value) == glyphs[index].glyph.glyph }
            ) {
                said.unicodeScalars.append(left.remove(at: own))
            } else if !left.isEmpty {
                said.unicodeScalars.append(left.removeFirst())
            }
            glyphs[index].text = said
            extracted += said
        }
        guard extracted != text || glyphs.contains(where: { $0.text.isEmpty }) else { return }
        isFaithful = false
        for index in glyphs.indices { glyphs[index].text = index == glyphs.startIndex ? text : Self.silent }
    }

    private mutating func write(_ placed: Placed) {
        let unit = resource.face.thousandthsPerUnit
        let (code, isKept) = resource.code(glyph: placed.glyph.glyph, text: placed.text)
        let height = Double(placed.glyph.y_offset) * unit / 1000
        if abs(height - rise) > 0.0005 { setRise(height) }
        move(to: placed.origin)
        if resource.kind == .pictures {
            output.write(literal: UInt8(truncatingIfNeeded: code))
        } else {
            output.write(literal: UInt8(code >> 8))
            output.write(literal: UInt8(code & 255))
        }
        pen += resource.face.advance(placed.glyph.glyph)
        // Marks without a width make readers see a gap behind them.
        if !isKept || placed.glyph.advance == 0 { isFaithful = false }
    }

    /// Writes the movement to a place, whole thousandths.
    private mutating func move(to place: Double) {
        let whole = (place - pen).rounded()
        guard whole != 0 else { return }
        if rightToLeft {
            output.write(")]TJ[")
        } else {
            output.append(0x29)
        }
        output.write(integer: -Int(whole))
        output.append(0x28)
        pen += whole
    }

    /// Text rise is in units of the text matrix, whose scale is the size of type.
    private mutating func setRise(_ height: Double) {
        output.write(")]TJ ")
        output.write(height, decimals: 3)
        output.write(" Ts[(")
        rise = height
    }
}
