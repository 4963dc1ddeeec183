import CTypesetting

/// The way of all text that is not simple: any script, any direction, emoji.
extension ParagraphBuilder {
    /// A code point with where it came from.
    private struct Character {
        var code: UInt32
        var run: Int16
        /// Offset of its first UTF-16 unit in the paragraph.
        var unit: Int32
    }

    func addGeneral(_ runs: [TextRun]) {
        var characters: [Character] = []
        var units: [UInt16] = []
        for (index, run) in runs.enumerated() {
            for scalar in run.text.unicodeScalars {
                let code = scalar.value == 0x09 ? 0x20 : scalar.value
                if code < 0x20 && code != 0x0a || (0x7f...0x9f).contains(code) || code == 0xfffe
                    || code == 0xffff
                    || code == 0xfeff
                {
                    reportDropped()
                    continue
                }
                characters.append(
                    Character(code: code, run: Int16(truncatingIfNeeded: index), unit: Int32(units.count))
                )
                guard code == scalar.value else {
                    units.append(UInt16(code))
                    continue
                }
                // A line feed would begin a new paragraph of UAX #9; the separator keeps the direction.
                if code == 0x0a {
                    units.append(0x2028)
                } else {
                    units.append(contentsOf: String(scalar).utf16)
                }
            }
        }
        guard !units.isEmpty else { return }
        var levels = [UInt8](repeating: 0, count: units.count)
        let base: Int32 = style.isRightToLeft.map { $0 ? 1 : 0 } ?? -1
        let found = typesetting_levels(units, Int32(units.count), base, &levels)
        setLevel(found > 0 ? UInt8(found) : 0)
        var flags = [UInt8](repeating: 0, count: units.count)
        guard
            typesetting_boundaries(
                shaper.handle,
                style.language + "@lb=strict",
                units,
                Int32(units.count),
                &flags
            )
        else { return }
        addGraphemes(characters, levels, flags, runs)
    }

    private func addGraphemes(
        _ characters: [Character],
        _ levels: [UInt8],
        _ flags: [UInt8],
        _ runs: [TextRun]
    ) {
        let mayBreak = UInt8(typesetting_may_break)
        let beginsGrapheme = UInt8(typesetting_begins_grapheme)
        var pending = Piece()
        var lastFont = 0
        var at = 0
        while at < characters.count {
            var end = at + 1
            while end < characters.count, flags[Int(characters[end].unit)] & beginsGrapheme == 0 { end += 1 }
            let first = characters[at]
            let unit = Int(first.unit)
            let run = runs[Int(first.run)]
            let canBreak = flags[unit] & mayBreak != 0
            if first.code == 0x0a {
                flush(&pending, runs)
                addForced(first.run)
            } else if first.code == 0x20 {
                flush(&pending, runs)
                let context = Shaper.context(
                    font: library.primary(run.style),
                    language: language,
                    rightToLeft: false
                )
                addSpace(spaceFragment(context), run, first.run, level: levels[unit])
                let breaksAfter = end < characters.count && flags[Int(characters[end].unit)] & mayBreak != 0
                if !breaksAfter, end < characters.count, characters[end].code != 0x20, !style.preservesSpaces,
                    items.last?.kind == .space
                {
                    items[items.count - 1].mayBreak = false
                }
            } else {
                let codes = characters[at..<end].map(\.code)
                let font = font(codes, run, after: lastFont)
                lastFont = font
                let isWide = Self.isWide(first.code)
                let joins =
                    pending.font == font && pending.level == levels[unit] && pending.run == first.run
                    && !canBreak && !(library.resources[font].kind == .pictures)
                if !joins, pending.font >= 0 {
                    let before = pending
                    flush(&pending, runs)
                    addJoint(before, isWide, canBreak, first.run, levels[unit])
                } else if pending.font < 0, canBreak, let last = items.last, last.kind == .box {
                    addGap(0, 0, first.run, level: levels[unit])
                }
                if pending.font < 0 {
                    pending = Piece(font: font, level: levels[unit], run: first.run)
                }
                for code in codes { pending.append(code) }
                pending.endsWide = isWide
            }
            at = end
        }
        flush(&pending, runs)
    }

    /// Text that will be one fragment.
    private struct Piece {
        var font = -1
        var level: UInt8 = 0
        var run: Int16 = 0
        var bytes: [UInt8] = []
        var endsWide = false

        mutating func append(_ code: UInt32) {
            bytes.append(contentsOf: UTF8.encode(Unicode.Scalar(code) ?? " ") ?? UTF8.EncodedScalar())
        }
    }

