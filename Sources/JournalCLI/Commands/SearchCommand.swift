import JournalKit
import JournalModel

/// `journal search`: entries that hold words.
struct SearchCommand: SelectsEntries {
    static let name = "search"
    static let summary = "Find entries by their words, newest first."
    static let operands = "WORDS..."
    static let options: [Option<Self>] =
        [
            .value("cursor", "CURSOR", help: "Go on where an earlier search ended: the value of its next.") {
                (command, text) throws(UsageError) in
                guard let cursor = EntryCursor(text) else {
                    throw UsageError(
                        "cannot read the cursor",
                        next: "give the value of next of an earlier search"
                    )
                }
                command.cursor = cursor
            },
            .flag("raw", help: "Show control characters as they are.") { $0.isRaw = true },
        ] + filters
    static let discussion = [
        """
        Every word must be in the entry, in any order, whatever its case and accents; several words in one \
        pair of quotes must follow each other. Japanese and Chinese words are found inside running text, even \
        a single character. The status is 1 when nothing is found.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal search river Anna", "Finds entries with both words."),
        ("journal search 銭湯 --from 2024", "Finds entries from 2024 on."),
    ]

    var selection = Selection()
    var words: [String] = []
    var cursor: EntryCursor?
    var isRaw = false

    mutating func takeOperand(_ operand: String) throws(UsageError) { words.append(operand) }

    func check() throws(UsageError) {
        guard words.contains(where: { !$0.isEmpty }) else {
            throw UsageError("'journal search' needs words to look for", next: "journal search river")
        }
    }

    func run(_ context: Context) async throws -> ExitStatus {
        let wanted = try SearchWords(words, selection)
        var query = try wanted.selection.query(context.settings.dates)
        let text = [wanted.text, query.text ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        query.text = text.isEmpty ? nil : text
        let journal = try await context.open()
        let list = try await EntryListing(context, journal, isRaw: isRaw)
        let count = try await list.print(
            query,
            after: cursor,
            limit: wanted.selection.limit,
            snippet: query.text.map { SearchQuery($0) }
        )
        if context.format == .text { context.messages.note(counted(count, ("entry", "entries")) + " found") }
        return count == 0 ? .nothingMatched : .done
    }
}
