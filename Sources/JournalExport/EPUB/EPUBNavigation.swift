import FileFormats

/// The navigation document: contents by year, month and entry, and landmarks (EPUB 3.3, section 7).
enum EPUBNavigation {
    /// Entries beyond which contents stop at the months; each month's page then lists its own.
    static let entryLimit = 3000

    static func document(_ context: EPUBContext) throws -> (bytes: [UInt8], dropped: Int) {
        let strings = context.strings
        return try EPUBPage.document(context, title: strings.contents, styleSheet: "css/book.css") { writer in
            writer.open("body")
            writer.open("nav")
            writer.attribute("epub:type", "toc")
            writer.attribute("role", "doc-toc")
            writer.attribute("id", "toc")
            writer.attribute("aria-labelledby", "contents")
            writer.element("h1", ["id": "contents"], text: strings.contents)
            writer.open("ol")
            link("text/title.xhtml", strings.titlePage, &writer)
            for year in context.book.years { self.year(year, context, &writer) }
            link("text/colophon.xhtml", strings.colophon, &writer)
            writer.close()
            writer.close()
            landmarks(context, &writer)
            writer.close()
        }
    }

    private static func year(_ year: Book.Year, _ context: EPUBContext, _ writer: inout XMLWriter) {
        let book = context.book
        let name = BookStrings.fill(context.strings.year, ["year": String(year.year)])
        writer.open("li")
        writer.element("a", ["href": "text/" + EPUBLayout.yearFile(year.year)], text: name)
        writer.open("ol")
        for month in book.months[year.months] {
            writer.open("li")
            let page = context.layout.pages[context.layout.pageIndex(ofLine: month.lines.lowerBound)]
            writer.element(
                "a",
                ["href": "text/" + page.fileName],
                text: context.strings.month(month.month, of: month.year)
            )
            if book.lines.count <= entryLimit {
                writer.open("ol")
                for index in month.lines {
                    let line = book.lines[index]
                    let address = "text/" + context.layout.address(ofLine: index, line.id)
                    link(address, label(line, context), isTitled: line.isTitled, &writer)
                }
                writer.close()
            }
            writer.close()
        }
        writer.close()
        writer.close()
    }

    /// Day, and title or first words.
    static func label(_ line: Book.Line, _ context: EPUBContext) -> String {
        let strings = context.strings
        let date = strings.date(strings.shortDate, line.day)
        if !line.label.isEmpty {
            return BookStrings.fill(strings.dateAndLabel, ["date": date, "label": line.label])
        }
        guard let time = strings.time(line.millisecondOfDay) else { return date }
        return BookStrings.fill(strings.dateAndTime, ["date": date, "time": time])
    }

    private static func link(
        _ address: String,
        _ text: String,
        isTitled: Bool = true,
        _ writer: inout XMLWriter
    ) {
        writer.open("li")
        writer.open("a")
        writer.attribute("href", address)
        if isTitled { writer.text(text) } else { writer.element("em", text: text) }
        writer.closeFully()
        writer.close()
    }

    private static func landmarks(_ context: EPUBContext, _ writer: inout XMLWriter) {
        let strings = context.strings
        let body = context.book.years.first.map {
            ("bodymatter", "text/" + EPUBLayout.yearFile($0.year), strings.journal)
        }
        let marks =
            [
                ("cover", "text/cover.xhtml", strings.cover),
                ("titlepage", "text/title.xhtml", strings.titlePage),
                ("toc", "nav.xhtml#toc", strings.contents),
            ] + [body].compactMap { $0 } + [("colophon", "text/colophon.xhtml", strings.colophon)]
        writer.open("nav")
        writer.attribute("epub:type", "landmarks")
        writer.attribute("hidden", "hidden")
        writer.attribute("aria-label", strings.contents)
        writer.open("ol")
        for (type, address, text) in marks {
            writer.open("li")
            writer.element("a", ["epub:type": type, "href": address], text: text)
            writer.close()
        }
        writer.close()
        writer.close()
    }
}
