/// Moves the edges of emphasis to where Markdown can express them.
///
/// CommonMark lets a run of delimiters open only before, and close only behind, something that is not
/// white space; beside a letter it must not have punctuation on its inner side (section 6.2). So white
/// space, and one character of punctuation that would touch a letter outside, leave the emphasis.
enum EmphasisEdges {
    typealias Span = DayOneRichText.Span

    static func settled(_ spans: [Span]) -> [Span] {
        var result: [Span] = []
        result.reserveCapacity(spans.count + 2)
        for (index, span) in spans.enumerated() {
            guard !span.marks.isEmpty, !span.isCode else {
                result.append(span)
                continue
            }
            let before = index > 0 ? spans[index - 1] : nil
            let after = index + 1 < spans.count ? spans[index + 1] : nil
            let opening = span.marks.subtracting(shared(before, span))
            let closing = span.marks.subtracting(shared(after, span))
            var start = 0
            var end = span.text.count
            if !opening.isEmpty {
                let outside = before?.link == span.link ? before.flatMap { lastScalar($0.text[...]) } : nil
                start = innerStart(span.text, outside: outside)
            }
            if !closing.isEmpty {
                let outside = after?.link == span.link ? after.flatMap { firstScalar($0.text[...]) } : nil
                end = max(start, innerEnd(span.text[start...], outside: outside))
            }
            let isEmpty = start >= end
            append(span.text[..<start], span, isEmpty ? [] : span.marks.subtracting(opening), to: &result)
            append(span.text[start..<end], span, span.marks, to: &result)
            append(span.text[end...], span, isEmpty ? [] : span.marks.subtracting(closing), to: &result)
        }
        return result
    }

    private static func innerStart(_ text: [UInt8], outside: Unicode.Scalar?) -> Int {
        var start = 0
        while let (scalar, length) = first(text[start...]), isSpace(scalar) { start += length }
        if start == 0, let outside, let (scalar, length) = first(text[...]), isPunctuation(scalar),
            isWord(outside)
        {
            start = length
        }
        return start
    }

    private static func innerEnd(_ text: ArraySlice<UInt8>, outside: Unicode.Scalar?) -> Int {
        var end = text.endIndex
        while let (scalar, length) = last(text[..<end]), isSpace(scalar) { end -= length }
        if end == text.endIndex, let outside, let (scalar, length) = last(text), isPunctuation(scalar),
            isWord(outside)
        {
            end -= length
        }
        return end
    }

    private static func append(
        _ text: ArraySlice<UInt8>,
        _ span: Span,
        _ marks: DayOneRichText.Marks,
        to result: inout [Span]
    ) {
        guard !text.isEmpty else { return }
        var part = span
        part.marks = marks
        part.text = Array(text)
        if let last = result.last, last.looksLike(part) {
            result[result.count - 1].text += part.text
        } else {
            result.append(part)
        }
    }

    /// Marks that go on from one span to its neighbour.
    private static func shared(_ neighbour: Span?, _ span: Span) -> DayOneRichText.Marks {
        guard let neighbour, neighbour.link == span.link, !neighbour.isCode else { return [] }
        return neighbour.marks.intersection(span.marks)
    }

    private static func firstScalar(_ text: ArraySlice<UInt8>) -> Unicode.Scalar? { first(text)?.scalar }

    private static func lastScalar(_ text: ArraySlice<UInt8>) -> Unicode.Scalar? { last(text)?.scalar }

    private static func first(_ text: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar, length: Int)? {
        guard let byte = text.first else { return nil }
        if byte < 0x80 { return (Unicode.Scalar(byte), 1) }
        guard let scalar = String(decoding: text.prefix(4), as: UTF8.self).unicodeScalars.first else {
            return nil
        }
        return (scalar, min(UTF8.width(scalar), text.count))
    }

    private static func last(_ text: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar, length: Int)? {
        guard let byte = text.last else { return nil }
        if byte < 0x80 { return (Unicode.Scalar(byte), 1) }
        let lead = text.suffix(4).lastIndex { $0 & 0xc0 != 0x80 } ?? text.startIndex
        guard let scalar = String(decoding: text[lead...], as: UTF8.self).unicodeScalars.first else {
            return nil
        }
        return (scalar, text.endIndex - lead)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar == " " || (9...13).contains(scalar.value) : scalar.properties.isWhitespace
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return MarkdownEscaping.isPunctuation(UInt8(scalar.value)) }
        return switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            true
        default: false
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        !isSpace(scalar) && !isPunctuation(scalar)
    }
}
