import Bytes
import FileFormats
package import JournalModel

/// Writes entries as data: JSON, JSON lines, Markdown or plain text, with the media.
///
/// Media go along byte for byte, unless the options take the location out of them.
package struct DataExporter {
    package enum Format: String, Sendable, CaseIterable {
        case json
        case jsonl
        case markdown = "md"
        case text = "txt"
    }

    private let format: Format
    private let options: BookOptions

    /// - Parameters:
    ///   - format: What to write.
    ///   - options: Selection, and whether places and the location of media are left out; looks do not
    ///     matter here.
    package init(_ format: Format, options: BookOptions) { (self.format, self.options) = (format, options) }

    /// Writes the selection, oldest first.
    ///
    /// - Parameters:
    ///   - source: Read once or twice; must not change.
    ///   - destination: Where to; media go along into a folder or an archive.
    ///   - progress: Called after each entry.
    /// - Returns: What was written and what was left out.
    /// - Throws: ``ExportError``, what the source throws, what `progress` throws.
    package func write(
        _ source: any EntrySource,
        to destination: DataDestination,
        progress: ExportProgress = { _, _ in }
    ) throws -> ExportReport {
        do {
            switch destination {
            case .descriptor(let descriptor):
                let stream = TextStream(descriptor, path: "standard output")
                return try single(source, stream, progress)
            case .file(let path):
                let output = try OutputFile(path, replacing: options.replacesOutput)
                var report = try single(source, TextStream(output.descriptor, path: path), progress)
                report.bytes = try output.commit()
                return report
            case .folder(let path):
                return try members(source, FolderMembers(path, replacing: options.replacesOutput), progress)
            case .zip(let path):
                return try members(source, ZipMembers(path, replacing: options.replacesOutput), progress)
            }
        } catch let error as FormatError {
            throw ExportError.format(error)
        }
    }

    private func single(
        _ source: any EntrySource,
        _ stream: TextStream,
        _ progress: ExportProgress
    ) throws -> ExportReport {
        var report = ExportReport()
        var left: Set<String> = []
        try all(source, stream, &report, progress) { entry in
            for attachment in entry.attachments {
                left.insert(attachment.sha256 ?? attachment.id.description)
            }
        }
        try stream.flush()
        report.attachmentsLeftOut = left.count
        return report
    }

    /// Writes all entries into one stream.
    private func all(
        _ source: any EntrySource,
        _ stream: TextStream,
        _ report: inout ExportReport,
        _ progress: ExportProgress,
        visit: (Entry) throws -> Void
    ) throws {
        let journals = try source.journals()
        var total = 0
        try source.forEachEntry(options.query) { _ in total += 1 }
        var done = 0
        if format == .json { try stream.write(#"{"schema":"journal.entries/1","entries":["#) }
        try source.forEachEntry(options.query) { entry in
            if done > 0 {
                switch format {
                case .json: try stream.write(",\n")
                case .jsonl: break
                case .markdown: try stream.write("\n---\n\n")
                case .text: try stream.write("\n\n")
                }
            }
            let journal = journals[entry.journal]?.name ?? ""
            switch format {
            case .json, .jsonl:
                var writer = JSONWriter(escapesTerminalControls: false)
                EntryJSON.write(
                    entry,
                    journal: journal,
                    raw: try source.rawSource(of: entry.id),
                    redactsPlaces: options.redactsPlaces,
                    to: &writer
                )
                try stream.write(writer.bytes)
                if format == .jsonl { try stream.write("\n") }
            case .markdown:
                try stream.write(
                    MarkdownEntry(entry, journal: journal, redactsPlaces: options.redactsPlaces).inBook()
                )
            case .text: try stream.write(PlainTextEntry.text(entry, redactsPlaces: options.redactsPlaces))
            }
            try visit(entry)
            done += 1
            try progress(done, total)
        }
        if format == .json { try stream.write("],\"next\":null}\n") }
        report.entries = done
    }

    private func members(
        _ source: any EntrySource,
        _ sink: any MemberSink,
        _ progress: ExportProgress
    ) throws -> ExportReport {
        var report = ExportReport()
        let media = DataMedia(source, options: options)
        if format == .markdown {
            try markdownFiles(source, sink, media, &report, progress)
        } else {
            try sink.add("journal." + format.rawValue) { stream in
                try all(source, stream, &report, progress) { entry in
                    for attachment in entry.attachments { _ = media.name(attachment) }
                }
            }
        }
        for item in media.items { try sink.add(item.name, copying: item.recipe) }
        report.attachments = media.items.count
        report.broken = media.broken
        report.bytes = try sink.commit()
        return report
    }

    /// One file for each entry, in a folder for each year; links lead to files.
    private func markdownFiles(
        _ source: any EntrySource,
        _ sink: any MemberSink,
        _ media: DataMedia,
        _ report: inout ExportReport,
        _ progress: ExportProgress
    ) throws {
        let book = try Book(source, options: options)
        var names = FileNames()
        let files = book.lines.map { line in
            let slug = FileNames.slug(line.label)
            let stem = line.day.description + (slug.isEmpty ? "" : "-" + slug)
            return padded(line.day.year, 4) + "/" + names.unique(stem, suffix: ".md")
        }
        var done = 0
        try book.forEachEntry(in: source) { index, entry in
            let journal = book.journals[entry.journal]?.name ?? ""
            let markdown = MarkdownEntry(entry, journal: journal, redactsPlaces: options.redactsPlaces)
            var paths: [AttachmentID: String] = [:]
            for attachment in entry.attachments {
                if let name = media.name(attachment) { paths[attachment.id] = "../" + name }
            }
            let text = markdown.asFile(attachments: paths) { id in
                book.position(of: id).map { "../" + files[$0] }
            }
            try sink.add(files[index], Array(text.utf8))
            done += 1
            try progress(done, book.lines.count)
        }
        report.entries = done
    }
}