    private func flush(_ piece: inout Piece, _ runs: [TextRun]) {
        guard piece.font >= 0 else { return }
        let context = Shaper.context(font: piece.font, language: language, rightToLeft: piece.level & 1 != 0)
        let fragment = piece.bytes.withUnsafeBufferPointer { shaper.fragment($0, context: context) }
        addBox(fragment, runs[Int(piece.run)], piece.run, level: piece.level)
        piece = Piece()
    }

    /// What lies between two pieces: a little stretch between Han characters, and air beside Latin ones.
    private func addJoint(_ before: Piece, _ isWide: Bool, _ canBreak: Bool, _ run: Int16, _ level: UInt8) {
        let em = Float(size)
        if before.endsWide, isWide {
            addGap(0, canBreak ? em * 0.05 : em * 0.02, run, level: level, mayBreak: canBreak)
        } else if before.endsWide != isWide, canBreak || before.font != 0 {
            // Less than what text extraction takes for a space.
            addGap(em * 0.06, em * 0.03, run, level: level, mayBreak: canBreak)
        } else if canBreak {
            addGap(0, 0, run, level: level)
        }
    }

    /// Han, kana, hangul and full-width forms.
    static func isWide(_ code: UInt32) -> Bool {
        (0x2e80...0xd7af).contains(code) || (0xf900...0xfaff).contains(code)
            || (0xff00...0xff60).contains(code)
            || (0x20000...0x3ffff).contains(code)
    }

    /// The font of a grapheme; for most of one code point it depends on nothing but style and language.
    private func font(_ codes: [UInt32], _ run: TextRun, after last: Int) -> Int {
        guard codes.count == 1 else { return choose(codes, run, after: last) }
        let key = UInt64(codes[0]) | UInt64(run.style.index) << 32 | UInt64(language) << 40
        if let known = library.chosen[key] { return known }
        let font = choose(codes, run, after: last)
        let script = Self.scriptCode(codes[0])
        if script != "Zyyy", script != "Zinh", library.resources[font].kind == .outline,
            library.resources[font].face.covers(codes[0])
        {
            library.chosen[key] = font
        }
        return font
    }

    private func choose(_ codes: [UInt32], _ run: TextRun, after last: Int) -> Int {
        let primary = library.primary(run.style)
        guard let first = codes.first else { return primary }
        if Self.isEmoji(codes), let emoji = library.emoji(for: 1),
            library.resources[emoji].face.covers(first) || first < 0x80
        {
            return emoji
        }
        let visible = codes.filter { !typesetting_is_ignorable($0) }
        if visible.isEmpty { return primary }
        let script = Self.scriptCode(visible[0])
        if script == "Zyyy" || script == "Zinh", last != primary, continues(visible, primary, last) {
            return last
        }
        if let font = library.font(for: visible, style: run.style, script: script, language: style.language) {
            return font
        }
        // A mark that no font has beside its base must not cost the base.
        if visible.count > 1,
            let font = library.font(
                for: [visible[0]],
                style: run.style,
                script: script,
                language: style.language
            )
        {
            for code in visible.dropFirst() where !library.resources[font].face.covers(code) {
                report(missing: code)
            }
            return font
        }
        for code in visible { report(missing: code) }
        return primary
    }

    /// Whether marks that all scripts share stay in the font of the text before them: what the primary
    /// font lacks, and the quotes, dashes and dots that Chinese and Japanese set full-width.
    private func continues(_ codes: [UInt32], _ primary: Int, _ last: Int) -> Bool {
        let face = library.resources[last].face
        guard library.resources[last].kind == .outline, codes.allSatisfy(face.covers) else { return false }
        if !codes.allSatisfy(library.resources[primary].face.covers) { return true }
        return face.facts.has_cff && codes.allSatisfy { (0x2010...0x2026).contains($0) }
    }

    /// Whether a grapheme asks for a picture (UTS #51, section 4).
    private static func isEmoji(_ codes: [UInt32]) -> Bool {
        guard let first = codes.first else { return false }
        if codes.count > 1, codes[1] == 0xfe0e { return false }
        if typesetting_has_emoji_presentation(first) { return true }
        return codes.count > 1 && typesetting_is_emoji(first)
            && (codes[1] == 0xfe0f || codes[1] == 0x20e3 || (0x1f3fb...0x1f3ff).contains(codes[1])
                || codes.contains(0x200d) && codes.contains(0xfe0f))
    }

    private static func scriptCode(_ code: UInt32) -> String {
        let tag = typesetting_script(code)
        let bytes = [UInt8(tag >> 24 & 255), UInt8(tag >> 16 & 255), UInt8(tag >> 8 & 255), UInt8(tag & 255)]
        return String(decoding: bytes, as: UTF8.self)
    }
}
