/// What became of the words of a text, in the order of reading.
public enum TextDifference: Hashable, Sendable {
    /// In both versions.
    case same(String)
    /// Only in the earlier.
    case removed(String)
    /// Only in the later.
    case added(String)

    /// Compares two versions word by word; in scripts that are written without spaces, character by character.
    ///
    /// The same and the removed pieces joined are the earlier version, the same and the added ones the later.
    /// Texts too far apart to be compared are one removed piece and one added.
    public static func words(from earlier: String, to later: String) -> [TextDifference] {
        guard earlier != later else { return earlier.isEmpty ? [] : [.same(earlier)] }
        let tokens = TextMerge.tokens(earlier)
        guard let edits = TextMerge.edits(from: tokens, to: TextMerge.tokens(later)) else {
            return [.removed(earlier), .added(later)].filter { !$0.text.isEmpty }
        }
        var result: [TextDifference] = []
        var position = 0
        for edit in edits {
            result.append(.same(tokens[position..<edit.range.lowerBound].joined()))
            result.append(.removed(tokens[edit.range].joined()))
            result.append(.added(edit.replacement.joined()))
            position = edit.range.upperBound
        }
        result.append(.same(tokens[position...].joined()))
        return result.filter { !$0.text.isEmpty }
    }

    /// The piece of text itself.
    public var text: String {
        switch self {
        case .same(let text), .removed(let text), .added(let text): text
        }
    }
}
