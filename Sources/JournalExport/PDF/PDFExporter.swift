import FileFormats
package import JournalModel
import Typesetting

/// Writes a journal as a tagged PDF book.
///
/// Same source and options give the same bytes. The book appears at its path whole or not at all.
package struct PDFExporter {
    private let options: BookOptions
    private let template: Template

    package init(options: BookOptions, template: Template) {
        (self.options, self.template) = (options, template)
    }

    /// Writes the book.
    ///
    /// - Parameters:
    ///   - source: Read twice; must not change.
    ///   - path: Where the book will be.
    ///   - progress: Called after each entry.
    /// - Returns: What is in the book and what is not.
    /// - Throws: ``ExportError``, what the source throws, what `progress` throws.
    package func write(
        _ source: any EntrySource,
        to path: String,
        progress: ExportProgress = { _, _ in }
    ) throws -> ExportReport {
        let output = try OutputFile(path, replacing: options.replacesOutput)
        var report: ExportReport
        do {
            report = try write(source, to: output.descriptor, path, progress)
        } catch let error as TypesettingError {
            throw Self.error(error, path)
        }
        report.bytes = try output.commit()
        return report
    }

    private static func error(_ error: TypesettingError, _ path: String) -> ExportError {
        if case .system(_, _, let code) = error { return .cannotWrite(path: path, code: code) }
        return .typesetting(error)
    }

    private func write(
        _ source: any EntrySource,
        to descriptor: Int32,
        _ path: String,
        _ progress: ExportProgress
    ) throws -> ExportReport {
        let book = try Book(source, options: options)
        let text = template.print.text
        let scales = FontScales(
            byScript: ["Arab": text.arabicScale, "Deva": text.devanagariScale],
            han: text.japaneseScale
        )
        let typesetter = Typesetter(library: try FontLibrary(scales: scales))
        let day = book.sourceDateMilliseconds / 1000 * 1000
        let document = PDFDocument(
            descriptor: descriptor,
            path: path,
            info: DocumentInfo(
                title: book.title,
                author: book.author,
                language: book.language,
                date: String(Timestamp.utc(day).prefix(19)) + "Z",
                isRightToLeft: isRightToLeft(language: book.language)
            ),
            typesetter: typesetter
        )
        let context = try context(book, document, source)
        var report = ExportReport()
        try PDFPages(context).write(source, &report, progress)
        _ = try document.finish()
        report.attachments = context.media.shownCount
        report.attachmentsLeftOut = context.media.listedCount
        report.broken = context.media.broken
        report.missingGlyphs = typesetter.missingCharacters
        report.dropped = typesetter.droppedCount
        return report
    }

    private func context(
        _ book: Book,
        _ document: PDFDocument,
        _ source: any EntrySource
    ) throws(ExportError) -> PDFContext {
        let numbers = template.print
        guard let paper = numbers.papers[options.paper.rawValue] else {
            throw .template(file: "print.json", line: 0, message: "no paper '\(options.paper.rawValue)'")
        }
        let style = PrintStyle(
            numbers: numbers,
            paper: paper,
            strings: template.strings,
            language: book.language,
            ideographic: book.ideographic,
            isPlain: options.style == .plain
        )
        let furniture = PageFurniture(
            typesetter: document.typesetter,
            strings: template.strings,
            head: numbers.runningHead,
            folio: numbers.folio,
            language: template.language
        )
        // A page holds about 55 bytes a line; a thick book opens less far.
        let weight = book.lines.reduce(0) { $0 + $1.weight }
        let pageCount = weight / (55 * paper.lines)
        let flow = PageFlow(
            document,
            paper: paper,
            numbers: numbers,
            furniture: furniture,
            gutter: pageCount > numbers.gutter.abovePages ? numbers.gutter.extra : 0
        )
        let shelf = MediaShelf(source, options: options, uprightsPictures: false)
        return PDFContext(
            book: book,
            document: document,
            flow: flow,
            style: style,
            media: PDFMedia(shelf, document: document, showsPictures: options.style != .plain),
            outside: OutsideEntries(source, strings: template.strings),
            redactsPlaces: options.redactsPlaces
        )
    }
}
