import JournalModel
import Typesetting

/// Fills pages from top to bottom on a grid of base lines.
///
/// Blocks that belong to what follows them wait until that is known to fit on the same page; paragraphs
/// are divided so that never a single line stands alone.
final class PageFlow {
    /// What one block shows.
    enum Content {
        case paragraph(SetParagraph, links: [TextLink])
        /// Pictures side by side; offsets from the block's left edge.
        case pictures([FlowPicture], height: Double)
        /// Table cells side by side.
        case cells([FlowCell], height: Double)
        /// A line across, of a width and thickness.
        case rule(width: Double, thickness: Double, gray: Double)
    }

    struct Block {
        var content: Content
        /// From the left edge of the text.
        var x = 0.0
        var above = 0.0
        var below = 0.0
        var element: StructureElement?
        /// What stands beside the first line, such as the number of a list item.
        var label: (paragraph: SetParagraph, x: Double, element: StructureElement)?
        var keepsWithNext = false
        /// Starts on the grid of base lines.
        var isOnGrid = false
        /// Called with the page and the height of the block's top edge when the block is drawn.
        var onDraw: ((PDFPage, Double) -> Void)?
    }

    let document: PDFDocument
    let paper: PrintNumbers.Paper
    let numbers: PrintNumbers
    let furniture: PageFurniture
    private let gutter: Double
    private(set) var pageNumber = 0
    private var page: PDFPage?
    /// Used height of the current page.
    private var used = 0.0
    private var waiting: [Block] = []
    private var showsHead = true
    private var days: (first: CivilDate, last: CivilDate)?

    init(
        _ document: PDFDocument,
        paper: PrintNumbers.Paper,
        numbers: PrintNumbers,
        furniture: PageFurniture,
        gutter: Double
    ) {
        self.document = document
        self.paper = paper
        self.numbers = numbers
        self.furniture = furniture
        self.gutter = gutter
    }

    var measure: Double { paper.width - paper.inner - paper.outer - gutter }
    var textHeight: Double { Double(paper.lines) * paper.leading }
    var isAtTop: Bool { used == 0 && waiting.isEmpty }

    private var left: Double { pageNumber % 2 == 1 ? paper.inner + gutter : paper.outer }
    private var top: Double { paper.height - paper.top }

    // MARK: Pages

    /// Ends the page; what waits is drawn first.
    func endPage() throws {
        try drawWaiting()
        try finishPage()
    }

    private func finishPage() throws {
        guard let page else { return }
        if showsHead {
            try furniture.draw(
                on: page,
                document,
                number: pageNumber,
                left: left,
                measure: measure,
                paper: paper,
                days: days
            )
        }
        try document.finish(page)
        self.page = nil
    }

    /// Begins a page, an odd one if asked for.
    func startPage(onRight: Bool = false, showsHead: Bool = true, reserved: Int? = nil) throws {
        try endPage()
        if onRight, pageNumber % 2 == 1 {
            begin(showsHead: false, reserved: nil)
            try finishPage()
        }
        begin(showsHead: showsHead, reserved: reserved)
    }

    private func begin(showsHead: Bool, reserved: Int?) {
        pageNumber += 1
        page = document.beginPage(width: paper.width, height: paper.height, reserved: reserved)
        used = 0
        days = nil
        self.showsHead = showsHead
    }

    /// Takes note of pages that are filled later.
    func skipPages(_ count: Int) { pageNumber += count }

    /// Draws on pages before the current one; the page count is put back afterwards.
    func redrawing(from number: Int, _ body: () throws -> Void) throws {
        try endPage()
        let last = pageNumber
        pageNumber = number - 1
        try body()
        try endPage()
        pageNumber = last
    }

    /// The day of what is drawn from now on, for running heads.
    func note(_ day: CivilDate) {
        days = (days?.first ?? day, day)
    }

    // MARK: Blocks

    func add(_ block: Block) throws {
        if block.keepsWithNext {
            waiting.append(block)
            return
        }
        let lead = waiting.reduce(0) { $0 + height($1) + $1.above + $1.below }
        if used > 0, used + lead + block.above + leastHeight(block) > textHeight + 0.01 {
            try breakPage()
        }
        try drawWaiting()
        try place(block)
    }

    /// Leaves room open.
    func space(_ height: Double) {
        if used > 0 || height > paper.leading * 2 { used += height }
    }

    /// Draws what waits, wherever it stands.
    func drawWaiting() throws {
        let blocks = waiting
        waiting = []
        let lead = blocks.reduce(0) { $0 + height($1) + $1.above + $1.below }
        if used > 0, lead < textHeight, used + lead > textHeight + 0.01 { try breakPage() }
        for block in blocks { try place(block) }
    }

