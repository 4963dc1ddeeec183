import JournalModel
import Typesetting

/// What all parts of one PDF need.
final class PDFContext {
    let book: Book
    let document: PDFDocument
    let flow: PageFlow
    let style: PrintStyle
    let media: PDFMedia
    let outside: OutsideEntries
    let redactsPlaces: Bool
    /// Space that the next block asks for above it.
    var pendingGap = 0.0
    /// Whether the next entry is the first below a month's opener.
    var isBelowOpener = false

    init(
        book: Book,
        document: PDFDocument,
        flow: PageFlow,
        style: PrintStyle,
        media: PDFMedia,
        outside: OutsideEntries,
        redactsPlaces: Bool
    ) {
        self.book = book
        self.document = document
        self.flow = flow
        self.style = style
        self.media = media
        self.outside = outside
        self.redactsPlaces = redactsPlaces
    }

    func takeGap() -> Double {
        defer { pendingGap = 0 }
        return pendingGap
    }

    /// Name of an entry's place in the document; `nil` when the entry is not in the book.
    func destination(_ id: EntryID) -> String? {
        book.position(of: id) == nil ? nil : Self.name(id)
    }

    static func name(_ id: EntryID) -> String { "e-" + id.description }
}
