import JournalModel
import Typesetting

/// Title page, contents, openers of years and months, colophon.
struct FrontPages {
    /// One line of the contents.
    private struct Row {
        var text: String
        var destination: String
        var isYear: Bool
    }

    private let context: PDFContext

    init(_ context: PDFContext) { self.context = context }

    private var flow: PageFlow { context.flow }
    private var document: PDFDocument { context.document }
    private var style: PrintStyle { context.style }
    private var book: Book { context.book }

    // MARK: Title

    func titlePage() throws {
        try flow.startPage(showsHead: false)
        flow.space(flow.textHeight * 0.28)
        let number = style.numbers.bookTitle
        try centered(book.title, number, .regular, gray: 0)
        if let first = book.years.first?.year, let last = book.years.last?.year {
            flow.space(style.paper.leading)
            let years = first == last ? String(first) : "\(first) – \(last)"
            try centered(years, style.numbers.entryTitle, .regular, gray: 0.3)
        }
        flow.space(style.paper.leading)
        try flow.add(PageFlow.Block(content: .rule(width: 36, thickness: 0.5, gray: 0.4)))
        if let author = book.author {
            flow.space(style.paper.leading)
            try centered(author, style.numbers.entryTitle, .italic, gray: 0.2)
        }
        try flow.endPage()
    }

    private func centered(
        _ text: String,
        _ number: PrintNumbers.Line,
        _ font: FontStyle,
        gray: Double,
        role: StructureElement.Role = .paragraph,
        in parent: StructureElement? = nil,
        onDraw: ((PDFPage, Double) -> Void)? = nil
    ) throws {
        let (lineStyle, language) = style.line(number, text, alignment: .center)
        let run = TextRun(text, style: font, color: Color(gray: gray), tracking: number.tracking * 1000)
        let paragraph = document.typesetter.set([run], lineStyle, measure: flow.measure)
        guard !paragraph.lines.isEmpty else { return }
        let element = document.open(role, in: parent ?? document.root)
        element.language = language
        try flow.add(
            PageFlow.Block(content: .paragraph(paragraph, links: []), element: element, onDraw: onDraw)
        )
    }

    // MARK: Contents

    private var rows: [Row] {
        book.years.flatMap { year -> [Row] in
            let months = book.months[year.months].map { month in
                Row(
                    text: style.strings.months[month.month - 1],
                    destination: Self.name(month),
                    isYear: false
                )
            }
            let text = BookStrings.fill(style.strings.year, ["year": String(year.year)])
            return [Row(text: text, destination: Self.name(year), isYear: true)] + months
        }
    }

    private var rowLeading: Double { style.paper.leading }

    /// Rows by page; a year is not parted from its first month.
    private func contentsPages() -> [[Row]] {
        let perPage = max(style.paper.lines - 4, 4)
        var pages: [[Row]] = []
        var page: [Row] = []
        var used = 0
        for (index, row) in rows.enumerated() {
            let height = row.isYear ? 2 : 1
            let needed = row.isYear && index + 1 < rows.count ? height + 1 : height
            if used + needed > perPage {
                pages.append(page)
                (page, used) = ([], 0)
            }
            page.append(row)
            used += height
        }
        if !page.isEmpty { pages.append(page) }
        return pages
    }

    /// Keeps pages for the contents, whose page numbers are known only at the end.
    func reserveContents() -> (element: StructureElement, pages: [Int], first: Int) {
        let element = document.open(.contents, in: document.root)
        let count = contentsPages().count
        let pages = document.reservePages(count)
        let first = flow.pageNumber + 1
        flow.skipPages(count)
        return (element, pages, first)
    }

    /// Draws the contents on the pages kept for them.
    ///
    /// - Parameters:
    ///   - reserved: What ``reserveContents()`` gave.
    ///   - pageNumbers: By name of destination.
    /// - Throws: `TypesettingError`.
    func contents(
        _ reserved: (element: StructureElement, pages: [Int], first: Int),
        _ pageNumbers: [String: Int]
    ) throws {
        try flow.redrawing(from: reserved.first) {
            for (index, rows) in contentsPages().enumerated() {
                try flow.startPage(reserved: reserved.pages[index])
                if index == 0 { try contentsHeading(in: reserved.element) }
                for row in rows { try write(row, pageNumbers[row.destination] ?? 0, in: reserved.element) }
            }
        }
        try document.close(reserved.element)
    }

    private func contentsHeading(in element: StructureElement) throws {
        let number = style.numbers.entryTitle
        let (lineStyle, _) = style.line(number, style.strings.contents)
        let run = TextRun(style.strings.contents, style: .bold)
        let paragraph = document.typesetter.set([run], lineStyle, measure: flow.measure)
        let caption = document.open(.caption, in: element)
        try flow.add(
            PageFlow.Block(content: .paragraph(paragraph, links: []), below: rowLeading, element: caption)
        )
    }

