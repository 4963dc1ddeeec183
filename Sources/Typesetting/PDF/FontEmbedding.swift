import Bytes
import CTypesetting

extension PDFDocument {
    func embed(_ resource: FontResource, as object: Int) throws(TypesettingError) {
        switch resource.kind {
        case .outline: try embedOutline(resource, as: object)
        case .pictures: try embedPictures(resource, as: object)
        }
    }

    /// A Type 0 font with the glyphs in use (ISO 32000-1, 9.7).
    private func embedOutline(_ resource: FontResource, as object: Int) throws(TypesettingError) {
        let entries = resource.entries
        let face = resource.face
        let glyphs = entries.map(\.glyph)
        var numbers = [UInt32](repeating: 0, count: glyphs.count)
        var count = 0
        guard let program = typesetting_subset(face.handle, glyphs, glyphs.count, &numbers, &count) else {
            throw .subset(font: face.name)
        }
        var bytes = Array(UnsafeBufferPointer(start: program, count: count))
        typesetting_free(program)
        if face.unitsPerEm != Int(face.facts.units_per_em), !face.facts.has_cff {
            Self.setUnitsPerEm(face.unitsPerEm, &bytes)
        }

        // The tag is six letters of the program's digest, so that equal subsets have equal names (9.6.4).
        let tag = Digest.of(bytes, .sha256).prefix(6).map { 0x41 + $0 % 26 }
        let name = String(decoding: tag, as: UTF8.self) + "+" + face.name
        let programObject = file.allocate()
        var head: [UInt8] = []
        if face.facts.has_cff {
            head.write("/Subtype/CIDFontType0C")
        } else {
            head.write("/Length1 ")
            head.write(integer: bytes.count)
        }
        try file.addStream(programObject, entries: head, bytes)
        let descriptor = try addDescriptor(name, face, program: programObject)
        var map: Int?
        if !face.facts.has_cff {
            var table = [UInt8](repeating: 0, count: ((entries.last?.code ?? 0) + 1) * 2)
            for (index, entry) in entries.enumerated() {
                table[entry.code * 2] = UInt8(truncatingIfNeeded: numbers[index] >> 8)
                table[entry.code * 2 + 1] = UInt8(truncatingIfNeeded: numbers[index])
            }
            let stream = file.allocate()
            try file.addStream(stream, entries: [], table)
            map = stream
        }
        let descendant = file.allocate()
        try file.add(descendant) { output in
            output.write("<</Type/Font/Subtype/")
            output.write(face.facts.has_cff ? "CIDFontType0" : "CIDFontType2")
            output.write("/BaseFont/")
            output.write(name)
            output.write("/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ")
            output.write(reference: descriptor)
            if let map {
                output.write("/CIDToGIDMap ")
                output.write(reference: map)
            }
            output.write("/DW 0/W[")
            Self.writeWidths(entries.map { ($0.code, face.advance($0.glyph)) }, to: &output)
            output.write("]>>")
        }
        let toUnicode = file.allocate()
        try file.addStream(
            toUnicode,
            entries: [],
            Self.toUnicode(entries.map { ($0.code, $0.text) }, digits: 2)
        )
        try file.add(object) { output in
            output.write("<</Type/Font/Subtype/Type0/BaseFont/")
            output.write(name)
            if face.facts.has_cff { output.write("-Identity-H") }
            output.write("/Encoding/Identity-H/DescendantFonts[")
            output.write(reference: descendant)
            output.write("]/ToUnicode ")
            output.write(reference: toUnicode)
            output.write(">>")
        }
    }

