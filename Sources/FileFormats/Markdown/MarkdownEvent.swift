/// A step through a parsed Markdown text in the journal's dialect (`docs/journal-format.md`).
///
/// Blocks and spans open and close in pairs, properly nested. All renderers (XHTML, PDF, plain text)
/// read the same events.
package enum MarkdownEvent: Equatable, Sendable {
    case open(MarkdownBlock)
    case close(MarkdownBlock)
    case openSpan(MarkdownSpan)
    case closeSpan(MarkdownSpan)
    /// Characters, entities already resolved; never contains a newline outside code blocks.
    case text(String)
    /// A line break inside a block: every single newline of the source is one.
    case lineBreak
}

package enum MarkdownBlock: Equatable, Sendable {
    case paragraph
    /// 1...6.
    case heading(level: Int)
    case quote
    /// `start` is the first number of an ordered list; `nil` for a bulleted one.
    case list(start: Int?, isTight: Bool)
    /// `isChecked` is `nil` for an item that is no task.
    case item(isChecked: Bool?)
    /// The first word after the fence, if any.
    case code(language: String?)
    case rule
    case table(columnCount: Int)
    case tableHead
    case tableBody
    case tableRow
    case tableCell(isHeader: Bool, alignment: MarkdownAlignment)
}

package enum MarkdownAlignment: Equatable, Sendable { case natural, left, center, right }

package enum MarkdownSpan: Equatable, Sendable {
    case emphasis
    case strong
    case strikethrough
    /// `==text==`.
    case mark
    case code
    /// Target as written: `entry:ID`, `https:...`, ... Not yet checked against the allow-list.
    case link(target: String, title: String?)
    /// Target as written: `attachment:ID` for the journal's own; the text inside is the caption.
    case image(target: String, title: String?)
}
