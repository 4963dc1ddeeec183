import JournalModel

/// The words of a search, and the filters that may stand among them: `tag:trip from:2024 has:photo`.
struct SearchWords: Equatable {
    /// Words in the syntax of `SearchQuery`; a word of several is quoted.
    var text: String
    /// The filters given before with those found among the words.
    var selection: Selection

    /// Takes the words apart.
    ///
    /// - Parameters:
    ///   - words: Operands as written.
    ///   - selection: Filters given as options.
    /// - Throws: For a filter whose value cannot be read.
    init(_ words: [String], _ selection: Selection) throws(UsageError) {
        text = ""
        self.selection = selection
        var wanted: [String] = []
        for operand in words {
            // An operand without signs of its own that holds spaces was quoted in the shell: a phrase.
            let parts = operand.split(separator: " ", omittingEmptySubsequences: true)
            let isQuery = operand.contains("\"") || parts.contains { SearchWords.filter(String($0)) != nil }
            guard parts.count > 1, !isQuery else {
                try take(operand, &wanted)
                continue
            }
            wanted.append("\"\(parts.joined(separator: " "))\"")
        }
        text = wanted.joined(separator: " ")
    }

    /// Takes out the operands that are filters, such as `tag:trip` or `'tag:trip has:photo'`.
    ///
    /// - Returns: The other operands, and the filters with those that were taken.
    static func withoutFilters(
        _ operands: [String],
        _ selection: Selection
    ) throws(UsageError) -> (operands: [String], selection: Selection) {
        var words = SearchWords(selection)
        var rest: [String] = []
        for operand in operands {
            let tokens = SearchWords.tokens(operand)
            if !tokens.isEmpty, tokens.allSatisfy({ SearchWords.filter($0) != nil }) {
                var none: [String] = []
                try words.take(operand, &none)
            } else {
                rest.append(operand)
            }
        }
        return (rest, words.selection)
    }

    private init(_ selection: Selection) {
        text = ""
        self.selection = selection
    }

    private mutating func take(_ operand: String, _ wanted: inout [String]) throws(UsageError) {
        for token in SearchWords.tokens(operand) {
            guard let (key, value) = SearchWords.filter(token) else {
                let rest = token.dropFirst()
                // A lone dash, and one inside a word, is no sign of ours.
                if token.hasPrefix("-"), rest.contains(where: { $0.isLetter || $0.isNumber }) {
                    selection.excludedTexts.append(String(rest))
                } else {
                    wanted.append(token)
                }
                continue
            }
            switch key {
            case "tag": selection.tags.append(tagName(value))
            case "-tag": selection.excludedTags.append(tagName(value))
            case "journal": selection.journal = value
            case "-journal": selection.excludedJournals.append(value)
            case "people", "person": selection.people.append(personName(value))
            case "-people", "-person": selection.excludedPeople.append(personName(value))
            case "star":
                guard ["yes", "true", "1"].contains(value.lowercased()) else {
                    throw UsageError("cannot read 'star:\(value)'", next: "write star:yes")
                }
                selection.isStarred = true
            case "on": selection.on = value
            case "from": selection.from = value
            case "to": selection.to = value
            case "place": selection.place = value
            case "mood": selection.mood = try moodNumber(value)
            default:
                if value == "star" {
                    selection.isStarred = true
                    continue
                }
                guard let kind = Attachment.Kind(rawValue: value) else {
                    throw UsageError(
                        "unknown kind '\(value)' of attachment",
                        next:
                            "choose one of \(Attachment.Kind.allCases.map(\.rawValue).joined(separator: ", "))"
                    )
                }
                if key == "has" {
                    selection.has.append(kind)
                } else {
                    selection.excludedKinds.append(kind)
                }
            }
        }
    }

    private static let keys = [
        "tag", "-tag", "journal", "-journal", "people", "-people", "person", "-person", "star", "on", "from",
        "to", "place", "mood", "has", "-has",
    ]

    /// The key and value of `key:value` for a known key.
    private static func filter(_ token: String) -> (key: String, value: String)? {
        guard let colon = token.firstIndex(of: ":") else { return nil }
        let key = String(token[..<colon])
        var value = token[token.index(after: colon)...]
        guard keys.contains(key), !value.isEmpty else { return nil }
        if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") {
            value = value.dropFirst().dropLast()
        }
        return (key, String(value))
    }

    /// Parts at spaces that stand outside of quotes.
    private static func tokens(_ text: String) -> [String] {
        var result: [String] = []
        var current = ""
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == " ", !isQuoted {
                if !current.isEmpty { result.append(current) }
                current = ""
            } else {
                current.append(character)
            }
        }
        if !current.isEmpty { result.append(current) }
        return result
    }
}
