import CTypesetting

/// Sets paragraphs: text in, lines of shaped fragments out.
///
/// Holds the fonts and every word shaped so far; one for a document. Not `Sendable`.
package final class Typesetter {
    package let library: FontLibrary
    let shaper: Shaper
    private let builder: ParagraphBuilder
    private let hyphenationFolder: String
    /// By fragment: where its parts lie in ``pieces``; `nil` while that is unknown.
    private var piecesOfFragment: [Range<Int32>?] = []
    private var pieces: [Int32] = []
    private var hyphenations: [String: Hyphenation?] = [:]

    /// - Parameters:
    ///   - library: The fonts.
    ///   - hyphenationFolder: Where `hyph_*.dic` files are.
    package init(library: FontLibrary, hyphenationFolder: String = "/usr/share/hyphen") {
        self.library = library
        self.hyphenationFolder = hyphenationFolder
        shaper = Shaper(library: library)
        builder = ParagraphBuilder(shaper: shaper)
    }

    /// Code points that no font of the list has, in order, as `U+XXXX NAME`.
    package var missingCharacters: [String] {
        builder.missing.keys.sorted().map { code in
            let digits = String(code, radix: 16, uppercase: true)
            var name = [CChar](repeating: 0, count: 128)
            let count = typesetting_name(code, &name, Int32(name.count))
            let text = String(
                decoding: name.prefix(Int(max(count, 0))).map(UInt8.init(bitPattern:)),
                as: UTF8.self
            )
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
                + (text.isEmpty ? "" : " " + text)
        }
    }

    /// Control characters that were left out.
    package var droppedCount: Int { builder.droppedCount }

    /// Forgets shaped words when they take more than 24 MiB, so that a book of any length fits in memory.
    ///
    /// No paragraph set before may be drawn afterwards.
    package func trim() {
        guard shaper.cache.byteCount > 24 << 20 else { return }
        shaper.cache.removeAll()
        builder.forgetSpaces()
        piecesOfFragment = []
        pieces = []
    }

    /// Sets a paragraph.
    ///
    /// - Parameters:
    ///   - runs: Its text; empty runs are fine.
    ///   - style: How to set it.
    ///   - measure: Length of a full line, points.
    /// - Returns: At least one line unless there is no visible text.
    package func set(_ runs: [TextRun], _ style: ParagraphStyle, measure: Double) -> SetParagraph {
        builder.build(runs, style)
        splitWideBoxes(runs, measure)
        var items = builder.items
        let tight = LineBreaker(
            items: items,
            measure: measure,
            indent: style.firstLineIndent,
            hyphenWidth: 0,
            tolerance: 1.2
        )
        var lines: [Line]
        if style.alignment != .justified {
            lines = tight.firstFit(justifies: false)
        } else if let found = tight.totalFit() {
            lines = found
        } else {
            (items, lines) = setWithHyphens(items, runs, style, measure)
        }
        if !items.contains(where: { $0.kind == .box }) { lines = [] }
        for index in lines.indices { Self.fit(&lines[index], items, measure, style) }
        return SetParagraph(
            style: style,
            measure: measure,
            isRightToLeft: builder.level & 1 != 0,
            lines: lines,
            runs: runs,
            items: items
        )
    }

    // MARK: Breaks inside words

    private func setWithHyphens(
        _ plain: [Item],
        _ runs: [TextRun],
        _ style: ParagraphStyle,
        _ measure: Double
    ) -> ([Item], [Line]) {
        var attempts = [(plain, 0.0)]
        if style.isHyphenated, let hyphenation = hyphenation(style.language) {
            let (items, width) = hyphenate(plain, runs, hyphenation)
            attempts = [(items, width)]
        }
        for (items, hyphenWidth) in attempts {
            for tolerance in [1.7, 4.0] {
                let breaker = LineBreaker(
                    items: items,
                    measure: measure,
                    indent: style.firstLineIndent,
                    hyphenWidth: hyphenWidth,
                    tolerance: tolerance
                )
                if let lines = breaker.totalFit() { return join(items, lines, runs) }
            }
        }
        let last = attempts[0]
        let breaker = LineBreaker(
            items: last.0,
            measure: measure,
            indent: style.firstLineIndent,
            hyphenWidth: last.1,
            tolerance: 4
        )
        return join(last.0, breaker.firstFit(justifies: true), runs)
    }

    private func hyphenation(_ language: String) -> Hyphenation? {
        if let known = hyphenations[language] { return known }
        let found = Hyphenation.path(language: language, folder: hyphenationFolder).flatMap(
            Hyphenation.init(path:)
        )
        hyphenations[language] = .some(found)
        return found
    }

    /// Items with words cut at every place where they may be broken.
    private func hyphenate(_ plain: [Item], _ runs: [TextRun], _ hyphenation: Hyphenation) -> ([Item], Double)
    {
        builder.items = []
        var hyphenWidth = 0.0
        for item in plain {
            guard item.kind == .box, item.level == 0, item.stretch == 0 else {
                builder.items.append(item)
                continue
            }
            let run = runs[Int(item.run)]
            let pieces = run.style.family == .serif && run.tracking == 0 ? pieces(item, run, hyphenation) : []
            guard !pieces.isEmpty else {
                builder.items.append(item)
                continue
            }
            for (index, piece) in pieces.enumerated() {
                if index > 0 {
                    builder.items.append(
                        Item(
                            kind: .hyphen,
                            level: 0,
                            mayBreak: true,
                            run: item.run,
                            fragment: -1,
                            width: 0,
                            stretch: 0,
                            shrink: 0,
                            hang: 0
                        )
                    )
                }
                builder.addBox(piece, run, item.run, level: 0)
            }
            if hyphenWidth == 0 {
                let hyphen = Int(hyphenFragment(run))
                hyphenWidth = Double(shaper.cache.fragments[hyphen].width) * builder.size
            }
        }
        return (builder.items, hyphenWidth)
    }

    /// The parts that a word may be broken into; empty when it may not be.
    private func pieces(_ item: Item, _ run: TextRun, _ hyphenation: Hyphenation) -> ArraySlice<Int32> {
        let index = Int(item.fragment)
        if index < piecesOfFragment.count, let known = piecesOfFragment[index] {
            return pieces[Int(known.lowerBound)..<Int(known.upperBound)]
        }
        let text = Array(shaper.cache.text(item.fragment))
        let letters = text.prefix { (0x41...0x5a).contains($0 & 0xdf) }
        let breaks = letters.withUnsafeBufferPointer(hyphenation.breaks)
        let first = pieces.count
        if !breaks.isEmpty {
            let context = contextOf(item.run, run)
            var start = 0
            for end in breaks + [text.count] {
                pieces.append(
                    text[start..<end].withUnsafeBufferPointer { shaper.fragment($0, context: context) }
                )
                start = end
            }
        }
        if index >= piecesOfFragment.count {
            let grown = max(index + 1, piecesOfFragment.count * 2)
            piecesOfFragment += [Range<Int32>?](repeating: nil, count: grown - piecesOfFragment.count)
        }
        piecesOfFragment[index] = Int32(first)..<Int32(pieces.count)
        return pieces[first...]
    }

    private func contextOf(_ index: Int16, _ run: TextRun) -> UInt64 {
        Shaper.context(font: library.primary(run.style), language: builder.language, rightToLeft: false)
    }

    /// Puts cut words together again where no line ends inside them, and adds hyphens where one does.
    private func join(_ items: [Item], _ lines: [Line], _ runs: [TextRun]) -> ([Item], [Line]) {
        guard items.contains(where: { $0.kind == .hyphen }) else { return (items, lines) }
        builder.items = []
        var joined: [Line] = []
        for line in lines {
            let first = builder.items.count
            var at = line.first
            while at < line.end {
                var end = at + 1
                while end + 1 < line.end, items[at].kind == .box, items[end].kind == .hyphen { end += 2 }
                if end == at + 1 {
                    builder.items.append(items[at])
                } else {
                    var text: [UInt8] = []
                    for item in items[at..<end] where item.kind == .box {
                        text.append(contentsOf: shaper.cache.text(item.fragment))
                    }
                    let run = runs[Int(items[at].run)]
                    let context = contextOf(items[at].run, run)
                    let fragment = text.withUnsafeBufferPointer { shaper.fragment($0, context: context) }
                    builder.addBox(fragment, run, items[at].run, level: 0)
                }
                at = end
            }
            if line.isHyphenated, line.end > line.first {
                let index = items[line.end - 1].run
                builder.addBox(hyphenFragment(runs[Int(index)]), runs[Int(index)], index, level: 0)
            }
            var moved = line
            moved.first = first
            moved.end = builder.items.count
            joined.append(moved)
        }
        return (builder.items, joined)
    }

    /// A visible hyphen that says U+00AD, so that readers join the word again.
    private func hyphenFragment(_ run: TextRun) -> Int32 {
        let context = contextOf(0, run)
        return shaper.softHyphen(context: context)
    }

    /// Cuts what is longer than a line into graphemes' worth of bytes.
    private func splitWideBoxes(_ runs: [TextRun], _ measure: Double) {
        let limit = Float(measure)
        guard builder.items.contains(where: { $0.kind == .box && $0.width > limit }) else { return }
        let plain = builder.items
        builder.items = []
        for item in plain {
            guard item.kind == .box, item.width > limit else {
                builder.items.append(item)
                continue
            }
            let run = runs[Int(item.run)]
            let text = String(decoding: shaper.cache.text(item.fragment), as: UTF8.self)
            let font = Int(shaper.cache.fragments[Int(item.fragment)].font)
            let context = Shaper.context(
                font: font,
                language: builder.language,
                rightToLeft: item.level & 1 != 0
            )
            var piece: [UInt8] = []
            var count = 0
            for character in text {
                piece.append(contentsOf: String(character).utf8)
                count += 1
                if count == 4 {
                    add(&piece, context, run, item)
                    builder.addGap(0, Float(builder.size) * 0.02, item.run, level: item.level)
                    count = 0
                }
            }
            if !piece.isEmpty { add(&piece, context, run, item) }
        }
    }

    private func add(_ piece: inout [UInt8], _ context: UInt64, _ run: TextRun, _ item: Item) {
        let fragment = piece.withUnsafeBufferPointer { shaper.fragment($0, context: context) }
        builder.addBox(fragment, run, item.run, level: item.level)
        piece.removeAll(keepingCapacity: true)
    }

    // MARK: Fitting

    /// Sets a line's width, and its ratio from what its items really measure.
    private static func fit(_ line: inout Line, _ items: [Item], _ measure: Double, _ style: ParagraphStyle) {
        var natural = line.isFirst ? style.firstLineIndent : 0
        var stretch = 0.0
        var shrink = 0.0
        for item in items[line.first..<line.end] {
            natural += Double(item.width)
            stretch += Double(item.stretch)
            shrink += Double(item.shrink)
        }
        if line.end > line.first { natural -= Double(items[line.end - 1].hang) }
        let room = measure - natural
        line.ratio = 0
        if room < 0, shrink > 0 {
            line.ratio = max(room / shrink, -1)
        } else if style.alignment == .justified, !line.isClosed, room > 0, stretch > 0 {
            line.ratio = min(room / stretch, 6)
        }
        line.width = natural + line.ratio * (line.ratio >= 0 ? stretch : shrink)
    }
}
