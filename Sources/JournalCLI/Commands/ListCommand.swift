import JournalKit
import JournalModel

/// `journal list`: entries, newest first, one a line.
struct ListCommand: SelectsEntries {
    static let name = "list"
    static let summary = "List entries, newest first."
    static let options: [Option<Self>] =
        [
            .value("cursor", "CURSOR", help: "Go on where an earlier list ended: the value of its next.") {
                (command, text) throws(UsageError) in
                guard let cursor = EntryCursor(text) else {
                    throw UsageError(
                        "cannot read the cursor",
                        next: "give the value of next of an earlier list"
                    )
                }
                command.cursor = cursor
            },
            .flag("raw", help: "Show control characters as they are.") { $0.isRaw = true },
        ] + filters
    static let discussion = [
        """
        Days are those that the writer lived: --from and --to include both. A list ends at --limit; with --json \
        its next is what --cursor takes for the entries that follow, and null at the end.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal list --from 'last month' --has photo", "Lists what has a photo."),
        ("journal list --limit 50 --json", "Prints the newest fifty as JSON."),
    ]

    var selection = Selection()
    var cursor: EntryCursor?
    var isRaw = false

    var isForReading: Bool { true }

    func run(_ context: Context) async throws -> ExitStatus {
        let query = try selection.query(context.settings.dates)
        let journal = try await context.open()
        let list = try await EntryListing(context, journal, isRaw: isRaw)
        let (count, hasMore) = try await list.print(query, after: cursor, limit: selection.limit)
        if context.format == .text {
            // Counting half a million entries would take longer than showing twenty.
            let isAll = selection.limit == nil && !selection.isEmpty
            let all = isAll ? try await journal.count() : count
            let noun = counted(all, ("entry", "entries"))
            context.messages.note(
                hasMore ? "\(noun), and there are more" : isAll ? "\(grouped(count)) of \(noun)" : noun
            )
        }
        return .done
    }
}