    /// Changes the size of a TrueType program's em (OpenType 1.9, table `head`, offset 18).
    private static func setUnitsPerEm(_ value: Int, _ bytes: inout [UInt8]) {
        func integer(_ at: Int) -> Int { bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }
        guard bytes.count > 12 else { return }
        for table in 0..<(Int(bytes[4]) << 8 | Int(bytes[5])) {
            let record = 12 + table * 16
            guard record + 16 <= bytes.count else { return }
            guard bytes[record..<(record + 4)].elementsEqual("head".utf8) else { continue }
            let place = integer(record + 8) + 18
            guard place + 2 <= bytes.count else { return }
            bytes[place] = UInt8(value >> 8)
            bytes[place + 1] = UInt8(value & 255)
        }
    }

    private func addDescriptor(_ name: String, _ face: FontFace, program: Int?) throws(TypesettingError)
        -> Int
    {
        let descriptor = file.allocate()
        let facts = face.facts
        let unit = face.thousandthsPerUnit
        try file.add(descriptor) { output in
            output.write("<</Type/FontDescriptor/FontName/")
            output.write(name)
            // Symbolic: codes are not of a standard encoding; serif, italic and fixed pitch as they are (9.8.2).
            let flags =
                4 | (facts.is_fixed_pitch ? 1 : 0) | (name.contains("Serif") ? 2 : 0)
                | (facts.italic_angle != 0 ? 64 : 0)
            output.write("/Flags ")
            output.write(integer: flags)
            output.write("/FontBBox[")
            for value in [facts.x_min, facts.y_min, facts.x_max, facts.y_max] {
                output.write(integer: Int((Double(value) * unit).rounded()))
                output.append(0x20)
            }
            output.write("]/ItalicAngle ")
            output.write(facts.italic_angle)
            output.write("/Ascent ")
            output.write(integer: Int(Double(facts.ascender) * unit))
            output.write("/Descent ")
            output.write(integer: Int(Double(facts.descender) * unit))
            output.write("/CapHeight ")
            output.write(integer: Int(Double(facts.cap_height) * unit))
            // No font states its stem; this follows from the weight closely enough for substitution.
            output.write("/StemV ")
            output.write(integer: facts.weight >= 600 ? 140 : 80)
            if let program {
                output.write(facts.has_cff ? "/FontFile3 " : "/FontFile2 ")
                output.write(reference: program)
            }
            output.write(">>")
        }
        return descriptor
    }

    private static func writeWidths(_ widths: [(code: Int, width: Double)], to output: inout [UInt8]) {
        var next = -1
        for (code, width) in widths {
            if code != next {
                if next >= 0 { output.append(0x5d) }
                output.write(integer: code)
                output.append(0x5b)
            } else {
                output.append(0x20)
            }
            output.write(width, decimals: 1)
            next = code + 1
        }
        if next >= 0 { output.append(0x5d) }
    }

    /// A CMap from codes to text (9.10.3); `digits` is the number of bytes of a code.
    static func toUnicode(_ entries: [(code: Int, text: String)], digits: Int) -> [UInt8] {
        var output: [UInt8] = []
        output.write("/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n")
        output.write("/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n")
        output.write("/CMapName/Adobe-Identity-UCS def/CMapType 2 def\n1 begincodespacerange\n")
        output.write(digits == 1 ? "<00><FF>\n" : "<0000><FFFF>\n")
        output.write("endcodespacerange\n")
        for start in stride(from: 0, to: entries.count, by: 100) {
            let block = entries[start..<min(start + 100, entries.count)]
            output.write(integer: block.count)
            output.write(" beginbfchar\n")
            for entry in block {
                output.append(0x3c)
                if digits == 2 { output.write(hex: UInt8(entry.code >> 8)) }
                output.write(hex: UInt8(entry.code & 255))
                output.write("><")
                output.write(utf16Hex: entry.text)
                output.write(">\n")
            }
            output.write("endbfchar\n")
        }
        output.write("endcmap CMapName currentdict/CMap defineresource pop end end\n")
        return output
    }

