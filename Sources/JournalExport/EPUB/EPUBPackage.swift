import Bytes
import FileFormats
import Foundation
import JournalModel

/// The package document: what the book is, which files it has, in which order (EPUB 3.3, section 5).
struct EPUBPackage {
    struct Item {
        /// Relative to the package document.
        var path: String
        var mediaType: String
        var properties: String?
        var isInSpine = false
    }

    let context: EPUBContext
    let identifier: String
    var items: [Item]

    /// The same journal, selection and options give the same book to a reading program, which then
    /// keeps its place in it.
    static func identifier(_ book: Book, _ options: BookOptions) -> String {
        let query = options.query
        let parts =
            book.journals.keys.sorted().map(\.description) + [
                query.from?.description ?? "", query.to?.description ?? "", query.journal ?? "",
                query.tags.joined(separator: ","), query.excludedTags.joined(separator: ","),
                query.people.joined(separator: ","), String(query.isStarred),
                query.mood.map { String($0) } ?? "", query.place ?? "",
                query.has.map(\.rawValue).joined(separator: ","), query.text ?? "",
                String(query.includesTrashed), String(query.onlyTrashed),
                query.ids.map(\.description).joined(separator: ","), book.language, book.title,
            ]
        return "urn:uuid:" + FixedIdentity.derived("epub", parts).lowerCased
    }

    static func container() throws -> [UInt8] {
        var writer = try XMLWriter()
        writer.open("container")
        writer.attribute("version", "1.0")
        writer.attribute("xmlns", "urn:oasis:names:tc:opendocument:xmlns:container")
        writer.open("rootfiles")
        writer.element(
            "rootfile",
            ["full-path": "EPUB/package.opf", "media-type": "application/oebps-package+xml"]
        )
        return try writer.finish()
    }

    func document() throws -> [UInt8] {
        var writer = try XMLWriter()
        writer.open("package")
        writer.attribute("xmlns", "http://www.idpf.org/2007/opf")
        writer.attribute("version", "3.0")
        writer.attribute("unique-identifier", "book-id")
        writer.attribute("xml:lang", context.book.language)
        if context.isRightToLeft { writer.attribute("dir", "rtl") }
        metadata(&writer)
        writer.open("manifest")
        for item in items {
            writer.open("item")
            writer.attribute("id", EPUBPackage.id(item.path))
            writer.attribute("href", item.path)
            writer.attribute("media-type", item.mediaType)
            if let properties = item.properties { writer.attribute("properties", properties) }
            writer.close()
        }
        writer.close()
        writer.open("spine")
        if context.isRightToLeft { writer.attribute("page-progression-direction", "rtl") }
        for item in items where item.isInSpine {
            writer.element("itemref", ["idref": EPUBPackage.id(item.path)])
        }
        return try writer.finish()
    }

    /// Unique because paths are, and never beginning with a digit.
    private static func id(_ path: String) -> String { "i-" + path.replacing("/", with: "-") }

    private func metadata(_ writer: inout XMLWriter) {
        let book = context.book
        writer.open("metadata")
        writer.attribute("xmlns:dc", "http://purl.org/dc/elements/1.1/")
        writer.element("dc:identifier", ["id": "book-id"], text: identifier)
        writer.open("dc:title")
        writer.attribute("id", "title")
        if let isRightToLeft = ScriptCounts(book.title).isRightToLeft, isRightToLeft != context.isRightToLeft
        {
            writer.attribute("dir", isRightToLeft ? "rtl" : "ltr")
        }
        writer.text(book.title)
        writer.close()
        if let author = book.author, !author.isEmpty {
            writer.element("dc:creator", ["id": "author"], text: author)
            property("role", "aut", refines: "#author", scheme: "marc:relators", &writer)
        }
        for language in book.languages { writer.element("dc:language", text: language) }
        let modified = String(Timestamp.utc(book.sourceDateMilliseconds).prefix(19)) + "Z"
        writer.element("dc:date", text: String(modified.prefix(10)))
        property("dcterms:modified", modified, &writer)
        accessibility(&writer)
        writer.element("meta", ["name": "cover", "content": EPUBPackage.id("img/cover.png")])
        writer.close()
    }

    /// Says only what holds for this very book (Schema.org accessibility vocabulary).
    private func accessibility(_ writer: inout XMLWriter) {
        let media = context.media
        property("schema:accessMode", "textual", &writer)
        // The cover is a picture too, but says nothing that the title page does not.
        if media.hasPictures || media.hasVideo { property("schema:accessMode", "visual", &writer) }
        if media.hasAudio || media.hasVideo { property("schema:accessMode", "auditory", &writer) }
        if !media.hasAudio && !media.hasVideo { property("schema:accessModeSufficient", "textual", &writer) }
        for feature in ["tableOfContents", "readingOrder", "structuralNavigation", "displayTransformability"]
        {
            property("schema:accessibilityFeature", feature, &writer)
        }
        if media.hasPictures { property("schema:accessibilityFeature", "alternativeText", &writer) }
        property("schema:accessibilityHazard", media.hasVideo ? "unknown" : "none", &writer)
        property("schema:accessibilitySummary", context.strings.accessibility, &writer)
    }

    private func property(
        _ name: String,
        _ value: String,
        refines: String? = nil,
        scheme: String? = nil,
        _ writer: inout XMLWriter
    ) {
        writer.open("meta")
        if let refines { writer.attribute("refines", refines) }
        writer.attribute("property", name)
        if let scheme { writer.attribute("scheme", scheme) }
        writer.text(value)
        writer.close()
    }
}
