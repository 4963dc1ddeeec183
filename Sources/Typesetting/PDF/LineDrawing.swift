/// Where a paragraph's link leads.
package enum LinkTarget: Equatable, Sendable {
    /// A named destination of this document.
    case destination(String)
    /// An address outside, as written.
    case address(String)
}

/// A link and what is written about it for those who cannot see it.
package struct TextLink: Equatable, Sendable {
    package var target: LinkTarget
    package var description: String

    package init(_ target: LinkTarget, description: String) {
        self.target = target
        self.description = description
    }
}

extension PDFDocument {
    /// Draws lines of a paragraph.
    ///
    /// - Parameters:
    ///   - paragraph: What was set.
    ///   - range: The lines to draw, by number from 0.
    ///   - page: Where to.
    ///   - x: Left edge of the measure, points.
    ///   - baseline: Height of the first of these lines' baseline, points.
    ///   - element: What the text belongs to; `nil` draws it as an artifact (running heads, folios).
    ///   - links: What the runs' link numbers mean.
    /// - Throws: `system` when the file cannot be written.
    package func draw(
        _ paragraph: SetParagraph,
        lines range: Range<Int>,
        on page: PDFPage,
        x: Double,
        baseline: Double,
        element: StructureElement?,
        links: [TextLink] = []
    ) throws(TypesettingError) {
        guard !range.isEmpty else { return }
        var pen = LinePen(page: page, cache: typesetter.shaper.cache, paragraph: paragraph)
        if paragraph.runs.contains(where: \.isDecorated) {
            pen.decorate(range, x: x, baseline: baseline)
        }
        var linkElements: [Int: StructureElement] = [:]
        if element == nil { page.beginArtifact(isPagination: true) }
        page.content.write("BT\n")
        var y = baseline
        for index in range {
            let spans = pen.draw(paragraph.lines[index], x: x, y: y) { link in
                guard let element else { return nil }
                guard let link, link < links.count else { return element }
                let inner = linkElements[link] ?? open(.link, in: element)
                inner.alternative = links[link].description
                linkElements[link] = inner
                return inner
            }
            for span in spans where span.link < links.count && element != nil {
                let size = paragraph.style.size
                try addLink(
                    links[span.link],
                    page: page,
                    rectangle: (span.left, y - size * 0.25, span.right, y + size * 0.85),
                    element: linkElements[span.link]
                )
            }
            y -= paragraph.style.leading
        }
        pen.endContent()
        page.content.write("ET\n")
        if element == nil { page.end() }
        for link in linkElements.keys.sorted() {
            if let inner = linkElements[link] { try close(inner) }
        }
    }
}

/// A stretch of a line that is a link, points.
struct LinkSpan {
    var link: Int
    var left: Double
    var right: Double
}

/// Writes lines as text operators.
private struct LinePen {
    let page: PDFPage
    let cache: FragmentCache
    let paragraph: SetParagraph
    private var link: Int?
    private var carry = 0.0
    private var isInString = false
    private var hasEntered = false
    /// What the text belongs to; `nil` inside an artifact.
    private var element: StructureElement?
    private var isInContent = false
    /// Where the line's text matrix stands and where the pen is, points.
    private var origin = 0.0
    private var place = 0.0

    init(page: PDFPage, cache: FragmentCache, paragraph: SetParagraph) {
        self.page = page
        self.cache = cache
        self.paragraph = paragraph
    }

    /// Left end of a line's first item.
    private func start(_ line: Line, x: Double) -> Double {
        let indent = line.isFirst ? paragraph.style.firstLineIndent : 0
        let hang = line.end > line.first ? Double(paragraph.items[line.end - 1].hang) : 0
        let room = paragraph.measure - line.width
        switch (paragraph.style.alignment, paragraph.isRightToLeft) {
        case (.justified, false), (.start, false): return x + indent
        case (.justified, true), (.start, true): return x + room - hang
        case (.center, _): return x + room / 2 + (paragraph.isRightToLeft ? 0 : indent)
        case (.end, false): return x + room + indent
        case (.end, true): return x
        }
    }

