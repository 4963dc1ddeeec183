import CMarkdown

/// Reads Markdown in the journal's dialect (`docs/journal-format.md`) into ``MarkdownEvent``s.
///
/// MD4C does the parsing; what it does not know is added here: every newline is a line break,
/// `==mark==`, tables with short delimiter cells. Raw HTML is literal text. No text is refused: what
/// passes a limit comes back as plain paragraphs, so that one entry never costs a book.
package enum MarkdownParser {
    /// Bounds on one text; beyond them it is shown as plain paragraphs.
    package struct Limits: Sendable {
        /// Bytes of UTF-8.
        package var bytes = 8 << 20
        /// Blocks and spans open at one time.
        package var depth = 64
        /// Events and link bytes for each byte of text; tables and link references can multiply text.
        package var expansion = 8

        package init() {}
    }

    package struct Result: Sendable {
        package var events: [MarkdownEvent]
        /// Whether a limit was passed and the events are the source text in plain paragraphs.
        package var isPlainFallback: Bool
    }

    package static func parse(_ text: String, limits: Limits = Limits()) -> Result {
        var text = text
        if let normalised = TableDelimiters.lengthened(&text) { text = normalised }
        let byteCount = text.utf8.count
        guard byteCount <= limits.bytes else {
            return Result(events: plainParagraphs(text), isPlainFallback: true)
        }
        var collector = MarkdownCollector(
            maximumDepth: limits.depth,
            budget: 4096 + byteCount * limits.expansion
        )
        var parser = MD_PARSER()
        parser.flags = UInt32(
            MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS | MD_FLAG_NOHTML
                | MD_FLAG_PERMISSIVEURLAUTOLINKS
        )
        parser.enter_block = { withCollector($2, $0, $1, enterBlock) }
        parser.leave_block = { withCollector($2, $0, $1, leaveBlock) }
        parser.enter_span = { withCollector($2, $0, $1, enterSpan) }
        parser.leave_span = { withCollector($2, $0, $1, leaveSpan) }
        parser.text = { type, start, size, collector in
            withCollector(collector, type, nil) { collector, type, _ in
                collector.text(type, UnsafeRawBufferPointer(start: start, count: Int(size)))
            }
        }
        let status = text.withUTF8 { source -> Int32 in
            collector.source = UnsafeRawBufferPointer(source)
            guard let start = source.baseAddress else { return 0 }
            return start.withMemoryRebound(to: CChar.self, capacity: source.count) { characters in
                withUnsafeMutablePointer(to: &collector) {
                    md_parse(characters, MD_SIZE(source.count), &parser, $0)
                }
            }
        }
        guard status == 0, !collector.isOverLimit else {
            return Result(events: plainParagraphs(text), isPlainFallback: true)
        }
        return Result(events: collector.finish(), isPlainFallback: false)
    }

    /// Blank lines part paragraphs, other newlines break lines.
    package static func plainParagraphs(_ text: String) -> [MarkdownEvent] {
        var events: [MarkdownEvent] = []
        var isOpen = false
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let isBlank = line.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
            if isBlank {
                if isOpen { events.append(.close(.paragraph)) }
                isOpen = false
                continue
            }
            events.append(isOpen ? .lineBreak : .open(.paragraph))
            isOpen = true
            events.append(.text(String(line)))
        }
        if isOpen { events.append(.close(.paragraph)) }
        return events
    }
}

private func withCollector<Kind>(
    _ userData: UnsafeMutableRawPointer?,
    _ kind: Kind,
    _ detail: UnsafeMutableRawPointer?,
    _ step: (inout MarkdownCollector, Kind, UnsafeMutableRawPointer?) -> Bool
) -> Int32 {
    guard let collector = userData?.assumingMemoryBound(to: MarkdownCollector.self),
        !collector.pointee.isOverLimit
    else { return 1 }
    return step(&collector.pointee, kind, detail) ? 0 : 1
}

private func enterBlock(
    _ collector: inout MarkdownCollector,
    _ type: MD_BLOCKTYPE,
    _ detail: UnsafeMutableRawPointer?
) -> Bool {
    guard let block = MarkdownCollector.block(type, detail) else { return true }
    return collector.open(block)
}

private func leaveBlock(
    _ collector: inout MarkdownCollector,
    _ type: MD_BLOCKTYPE,
    _ detail: UnsafeMutableRawPointer?
) -> Bool {
    guard let block = MarkdownCollector.block(type, detail) else { return true }
    return collector.close(block)
}

private func enterSpan(
    _ collector: inout MarkdownCollector,
    _ type: MD_SPANTYPE,
    _ detail: UnsafeMutableRawPointer?
) -> Bool {
    guard let span = MarkdownCollector.span(type, detail) else { return true }
    return collector.open(span)
}

private func leaveSpan(
    _ collector: inout MarkdownCollector,
    _ type: MD_SPANTYPE,
    _ detail: UnsafeMutableRawPointer?
) -> Bool {
    guard let span = MarkdownCollector.span(type, detail) else { return true }
    return collector.close(span)
}
