import JournalKit
import JournalModel

/// `journal delete`: entries go to the trash, or for good.
struct DeleteCommand: SelectsEntries {
    static let name = "delete"
    static let summary = "Move entries to the trash."
    static let operands = "[SELECTOR...]"
    static let operandValues: [OperandValues] = [.entries]
    static let options: [Option<Self>] =
        [
            .flag("forever", help: "Delete for good, also what is in the trash; asks, and nothing undoes it.")
            {
                $0.isForever = true
            }
        ] + filters
    static let discussion = [
        """
        What is in the trash stays there until it is restored or the trash is emptied; no time empties it. \
        --forever removes the words from the files of this device. Backups and exports made before still hold \
        them.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal delete 0f2c", "Moves an entry to the trash."),
        ("journal delete --tag test", "Moves every entry with a tag to the trash."),
    ]

    var selection = Selection()
    var operands: [String] = []
    var isForever = false

    mutating func takeOperand(_ operand: String) throws(UsageError) { operands.append(operand) }

    func check() throws(UsageError) {
        guard !operands.isEmpty || !selection.isEmpty else {
            throw UsageError("'journal delete' needs to know which entries", next: "journal delete last")
        }
    }

    func run(_ context: Context) async throws -> ExitStatus {
        let chosen = try await Chosen(operands, selection, context.settings.dates) {
            try await context.open()
        }
        guard chosen.report(context) else { return .nothingMatched }
        let isTrial = context.settings.globals.isDryRun
        let ids = chosen.entries.map(\.id)
        if isForever { return try await deleteForever(chosen, context) }
        let entries = isTrial ? chosen.entries : try await chosen.journal.delete(ids)
        let back = entries.count == 1 ? "journal restore \(ShortID.text(entries[0].id))" : "journal undo"
        let report = ChangedEntries(
            context: context,
            journal: chosen.journal,
            done: isTrial ? "Would move to trash" : "Moved to trash",
            back: isTrial ? nil : back
        )
        try await report.print(entries, isSingle: chosen.isSingle)
        if isTrial { context.messages.note("nothing was written: --dry-run") }
        return chosen.status
    }

    private func deleteForever(_ chosen: Chosen, _ context: Context) async throws -> ExitStatus {
        try await Purge.run(chosen.entries.map(\.id), chosen.journal, context)
        return chosen.status
    }
}

/// Deleting for good, which is the only thing that asks.
enum Purge {
    static func run(_ ids: [EntryID], _ journal: Journal, _ context: Context) async throws {
        let what = counted(ids.count, ("entry", "entries"))
        if context.settings.globals.isDryRun {
            try report(count: 0, wouldPurge: ids.count, isFinished: true, context)
            return
        }
        if !ids.isEmpty { try context.confirm("Delete \(what) for good? Nothing brings them back.") }
        let purged = try await journal.purge(ids)
        try report(count: purged.count, wouldPurge: nil, isFinished: purged.isFinished, context)
        if !purged.isFinished {
            context.messages.note(
                "another program is using the journal, so some of the words are still in its files; "
                    + "to finish: journal doctor --fix"
            )
        }
    }

    private static func report(
        count: Int,
        wouldPurge: Int?,
        isFinished: Bool,
        _ context: Context
    ) throws {
        switch context.format {
        case .json, .jsonLines:
            try context.output.line(
                JSONText.object([
                    ("schema", .string("journal.purge/1")), ("purged", .int(count)),
                    ("wouldPurge", .optional(wouldPurge)), ("finished", .bool(isFinished)),
                ]).text
            )
        case .plain: try context.output.line("\(count)")
        case .text:
            let words =
                wouldPurge.map { "Would delete \(counted($0, ("entry", "entries"))) for good." }
                ?? "Deleted \(counted(count, ("entry", "entries"))) for good."
            try context.output.line(words)
        }
    }
}
