import FileFormats
import JournalModel

/// What every page of one EPUB needs to know.
///
/// A class, because it is handed to every entry and has too many parts to copy each time.
final class EPUBContext {
    let book: Book
    let layout: EPUBLayout
    let template: Template
    let media: EPUBMedia
    let outside: OutsideEntries
    let redactsPlaces: Bool
    /// What Chinese characters alone count as.
    let ideographic: String

    let strings: BookStrings
    let isRightToLeft: Bool
    private let primaryLanguage: String

    init(
        _ book: Book,
        template: Template,
        media: EPUBMedia,
        outside: OutsideEntries,
        redactsPlaces: Bool
    ) {
        self.book = book
        self.outside = outside
        layout = EPUBLayout(book)
        self.template = template
        self.media = media
        self.redactsPlaces = redactsPlaces
        ideographic = book.ideographic
        strings = template.strings
        isRightToLeft = JournalExport.isRightToLeft(language: book.language)
        primaryLanguage = book.language.split(separator: "-").first.map { $0.lowercased() } ?? book.language
    }

    /// Language and direction where they differ from the book's own.
    func attributes(_ counts: ScriptCounts) -> (language: String?, direction: String?) {
        let language = counts.language(ideographic: ideographic)
        let isForeign = language.map { $0 != primaryLanguage } ?? false
        let turns = counts.isRightToLeft.map { $0 != isRightToLeft } ?? false
        return (isForeign ? language : nil, turns ? (isRightToLeft ? "ltr" : "rtl") : nil)
    }
}

extension XMLWriter {
    /// Writes `lang`, `xml:lang` and `dir` as far as they are given.
    mutating func languageAttributes(_ attributes: (language: String?, direction: String?)) {
        if let language = attributes.language {
            attribute("lang", language)
            attribute("xml:lang", language)
        }
        if let direction = attributes.direction { attribute("dir", direction) }
    }
}
