import Glibc
import JournalKit
import JournalModel

/// `journal export`: takes entries out, as a book or as data.
struct ExportCommand: SelectsEntries, JobCommandStep {
    static let name = "export"
    static let summary = "Write entries to a book or to a file of data."
    static let operands = "PATH | -"
    static let operandValues: [OperandValues] = [.paths]
    static let options: [Option<Self>] =
        [
            .choice(
                "format",
                "FORMAT",
                of: ExportFormat.self,
                help: "The format; else told from the name of PATH."
            ) {
                $0.format = $1
            },
            .flag("overwrite", help: "Replace PATH if it exists.") { $0.overwrites = true },
            .choice(
                "paper",
                "SIZE",
                of: ExportOptions.Paper.self,
                help: "Paper of a PDF: a5, a4, letter or 6x9."
            ) {
                $0.paper = $1
            },
            .choice(
                "style",
                "STYLE",
                of: ExportOptions.Style.self,
                help: "Look of a PDF: classic, or plain for text alone."
            ) {
                $0.style = $1
            },
            .value(
                "template",
                "NAME|PATH",
                values: .path,
                help: "Templates to use instead of those that ship."
            ) {
                (command, text) throws(UsageError) in command.template = text
            },
            .value("title", "TEXT", help: "Title of the book.") {
                (command, text) throws(UsageError) in command.title = text
            },
            .flag("strip-photo-location", help: "Take the location out of photos, videos and recordings.") {
                $0.stripsPhotoLocation = true
            },
            .flag("no-strip-photo-location", help: "Leave the location in photos, videos and recordings.") {
                $0.stripsPhotoLocation = false
            },
            .choice("redact", "WHAT", of: Redaction.self, help: "Leave something out: places.") {
                $0.redactions.append($1)
            },
            .flag(
                "with-media",
                help: "Carry the attachments beside the data; a folder or zip does so anyway."
            ) {
                $0.carriesMedia = true
            },
        ] + filters
    static let discussion = [
        """
        The format is told from the name: \(endings), .zip, or a folder. With - the data goes to standard \
        output. Entries come oldest first; with --limit they are the newest so many. A folder or a zip carries \
        the attachments; a single file says how many it leaves out.
        """,
        """
        The file is written beside its place and moved there when it is whole. The same journal and options \
        give the same bytes, whatever the clock, the zone and the language of the device. Books leave the \
        location out of photos; data keeps it, unless --strip-photo-location or --redact places is given. A \
        picture whose location cannot be taken out is then left behind and named.
        """,
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal export 2026.epub --from 2026-01-01 --to 2026-12-31", "Makes a book of a year."),
        ("journal export therapy.pdf --from '6 weeks ago' --tag mood", "Makes a PDF of some weeks."),
        ("journal export - --format jsonl --tag work", "Prints one JSON object for each entry."),
    ]

    enum Redaction: String, CaseIterable, Sendable { case places }

    private static var endings: String {
        ExportFormat.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
    }

    var selection = Selection()
    var path: String?
    var format: ExportFormat?
    var overwrites = false
    var paper: ExportOptions.Paper?
    var style: ExportOptions.Style?
    var template: String?
    var title: String?
    /// `nil` for the format's own habit.
    var stripsPhotoLocation: Bool?
    var redactions: [Redaction] = []
    var carriesMedia = false

    mutating func takeOperand(_ operand: String) throws(UsageError) {
        guard path == nil else { throw UsageError("only one PATH can be written at a time") }
        path = operand
    }

    func check() throws(UsageError) {
        guard let path else {
            throw UsageError(
                "'journal export' needs the PATH of the file to write",
                next: "journal export 2026.epub, or - for standard output"
            )
        }
        if path == "-", format == nil {
            throw UsageError(
                "the format of standard output is not known",
                next: "give --format, such as jsonl"
            )
        }
        guard format != nil || ExportFormat(fileName: path) != nil else {
            let known = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError(
                "no format is known by the name of \(path)",
                next: "give --format, one of \(known)"
            )
        }
        if carriesMedia, isSingleFile(path) {
            throw UsageError("a single file carries no attachments", next: "write to a folder or a .zip")
        }
    }

    /// Whether a path means one file that holds only text.
    private func isSingleFile(_ path: String) -> Bool {
        guard path != "-" else { return true }
        let name = path.split(separator: "/").last ?? ""
        let isFolder = path.hasSuffix("/") || !name.dropFirst().contains(".")
        let isBook = [.epub, .pdf].contains(format ?? ExportFormat(fileName: path))
        return !isFolder && !isBook && !name.lowercased().hasSuffix(".zip")
    }

    func validate(_ context: Context) throws(UsageError) { _ = try selection.query(context.settings.dates) }

    func perform(_ context: Context) async throws -> Performance {
        var query = try selection.query(context.settings.dates)
        let path = path ?? "-"
        let output = path == "-" ? nil : absolute(path, in: context.folder)
        let journal = try await context.open()
        if let limit = selection.limit {
            query.ids = try await journal.entries(query, limit: limit).entries.map(\.id)
        }
        if context.settings.globals.isDryRun { return try await rehearse(path, output, query, journal) }
        let job = journal.exportJob(to: output.map(ExportDestination.path) ?? .descriptor(1), options(query))
        let report: ExportReport
        do {
            report = try await context.withProgress("Exporting") { progress in
                try await job.run(progress: progress)
            }
        } catch let error as JournalError where output == nil && Output.readerIsGone() {
            throw error.code == .cancelled ? error : Output.Closed()
        }
        var notes: [String] = []
        if report.leftOutCount > 0 {
            let count = counted(report.leftOutCount, ("attachment is", "attachments are"))
            notes.append("\(count) not in the output: write to a folder or a .zip to have them")
        }
        for broken in report.broken.prefix(20) {
            notes.append("shown as a box: \(broken.id), \(broken.reason)")
        }
        // What went to standard output is the data itself.
        guard output != nil else { return Performance(status: .done, json: .null, lines: [], notes: notes) }
        return Performance(
            status: .done,
            json: ExportLines.json(report, file: path),
            lines: ExportLines.lines(report, file: path),
            notes: notes
        )
    }

    private func options(_ query: EntryQuery) -> ExportOptions {
        var options = ExportOptions()
        options.format = format
        options.query = query
        options.title = title
        options.paper = paper ?? options.paper
        options.style = style ?? options.style
        options.template = template
        options.replacesOutput = overwrites
        options.redactsPlaces = redactions.contains(.places)
        options.keepsLocation = stripsPhotoLocation.map { !$0 }
        return options
    }

    private func rehearse(
        _ path: String,
        _ output: String?,
        _ query: EntryQuery,
        _ journal: Journal
    ) async throws -> Performance {
        if let output, !overwrites, access(output, F_OK) == 0 {
            throw JournalError(.outputExists, "\(path) exists", remedy: "give another name, or --overwrite")
        }
        let count = try await journal.count(query)
        let entries = counted(count, ("entry", "entries"))
        return Performance(
            status: .done,
            json: .object([
                ("schema", .string("journal.export/1")), ("file", .optional(output == nil ? nil : path)),
                ("format", .optional((format ?? ExportFormat(fileName: path))?.rawValue)),
                ("entries", .int(count)),
                ("attachments", .int(0)), ("bytes", .int(0)), ("missingGlyphs", .array([])),
                ("dropped", .int(0)),
                ("broken", .array([])),
            ]),
            lines: [SafeText.line("would write \(path)  \(entries). Nothing written.")]
        )
    }
}