    private func breakPage() throws {
        try finishPage()
        begin(showsHead: true, reserved: nil)
    }

    private func height(_ block: Block) -> Double {
        switch block.content {
        case .paragraph(let paragraph, _): paragraph.height
        case .pictures(_, let height), .cells(_, let height): height
        case .rule: paper.leading
        }
    }

    /// What must fit on the page for the block to begin there.
    private func leastHeight(_ block: Block) -> Double {
        guard case .paragraph(let paragraph, _) = block.content else { return height(block) }
        let count = paragraph.lines.count
        return Double(count <= 3 ? count : 2) * paragraph.style.leading
    }

    private func place(_ block: Block) throws {
        if page == nil { begin(showsHead: true, reserved: nil) }
        if used > 0 { used += block.above }
        if block.isOnGrid {
            // Where there is space above, a little is taken from it rather than much added.
            let slack = block.above > 5 ? 0.35 : 0.01
            used = max((used / paper.leading - slack).rounded(.up), 0) * paper.leading
        }
        if used > 0, used + leastHeight(block) > textHeight + 0.01 { try breakPage() }
        guard let page else { return }
        block.onDraw?(page, top - used)
        switch block.content {
        case .paragraph(let paragraph, let links): try place(paragraph, links, block)
        case .pictures(let pictures, let height):
            try draw(pictures, on: page)
            used += height
        case .cells(let cells, let height):
            for cell in cells {
                try draw(cell.paragraph, 0..<cell.paragraph.lines.count, x: cell.x, cell.links, cell.element)
                try document.close(cell.element)
            }
            used += height
        case .rule(let width, _, _) where width < measure && used == 0:
            // Nothing above to be parted from.
            break
        case .rule(let width, let thickness, let gray):
            let start = left + block.x + (measure - block.x - width) / 2
            page.fill(
                x: block.x > 0 || width >= measure ? left + block.x : start,
                y: top - used - (width >= measure ? 0 : paper.leading / 2),
                width: width,
                height: thickness,
                Color(gray: gray)
            )
            used += width >= measure ? 0 : paper.leading
        }
        if let element = block.element { try document.close(element) }
        if used > 0 { used += block.below }
    }

    private func place(_ paragraph: SetParagraph, _ links: [TextLink], _ block: Block) throws {
        let leading = paragraph.style.leading
        let count = paragraph.lines.count
        var next = 0
        if let label = block.label {
            try draw(label.paragraph, 0..<label.paragraph.lines.count, x: label.x, [], label.element)
            try document.close(label.element)
        }
        while next < count {
            let room = max(Int((textHeight - used) / leading + 0.01), 0)
            var taken = min(room, count - next)
            if taken < count - next {
                // Never one line alone at the end or at the beginning of a page.
                if count - next - taken == 1 { taken -= 1 }
                if taken < 2, used > 0 { taken = 0 }
                if taken <= 0, used == 0 { taken = min(max(room, 1), count - next) }
            }
            if taken > 0 {
                try draw(paragraph, next..<(next + taken), x: block.x, links, block.element)
                used += Double(taken) * leading
                next += taken
            }
            if next < count { try breakPage() }
        }
    }

    private func draw(
        _ paragraph: SetParagraph,
        _ lines: Range<Int>,
        x: Double,
        _ links: [TextLink],
        _ element: StructureElement?
    ) throws {
        guard let page else { return }
        let style = paragraph.style
        // Where the base line stands in a line's height.
        let baseline = style.leading * 0.5 + style.size * 0.33
        try document.draw(
            paragraph,
            lines: lines,
            on: page,
            x: left + x,
            baseline: top - used - baseline,
            element: element,
            links: links
        )
    }

    private func draw(_ pictures: [FlowPicture], on page: PDFPage) throws {
        for picture in pictures {
            let frame = (
                x: left + picture.x, y: top - used - picture.height, width: picture.width,
                height: picture.height
            )
            document.draw(picture.picture, on: page, frame: frame, element: picture.element)
            if let caption = picture.caption {
                let style = caption.style
                let element = document.open(.caption, in: picture.element)
                try document.draw(
                    caption,
                    lines: 0..<caption.lines.count,
                    on: page,
                    x: left + picture.x,
                    baseline: frame.y - 3 - style.leading * 0.5 - style.size * 0.33,
                    element: element
                )
                try document.close(element)
            }
            try document.close(picture.element)
        }
    }
}

/// A picture at its place in a row.
struct FlowPicture {
    var picture: PlacedPicture
    var x: Double
    var width: Double
    var height: Double
    var element: StructureElement
    var caption: SetParagraph?
}

/// A table cell at its place in a row.
struct FlowCell {
    var paragraph: SetParagraph
    var links: [TextLink]
    var x: Double
    var element: StructureElement
}
