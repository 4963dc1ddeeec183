/// Moves the edges of emphasis to where Markdown can express them.
///
/// CommonMark lets a run of delimiters open only before, and close only behind, something that is not
/// white space; beside a letter it must not have punctuation on its inner side (section 6.2). So white
/// space, and one character of punctuation that would touch a letter outside, leave the emphasis.
enum EmphasisEdges {
    typealias Span = DayOneRichText.Span

    static func settled(_ spans: [Span]) -> [Span] {
        var result: [Span] = []
        for (index, span) in spans.enumerated() {
            guard !span.marks.isEmpty, !span.isCode, let text = String(validating: span.text, as: UTF8.self)
            else {
                result.append(span)
                continue
            }
            let before = index > 0 ? spans[index - 1] : nil
            let after = index + 1 < spans.count ? spans[index + 1] : nil
            let opening = span.marks.subtracting(shared(before, span))
            let closing = span.marks.subtracting(shared(after, span))
            var scalars = Array(text.unicodeScalars)[...]
            var head: [Unicode.Scalar] = []
            var tail: [Unicode.Scalar] = []
            if !opening.isEmpty {
                while let first = scalars.first, isSpace(first) { head.append(scalars.removeFirst()) }
                if head.isEmpty, let first = scalars.first, isPunctuation(first), let last = before?.text,
                    before?.link == span.link, let outside = lastScalar(last), isWord(outside)
                {
                    head.append(scalars.removeFirst())
                }
            }
            if !closing.isEmpty {
                while let last = scalars.last, isSpace(last) { tail.append(scalars.removeLast()) }
                tail.reverse()
                if tail.isEmpty, let last = scalars.last, isPunctuation(last), let next = after?.text,
                    after?.link == span.link, let outside = firstScalar(next), isWord(outside)
                {
                    tail.append(scalars.removeLast())
                }
            }
            append(head, span, span.marks.subtracting(scalars.isEmpty ? span.marks : opening), to: &result)
            append(scalars, span, span.marks, to: &result)
            append(tail, span, span.marks.subtracting(scalars.isEmpty ? span.marks : closing), to: &result)
        }
        return result
    }

    private static func append(
        _ scalars: some Collection<Unicode.Scalar>,
        _ span: Span,
        _ marks: DayOneRichText.Marks,
        to result: inout [Span]
    ) {
        guard !scalars.isEmpty else { return }
        var part = span
        part.marks = marks
        part.text = Array(String(String.UnicodeScalarView(scalars)).utf8)
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

    private static func firstScalar(_ text: [UInt8]) -> Unicode.Scalar? {
        String(decoding: text.prefix(4), as: UTF8.self).unicodeScalars.first
    }

    private static func lastScalar(_ text: [UInt8]) -> Unicode.Scalar? {
        String(decoding: text.suffix(4), as: UTF8.self).unicodeScalars.last
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
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