    /// Width of an item in a line that is stretched or shrunk.
    @inline(__always)
    private func width(_ item: Item, _ ratio: Double) -> Double {
        Double(item.width) + (ratio >= 0 ? Double(item.stretch) : Double(item.shrink)) * ratio
    }

    /// Draws one line.
    ///
    /// - Parameters:
    ///   - line: One of the paragraph's.
    ///   - x: Left edge of the measure.
    ///   - y: Height of the base line.
    ///   - owner: What the text of a link, or that outside links (`nil`), belongs to.
    /// - Returns: The links on the line.
    mutating func draw(
        _ line: Line,
        x: Double,
        y: Double,
        owner: (Int?) -> StructureElement?
    ) -> [LinkSpan] {
        guard line.end > line.first else { return [] }
        var spans: [LinkSpan] = []
        let left = start(line, x: x)
        let size = paragraph.style.size
        carry = 0
        beginLine(left, y, size)
        let lefts = self.lefts(line, from: left)
        for position in line.first..<line.end {
            let item = paragraph.items[position]
            let itemWidth = width(item, line.ratio)
            let run = paragraph.runs[Int(item.run)]
            if run.link != link || !hasEntered {
                hasEntered = true
                endContent()
                element = owner(run.link)
                link = run.link
            }
            let at = lefts.isEmpty ? place : lefts[position - line.first]
            if let link { extend(&spans, link, at, at + itemWidth) }
            if abs(at - place) > 0.001 { jump(to: at, size) }
            draw(item, run, itemWidth)
            place = at + itemWidth
        }
        if line.endsWithSpace, let last = paragraph.items[..<line.end].last(where: { $0.kind == .space }) {
            let width = Double(last.width)
            if !lefts.isEmpty { jump(to: paragraph.isRightToLeft ? left - width : place, size) }
            draw(last, paragraph.runs[Int(last.run)], width)
        }
        closeString()
        return spans
    }

    private func extend(_ spans: inout [LinkSpan], _ link: Int, _ left: Double, _ right: Double) {
        if let last = spans.last, last.link == link {
            if abs(last.right - left) < 0.01 {
                spans[spans.count - 1].right = right
                return
            }
            if abs(last.left - right) < 0.01 {
                spans[spans.count - 1].left = left
                return
            }
        }
        spans.append(LinkSpan(link: link, left: left, right: right))
    }

    /// Where each item of a line begins, points, when not all read from left to right; else empty.
    private func lefts(_ line: Line, from left: Double) -> [Double] {
        let order = visualOrder(line)
        guard !order.isEmpty else { return [] }
        var lefts = [Double](repeating: 0, count: order.count)
        var at = left
        for index in order {
            lefts[index - line.first] = at
            at += width(paragraph.items[index], line.ratio)
        }
        return lefts
    }

    /// Moves the pen along the line.
    private mutating func jump(to x: Double, _ size: Double) {
        closeString()
        page.content.write((x - origin) / size, decimals: 3)
        page.content.write(" 0 Td ")
        origin = x
        place = x
        carry = 0
    }

    /// Ends the marked content that text is in.
    mutating func endContent() {
        closeString()
        if isInContent { page.end() }
        isInContent = false
    }

    private mutating func beginLine(_ x: Double, _ y: Double, _ size: Double) {
        origin = x
        place = x
        page.content.write(size)
        page.content.write(" 0 0 ")
        page.content.write(size)
        page.content.append(0x20)
        page.content.write(x)
        page.content.append(0x20)
        page.content.write(y)
        page.content.write(" Tm ")
    }

    @inline(__always)
    private mutating func openString() {
        guard !isInString else { return }
        if !isInContent, let element {
            page.begin(element)
            isInContent = true
        }
        page.content.write("[(")
        isInString = true
    }

    private mutating func closeString() {
        guard isInString else { return }
        page.content.write(")]TJ\n")
        isInString = false
    }

