import Foundation

/// What a person typed to find something, never a syntax error.
///
/// Words must all occur; `"several words"` must follow each other; `-word` must not occur; `word*`
/// may go on. Case and diacritics do not matter.
public struct SearchQuery: Hashable, Sendable {
    struct Term: Hashable, Sendable {
        var text: String
        var isExcluded: Bool
        var isPrefix: Bool
    }

    let terms: [Term]

    /// Reads any text.
    public init(_ text: String) {
        var terms: [Term] = []
        var current = ""
        var isExcluded = false
        var quote: Character?
        func end(isPrefix: Bool = false) {
            let text = current.trimmingCharacters(in: .whitespacesAndNewlines)
            if !text.isEmpty { terms.append(Term(text: text, isExcluded: isExcluded, isPrefix: isPrefix)) }
            current = ""
            isExcluded = false
        }
        let closing: [Character: Character] = ["\"": "\"", "\u{201c}": "\u{201d}"]
        for character in text where character != "\0" {
            if let open = quote {
                if character == open || character == closing[open] {
                    quote = nil
                    end()
                } else {
                    current.append(character)
                }
            } else if closing[character] != nil && current.isEmpty {
                quote = character
            } else if character.isWhitespace {
                end()
            } else if character == "-" && current.isEmpty && !isExcluded {
                isExcluded = true
            } else if character == "*" && !current.isEmpty {
                end(isPrefix: true)
            } else {
                current.append(character)
            }
        }
        end()
        self.terms = terms
    }

    /// The query for an FTS5 table filled from ``SearchText``; `nil` when there is nothing to look for.
    package func fts5() -> String? {
        var segmenter = SearchText()
        var wanted: [String] = []
        var unwanted: [String] = []
        for term in terms {
            let (words, isPrefix) = segmenter.words(searchedFor: term.text)
            guard !words.isEmpty else { continue }
            let phrase = "\"" + words.joined(separator: " ") + "\"" + (isPrefix || term.isPrefix ? " *" : "")
            if term.isExcluded { unwanted.append(phrase) } else { wanted.append(phrase) }
        }
        guard !wanted.isEmpty else { return nil }
        let positive = wanted.joined(separator: " AND ")
        guard !unwanted.isEmpty else { return positive }
        return "(" + positive + ") NOT (" + unwanted.joined(separator: " OR ") + ")"
    }

    /// The first place in `text` where one of the wanted terms stands.
    public func firstMatch(in text: String) -> Range<String.Index>? {
        var folding = ScalarFolding()
        var scalars: [[UInt8]] = []
        var places: [String.Index] = []
        for index in text.unicodeScalars.indices {
            let folded = folding.fold(text.unicodeScalars[index])
            if folded.kind == .ignored { continue }
            scalars.append(SearchQuery.key(folded))
            places.append(index)
        }
        places.append(text.endIndex)
        var best: Range<String.Index>?
        for term in terms where !term.isExcluded {
            var needle: [[UInt8]] = []
            for scalar in term.text.precomposedStringWithCanonicalMapping.unicodeScalars {
                let folded = folding.fold(scalar)
                if folded.kind != .ignored { needle.append(SearchQuery.key(folded)) }
            }
            guard !needle.isEmpty, needle.count <= scalars.count else { continue }
            for start in 0...(scalars.count - needle.count)
            where scalars[start] == needle[0] && scalars[start..<start + needle.count].elementsEqual(needle) {
                let found = places[start]..<places[start + needle.count]
                if best.map({ found.lowerBound < $0.lowerBound }) ?? true { best = found }
                break
            }
        }
        return best
    }

    private static func key(_ folded: ScalarFolding.Folded) -> [UInt8] {
        folded.kind == .separator ? [0x20] : folded.bytes
    }
}
