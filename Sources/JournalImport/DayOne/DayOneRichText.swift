import Bytes

/// Day One's rich text ("RTJson"): runs of text with attributes, and embedded objects between them.
///
/// A line ends at a line feed inside the text, wherever the runs do. Converted to the journal's body
/// dialect; what that cannot say (colours, underlines) stays in the source object.
struct DayOneRichText {
    struct Marks: OptionSet {
        let rawValue: UInt8
        static let highlight = Marks(rawValue: 1)
        static let strikethrough = Marks(rawValue: 2)
        static let bold = Marks(rawValue: 4)
        static let italic = Marks(rawValue: 8)
    }

    /// Text with the same attributes.
    struct Span {
        var text: [UInt8]
        var marks: Marks = []
        var isCode = false
        var link: String?

        func looksLike(_ other: Span) -> Bool {
            marks == other.marks && isCode == other.isCode && link == other.link
        }
    }

    enum LineKind: Equatable {
        case plain, quote, code
        case header(Int)
        case bullet(level: Int)
        case number(level: Int)
        case check(level: Int, isChecked: Bool)
        /// Markdown that stands by itself.
        case block(String)
    }

    struct Line {
        var kind: LineKind = .plain
        var spans: [Span] = []
    }

    private let contents: [JSONValue]

    /// Reads the value of `richText`; `nil` when it is not what it should be.
    init?(_ text: String) {
        guard let document = try? JSONValue(parsing: text.utf8, mode: .lenient) else { return nil }
        guard case .array(let contents)? = document["contents"] ?? document["nodes"] else { return nil }
        self.contents = contents
    }

    /// The body; empty when there is nothing in it.
    func markdown(_ media: DayOneMedia, _ notes: ImportNotes) -> String {
        var lines: [Line] = []
        var current = Line()
        var isAfterEmbed = false
        func endLine() {
            lines.append(current)
            current = Line()
        }
        for run in contents {
            if case .array(let objects)? = run["embeddedObjects"] {
                if !current.spans.isEmpty { endLine() }
                for block in DayOneEmbeds.blocks(objects, media, notes) {
                    lines.append(Line(kind: .block(block)))
                }
                isAfterEmbed = true
            } else if let text = run["text"]?.string {
                let span = Self.span(run["attributes"], media)
                let kind = Self.kind(run["attributes"]?["line"])
                var pieces = Self.pieces(text)
                // The line that holds an embedded object ends with a line feed of its own.
                if isAfterEmbed, pieces.count > 1, pieces[0].isEmpty { pieces.removeFirst() }
                isAfterEmbed = false
                for (index, piece) in pieces.enumerated() {
                    if index > 0 { endLine() }
                    if let kind, current.spans.isEmpty || current.kind == .plain,
                        !(piece.isEmpty && index > 0 && index == pieces.count - 1)
                    {
                        current.kind = kind
                    }
                    guard !piece.isEmpty else { continue }
                    var next = span
                    next.text = piece
                    Self.append(next, to: &current, media)
                }
            }
        }
        if !current.spans.isEmpty { endLine() }
        var writer = DayOneMarkdownWriter()
        return writer.write(lines)
    }

    private static func append(_ span: Span, to line: inout Line, _ media: DayOneMedia) {
        if span.link == nil, !span.isCode, let links = DayOneLinks.split(span.text) {
            for (text, id) in links {
                var part = span
                part.text = id == nil ? text : Array(DayOneLinks.bareText.utf8)
                part.link = id.map(media.entryLink)
                line.spans.append(part)
            }
        } else if let last = line.spans.last, last.looksLike(span) {
            line.spans[line.spans.count - 1].text += span.text
        } else {
            line.spans.append(span)
        }
    }

    private static func span(_ attributes: JSONValue?, _ media: DayOneMedia) -> Span {
        var span = Span(text: [])
        guard case .object(let members)? = attributes else { return span }
        for member in members {
            switch (member.key, member.value) {
            case ("bold", .bool(true)): span.marks.insert(.bold)
            case ("italic", .bool(true)): span.marks.insert(.italic)
            case ("strikethrough", .bool(true)): span.marks.insert(.strikethrough)
            case ("highlightedColor", .string(let colour)) where !colour.isEmpty:
                span.marks.insert(.highlight)
            case ("inlineCode", .bool(true)): span.isCode = true
            case ("linkURL", .string(let url)) where !url.isEmpty:
                span.link = DayOneMedia.entryID(inLink: url).map(media.entryLink) ?? url
            default: break
            }
        }
        if span.isCode { (span.marks, span.link) = ([], nil) }
        return span
    }

    /// What a line is; a list wins over code, code over a quote, a quote over a heading.
    private static func kind(_ line: JSONValue?) -> LineKind? {
        guard let line else { return nil }
        let level = min(max(line["indentLevel"]?.int ?? 1, 1), 12)
        switch line["listStyle"]?.string {
        case "bulleted": return .bullet(level: level)
        case "numbered": return .number(level: level)
        case "checkbox": return .check(level: level, isChecked: line["checked"]?.bool ?? false)
        default: break
        }
        if line["codeBlock"]?.bool == true { return .code }
        if line["quote"]?.bool == true { return .quote }
        if let header = line["header"]?.int, (1...6).contains(header) { return .header(header) }
        return nil
    }

    /// The text cut at line feeds, without characters that only steer an editor.
    ///
    /// Zero width space, byte order mark and object replacement go; line and paragraph separators become
    /// vertical tabs, which ``DayOneMarkdownWriter`` writes as line breaks within the line.
    private static func pieces(_ text: String) -> [[UInt8]] {
        var text = text
        return text.withUTF8 { bytes in
            var pieces: [[UInt8]] = []
            var piece: [UInt8] = []
            var position = 0
            var start = 0
            func take(_ end: Int) {
                piece.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<end]))
            }
            while position < bytes.count {
                let byte = bytes[position]
                if byte == 0x0a || byte == 0x0d {
                    take(position)
                    if byte == 0x0d, position + 1 < bytes.count, bytes[position + 1] == 0x0a { position += 1 }
                    pieces.append(piece)
                    piece = []
                    start = position + 1
                } else if let mark = InvisibleMark(bytes, position) {
                    take(position)
                    if mark == .lineBreak { piece.append(0x0b) }
                    position += 2
                    start = position + 1
                }
                position += 1
            }
            take(bytes.count)
            pieces.append(piece)
            return pieces
        }
    }
}
