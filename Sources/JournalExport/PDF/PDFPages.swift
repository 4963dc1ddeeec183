import FileFormats
import JournalModel
import Typesetting

/// Writes all pages of a book: front, years, months and entries, colophon.
final class PDFPages {
    private let context: PDFContext
    private let front: FrontPages
    private let facts: EntryFacts
    private var pageNumbers: [String: Int] = [:]
    private var year: (number: Int, section: StructureElement)?
    private var month: (index: Int, section: StructureElement)?

    init(_ context: PDFContext) {
        self.context = context
        front = FrontPages(context)
        facts = EntryFacts(
            strings: context.style.strings,
            journals: context.book.journals,
            redactsPlaces: context.redactsPlaces
        )
    }

    private var document: PDFDocument { context.document }

    func write(_ source: any EntrySource, _ report: inout ExportReport, _ progress: ExportProgress) throws {
        let book = context.book
        try front.titlePage()
        let contents = book.isEmpty ? nil : front.reserveContents()
        if book.isEmpty { try emptyNote() }
        if context.style.isPlain, !book.isEmpty { try context.flow.startPage() }
        var count = 0
        try book.forEachEntry(in: source) { index, entry in
            try enterMonth(book.monthIndex(ofLine: index))
            try write(entry, index)
            count += 1
            try progress(count, book.lines.count)
        }
        report.entries = count
        try context.flow.endPage()
        try leaveYear()
        try front.colophon()
        if let contents { try front.contents(contents, pageNumbers) }
    }

    private func emptyNote() throws {
        try context.flow.startPage(showsHead: false)
        let text = context.style.strings.emptyBook
        let (style, _) = context.style.body(text)
        let paragraph = document.typesetter.set([TextRun(text)], style, measure: context.flow.measure)
        let element = document.open(.paragraph, in: document.root)
        try context.flow.add(PageFlow.Block(content: .paragraph(paragraph, links: []), element: element))
        try context.flow.endPage()
    }

    // MARK: Sections

    private func enterMonth(_ index: Int) throws {
        guard month?.index != index else { return }
        let book = context.book
        let next = book.months[index]
        try leaveMonth()
        if year?.number != next.year, let opened = book.years.first(where: { $0.year == next.year }) {
            try leaveYear()
            let section = document.open(.section, in: document.root)
            year = (next.year, section)
            try front.openYear(opened, in: section, note)
        }
        let section = document.open(.section, in: year?.section ?? document.root)
        month = (index, section)
        try front.openMonth(next, in: section, note)
    }

    private func note(_ name: String) { pageNumbers[name] = context.flow.pageNumber }

    private func leaveMonth() throws {
        guard let open = month else { return }
        try context.flow.drawWaiting()
        try document.close(open.section)
        month = nil
    }

    private func leaveYear() throws {
        try leaveMonth()
        if let open = year { try document.close(open.section) }
        year = nil
    }

    // MARK: Entries

    private func write(_ entry: Entry, _ index: Int) throws {
        let book = context.book
        let line = book.lines[index]
        let monthLines = book.months[book.monthIndex(ofLine: index)].lines
        let startsDay = index == monthLines.lowerBound || book.lines[index - 1].day != line.day
        let section = document.open(.section, in: month?.section ?? document.root)
        context.flow.note(line.day)
        try EntryHeading(context, facts: facts).write(entry, line, startsDay: startsDay, in: section)
        let parsed = MarkdownParser.parse(entry.body).events
        let title = entry.title == nil ? "" : line.label
        let events = title.isEmpty ? parsed : EntryPage.withoutTitle(title, parsed)
        var body = BodyPages(context, entry: entry, section: section)
        try body.write(events)
        let named = EntryMarkup.named(in: events)
        let rest = entry.attachments.filter { !named.contains($0.id) }
        if !rest.isEmpty {
            try FigurePages(context, entry: entry, section: section).write(
                rest.map { .attachment($0, caption: "") }
            )
        }
        for other in entry.conflicts { try conflict(other, entry, section) }
        try context.flow.drawWaiting()
        try document.close(section)
        document.typesetter.trim()
    }

    /// Another version of the text that was written elsewhere at the same time.
    private func conflict(_ text: String, _ entry: Entry, _ section: StructureElement) throws {
        let note = context.style.strings.conflict
        let (style, _) = context.style.line(context.style.numbers.entryMeta, note)
        let paragraph = document.typesetter.set(
            [TextRun(note, style: .italic, color: Color(gray: 0.3))],
            style,
            measure: context.flow.measure
        )
        let element = document.open(.paragraph, in: section)
        var block = PageFlow.Block(content: .paragraph(paragraph, links: []), element: element)
        block.above = context.style.paper.leading
        block.keepsWithNext = true
        try context.flow.add(block)
        let quote = document.open(.quote, in: section)
        var body = BodyPages(context, entry: entry, section: quote)
        try body.write(MarkdownParser.parse(text).events)
        try context.flow.drawWaiting()
        try document.close(quote)
    }
}
