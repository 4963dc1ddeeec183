import JournalKit
import JournalModel

/// `journal restore`: out of the trash, or back to an earlier version.
struct RestoreCommand: SelectsEntries {
    static let name = "restore"
    static let summary = "Bring back entries from the trash, or a version."
    static let operands = "[SELECTOR...]"
    static let operandValues: [OperandValues] = [.entries]
    static let options: [Option<Self>] =
        [
            .value("version", "N", help: "Make one entry what it was: a number of 'journal history'.") {
                (command, text) throws(UsageError) in
                command.version = try wholeNumber(text, "--version")
            }
        ] + filters
    static let discussion = [
        """
        Days, filters and last choose among what is in the trash; last is what was deleted last. With --version \
        they choose outside of it, and the versions between stay in the history.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal restore last", "Brings back what was deleted last."),
        ("journal restore 0f2c --version 2", "Makes an entry what it was in its second version."),
    ]

    var selection = Selection()
    var operands: [String] = []
    var version: Int?

    mutating func takeOperand(_ operand: String) throws(UsageError) { operands.append(operand) }

    func check() throws(UsageError) {
        guard !operands.isEmpty || !selection.isEmpty else {
            throw UsageError("'journal restore' needs to know which entries", next: "journal restore last")
        }
    }

    func run(_ context: Context) async throws -> ExitStatus {
        let chosen = try await Chosen(
            operands,
            selection,
            context.settings.dates,
            fromTrash: version == nil
        ) {
            try await context.open()
        }
        guard chosen.report(context) else { return .nothingMatched }
        let isTrial = context.settings.globals.isDryRun
        var entries = chosen.entries
        if let version {
            guard chosen.entries.count == 1 else {
                throw UsageError("--version is about one entry", next: "name it by its id")
            }
            if !isTrial {
                guard let restored = try await chosen.journal.restore(entries[0].id, toVersion: version)
                else { throw noVersion(version) }
                entries = [restored]
            }
        } else if !isTrial {
            entries = try await chosen.journal.restore(entries.map(\.id))
        }
        let report = ChangedEntries(
            context: context,
            journal: chosen.journal,
            done: isTrial ? "Would restore" : "Restored",
            back: isTrial ? nil : "journal undo"
        )
        try await report.print(entries, isSingle: chosen.isSingle)
        if isTrial { context.messages.note("nothing was written: --dry-run") }
        return chosen.status
    }
}

/// Said when an entry has fewer versions.
func noVersion(_ number: Int) -> CommandFailure {
    CommandFailure(
        .nothingMatched,
        code: "no-such-version",
        "the entry has no version \(number)",
        next: "see its versions: journal history ID"
    )
}
