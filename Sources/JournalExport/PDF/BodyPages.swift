import FileFormats
import JournalModel
import Typesetting

/// Lays the Markdown events of an entry out as blocks of a page flow.
struct BodyPages {
    /// A list that is open, and where it stands.
    private struct ListLevel {
        var element: StructureElement
        var next: Int?
        var indent: Double
    }

    private let context: PDFContext
    private let section: StructureElement
    private let figures: FigurePages
    private let attachments: [AttachmentID: Attachment]
    private var inline: InlineText
    /// Elements that are open, innermost last.
    private var parents: [StructureElement]
    private var lists: [ListLevel] = []
    private var indent = 0.0
    private var rightIndent = 0.0
    private var label: (text: String, element: StructureElement)?
    private var isFirst = true
    private var isInCode = false
    private var headingLevel = 3
    private var heading: Int?
    private var image: (target: String, caption: String)?
    private var pending: [FigurePages.Figure] = []
    private var table: TablePages?

    init(_ context: PDFContext, entry: Entry, section: StructureElement) {
        self.context = context
        self.section = section
        figures = FigurePages(context, entry: entry, section: section)
        attachments = Dictionary(
            entry.attachments.map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        inline = InlineText(
            destination: context.destination,
            outsideDate: context.outside.date,
            markColor: context.style.markColor
        )
        parents = [section]
    }

    private var flow: PageFlow { context.flow }
    private var document: PDFDocument { context.document }
    private var style: PrintStyle { context.style }
    private var text: PrintNumbers.Text { context.style.numbers.text }
    private var measure: Double { flow.measure - indent - rightIndent }

    mutating func write(_ events: [MarkdownEvent]) throws {
        for event in events {
            if image != nil {
                inImage(event)
                continue
            }
            switch event {
            case .open(let block): try open(block)
            case .close(let block): try close(block)
            case .openSpan(.image(let target, _)): image = (target, "")
            case .openSpan(let span): inline.open(span)
            case .closeSpan: inline.close()
            case .text(let text): try add(text)
            case .lineBreak: if pending.isEmpty { inline.lineBreak() }
            }
        }
        try flushText()
        try flushFigures()
    }

    // MARK: Blocks

    private mutating func open(_ block: MarkdownBlock) throws {
        if table != nil { return openInTable(block) }
        try flushText()
        try flushFigures()
        switch block {
        case .paragraph: break
        case .heading(let level): heading = min(level + 3, headingLevel + 1, 6)
        case .quote:
            parents.append(document.open(.quote, in: parent))
            indent += text.quoteIndent
            rightIndent += text.quoteIndent
            isFirst = true
            gap()
        case .list(let start, _):
            if lists.isEmpty { gap() }
            let element = document.open(.list, in: parent)
            parents.append(element)
            lists.append(ListLevel(element: element, next: start, indent: indent))
            indent += text.listIndent + (start.map { $0 > 9 ? 6 : 0 } ?? 0)
        case .item(let isChecked): openItem(isChecked)
        case .code:
            isInCode = true
            gap()
        case .rule: break
        case .table: table = TablePages(context, parent: parent, indent: indent, measure: measure)
        case .tableHead, .tableBody, .tableRow, .tableCell: break
        }
    }

    private mutating func openItem(_ isChecked: Bool?) {
        let item = document.open(.listItem, in: parent)
        let mark: String
        if let isChecked {
            mark = isChecked ? "☑" : "☐"
        } else if let number = lists.last?.next {
            mark = "\(number)."
            lists[lists.count - 1].next = number &+ 1
        } else {
            mark = lists.count % 2 == 1 ? "•" : "–"
        }
        label = (mark, document.open(.label, in: item))
        parents.append(item)
        parents.append(document.open(.listBody, in: item))
        isFirst = true
    }

    private mutating func close(_ block: MarkdownBlock) throws {
        if table != nil {
            try closeInTable(block)
            return
        }
        try flushText()
        switch block {
        case .paragraph, .heading, .tableHead, .tableBody, .tableRow, .tableCell: try flushFigures()
        case .quote:
            try flushFigures()
            try closeParent()
            indent -= text.quoteIndent
            rightIndent -= text.quoteIndent
            isFirst = true
            gap()
        case .list:
            try flushFigures()
            try closeParent()
            if let level = lists.popLast() { indent = level.indent }
            isFirst = true
            if lists.isEmpty { gap() }
        case .item:
            try flushFigures()
            if let label {
                // An item without text still has its mark.
                self.label = nil
                try addParagraph(
                    [TextRun(label.text)],
                    [],
                    plain: label.text,
                    role: .label,
                    element: label.element
                )
            }
            try closeParent()
            try closeParent()
        case .code:
            isInCode = false
            isFirst = true
            gap()
        case .rule:
            try flow.add(
                PageFlow.Block(
                    content: .rule(width: 24, thickness: style.numbers.rule, gray: 0.4),
                    isOnGrid: true
                )
            )
            isFirst = true
        case .table: break
        }
    }

    private var parent: StructureElement { parents[parents.count - 1] }

    private mutating func closeParent() throws {
        guard parents.count > 1 else { return }
        try document.close(parents.removeLast())
    }

    private func gap() { context.pendingGap = max(context.pendingGap, text.blockSpace) }

    // MARK: Text

    private mutating func add(_ text: String) throws {
        if table != nil {
            table?.add(text)
            return
        }
        if !pending.isEmpty {
            if text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
            if heading == nil { try flushFigures() }
        }
        if isInCode {
            inline.add(text)
            return
        }
        inline.add(text)
    }

    private mutating func flushText() throws {
        defer { inline.clear() }
        guard !inline.isEmpty else { return }
        if let level = heading {
            heading = nil
            try addHeading(level)
        } else if isInCode {
            try addCode()
        } else {
            try addParagraph(inline.runs, inline.links, plain: inline.plain, role: .paragraph, element: nil)
        }
    }

    private mutating func addParagraph(
        _ runs: [TextRun],
        _ links: [TextLink],
        plain: String,
        role: StructureElement.Role,
        element: StructureElement?
    ) throws {
        let isIndented = !isFirst && lists.isEmpty && !style.isPlain
        let (paragraphStyle, language) = style.body(
            plain,
            indent: isIndented ? text.indent : 0,
            alignment: lists.isEmpty ? .justified : .start
        )
        let paragraph = document.typesetter.set(runs, paragraphStyle, measure: measure)
        guard !paragraph.lines.isEmpty else { return }
        let owner = element ?? document.open(role, in: parent)
        owner.language = language
        var block = PageFlow.Block(
            content: .paragraph(paragraph, links: links),
            x: paragraph.isRightToLeft ? rightIndent : indent,
            element: owner
        )
        block.above = context.takeGap() + (style.isPlain && !isFirst ? text.blockSpace : 0)
        block.isOnGrid = paragraphStyle.leading == style.paper.leading && !style.isPlain
        if let label {
            self.label = nil
            block.label = labelBlock(label, paragraph)
        }
        try flow.add(block)
        isFirst = false
    }

    private func labelBlock(_ label: (text: String, element: StructureElement), _ beside: SetParagraph)
        -> (paragraph: SetParagraph, x: Double, element: StructureElement)
    {
        let width = text.listIndent
        var style = beside.style
        style.alignment = label.text.hasSuffix(".") ? .end : .start
        style.firstLineIndent = 0
        style.isRightToLeft = false
        let paragraph = document.typesetter.set(
            [TextRun(label.text, color: Color(gray: 0.25))],
            style,
            measure: width - 3
        )
        // In right-to-left text the mark stands at the right.
        let x = beside.isRightToLeft ? rightIndent + measure + 4 : indent - width
        return (paragraph, x, label.element)
    }

    private mutating func addHeading(_ level: Int) throws {
        headingLevel = level
        let size = level == 4 ? 11.5 : style.paper.bodySize
        let body = style.body(inline.plain, alignment: .start)
        var headingStyle = body.style
        headingStyle.size = size
        headingStyle.isHyphenated = false
        let runs = inline.runs.map { run in
            var run = run
            if level <= 5 { run.style.isBold = true } else { run.style.isItalic.toggle() }
            return run
        }
        let paragraph = document.typesetter.set(runs, headingStyle, measure: measure)
        guard !paragraph.lines.isEmpty else { return }
        let element = document.open(.heading(level), in: parent)
        element.language = body.language
        var block = PageFlow.Block(
            content: .paragraph(paragraph, links: inline.links),
            x: indent,
            element: element
        )
        block.above = max(context.takeGap(), style.paper.leading / 2)
        block.keepsWithNext = true
        try flow.add(block)
        isFirst = true
    }

    private mutating func addCode() throws {
        let code = style.numbers.code
        let codeStyle = ParagraphStyle(
            size: code.size / 0.86,
            leading: code.leading,
            alignment: .start,
            language: "en",
            isHyphenated: false,
            preservesSpaces: true,
            isRightToLeft: false
        )
        var content = inline.plain[...]
        while content.last == "\n" { content = content.dropLast() }
        let paragraph = document.typesetter.set(
            [TextRun(String(content), style: .mono)],
            codeStyle,
            measure: measure - 6
        )
        guard !paragraph.lines.isEmpty else { return }
        let element = document.open(.paragraph, in: parent)
        let inner = document.open(.code, in: element)
        try document.close(element)
        var block = PageFlow.Block(content: .paragraph(paragraph, links: []), x: indent + 6, element: inner)
        block.above = context.takeGap()
        try flow.add(block)
    }

    // MARK: Tables

    private mutating func openInTable(_ block: MarkdownBlock) {
        switch block {
        case .tableRow: table?.beginRow()
        case .tableCell(let isHeader, let alignment):
            table?.beginCell(isHeader: isHeader, alignment: alignment, destination: context.destination)
        default: break
        }
    }

    private mutating func closeInTable(_ block: MarkdownBlock) throws {
        switch block {
        case .tableCell: table?.endCell()
        case .table:
            gap()
            try table?.write(above: context.takeGap())
            table = nil
            isFirst = true
            gap()
        default: break
        }
    }

    // MARK: Pictures

    private mutating func inImage(_ event: MarkdownEvent) {
        switch event {
        case .text(let text): image?.caption += text
        case .lineBreak: image?.caption += " "
        case .closeSpan(.image):
            guard let image else { return }
            self.image = nil
            pending.append(figure(image.target, caption: image.caption))
        default: break
        }
    }

    private func figure(_ target: String, caption: String) -> FigurePages.Figure {
        switch LinkTarget(target) {
        case .attachment(let id):
            guard let attachment = attachments[id] else { return .gone(caption: caption) }
            return .attachment(attachment, caption: caption)
        case .address(let address) where !address.lowercased().hasPrefix("mailto:"):
            return .outside(address: address, caption: caption)
        case .address, .entry, .refused: return .outside(address: nil, caption: caption)
        }
    }

    private mutating func flushFigures() throws {
        guard !pending.isEmpty else { return }
        let ready = pending
        pending = []
        if !inline.isEmpty { try flushText() }
        try figures.write(ready)
        isFirst = true
    }
}
