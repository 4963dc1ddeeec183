import CMarkdown
import Glibc

/// Turns MD4C's callbacks into events, within a depth and a budget.
///
/// Every step answers whether parsing may go on.
struct MarkdownCollector {
    /// The text being parsed, to see whether a character was escaped.
    var source = UnsafeRawBufferPointer(start: nil, count: 0)
    private var events: [MarkdownEvent] = []
    private var pending: [UInt8] = []
    private var depth = 0
    private let maximumDepth: Int
    private var budget: Int
    /// Whether a limit was passed.
    ///
    /// MD4C 0.4.8 goes on after some refusals, and its own status does not tell.
    private(set) var isOverLimit = false
    private var marks = MarkPairs()

    init(maximumDepth: Int, budget: Int) {
        self.maximumDepth = maximumDepth
        self.budget = budget
    }

    mutating func finish() -> [MarkdownEvent] {
        flush()
        return events
    }

    mutating func open(_ block: MarkdownBlock) -> Bool {
        flush()
        depth += 1
        if depth > maximumDepth { isOverLimit = true }
        return append(.open(block))
    }

    mutating func close(_ block: MarkdownBlock) -> Bool {
        if case .code = block, pending.last == 0x0a { pending.removeLast() }
        flush()
        marks.resolve(in: &events)
        depth -= 1
        return append(.close(block))
    }

    mutating func open(_ span: MarkdownSpan) -> Bool {
        flush()
        depth += 1
        if depth > maximumDepth { isOverLimit = true }
        marks.enterSpan()
        if case .link(let target, _) = span { budget -= target.utf8.count }
        if case .image(let target, _) = span { budget -= target.utf8.count }
        return append(.openSpan(span))
    }

    mutating func close(_ span: MarkdownSpan) -> Bool {
        flush()
        depth -= 1
        marks.leaveSpan()
        return append(.closeSpan(span))
    }

    mutating func text(_ type: MD_TEXTTYPE, _ bytes: UnsafeRawBufferPointer) -> Bool {
        switch type {
        case MD_TEXT_BR, MD_TEXT_SOFTBR:
            flush()
            return append(.lineBreak)
        case MD_TEXT_NULLCHAR: pending.append(contentsOf: "\u{FFFD}".utf8)
        case MD_TEXT_ENTITY: pending.append(contentsOf: CharacterReference.resolved(bytes).utf8)
        case MD_TEXT_NORMAL: return normalText(bytes)
        default: pending.append(contentsOf: bytes)
        }
        return true
    }

    /// Splits at `==`, keeping those that may begin or end a mark as events of their own.
    private mutating func normalText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress, memchr(start, 0x3d, bytes.count) != nil else {
            pending.append(contentsOf: bytes)
            return true
        }
        var position = isEscaped(start) ? 1 : 0
        var done = 0
        while position + 1 < bytes.count {
            guard bytes[position] == 0x3d, bytes[position + 1] == 0x3d else {
                position += 1
                continue
            }
            var end = position
            while end < bytes.count, bytes[end] == 0x3d { end += 1 }
            if end - position == 2 {
                let before = position > 0 ? bytes[position - 1] : pending.last
                pending.append(contentsOf: bytes[done..<position])
                flush()
                let canClose = before.map { !isSpace($0) } ?? !marks.isAtStart(of: events)
                let canOpen = end >= bytes.count || !isSpace(bytes[end])
                marks.note(eventIndex: events.count, canOpen: canOpen, canClose: canClose)
                if !append(.text("==")) { return false }
                done = end
            }
            position = end
        }
        pending.append(contentsOf: bytes[done...])
        return true
    }

    private func isEscaped(_ start: UnsafeRawPointer) -> Bool {
        guard let first = source.baseAddress, start > first, start < first + source.count else {
            return false
        }
        return start.load(fromByteOffset: -1, as: UInt8.self) == 0x5c
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0a }

    private mutating func flush() {
        guard !pending.isEmpty else { return }
        events.append(.text(String(decoding: pending, as: UTF8.self)))
        pending.removeAll(keepingCapacity: true)
        budget -= 1
    }

    private mutating func append(_ event: MarkdownEvent) -> Bool {
        events.append(event)
        budget -= 1
        if budget < 0 { isOverLimit = true }
        return !isOverLimit
    }
}

/// Pairs the `==` of one block: both ends of a mark must lie in the same span.
private struct MarkPairs {
    private struct Candidate {
        var eventIndex: Int
        var span: Int
        var canOpen: Bool
        var canClose: Bool
    }

    private var candidates: [Candidate] = []
    private var openSpans: [Int] = []
    private var spanCount = 0

    mutating func enterSpan() {
        spanCount += 1
        openSpans.append(spanCount)
    }

    mutating func leaveSpan() { _ = openSpans.popLast() }

