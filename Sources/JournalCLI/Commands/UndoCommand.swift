import JournalKit
import JournalModel

/// `journal undo`: takes the last change back, or one that is named.
struct UndoCommand: Command {
    static let name = "undo"
    static let summary = "Take back the last change, or an earlier one."
    static let operands = "[NUMBER]"
    static let options: [Option<Self>] = [
        .flag("list", help: "List the changes made on this device, the latest first.") { $0.lists = true },
        .flag("show", help: "Show which entries the change was about, and change nothing.") {
            $0.shows = true
        },
        .value("limit", "N", help: "With --list, at most so many; 20 if not given.") {
            (command, text) throws(UsageError) in command.limit = try wholeNumber(text, "--limit")
        },
    ]
    static let discussion = [
        """
        Any change can be taken back: a new entry, an edit, fields, files, a deletion, an import as a whole. \
        What was written since stays. An undo is a change too, and can itself be taken back by its number. Only \
        deleting for good is beyond it.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal undo", "Takes the last change back."),
        ("journal undo --list", "Lists what can be taken back."),
        ("journal undo 41 --show", "Shows the entries that a change was about."),
    ]
    static let jsonKeys: [(key: String, holds: String)] = [
        (
            "change",
            "What was taken back: number, verb, undone (records as before), kept (records written in since), undo "
                + "(the number that takes the undo back)."
        ),
        ("changes", "With --list, for each change number, verb, at (RFC 3339), operations, undoes, undone."),
    ]

    var number: Int?
    var lists = false
    var shows = false
    var limit = 20

    mutating func takeOperand(_ operand: String) throws(UsageError) {
        guard number == nil else { throw UsageError("one change is taken back at a time") }
        number = try wholeNumber(operand, "the number")
    }

    func check() throws(UsageError) {
        if lists, number != nil || shows { throw UsageError("--list takes no number and no --show") }
    }

    func run(_ context: Context) async throws -> ExitStatus {
        let journal = try await context.open()
        if lists { return try await list(journal, context) }
        if shows || context.settings.globals.isDryRun { return try await show(journal, context) }
        guard let result = try await journal.undo(number.map { Int64($0) }) else { throw nothing }
        let verb = ChangeLines.verb(result.verb)
        switch context.format {
        case .json, .jsonLines:
            let change = JSONText.object([
                ("number", .int(Int(result.number))), ("verb", .optional(result.verb?.rawValue)),
                ("undone", .int(result.undoneCount)), ("kept", .int(result.keptCount)),
                ("undo", .optional(result.undo.map { Int($0) })),
            ])
            try context.output.line(
                JSONText.object([("schema", .string("journal.undo/1")), ("change", change)]).text
            )
        case .plain:
            try context.output.line(
                "\(result.number)\t\(result.verb?.rawValue ?? "")\t\(result.undoneCount)\t\(result.keptCount)"
            )
        case .text:
            var line =
                "Took back \(result.number), \(verb): \(counted(result.undoneCount, ("item", "items")))."
            if let undo = result.undo { line += "  Back: journal undo \(undo)" }
            try context.output.line(line)
            if result.keptCount > 0 {
                let kept = counted(result.keptCount, ("item was", "items were"))
                try context.output.line("\(kept) changed since; what was written since stays.")
            }
        }
        return result.keptCount > 0 ? .partial : .done
    }

    private var nothing: CommandFailure {
        CommandFailure(
            .nothingMatched,
            code: "nothing-to-undo",
            number.map { "there is no change \($0) on this device" } ?? "there is nothing to take back",
            next: "see: journal undo --list"
        )
    }

    private func list(_ journal: Journal, _ context: Context) async throws -> ExitStatus {
        let changes = try await journal.changes(limit: limit)
        switch context.format {
        case .json, .jsonLines: try context.printList(Self.name, "changes", changes.map(ChangeLines.json))
        case .plain: for change in changes { try context.output.line(ChangeLines.plain(change)) }
        case .text:
            let lines = ChangeLines(zone: context.settings.zone)
            for change in changes { try context.output.line(lines.text(change)) }
        }
        return .done
    }

    private func show(_ journal: Journal, _ context: Context) async throws -> ExitStatus {
        let changes = try await journal.changes(limit: .max >> 1)
        let wanted = number.map { Int64($0) }
        guard
            let change = changes.first(where: {
                wanted == nil
                    ? $0.verb != .undo && $0.verb != .purge && !$0.isUndone : $0.number == wanted
            })
        else { throw nothing }
        if context.format == .text {
            try context.output.line(ChangeLines(zone: context.settings.zone).text(change))
        }
        let listing = try await EntryListing(context, journal, isRaw: false)
        var entries: [Entry] = []
        for id in try await journal.entries(of: change.number) {
            if let entry = try await journal.entry(id) { entries.append(entry) }
        }
        try await listing.print(entries)
        return .done
    }
}

/// Changes as lists show them.
struct ChangeLines {
    /// The reader's.
    let zone: JournalZone

    /// `  12  1 Dec 2026 13:40  import      312 items  taken back`.
    func text(_ change: JournalChange) -> String {
        let number = String(change.number)
        let indent = String(repeating: " ", count: max(0, 5 - number.count))
        let when = Moments.short(change.atMilliseconds, zone)
        var verb = ChangeLines.verb(change.verb)
        if let undone = change.undoes { verb += " of \(undone)" }
        let items = counted(change.operationCount, ("item", "items"))
        return "\(indent)\(number)  \(when)  \(DisplayWidth.padded(verb, to: 12))  \(items)"
            + (change.isUndone ? "  taken back" : "")
    }

    static func verb(_ verb: JournalChange.Verb?) -> String { verb?.rawValue ?? "other" }

    static func plain(_ change: JournalChange) -> String {
        [
            String(change.number), Timestamp.utc(change.atMilliseconds), change.verb?.rawValue ?? "",
            String(change.operationCount), change.undoes.map { String($0) } ?? "",
            change.isUndone ? "undone" : "",
        ].joined(separator: "\t")
    }

    static func json(_ change: JournalChange) -> JSONText {
        .object([
            ("number", .int(Int(change.number))), ("verb", .optional(change.verb?.rawValue)),
            ("at", .string(Timestamp.utc(change.atMilliseconds))),
            ("operations", .int(change.operationCount)),
            ("undoes", .optional(change.undoes.map { Int($0) })), ("undone", .bool(change.isUndone)),
        ])
    }
}
