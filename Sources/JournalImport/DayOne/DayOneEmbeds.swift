import Bytes

/// Objects that rich text embeds, as Markdown blocks.
enum DayOneEmbeds {
    /// One block for each object; pictures in a row make one.
    static func blocks(_ objects: [JSONValue], _ media: DayOneMedia, _ notes: ImportNotes) -> [String] {
        var blocks: [String] = []
        var row: [String] = []
        for object in objects {
            let type = object["type"]?.string ?? ""
            if let identifier = object["identifier"]?.string, !isWidget(type) {
                row.append(media.markdown(identifier, kind: DayOneMediaKind(linkPart: type)))
                continue
            }
            if !row.isEmpty { blocks.append(row.joined(separator: " ")) }
            row = []
            if let block = block(type, object, media) {
                blocks.append(block)
            } else {
                notes.add(
                    "embed-unknown",
                    "its text embeds an object of a kind that is not known; it is kept in the source object"
                )
                blocks.append("*(object not shown)*")
            }
        }
        if !row.isEmpty { blocks.append(row.joined(separator: " ")) }
        return blocks.filter { !$0.isEmpty }
    }

    /// Kinds that are no media even when they carry an identifier.
    private static func isWidget(_ type: String) -> Bool {
        switch type {
        case "horizontalRuleLine", "horizontalLineRule", "preview", "markdown", "table",
            "renderableCodeBlock",
            "externalVideo", "externalAudio":
            true
        default: false
        }
    }

    private static func block(_ type: String, _ object: JSONValue, _ media: DayOneMedia) -> String? {
        switch type {
        case "horizontalRuleLine", "horizontalLineRule": "---"
        case "preview", "externalVideo", "externalAudio": object["url"]?.string.map { link($0, media) }
        case "markdown": object["contents"]?.string.map(FieldReader.trimmed)
        case "table": object["markdown"]?.string.map(FieldReader.trimmed) ?? table(object["rows"])
        case "renderableCodeBlock":
            object["contents"]?.string.map {
                DayOneMarkdownWriter.fenced(
                    $0.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
                )
            }
        default: nil
        }
    }

    private static func link(_ url: String, _ media: DayOneMedia) -> String {
        if let id = DayOneMedia.entryID(inLink: url) {
            return "[\(DayOneLinks.bareText)](\(media.entryLink(id)))"
        }
        return "<\(MarkdownEscaping.destination(url))>"
    }

    /// Rows of cells of spans, the first row being the head.
    private static func table(_ rows: JSONValue?) -> String? {
        guard case .array(let rows)? = rows else { return nil }
        let cells = rows.map { row -> [String] in
            guard case .array(let cells) = row else { return [] }
            return cells.map(cell)
        }
        let width = cells.map(\.count).max() ?? 0
        guard width > 0, width <= 100 else { return nil }
        var lines: [String] = []
        for (index, row) in cells.enumerated() {
            let padded = row + Array(repeating: "", count: width - row.count)
            lines.append("| " + padded.joined(separator: " | ") + " |")
            if index == 0 { lines.append("|" + String(repeating: " --- |", count: width)) }
        }
        return lines.joined(separator: "\n")
    }

    private static func cell(_ cell: JSONValue) -> String {
        guard case .array(let spans)? = cell["spans"] else { return "" }
        var text: [UInt8] = []
        for byte in spans.compactMap({ $0["text"]?.string }).joined().utf8 {
            if byte == 0x7c { text.append(0x5c) }
            text.append(byte < 0x20 ? 0x20 : byte)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
