import FileFormats

/// One XHTML document of an EPUB; every page has the same frame around its `body`.
enum EPUBPage {
    /// Writes a page.
    ///
    /// - Parameters:
    ///   - context: Language, direction, words.
    ///   - title: For reading programs that show it; not part of the page.
    ///   - styleSheet: Its address from the page.
    ///   - body: Writes the one `body` element.
    /// - Returns: The document, and how many characters XML could not hold.
    /// - Throws: What `body` throws, or ``FormatError``.
    static func document(
        _ context: EPUBContext,
        title: String,
        styleSheet: String = "../css/book.css",
        body: (inout XMLWriter) throws -> Void
    ) throws -> (bytes: [UInt8], dropped: Int) {
        var writer = try XMLWriter()
        writer.htmlDocumentType()
        writer.open("html")
        writer.attribute("xmlns", "http://www.w3.org/1999/xhtml")
        writer.attribute("xmlns:epub", "http://www.idpf.org/2007/ops")
        writer.attribute("lang", context.book.language)
        writer.attribute("xml:lang", context.book.language)
        if context.isRightToLeft { writer.attribute("dir", "rtl") }
        writer.open("head")
        writer.element("meta", ["charset": "utf-8"])
        writer.element("title", text: title.isEmpty ? context.strings.journal : title)
        writer.element("link", ["rel": "stylesheet", "type": "text/css", "href": styleSheet])
        writer.close()
        try body(&writer)
        let dropped = writer.droppedCount
        return (try writer.finish(), dropped)
    }
}
