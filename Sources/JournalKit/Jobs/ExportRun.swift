import JournalExport
import JournalModel
import JournalStore

/// One run of an export: options in the words of the exporters, one snapshot, one report.
struct ExportRun {
    let configuration: JournalConfiguration
    let folder: StoreFolder
    let destination: ExportDestination
    let options: ExportOptions

    func run(_ source: Snapshot, progress: (Int, Int) throws -> Void) throws -> ExportReport {
        let format = try self.format()
        let report: JournalExport.ExportReport
        switch format {
        case .epub:
            report = try EPUBExporter(options: try bookOptions(), template: try template())
                .write(source, to: try filePath(format), progress: progress)
        case .pdf:
            report = try PDFExporter(options: try bookOptions(), template: try template())
                .write(source, to: try filePath(format), progress: progress)
        case .md, .json, .jsonl, .txt:
            guard let data = DataExporter.Format(rawValue: format.rawValue) else {
                throw JournalError(.usage, "this format cannot be written")
            }
            report = try DataExporter(data, options: try bookOptions())
                .write(source, to: dataDestination, progress: progress)
        }
        return ExportReport(report, file: path, format: format)
    }

    private var path: String? {
        if case .path(let path) = destination { path } else { nil }
    }

    /// Books are files: a folder or a descriptor cannot hold one.
    private func filePath(_ format: ExportFormat) throws -> String {
        guard let path, !path.hasSuffix("/") else {
            throw JournalError(.usage, "\(format.rawValue) needs the name of a file", remedy: "name one")
        }
        return path
    }

    private var dataDestination: DataDestination {
        switch destination {
        case .descriptor(let descriptor): return .descriptor(descriptor)
        case .path(let path):
            if path.lowercased().hasSuffix(".zip") { return .zip(path: path) }
            let isFolder = path.hasSuffix("/") || FileSystem.status(path)?.isFolder == true
            let isNamedAsFile = options.format != nil || ExportFormat.hasEnding(path)
            return isFolder || !isNamedAsFile ? .folder(path: path) : .file(path: path)
        }
    }

    private func format() throws -> ExportFormat {
        if let format = options.format { return format }
        guard let path else {
            throw JournalError(.usage, "standard output needs a format", remedy: "give --format")
        }
        guard let format = ExportFormat(fileName: path) else {
            throw JournalError(
                .usage,
                "the name of the output does not tell its format",
                remedy: "end it in .epub, .pdf, .md, .json, .jsonl or .txt, or give --format"
            )
        }
        return format
    }

    private func template() throws -> Template {
        try Template(
            options.template ?? "classic",
            folder: configuration.templatesFolder,
            language: options.language ?? configuration.language
        )
    }

    private func bookOptions() throws -> BookOptions {
        var book = BookOptions()
        book.title = options.title
        book.author = options.author
        book.language = options.language ?? configuration.language
        book.paper = BookOptions.Paper(rawValue: options.paper.rawValue) ?? .a5
        book.style = BookOptions.Style(rawValue: options.style.rawValue) ?? .classic
        book.keepsLocation = options.keepsLocation
        book.redactsPlaces = options.redactsPlaces
        book.query = options.query
        book.decoderPath = configuration.decoderPath
        // A full disk or one that may only be read is no reason not to get everything out of it.
        if (try? FileSystem.makePrivateFolder(folder.cache)) != nil { book.cacheFolder = folder.cache }
        book.replacesOutput = options.replacesOutput
        return book
    }
}

extension ExportFormat {
    /// The format that a file name ends in; a folder or zip is Markdown with its media.
    public init?(fileName: String) {
        guard ExportFormat.hasEnding(fileName) else {
            self = .md
            return
        }
        switch fileName.split(separator: ".").last?.lowercased() {
        case "zip", "markdown": self = .md
        case let ending?:
            guard let format = ExportFormat(rawValue: ending) else { return nil }
            self = format
        case nil: return nil
        }
    }

    static func hasEnding(_ path: String) -> Bool {
        guard !path.hasSuffix("/"), let name = path.split(separator: "/").last else { return false }
        return name.dropFirst().contains(".")
    }
}

extension ExportReport {
    init(_ report: JournalExport.ExportReport, file: String?, format: ExportFormat) {
        self.init(
            file: file,
            format: format,
            entryCount: report.entries,
            attachmentCount: report.attachments,
            byteCount: report.bytes,
            missingGlyphs: report.missingGlyphs,
            droppedCount: report.dropped,
            broken: report.broken.map { Broken(id: $0.id, reason: $0.reason) },
            leftOutCount: report.attachmentsLeftOut
        )
    }
}
