import FileFormats
package import JournalModel

/// Writes a journal as an EPUB 3.3 book.
///
/// Same source and options give the same bytes. The book appears at its path whole or not at all.
package struct EPUBExporter {
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
            report = try write(source, to: output.descriptor, progress)
        } catch let error as FormatError {
            throw ExportError.format(error)
        }
        report.bytes = try output.commit()
        return report
    }

    private func write(
        _ source: any EntrySource,
        to descriptor: Int32,
        _ progress: ExportProgress
    ) throws -> ExportReport {
        let book = try Book(source, options: options)
        let media = EPUBMedia(
            MediaShelf(source, options: options, uprightsPictures: true),
            keepsMetadata: options.keepsMetadata(byDefault: false)
        )
        let context = EPUBContext(
            book,
            template: template,
            media: media,
            outside: OutsideEntries(source, strings: template.strings),
            redactsPlaces: options.redactsPlaces
        )
        let zip = try ZipWriter(descriptor, level: 1)
        try zip.add("mimetype", storing: ByteRecipe([.bytes(Array("application/epub+zip".utf8))]))
        try zip.add("META-INF/container.xml", deflating: try EPUBPackage.container())
        try zip.add("EPUB/css/book.css", deflating: template.styleSheet)
        var report = ExportReport()
        try EPUBText(context, zip: zip, options: options).write(source, &report, progress)
        for item in media.items.sorted(by: { $0.path < $1.path }) {
            try zip.add("EPUB/" + item.path, storing: item.recipe)
        }
        try commit(zip, done: report.entries, progress)
        report.attachments = media.items.count
        report.attachmentsLeftOut = media.listedCount
        report.broken = media.broken
        return report
    }

    /// Copies the media; most of the time of a book with many photos goes here.
    private func commit(_ zip: ZipWriter, done: Int, _ progress: ExportProgress) throws {
        var failure: (any Error)?
        let isWritten = try withoutActuallyEscaping(progress) { progress in
            try zip.commit { _ in
                do { try progress(done, done) } catch { failure = error }
                return failure == nil
            }
        }
        if let failure { throw failure }
        guard isWritten else { throw CancellationError() }
    }
}
