/// `journal export`: takes entries out, as a book or as data.
struct ExportCommand: SelectsEntries {
    static let name = "export"
    static let summary = "Write entries to a book or to a file of data."
    static let operands = "PATH | -"
    static let takesPaths = true
    static let options: [Option<Self>] =
        [
            .choice("format", "FORMAT", of: Format.self, help: "The format; else told from the name of PATH.") {
                $0.format = $1
            },
            .flag("overwrite", help: "Replace PATH if it exists.") { $0.overwrites = true },
            .choice("paper", "SIZE", of: Paper.self, help: "Paper of a PDF: a5, a4, letter or 6x9.") {
                $0.paper = $1
            },
            .choice("style", "STYLE", of: Style.self, help: "Look of a PDF: classic, or plain for text alone.") {
                $0.style = $1
            },
            .value("template", "NAME|PATH", values: .path, help: "Templates to use instead of those that ship.") {
                (command, text) throws(UsageError) in command.template = text
            },
            .value("title", "TEXT", help: "Title of the book.") {
                (command, text) throws(UsageError) in command.title = text
            },
            .flag("strip-photo-location", help: "Take the location out of photos, videos and recordings.") {
                $0.stripsPhotoLocation = true
            },
            .flag("no-strip-photo-location", help: "Leave the location in the photos of a book.") {
                $0.stripsPhotoLocation = false
            },
            .choice("redact", "WHAT", of: Redaction.self, help: "Leave something out: places.") {
                $0.redactions.append($1)
            },
            .flag("with-media", help: "Carry the attachments beside the data; a folder or zip does so anyway.") {
                $0.carriesMedia = true
            },
        ] + filters
    static let discussion = [
        """
        The format is told from the name: .epub, .pdf, .html, .md, .json, .jsonl, .txt, .csv, .zip, or a \
        folder. With - the data goes to standard output. Entries come oldest first. A folder or a zip carries \
        the attachments; a single file says how many it leaves out.
        """,
        """
        The file is written beside its place and moved there when it is whole. The same journal and options \
        give the same bytes, whatever the clock, the zone and the language of the device. Books leave the \
        location out of photos; data keeps it.
        """,
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal export 2026.epub --from 2026-01-01 --to 2026-12-31", "Makes a book of a year."),
        ("journal export therapy.pdf --from '6 weeks ago' --tag mood", "Makes a PDF of some weeks."),
        ("journal export - --format jsonl --tag work", "Prints one JSON object for each entry."),
    ]

    enum Format: String, CaseIterable, Sendable {
        case epub, pdf, html, md, json, jsonl, txt, csv, dayone, sqlite
    }
    enum Paper: String, CaseIterable, Sendable {
        case a5, a4, letter
        case sixByNine = "6x9"
    }
    enum Style: String, CaseIterable, Sendable { case classic, plain }
    enum Redaction: String, CaseIterable, Sendable { case places }

    var selection = Selection()
    var path: String?
    var format: Format?
    var overwrites = false
    var paper: Paper?
    var style: Style?
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
            throw UsageError("the format of standard output is not known", next: "give --format, such as jsonl")
        }
        if format == nil { _ = try ExportCommand.guess(path) }
    }

    /// The format that a name speaks of.
    static func guess(_ path: String) throws(UsageError) -> Format {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex, !path.hasSuffix("/") else { return .md }
        switch name[name.index(after: dot)...].lowercased() {
        case "epub": return .epub
        case "pdf": return .pdf
        case "html", "htm": return .html
        case "md", "markdown": return .md
        case "json": return .json
        case "jsonl": return .jsonl
        case "txt": return .txt
        case "csv": return .csv
        case "sqlite": return .sqlite
        case "zip": return .json
        case let other:
            throw UsageError(
                "no format is known by the name .\(other)",
                next: "give --format, one of \(Format.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
    }
}
