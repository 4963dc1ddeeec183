/// Writes the spans of one line: marks, code, links, and text kept literal.
struct DayOneInlineWriter {
    typealias Span = DayOneRichText.Span
    typealias Marks = DayOneRichText.Marks

    /// Whether nothing at the start of the line can begin a block.
    var isHeader = false
    /// The number that the line may begin with, if any; any number when `nil` and nothing stands before it.
    var continuing: Int?
    /// The number that the line began with.
    private(set) var number: Int?
    private var spans: [Span]

    init(spans: [Span]) { self.spans = spans }

    /// Writes the line.
    ///
    /// - Parameters:
    ///   - output: Markdown so far.
    ///   - continuation: What a line break inside the line is followed by; `nil` where there can be none.
    mutating func write(to output: inout [UInt8], continuation: String?) {
        if spans.contains(where: { !$0.marks.isEmpty }) { spans = EmphasisEdges.settled(spans) }
        let lineStart = output.count
        var open: [Marks] = []
        var link: String?
        for (index, span) in spans.enumerated() {
            if span.link != link {
                close(&open, keeping: [], &output)
                if let link { endLink(link, &output) }
                link = span.link
                if let url = link {
                    let isAlone = index + 1 >= spans.count || spans[index + 1].link != url
                    if isAlone, isAutolink(span, url) {
                        output.append(contentsOf: "<\(url)>".utf8)
                        link = nil
                        continue
                    }
                    if output.last == 0x21 { output.insert(0x5c, at: output.count - 1) }
                    output.append(0x5b)
                }
            }
            if span.isCode {
                close(&open, keeping: [], &output)
                appendCode(span.text, &output)
                continue
            }
            close(&open, keeping: span.marks, &output)
            for mark in Self.order where span.marks.contains(mark) && !open.contains(mark) {
                output.append(contentsOf: Self.delimiter(mark).utf8)
                open.append(mark)
            }
            append(span.text, isFirst: output.count == lineStart, inLink: link != nil, continuation, &output)
        }
        close(&open, keeping: [], &output)
        if let link { endLink(link, &output) }
    }

    private static let order: [Marks] = [.highlight, .strikethrough, .bold, .italic]

    private static func delimiter(_ mark: Marks) -> String {
        switch mark {
        case .highlight: "=="
        case .strikethrough: "~~"
        case .bold: "**"
        default: "*"
        }
    }

    private func close(_ open: inout [Marks], keeping marks: Marks, _ output: inout [UInt8]) {
        let kept = open.prefix { marks.contains($0) }.count
        while open.count > kept { output.append(contentsOf: Self.delimiter(open.removeLast()).utf8) }
    }

    private func endLink(_ url: String, _ output: inout [UInt8]) {
        output.append(contentsOf: "](\(MarkdownEscaping.destination(url)))".utf8)
    }

    private func isAutolink(_ span: Span, _ url: String) -> Bool {
        span.marks.isEmpty && span.text.elementsEqual(url.utf8) && url.contains(":")
            && !url.utf8.contains { $0 <= 0x20 || $0 == 0x3c || $0 == 0x3e || $0 == 0x7f }
    }

    private func appendCode(_ text: [UInt8], _ output: inout [UInt8]) {
        let ticks = String(repeating: "`", count: DayOneMarkdownWriter.longestRun(text) + 1)
        let needsSpace = text.first == 0x60 || text.last == 0x60
        output.append(contentsOf: (needsSpace ? ticks + " " : ticks).utf8)
        output.append(contentsOf: text.map { $0 == 0x0b ? 0x20 : $0 })
        output.append(contentsOf: (needsSpace ? " " + ticks : ticks).utf8)
    }

    private mutating func append(
        _ text: [UInt8],
        isFirst: Bool,
        inLink: Bool,
        _ continuation: String?,
        _ output: inout [UInt8]
    ) {
        var position = 0
        var blockMark: Int?
        if isFirst, !isHeader {
            // White space at the start of a line would be lost, or make code of it.
            while position < text.count, text[position] == 0x20 || text[position] == 0x09 {
                output.append(
                    contentsOf: (text[position] == 0x20 ? "\u{a0}" : "\u{a0}\u{a0}\u{a0}\u{a0}").utf8
                )
                position += 1
            }
            if position == 0 {
                number = MarkdownEscaping.number(text[...])
                blockMark = MarkdownEscaping.blockMark(in: text[...], continuing: continuing ?? number)
            }
        }
        let bracketsMatter = inLink || hasLinkSyntax(text)
        let start = position
        text.withUnsafeBufferPointer { bytes in
            var plainStart = start
            for position in start..<bytes.count {
                let byte = bytes[position]
                guard MarkdownEscaping.mayMatter(byte) || position == blockMark else { continue }
                if byte == 0x0b {
                    output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plainStart..<position]))
                    output.append(contentsOf: continuation.map { "\n" + $0 } ?? " ")
                    plainStart = position + 1
                    continue
                }
                let previous = position > 0 ? bytes[position - 1] : isFirst ? nil : output.last
                let next = position + 1 < bytes.count ? bytes[position + 1] : nil
                if position == blockMark || MarkdownEscaping.needsEscape(byte, previous: previous, next: next)
                    || (bracketsMatter && (byte == 0x5b || byte == 0x5d))
                {
                    output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plainStart..<position]))
                    output.append(0x5c)
                    plainStart = position
                }
            }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plainStart...]))
        }
    }

    /// Whether brackets in the text could be read as a link.
    private func hasLinkSyntax(_ text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { bytes in
            for index in bytes.indices.dropLast() where bytes[index] == 0x5d {
                if bytes[index + 1] == 0x28 || bytes[index + 1] == 0x5b || bytes[index + 1] == 0x3a {
                    return true
                }
            }
            return false
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(contentsOf text: String) { append(contentsOf: text.utf8) }
}
