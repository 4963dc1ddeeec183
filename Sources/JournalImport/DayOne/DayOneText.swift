/// Day One's `text`: Markdown with backslashes before punctuation, and links of its own.
struct DayOneText {
    /// Whether the writer put a backslash before punctuation, as Apple's apps do and Android's does not.
    let escapes: Bool

    /// The text in the body dialect.
    func markdown(_ text: String, _ media: DayOneMedia, _ notes: ImportNotes) -> String {
        var writer = DayOneTextWriter(escapes: escapes, media: media)
        for line in Self.lines(text) { writer.add(line) }
        return writer.finish()
    }

    /// The lines without editor's noise; U+2028 and U+2029 end a line too.
    private static func lines(_ text: String) -> [[UInt8]] {
        var text = text
        return text.withUTF8 { bytes in
            var lines: [[UInt8]] = []
            var line: [UInt8] = []
            var start = 0
            var position = 0
            func take(_ end: Int) {
                line.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<end]))
            }
            func endLine() {
                lines.append(line)
                line = []
            }
            while position < bytes.count {
                let byte = bytes[position]
                if byte == 0x0a || byte == 0x0d {
                    take(position)
                    if byte == 0x0d, position + 1 < bytes.count, bytes[position + 1] == 0x0a { position += 1 }
                    endLine()
                    start = position + 1
                } else if let mark = InvisibleMark(bytes, position) {
                    take(position)
                    if mark == .lineBreak { endLine() }
                    position += 2
                    start = position + 1
                }
                position += 1
            }
            take(bytes.count)
            endLine()
            return lines
        }
    }
}

/// Takes the lines of a text one by one, and keeps code apart from prose.
struct DayOneTextWriter {
    private let escapes: Bool
    private let media: DayOneMedia
    private var output: [UInt8] = []
    /// Lines of the code block that is open or may go on.
    private var code: [[UInt8]] = []
    private var info: [UInt8] = []
    private var fence: (byte: UInt8, length: Int)?
    private var linesInFence = 0
    private var isInCode = false
    private var blankLines = 0
    private var number: Int?

    init(escapes: Bool, media: DayOneMedia) { (self.escapes, self.media) = (escapes, media) }

    mutating func add(_ line: [UInt8]) {
        if let open = fence {
            if let mark = Self.fence(line), mark.byte == open.byte, mark.length >= open.length,
                mark.info.isEmpty
            {
                fence = nil
                // Apple writes an empty pair of fences for a blank line of code.
                if linesInFence == 0, escapes { code.append([]) }
            } else {
                linesInFence += 1
                code.append(escapes ? DayOneInlineText.unescaped(line[...]) : line)
            }
            return
        }
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
            blankLines += 1
            number = nil
            return
        }
        if let mark = Self.fence(line) {
            // Apple also writes a pair of fences for every line of code.
            if !isInCode || !escapes || !mark.info.isEmpty {
                endCode()
                separate()
                (isInCode, info) = (true, mark.info)
            }
            blankLines = 0
            fence = (mark.byte, mark.length)
            linesInFence = 0
            return
        }
        endCode()
        separate()
        var inline = DayOneInlineText(line, escapes: escapes, media: media, continuing: number)
        inline.write(to: &output)
        number = inline.number.map { $0 + 1 } ?? number
    }

    mutating func finish() -> String {
        endCode()
        return FieldReader.trimmed(String(decoding: output, as: UTF8.self))
    }

    private mutating func endCode() {
        guard isInCode else { return }
        let block = DayOneMarkdownWriter.fenced(code)
        let ticks = block.utf8.prefix { $0 == 0x60 }
        output.append(contentsOf: ticks)
        output.append(contentsOf: info)
        output.append(contentsOf: block.utf8.dropFirst(ticks.count))
        (code, info, fence, isInCode) = ([], [], nil, false)
    }

    private mutating func separate() {
        if !output.isEmpty { output.append(contentsOf: repeatElement(0x0a, count: blankLines > 0 ? 2 : 1)) }
        blankLines = 0
    }

    private static func fence(_ line: [UInt8]) -> (byte: UInt8, length: Int, info: [UInt8])? {
        let content = line.drop { $0 == 0x20 }
        guard line.count - content.count < 4, let first = content.first, first == 0x60 || first == 0x7e else {
            return nil
        }
        let rest = content.drop { $0 == first }
        let length = content.count - rest.count
        guard length >= 3, first == 0x7e || !rest.contains(0x60) else { return nil }
        return (first, length, Array(rest))
    }
}