    private func write(_ row: Row, _ pageNumber: Int, in contents: StructureElement) throws {
        let link = TextLink(.destination(row.destination), description: "\(row.text), \(pageNumber)")
        let lineStyle = ParagraphStyle(
            size: style.paper.bodySize,
            leading: rowLeading,
            alignment: .start,
            language: style.language,
            isHyphenated: false
        )
        var right = lineStyle
        right.alignment = .end
        right.isRightToLeft = false
        let font: FontStyle = row.isYear ? .bold : .regular
        let indent = row.isYear ? 0 : style.numbers.text.indent
        let measure = min(flow.measure, 220)
        let item = document.open(.contentsItem, in: contents)
        let name = document.open(.reference, in: item)
        let number = document.open(.reference, in: item)
        let cells = [
            FlowCell(
                paragraph: document.typesetter.set(
                    [TextRun(row.text, style: font, link: 0)],
                    lineStyle,
                    measure: measure - indent - 40
                ),
                links: [link],
                x: indent,
                element: name
            ),
            FlowCell(
                paragraph: document.typesetter.set(
                    [TextRun(String(pageNumber), style: font, link: 0)],
                    right,
                    measure: 40
                ),
                links: [link],
                x: measure - 40,
                element: number
            ),
        ]
        try flow.add(
            PageFlow.Block(
                content: .cells(cells, height: rowLeading),
                above: row.isYear ? rowLeading : 0,
                element: item
            )
        )
    }

    static func name(_ year: Book.Year) -> String { "y-\(year.year)" }
    static func name(_ month: Book.Month) -> String { "m-" + month.name }

    // MARK: Openers

    /// A right-hand page with the year in large figures.
    func openYear(_ year: Book.Year, in section: StructureElement, _ note: @escaping (String) -> Void) throws
    {
        let text = BookStrings.fill(style.strings.year, ["year": String(year.year)])
        let count = book.months[year.months].reduce(0) { $0 + $1.lines.count }
        let document = document
        let onDraw: (PDFPage, Double) -> Void = { page, top in
            document.addDestination(Self.name(year), page: page, top: top)
            document.addOutline(level: 0, title: text, page: page, top: top)
            note(Self.name(year))
        }
        if style.isPlain {
            try heading(text, size: 20, role: .heading1, in: section, onDraw)
            return
        }
        try flow.startPage(onRight: true, showsHead: false)
        flow.space(flow.textHeight * 0.25)
        try centered(
            text,
            style.numbers.yearOpener,
            .regular,
            gray: style.numbers.yearOpener.gray,
            role: .heading1,
            in: section,
            onDraw: onDraw
        )
        flow.space(style.paper.leading)
        try centered(
            style.strings.entryCount(count),
            style.numbers.entryMeta,
            .italic,
            gray: 0.3,
            in: section
        )
        flow.space(style.paper.leading * 2)
        try centered(
            book.months[year.months].map { style.strings.months[$0.month - 1] }.joined(separator: " · "),
            style.numbers.contents,
            .regular,
            gray: 0.35,
            in: section
        )
        try flow.endPage()
    }

    /// The month's name, and its calendar with the written days in bold.
    func openMonth(_ month: Book.Month, in section: StructureElement, _ note: @escaping (String) -> Void)
        throws
    {
        let text = style.strings.month(month.month, of: month.year)
        let document = document
        let flow = flow
        let onDraw: (PDFPage, Double) -> Void = { page, top in
            document.addDestination(Self.name(month), page: page, top: top)
            document.addOutline(level: 1, title: text, page: page, top: top)
            note(Self.name(month))
        }
        if style.isPlain {
            try heading(text, size: 14, role: .heading2, in: section, onDraw)
            return
        }
        try flow.startPage(showsHead: true)
        flow.space(style.paper.leading * 3)
        try centered(
            text,
            style.numbers.monthOpener,
            .regular,
            gray: style.numbers.monthOpener.gray,
            role: .heading2,
            in: section,
            onDraw: onDraw
        )
        flow.space(style.paper.leading)
        try MonthCalendar(context, month).write(in: section)
        context.isBelowOpener = true
        flow.space(style.paper.leading * 3)
    }

    private func heading(
        _ text: String,
        size: Double,
        role: StructureElement.Role,
        in section: StructureElement,
        _ onDraw: @escaping (PDFPage, Double) -> Void
    ) throws {
        let lineStyle = ParagraphStyle(
            size: size,
            leading: style.paper.leading * 2,
            alignment: .start,
            language: style.language,
            isHyphenated: false
        )
        let paragraph = document.typesetter.set(
            [TextRun(text, style: .bold)],
            lineStyle,
            measure: flow.measure
        )
        let element = document.open(role, in: section)
        try flow.add(
            PageFlow.Block(
                content: .paragraph(paragraph, links: []),
                above: style.paper.leading,
                element: element,
                keepsWithNext: true,
                onDraw: onDraw
            )
        )
    }

    // MARK: Colophon

    func colophon() throws {
        try flow.startPage(showsHead: false)
        if !style.isPlain { flow.space(flow.textHeight * 0.55) }
        let section = document.open(.section, in: document.root)
        for line in book.colophon(style.strings) {
            try centered(line, style.numbers.entryMeta, .regular, gray: 0.3, in: section)
        }
        try flow.endPage()
        try document.close(section)
    }
}
