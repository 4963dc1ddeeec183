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

    private mutating func take(_ operand: String, _ wanted: inout [String]) throws(UsageError) {
        for token in SearchWords.tokens(operand) {
            guard let (key, value) = SearchWords.filter(token) else {
                wanted.append(token)
                continue
            }
            switch key {
            case "tag": selection.tags.append(tagName(value))
            case "-tag": selection.excludedTags.append(tagName(value))
            case "journal": selection.journal = value
            case "on": selection.on = value
            case "from": selection.from = value
            case "to": selection.to = value
            case "place": selection.place = value
            case "mood": selection.mood = try moodNumber(value)
            default:
                guard let kind = Attachment.Kind(rawValue: value) else {
                    throw UsageError(
                        "unknown kind '\(value)' of attachment",
                        next:
                            "choose one of \(Attachment.Kind.allCases.map(\.rawValue).joined(separator: ", "))"
                    )
                }
                selection.has.append(kind)
            }
        }
    }

    private static let keys = ["tag", "-tag", "journal", "on", "from", "to", "place", "mood", "has"]

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
