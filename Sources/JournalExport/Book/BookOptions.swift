package import JournalModel

/// How a book is to be made.
package struct BookOptions: Sendable {
    /// Page formats of the PDF.
    package enum Paper: String, CaseIterable, Sendable {
        case a5
        case a4
        case letter
        /// Six by nine inches.
        case sixByNine = "6x9"
    }

    package enum Style: String, CaseIterable, Sendable {
        /// A printed memoir: photos, openers, running heads.
        case classic
        /// One column of text, no photos.
        case plain
    }

    /// Title on cover and title page; `nil` takes the journal's name.
    package var title: String?
    /// Author; `nil` writes none.
    package var author: String?
    /// BCP 47 tag of the book's own words and of text that shows no other language.
    package var language = "en"
    package var paper = Paper.a5
    package var style = Style.classic
    /// Whether media keep the location and other metadata that their bytes carry.
    ///
    /// `nil` is each format's own habit: books take them out, data keep them.
    package var keepsLocation: Bool?
    /// Whether the names of places and the weather are left out of the text, and the location of the media.
    package var redactsPlaces = false
    /// Which entries.
    package var query = EntryQuery()
    /// The moment that stands for "made": milliseconds since 1970-01-01T00:00:00Z.
    ///
    /// `nil` takes the newest change of any entry, so that an unchanged journal gives the same bytes.
    package var sourceDateMilliseconds: Int64?
    /// Program that decodes pictures no reader shows (HEIC, TIFF, WebP); `nil` lists them by name.
    package var decoderPath: String?
    /// Folder that keeps decoded pictures from one export to the next; `nil` keeps none.
    package var cacheFolder: String?
    /// Whether an existing output is replaced.
    package var replacesOutput = false

    package init() {}

    /// Whether media go out byte for byte; a place left out of the words never stays in a photo.
    func keepsMetadata(byDefault habit: Bool) -> Bool { !redactsPlaces && (keepsLocation ?? habit) }
}
