import JournalKit
import JournalModel

/// `journal trash`: what was deleted, and the only way to empty it.
struct TrashCommand: Command {
    static let name = "trash"
    static let summary = "List what is in the trash, or empty it."
    static let operands = "[list | empty]"
    static let operandValues: [OperandValues] = [.words(["list", "empty"])]
    static let options: [Option<Self>] = [
        .value("older-than", "DURATION", help: "Only what was deleted so long ago, such as 30d or 8w.") {
            (command, text) throws(UsageError) in
            guard let days = TrashCommand.days(text) else {
                throw UsageError("cannot read --older-than '\(text)'", next: "write it as 30d or 8w")
            }
            command.olderThanDays = days
        }
    ]
    static let discussion = [
        """
        Nothing leaves the trash by itself. 'journal trash empty' asks, or needs --yes where nobody can answer; \
        what it deletes is gone for good.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal trash", "Lists what was deleted, the latest first."),
        ("journal trash empty --older-than 30d", "Deletes for good what has lain there for thirty days."),
    ]

    var action: String?
    var olderThanDays: Int?

    mutating func takeOperand(_ operand: String) throws(UsageError) {
        guard action == nil, operand == "list" || operand == "empty" else {
            throw UsageError("'journal trash' knows list and empty", next: "journal trash empty")
        }
        action = operand
    }

    func run(_ context: Context) async throws -> ExitStatus {
        let journal = try await context.open()
        var trash = try await journal.trash()
        if let olderThanDays {
            let limit = context.settings.nowMilliseconds - Int64(olderThanDays) * 86_400_000
            trash = trash.filter { $0.atMilliseconds <= limit }
        }
        if action == "empty" {
            try await Purge.run(trash.map(\.entry.id), journal, context)
            return .done
        }
        guard context.format == .text else {
            try await EntryListing(context, journal, isRaw: false).print(trash.map(\.entry))
            return .done
        }
        let zone = context.settings.zone
        for item in trash {
            let deleted = "deleted \(Moments.short(item.atMilliseconds, zone))"
            try context.output.line(EntryLines(context.terminal).line(item.entry))
            try context.output.line("    " + Style.faint(deleted, context.terminal))
        }
        let count = counted(trash.count, ("entry", "entries"))
        context.messages.note(
            trash.isEmpty ? "the trash is empty" : "\(count) in the trash; back: journal restore ID"
        )
        return .done
    }

    /// Reads `30d` or `8w` as days, up to a hundred years.
    static func days(_ text: String) -> Int? {
        guard let unit = text.last, let number = DateWords.number(text.dropLast()), number <= 36_500 else {
            return nil
        }
        switch unit {
        case "d": return number
        case "w": return number * 7
        default: return nil
        }
    }
}
