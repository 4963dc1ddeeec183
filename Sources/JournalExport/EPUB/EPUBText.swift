import Bytes
import FileFormats
import JournalModel

/// Writes all text documents of an EPUB and the list of its files.
final class EPUBText {
    private let context: EPUBContext
    private let zip: ZipWriter
    private let options: BookOptions
    private var texts: [EPUBPackage.Item] = []
    private var dropped = 0

    init(_ context: EPUBContext, zip: ZipWriter, options: BookOptions) {
        (self.context, self.zip, self.options) = (context, zip, options)
    }

    func write(_ source: any EntrySource, _ report: inout ExportReport, _ progress: ExportProgress) throws {
        try cover()
        try titlePage()
        let navigation = try EPUBNavigation.document(context)
        dropped += navigation.dropped
        try zip.add("EPUB/nav.xhtml", deflating: navigation.bytes)
        texts.append(
            EPUBPackage.Item(
                path: "nav.xhtml",
                mediaType: "application/xhtml+xml",
                properties: "nav",
                isInSpine: true
            )
        )
        try pages(source, &report, progress)
        try colophon()
        try package()
        report.dropped = dropped
    }

    // MARK: Months

    /// Writes year and month pages; the entries of one page are in memory at a time.
    private func pages(
        _ source: any EntrySource,
        _ report: inout ExportReport,
        _ progress: ExportProgress
    ) throws {
        var pageIndex = 0
        var held: [HeldEntry] = []
        try context.book.forEachEntry(in: source) { index, entry in
            if context.layout.pages[pageIndex].lines.upperBound <= index {
                try page(pageIndex, held)
                held.removeAll(keepingCapacity: true)
                pageIndex = context.layout.pageIndex(ofLine: index)
            }
            held.append(HeldEntry(index, entry))
            report.entries += 1
            try progress(report.entries, context.book.lines.count)
        }
        if !held.isEmpty { try page(pageIndex, held) }
    }

    private func page(_ pageIndex: Int, _ entries: [HeldEntry]) throws {
        let book = context.book
        let strings = context.strings
        let page = context.layout.pages[pageIndex]
        let month = book.months[page.month]
        let isFirstOfMonth = page.lines.lowerBound == month.lines.lowerBound
        if isFirstOfMonth, book.years.contains(where: { $0.months.lowerBound == page.month }) {
            try yearPage(month.year)
        }
        let listsEntries = isFirstOfMonth && book.lines.count > EPUBNavigation.entryLimit
        let values: TemplateValues = [
            "year": .text(BookStrings.fill(strings.year, ["year": String(month.year)])),
            "month": .text(strings.months[month.month - 1]),
            "hasContents": .flag(listsEntries),
            "contents": .section(
                listsEntries
                    ? month.lines.map { index in
                        let line = book.lines[index]
                        let label =
                            line.label.isEmpty ? strings.time(line.millisecondOfDay) ?? "–" : line.label
                        return [
                            "href": .text(context.layout.address(ofLine: index, line.id)),
                            "day": .text(String(line.day.day)), "label": .text(label),
                        ]
                    } : []
            ),
        ]
        let entryPage = EntryPage(context)
        try add(page.fileName, title: strings.month(month.month, of: month.year)) { writer in
            context.template.month.write(to: &writer, values) { _, writer in
                for held in entries {
                    let index = held.index
                    let startsDay =
                        index == page.lines.lowerBound || book.lines[index - 1].day != book.lines[index].day
                    entryPage.write(held, startsDay: startsDay, to: &writer)
                }
            }
        }
    }

    private func yearPage(_ year: Int) throws {
        let book = context.book
        let strings = context.strings
        let months = book.years.first { $0.year == year }?.months ?? 0..<0
        let name = BookStrings.fill(strings.year, ["year": String(year)])
        let values: TemplateValues = [
            "year": .text(name),
            "count": .text(strings.entryCount(book.months[months].reduce(0) { $0 + $1.lines.count })),
            "months": .section(
                book.months[months].map { month in
                    let page = context.layout.pages[context.layout.pageIndex(ofLine: month.lines.lowerBound)]
                    return [
                        "href": .text(page.fileName), "name": .text(strings.months[month.month - 1]),
                        "count": .text(String(month.lines.count)),
                    ]
                }
            ),
        ]
        try add(EPUBLayout.yearFile(year), title: name) { writer in
            context.template.year.write(to: &writer, values) { _, _ in }
        }
    }

    // MARK: Other pages

    private func cover() throws {
        let title = context.book.title
        let picture = CoverPicture(context.book).png()
        try zip.add("EPUB/img/cover.png", storing: ByteRecipe([.bytes(picture)]))
        texts.append(
            EPUBPackage.Item(path: "img/cover.png", mediaType: "image/png", properties: "cover-image")
        )
        try add("cover.xhtml", title: context.strings.cover) { writer in
            writer.open("body")
            writer.attribute("class", "cover-page")
            writer.attribute("epub:type", "cover")
            writer.element("img", ["src": "../img/cover.png", "alt": context.strings.cover + ": " + title])
            writer.close()
        }
    }

    private func titlePage() throws {
        let book = context.book
        let attributes = context.attributes(ScriptCounts(book.title))
        let first = book.years.first.map { String($0.year) } ?? ""
        let last = book.years.last.map { String($0.year) } ?? ""
        let values: TemplateValues = [
            "title": .text(book.title),
            "titleLang": .text(attributes.language ?? ""),
            "titleDir": .text(attributes.direction ?? ""),
            "hasYears": .flag(!first.isEmpty),
            "years": .text(first == last ? first : first + " – " + last),
            "hasAuthor": .flag(book.author?.isEmpty == false),
            "author": .text(book.author ?? ""),
        ]
        try add("title.xhtml", title: book.title) { writer in
            context.template.title.write(to: &writer, values) { _, _ in }
        }
    }

    private func colophon() throws {
        let values: TemplateValues = [
            "heading": .text(context.strings.colophon),
            "lines": .section(context.book.colophon(context.strings).map { ["line": .text($0)] }),
        ]
        try add("colophon.xhtml", title: context.strings.colophon) { writer in
            context.template.colophon.write(to: &writer, values) { _, _ in }
        }
    }

    private func package() throws {
        let media = context.media.items.sorted { $0.path < $1.path }.map {
            EPUBPackage.Item(path: $0.path, mediaType: $0.mediaType)
        }
        let style = EPUBPackage.Item(path: "css/book.css", mediaType: "text/css")
        let package = EPUBPackage(
            context: context,
            identifier: EPUBPackage.identifier(context.book, options),
            items: texts + [style] + media
        )
        try zip.add("EPUB/package.opf", deflating: try package.document())
    }

    private func add(_ fileName: String, title: String, _ body: (inout XMLWriter) throws -> Void) throws {
        let page = try EPUBPage.document(context, title: title, body: body)
        dropped += page.dropped
        try zip.add("EPUB/text/" + fileName, deflating: page.bytes)
        texts.append(
            EPUBPackage.Item(path: "text/" + fileName, mediaType: "application/xhtml+xml", isInSpine: true)
        )
    }
}
