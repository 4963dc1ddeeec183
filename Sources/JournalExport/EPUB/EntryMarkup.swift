import FileFormats
import JournalModel

/// Writes the body of one entry as XHTML.
///
/// Built from the event stream alone: the only elements and attributes that can appear are those
/// named here, whatever the text holds. Pictures and recordings stand between paragraphs, never
/// within one, because `figure` is not allowed there.
struct EntryMarkup {
    private enum Leaf {
        case none
        /// A paragraph of which nothing is written yet.
        case pending
        case paragraph
        case heading
        /// A list item or table cell that holds text without a paragraph.
        case container
    }

    private let context: EPUBContext
    private let figures: FigureMarkup
    private let attachments: [AttachmentID: Attachment]
    private var leaf = Leaf.none
    /// What the text of the current paragraph shows.
    private var paragraph = ScriptCounts()
    private var spans: [MarkdownSpan] = []
    private var writtenSpans: [String?] = []
    private var needsBreak = false
    private var hasText = false
    private var pendingFigures: [FigureMarkup.Figure] = []
    private var headingLevel = 2
    private var bidi = BidiBalance()
    private var image: (target: String, caption: String)?

    init(_ context: EPUBContext, entry: Entry) {
        self.context = context
        figures = FigureMarkup(context, entry: entry)
        attachments = Dictionary(
            entry.attachments.map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The attachments that a text names.
    static func named(in events: [MarkdownEvent]) -> Set<AttachmentID> {
        var named: Set<AttachmentID> = []
        for case .openSpan(.image(let target, _)) in events {
            if case .attachment(let id) = LinkTarget(target) { named.insert(id) }
        }
        return named
    }

    mutating func write(_ events: [MarkdownEvent], to writer: inout XMLWriter) {
        for (index, event) in events.enumerated() {
            if image != nil {
                inImage(event)
                continue
            }
            switch event {
            case .open(let block): open(block, events[index...], &writer)
            case .close(let block): close(block, &writer)
            case .openSpan(.image(let target, _)): image = (target, "")
            case .openSpan(let span): spans.append(span)
            case .closeSpan: closeSpan(&writer)
            case .text(let text): inline(text, &writer)
            case .lineBreak: if hasText && pendingFigures.isEmpty { needsBreak = true }
            }
        }
        flushFigures(&writer)
    }

    // MARK: Blocks

    private mutating func open(
        _ block: MarkdownBlock,
        _ rest: ArraySlice<MarkdownEvent>,
        _ writer: inout XMLWriter
    ) {
        endLeaf(&writer)
        flushFigures(&writer)
        switch block {
        case .paragraph:
            paragraph = EntryMarkup.counts(rest)
            leaf = .pending
        case .heading(let level):
            headingLevel = min(level + 2, headingLevel + 1, 6)
            begin("h\(headingLevel)", rest, &writer)
            leaf = .heading
        case .quote: begin("blockquote", rest, &writer)
        case .list(let start, _):
            let isTasks: Bool
            if case .open(.item(_?)) = rest.dropFirst().first { isTasks = true } else { isTasks = false }
            begin(start == nil ? "ul" : "ol", rest, &writer)
            if let start, start != 1 { writer.attribute("start", String(start)) }
            if isTasks { writer.attribute("class", "tasks") }
        case .item(let isChecked):
            begin("li", rest, &writer)
            leaf = .container
            if let isChecked {
                writer.element(
                    "span",
                    [
                        "class": "box", "role": "img",
                        "aria-label": isChecked ? context.strings.done : context.strings.notDone,
                    ],
                    text: isChecked ? "☑" : "☐"
                )
                writer.text(" ")
            }
        case .code(let language):
            writer.open("pre")
            writer.attribute("dir", "ltr")
            writer.open("code")
            if let language, language.utf8.allSatisfy({ $0 | 0x20 &- 0x61 < 26 || $0 &- 0x30 < 10 }) {
                writer.attribute("class", "language-" + language)
            }
            leaf = .container
        case .rule: writer.open("hr")
        case .table: begin("table", rest, &writer)
        case .tableHead: writer.open("thead")
        case .tableBody: writer.open("tbody")
        case .tableRow: writer.open("tr")
        case .tableCell(let isHeader, let alignment):
            begin(isHeader ? "th" : "td", rest, &writer)
            if isHeader { writer.attribute("scope", "col") }
            switch alignment {
            case .natural: break
            case .left: writer.attribute("class", "ta-l")
            case .center: writer.attribute("class", "ta-c")
            case .right: writer.attribute("class", "ta-r")
            }
            leaf = .container
        }
    }

    private mutating func close(_ block: MarkdownBlock, _ writer: inout XMLWriter) {
        endLeaf(&writer)
        switch block {
        case .paragraph: flushFigures(&writer)
        case .heading:
            writer.closeFully()
            flushFigures(&writer)
        case .code:
            writer.closeFully()
            writer.closeFully()
        case .rule: writer.close()
        default:
            flushFigures(&writer)
            writer.closeFully()
        }
    }

    private func begin(_ name: String, _ rest: ArraySlice<MarkdownEvent>, _ writer: inout XMLWriter) {
        writer.open(name)
        writer.languageAttributes(context.attributes(EntryMarkup.counts(rest)))
    }

    /// What the text of the block shows that opens the slice.
    private static func counts(_ events: ArraySlice<MarkdownEvent>) -> ScriptCounts {
        var counts = ScriptCounts()
        var depth = 0
        for event in events {
            switch event {
            case .open: depth += 1
            case .close: depth -= 1
            case .text(let text): counts.add(text)
            default: break
            }
            if depth == 0 { break }
        }
        return counts
    }

    // MARK: Text

    private mutating func inline(_ text: String, _ writer: inout XMLWriter) {
        if !pendingFigures.isEmpty {
            if text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
            if case .heading = leaf {} else { flushFigures(&writer) }
        }
        beginInline(&writer)
        bidi.add(text)
        writer.text(text)
        hasText = true
    }

    /// Opens the paragraph and the spans that the next text stands in.
    private mutating func beginInline(_ writer: inout XMLWriter) {
        if case .pending = leaf {
            writer.open("p")
            writer.languageAttributes(context.attributes(paragraph))
            leaf = .paragraph
        }
        if needsBreak {
            writer.element("br")
            needsBreak = false
        }
        while writtenSpans.count < spans.count {
            writtenSpans.append(openSpan(spans[writtenSpans.count], &writer))
        }
    }

    /// - Returns: The element's name, `nil` when the span needs none.
    private func openSpan(_ span: MarkdownSpan, _ writer: inout XMLWriter) -> String? {
        switch span {
        case .emphasis: return opened("em", &writer)
        case .strong: return opened("strong", &writer)
        case .strikethrough: return opened("del", &writer)
        case .mark: return opened("mark", &writer)
        case .code: return opened("code", &writer)
        case .image: return nil
        case .link(let target, let title):
            guard let address = address(of: target) else { return nil }
            writer.open("a")
            writer.attribute("href", address)
            if let title { writer.attribute("title", title) }
            return "a"
        }
    }

    private func opened(_ name: String, _ writer: inout XMLWriter) -> String {
        writer.open(name)
        return name
    }

    private func address(of target: String) -> String? {
        switch LinkTarget(target) {
        // EPUBCheck 5.3 does not know `geo` and warns (HTM-025).
        case .address(let address): address.hasPrefix("geo:") ? nil : address
        case .entry(let id): context.book.position(of: id).map { context.layout.address(ofLine: $0, id) }
        case .attachment, .refused: nil
        }
    }

    /// What stands behind a link that cannot be one, because its entry is not in the book.
    private func outsideDate(_ target: String) -> String? {
        guard case .entry(let id) = LinkTarget(target), context.book.position(of: id) == nil else {
            return nil
        }
        return context.outside.date(of: id)
    }

    private mutating func closeSpan(_ writer: inout XMLWriter) {
        if case .link(let target, _) = spans.last, writtenSpans.count == spans.count,
            let date = outsideDate(target)
        {
            writer.text(" (" + date + ")")
        }
        if writtenSpans.count == spans.count, let name = writtenSpans.popLast(), name != nil {
            writer.closeFully()
        }
        _ = spans.popLast()
    }

    private mutating func closeWrittenSpans(_ writer: inout XMLWriter) {
        while let name = writtenSpans.popLast() {
            if name != nil { writer.closeFully() }
        }
    }

    private mutating func endLeaf(_ writer: inout XMLWriter) {
        closeWrittenSpans(&writer)
        if !bidi.isBalanced { writer.text(bidi.closers()) }
        if case .paragraph = leaf { writer.closeFully() }
        leaf = .none
        needsBreak = false
        hasText = false
    }

    // MARK: Pictures

    private mutating func inImage(_ event: MarkdownEvent) {
        switch event {
        case .text(let text): image?.caption += text
        case .lineBreak: image?.caption += " "
        case .closeSpan(.image):
            guard let image else { return }
            self.image = nil
            pendingFigures.append(figure(image.target, caption: image.caption))
            needsBreak = false
        default: break
        }
    }

    private func figure(_ target: String, caption: String) -> FigureMarkup.Figure {
        switch LinkTarget(target) {
        case .attachment(let id):
            guard let attachment = attachments[id] else { return .gone(id, caption: caption) }
            return .attachment(attachment, caption: caption)
        case .address(let address) where address.hasPrefix("http"):
            return .outside(address: address, caption: caption)
        case .address, .entry, .refused: return .outside(address: nil, caption: caption)
        }
    }

    private mutating func flushFigures(_ writer: inout XMLWriter) {
        guard !pendingFigures.isEmpty else { return }
        let wasParagraph: Bool
        switch leaf {
        case .paragraph, .pending: wasParagraph = true
        case .none, .heading, .container: wasParagraph = false
        }
        closeWrittenSpans(&writer)
        if case .paragraph = leaf {
            if !bidi.isBalanced { writer.text(bidi.closers()) }
            writer.closeFully()
        }
        figures.write(pendingFigures, to: &writer)
        pendingFigures.removeAll()
        needsBreak = false
        hasText = false
        if wasParagraph { leaf = .pending }
    }
}