    func isAtStart(of events: [MarkdownEvent]) -> Bool {
        switch events.last {
        case .text, .closeSpan: false
        default: true
        }
    }

    mutating func note(eventIndex: Int, canOpen: Bool, canClose: Bool) {
        candidates.append(
            Candidate(
                eventIndex: eventIndex,
                span: openSpans.last ?? 0,
                canOpen: canOpen,
                canClose: canClose
            )
        )
    }

    mutating func resolve(in events: inout [MarkdownEvent]) {
        guard !candidates.isEmpty else { return }
        var opener: [Int: Int] = [:]
        // An opener in an outer span is forgotten once a pair inside encloses it: pairs never cross,
        // because both ends share a span and spans nest.
        for candidate in candidates {
            if candidate.canClose, let start = opener[candidate.span] {
                events[start] = .openSpan(.mark)
                events[candidate.eventIndex] = .closeSpan(.mark)
                opener[candidate.span] = nil
            } else if candidate.canOpen {
                opener[candidate.span] = candidate.eventIndex
            }
        }
        candidates.removeAll(keepingCapacity: true)
        spanCount = 0
    }
}

extension MarkdownCollector {
    /// The block that MD4C names; `nil` for the document itself.
    static func block(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) -> MarkdownBlock? {
        switch type {
        case MD_BLOCK_P: return .paragraph
        case MD_BLOCK_QUOTE: return .quote
        case MD_BLOCK_HR: return .rule
        case MD_BLOCK_H:
            return .heading(level: Int(detail?.load(as: MD_BLOCK_H_DETAIL.self).level ?? 1))
        case MD_BLOCK_UL:
            return .list(start: nil, isTight: detail?.load(as: MD_BLOCK_UL_DETAIL.self).is_tight != 0)
        case MD_BLOCK_OL:
            guard let list = detail?.load(as: MD_BLOCK_OL_DETAIL.self) else { return nil }
            return .list(start: Int(list.start), isTight: list.is_tight != 0)
        case MD_BLOCK_LI:
            guard let item = detail?.load(as: MD_BLOCK_LI_DETAIL.self), item.is_task != 0 else {
                return .item(isChecked: nil)
            }
            return .item(isChecked: item.task_mark != 0x20)
        case MD_BLOCK_CODE:
            let language = string(detail?.load(as: MD_BLOCK_CODE_DETAIL.self).lang)
            return .code(language: language.isEmpty ? nil : language)
        case MD_BLOCK_TABLE:
            return .table(columnCount: Int(detail?.load(as: MD_BLOCK_TABLE_DETAIL.self).col_count ?? 0))
        case MD_BLOCK_THEAD: return .tableHead
        case MD_BLOCK_TBODY: return .tableBody
        case MD_BLOCK_TR: return .tableRow
        case MD_BLOCK_TH, MD_BLOCK_TD:
            let alignment: MarkdownAlignment =
                switch detail?.load(as: MD_BLOCK_TD_DETAIL.self).align {
                case MD_ALIGN_LEFT: .left
                case MD_ALIGN_CENTER: .center
                case MD_ALIGN_RIGHT: .right
                default: .natural
                }
            return .tableCell(isHeader: type == MD_BLOCK_TH, alignment: alignment)
        default: return nil
        }
    }

    /// The span that MD4C names; `nil` for those of extensions that are off.
    static func span(_ type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) -> MarkdownSpan? {
        switch type {
        case MD_SPAN_EM: return .emphasis
        case MD_SPAN_STRONG: return .strong
        case MD_SPAN_DEL: return .strikethrough
        case MD_SPAN_CODE: return .code
        case MD_SPAN_A:
            let link = detail?.load(as: MD_SPAN_A_DETAIL.self)
            let title = string(link?.title)
            return .link(target: string(link?.href), title: title.isEmpty ? nil : title)
        case MD_SPAN_IMG:
            let image = detail?.load(as: MD_SPAN_IMG_DETAIL.self)
            let title = string(image?.title)
            return .image(target: string(image?.src), title: title.isEmpty ? nil : title)
        default: return nil
        }
    }

    /// The text of an attribute, its character references resolved.
    private static func string(_ attribute: MD_ATTRIBUTE?) -> String {
        guard let attribute, let start = attribute.text, attribute.size > 0,
            let types = attribute.substr_types, let offsets = attribute.substr_offsets
        else { return "" }
        var bytes: [UInt8] = []
        var part = 0
        while offsets[part] < attribute.size {
            let piece = UnsafeRawBufferPointer(
                start: start + Int(offsets[part]),
                count: Int(offsets[part + 1] - offsets[part])
            )
            switch types[part] {
            case MD_TEXT_ENTITY: bytes.append(contentsOf: CharacterReference.resolved(piece).utf8)
            case MD_TEXT_NULLCHAR: bytes.append(contentsOf: "\u{FFFD}".utf8)
            default: bytes.append(contentsOf: piece)
            }
            part += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