    /// An emoji's text so that a reader of a page written from right to left does not turn it around.
    ///
    /// Poppler reverses the characters of such a page one by one, those of a sequence too, until it meets
    /// one that is strongly left-to-right: U+200E, which shows nothing.
    private static func kept(inOrder sequence: String) -> String {
        sequence.unicodeScalars.count > 1 ? sequence + "\u{200e}" : sequence
    }

    /// A Type 3 font whose glyphs are the font's own pictures (9.6.5).
    private func embedPictures(_ resource: FontResource, as object: Int) throws(TypesettingError) {
        let face = resource.face
        let entries = resource.entries
        var procedures: [(code: Int, object: Int, width: Double)] = []
        var images: [(name: String, object: Int)] = []
        var imageOfGlyph: [UInt32: Int] = [:]
        for entry in entries {
            let advance = face.advance(entry.glyph)
            var content: [UInt8] = []
            content.write(advance, decimals: 1)
            content.write(" 0 d0 ")
            if imageOfGlyph[entry.glyph] == nil {
                let png = typesetting_face_png(face.handle, entry.glyph)
                defer { typesetting_png_release(png) }
                if png.count > 0 {
                    let picture = try PNGPicture(UnsafeBufferPointer(start: png.bytes, count: png.count))
                    imageOfGlyph[entry.glyph] = images.count
                    images.append(("I\(images.count)", try add(picture)))
                }
            }
            if let image = imageOfGlyph[entry.glyph] {
                // The bitmap stands in the font's line box; readers take a taller glyph for a line of its own.
                content.write("q ")
                content.write(advance * 0.94, decimals: 1)
                content.write(" 0 0 ")
                content.write(advance * 0.94 * 128 / 136, decimals: 1)
                content.append(0x20)
                content.write(advance * 0.03, decimals: 1)
                content.write(" -220 cm/")
                content.write(images[image].name)
                content.write(" Do Q")
            }
            let procedure = file.allocate()
            try file.addStream(procedure, entries: [], content)
            procedures.append((entry.code, procedure, advance))
        }
        // Poppler guesses a Type 3 font's size from the width of a glyph called m; without one it would
        // take emoji for text of another size, and so of another line.
        let measure = file.allocate()
        try file.addStream(measure, entries: [], Array("600 0 d0".utf8))
        let descriptor = try addDescriptor("Emoji\(resource.number)", face, program: nil)
        let toUnicode = file.allocate()
        try file.addStream(
            toUnicode,
            entries: [],
            Self.toUnicode(entries.map { ($0.code, Self.kept(inOrder: $0.text)) }, digits: 1)
        )
        try file.add(object) { output in
            output.write("<</Type/Font/Subtype/Type3/Name/Emoji")
            output.write(integer: resource.number)
            output.write("/FontMatrix[.001 0 0 .001 0 0]/FontBBox[0 -220 1250 900]/FirstChar ")
            output.write(integer: procedures.first?.code ?? 0)
            output.write("/LastChar ")
            output.write(integer: (procedures.last?.code ?? 0) + 1)
            output.write("/Widths[")
            for procedure in procedures {
                output.write(procedure.width, decimals: 1)
                output.append(0x20)
            }
            output.write("600]/Encoding<</Type/Encoding/Differences[")
            output.write(integer: procedures.first?.code ?? 0)
            for procedure in procedures {
                output.write("/g")
                output.write(integer: procedure.code)
            }
            output.write("/m]>>/CharProcs<</m ")
            output.write(reference: measure)
            for procedure in procedures {
                output.write("/g")
                output.write(integer: procedure.code)
                output.append(0x20)
                output.write(reference: procedure.object)
            }
            output.write(">>/Resources<</XObject<<")
            for image in images {
                output.append(0x2f)
                output.write(image.name)
                output.append(0x20)
                output.write(reference: image.object)
            }
            output.write(">>>>/FontDescriptor ")
            output.write(reference: descriptor)
            output.write("/ToUnicode ")
            output.write(reference: toUnicode)
            output.write(">>")
        }
    }
}
