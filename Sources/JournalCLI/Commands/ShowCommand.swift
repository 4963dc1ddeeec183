import JournalKit
import JournalModel

/// `journal show`: entries in full.
struct ShowCommand: SelectsEntries {
    static let name = "show"
    static let summary = "Show entries in full."
    static let operands = "[SELECTOR...]"
    static let operandValues: [OperandValues] = [.entries]
    static let options: [Option<Self>] =
        [
            .flag("raw", help: "Show control characters as they are.") { $0.isRaw = true },
            .value("version", "N", help: "Show one entry as it was: a number of 'journal history'.") {
                (command, text) throws(UsageError) in
                command.version = try wholeNumber(text, "--version")
            },
        ] + filters
    static let discussion = [
        """
        A SELECTOR is an id or its shortest unique beginning, last, last~2 for the second before the last, or \
        a day such as 2026-11-30 or yesterday. Filters choose entries too. The status is 1 when nothing matches.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal show last", "Shows the newest entry."),
        ("journal show yesterday", "Shows the entries of yesterday."),
        ("journal show 0f2c --json", "Prints one entry as JSON."),
    ]

    var selection = Selection()
    var operands: [String] = []
    var isRaw = false
    var version: Int?

    mutating func takeOperand(_ operand: String) throws(UsageError) { operands.append(operand) }

    func check() throws(UsageError) {
        guard !operands.isEmpty || !selection.isEmpty else {
            throw UsageError("'journal show' needs to know which entries", next: "journal show last")
        }
    }

    var isForReading: Bool { true }

    func run(_ context: Context) async throws -> ExitStatus {
        let chosen = try await Chosen(operands, selection, context.settings.dates) {
            try await context.open()
        }
        for operand in chosen.unmatched { context.messages.note("no entry matches '\(operand.prefix(40))'") }
        guard !chosen.entries.isEmpty else {
            if operands.isEmpty { context.messages.note("no entry matches") }
            return .nothingMatched
        }
        let list = try await EntryListing(context, chosen.journal, isRaw: isRaw)
        if let version {
            guard chosen.entries.count == 1 else {
                throw UsageError("--version is about one entry", next: "name it by its id")
            }
            let versions = try await chosen.journal.history(of: chosen.entries[0].id)
            guard let old = versions.first(where: { $0.number == version })?.entry else {
                throw noVersion(version)
            }
            try await list.printOne(old)
            return .done
        }
        if chosen.isSingle, context.format != .text {
            try await list.printOne(chosen.entries[0])
        } else if context.format == .text {
            try list.printPages(chosen.entries)
        } else {
            try await list.print(chosen.entries)
        }
        return chosen.unmatched.isEmpty ? .done : .partial
    }
}
