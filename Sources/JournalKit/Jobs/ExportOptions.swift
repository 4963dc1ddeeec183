public import JournalModel

/// What an export writes.
public enum ExportFormat: String, Sendable, CaseIterable {
    /// EPUB 3.3.
    case epub
    /// PDF 1.7.
    case pdf
    /// Markdown.
    case md
    /// One JSON document.
    case json
    /// One JSON object a line.
    case jsonl
    /// Plain words.
    case txt
}

/// Where an export goes.
public enum ExportDestination: Sendable, Hashable {
    /// A file, a folder (no extension, or a final `/`), or a zip.
    case path(String)
    /// An open descriptor, such as 1 for standard output.
    case descriptor(Int32)
}

/// How an export is made.
public struct ExportOptions: Sendable, Hashable {
    /// Page formats of the PDF.
    public enum Paper: String, Sendable, CaseIterable {
        /// 148 by 210 mm.
        case a5
        /// 210 by 297 mm.
        case a4
        /// 8.5 by 11 inches.
        case letter
        /// Six by nine inches.
        case sixByNine = "6x9"
    }

    /// Styles of the PDF.
    public enum Style: String, Sendable, CaseIterable {
        /// A printed memoir.
        case classic
        /// One column of text, no photos.
        case plain
    }

    /// The format; `nil` is guessed from the destination's name.
    public var format: ExportFormat?
    /// Which entries.
    public var query = EntryQuery()
    /// Title of a book; `nil` takes the journal's name.
    public var title: String?
    /// Author of a book.
    public var author: String?
    /// BCP 47 tag of a book's own words; `nil` takes the configuration's.
    public var language: String?
    /// Page format of a PDF.
    public var paper = Paper.a5
    /// Style of a PDF.
    public var style = Style.classic
    /// Name or folder of a template; `nil` takes the one that ships.
    public var template: String?
    /// Whether an existing output is replaced.
    public var replacesOutput = false
    /// Whether places are left out: their names, their coordinates, and the location in media.
    public var redactsPlaces = false
    /// Whether media keep the location in their bytes; `nil` takes it out of books and keeps it in data.
    public var keepsLocation: Bool?

    /// The whole journal, oldest first.
    public init() {}
}

/// What an export wrote.
public struct ExportReport: Sendable, Hashable {
    /// An attachment that could not be shown.
    public struct Broken: Sendable, Hashable {
        /// Its id.
        public var id: String
        /// Why, without private words.
        public var reason: String
    }

    /// Where it was written; `nil` for a descriptor.
    public var file: String?
    /// The format.
    public var format: ExportFormat
    /// Entries written.
    public var entryCount: Int
    /// Distinct attachments written.
    public var attachmentCount: Int
    /// Bytes of the output.
    public var byteCount: Int64
    /// Characters that no font has, such as `U+1F9FF NAZAR AMULET`.
    public var missingGlyphs: [String]
    /// Characters left out because the format cannot hold them.
    public var droppedCount: Int
    /// Attachments shown as a labelled box.
    public var broken: [Broken]
    /// Attachments that this kind of output does not carry.
    public var leftOutCount: Int
}