    @inline(__always)
    private mutating func draw(_ item: Item, _ run: TextRun, _ itemWidth: Double) {
        var advance = 0.0
        if item.fragment >= 0 {
            let fragment = cache.fragments[Int(item.fragment)]
            let scale = run.scale
            if !page.isFont(fragment.font, scale: scale) || !page.isState(run.color, tracking: run.tracking) {
                closeString()
                page.setFont(fragment.font, scale: scale)
                page.setTracking(run.tracking)
                page.setColor(run.color)
            }
            if fragment.needsActualText {
                drawActualText(item.fragment, fragment)
            } else {
                openString()
                show(fragment)
            }
            guard item.kind == .space else { return }
            advance = Double(item.width)
        }
        // Thousandths of the font's own size: what justification adds, and gaps without a character.
        let extra = itemWidth - advance
        guard extra != 0 else { return }
        let unit = page.fontUnit(size: paragraph.style.size)
        carry += extra / unit
        let whole = carry.rounded()
        guard whole != 0 else { return }
        carry -= whole
        openString()
        page.content.append(0x29)
        page.content.write(integer: -Int(whole))
        page.content.append(0x28)
    }

    private func show(_ fragment: Fragment) {
        page.content.append(
            contentsOf: UnsafeBufferPointer(
                start: cache.arena + Int(fragment.start),
                count: Int(fragment.count)
            )
        )
    }

    private mutating func drawActualText(_ number: Int32, _ fragment: Fragment) {
        endContent()
        page.beginActualText(String(decoding: cache.text(number), as: UTF8.self), of: element)
        page.content.write("[(")
        show(fragment)
        page.content.write(")]TJ\n")
        page.end()
    }

    /// Items of a line from left to right (UAX #9, rule L2); empty when they already are.
    private func visualOrder(_ line: Line) -> [Int] {
        let range = line.first..<line.end
        var highest: UInt8 = 0
        var lowestOdd = UInt8.max
        for index in range {
            let level = paragraph.items[index].level
            highest = max(highest, level)
            if level & 1 == 1 { lowestOdd = min(lowestOdd, level) }
        }
        guard lowestOdd <= highest, highest > 0 else { return [] }
        var order = Array(range)
        var level = highest
        while level >= lowestOdd {
            var at = 0
            while at < order.count {
                guard paragraph.items[order[at]].level >= level else {
                    at += 1
                    continue
                }
                var end = at
                while end < order.count, paragraph.items[order[end]].level >= level { end += 1 }
                order[at..<end].reverse()
                at = end
            }
            level -= 1
        }
        return order
    }

    // MARK: Decorations

    /// Backgrounds, underlines and strokes, drawn below the text.
    mutating func decorate(_ range: Range<Int>, x: Double, baseline: Double) {
        var y = baseline
        for index in range {
            let line = paragraph.lines[index]
            let order = visualOrder(line)
            var at = start(line, x: x)
            var open: (run: TextRun, left: Double)?
            for position in line.first..<line.end {
                let item = paragraph.items[order.isEmpty ? position : order[position - line.first]]
                let run = paragraph.runs[Int(item.run)]
                if let current = open, !current.run.isDecorated(like: run) {
                    decorate(current, to: at, y)
                    open = nil
                }
                if open == nil, run.isDecorated { open = (run, at) }
                at += width(item, line.ratio)
            }
            if let current = open { decorate(current, to: at, y) }
            y -= paragraph.style.leading
        }
    }

    private func decorate(
        _ span: (run: TextRun, left: Double),
        to right: Double,
        _ y: Double
    ) {
        let size = paragraph.style.size
        let width = right - span.left
        if let background = span.run.background {
            page.fill(
                x: span.left - 0.5,
                y: y - size * 0.26,
                width: width + 1,
                height: size * 1.16,
                background
            )
        }
        if span.run.decoration.contains(.underline) {
            page.fill(x: span.left, y: y - size * 0.14, width: width, height: size * 0.035, span.run.color)
        }
        if span.run.decoration.contains(.strike) {
            page.fill(x: span.left, y: y + size * 0.25, width: width, height: size * 0.05, span.run.color)
        }
    }
}

extension TextRun {
    fileprivate var isDecorated: Bool { !decoration.isEmpty || background != nil }

    fileprivate func isDecorated(like other: TextRun) -> Bool {
        decoration == other.decoration && background == other.background && color == other.color
    }
}
