import JournalKit
import JournalModel

/// `journal journals`: the named collections.
struct JournalsCommand: Command {
    static let name = "journals"
    static let summary = "List, make, rename, merge and archive journals."
    static let operands =
        "[list | add NAME | rename OLD NEW | merge FROM INTO | archive NAME | unarchive NAME]"
    static let operandValues: [OperandValues] = [
        .words(["list", "add", "rename", "merge", "archive", "unarchive"]), .names(of: "journals"),
    ]
    static let options: [Option<Self>] = []
    static let discussion = [
        """
        merge moves every entry of one journal to another and takes the empty one away; journal undo takes it \
        back as a whole. An archived journal keeps its entries, which are found as ever.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal journals", "Lists them."), ("journal journals merge Trips Travel", "Makes two one."),
    ]
    static let jsonKeys: [(key: String, holds: String)] = [
        ("journals", "For each journal id, name and archived."),
        ("moved", "After merge, how many entries were moved."),
    ]

    var words: [String] = []

    mutating func takeOperand(_ operand: String) throws(UsageError) { words.append(operand) }

    func check() throws(UsageError) {
        try NameAction.check(
            words,
            verb: Self.name,
            counts: ["list": 0, "add": 1, "rename": 2, "merge": 2, "archive": 1, "unarchive": 1]
        )
    }

    func run(_ context: Context) async throws -> ExitStatus {
        let action = words.first ?? "list"
        let journal = try await context.open(creating: action == "add")
        let names = Array(words.dropFirst())
        if action != "list", try NameAction.isTrial(context) { return .done }
        var moved: Int?
        switch action {
        case "add": try await journal.addJournal(named: names[0])
        case "rename": try await journal.renameJournal(names[0], to: names[1])
        case "merge": moved = try await journal.mergeJournal(names[0], into: names[1])
        case "archive": try await journal.archiveJournal(names[0])
        case "unarchive": try await journal.archiveJournal(names[0], false)
        default: break
        }
        let journals = try await journal.journals()
        switch context.format {
        case .json, .jsonLines:
            let items = journals.map { journal in
                JSONText.object([
                    ("id", .string(journal.id.description)), ("name", .string(journal.name)),
                    ("archived", .bool(journal.isArchived)),
                ])
            }
            try context.printList(Self.name, "journals", items, moved.map { [("moved", .int($0))] } ?? [])
        case .plain:
            for journal in journals {
                try context.output.line(
                    SafeText.line(journal.name) + (journal.isArchived ? "\tarchived" : "")
                )
            }
        case .text:
            if let moved { try context.output.line("Moved \(counted(moved, ("entry", "entries"))).") }
            for journal in journals {
                try context.output.line(
                    SafeText.line(journal.name) + (journal.isArchived ? "  (archived)" : "")
                )
            }
            if action != "list" { context.messages.note("back: journal undo") }
        }
        return .done
    }
}

/// What `journals` and `tags` have in common: an action with names.
enum NameAction {
    static func check(_ words: [String], verb: String, counts: [String: Int]) throws(UsageError) {
        guard let action = words.first else { return }
        guard let count = counts[action] else {
            let known = counts.keys.sorted()
            let near = Suggestion.nearest(to: action, among: known)
            throw UsageError(
                "'journal \(verb)' knows \(known.joined(separator: ", "))",
                next: near.map { "did you mean 'journal \(verb) \($0)'?" } ?? "see 'journal help \(verb)'"
            )
        }
        guard words.count == count + 1 else {
            let names = count == 1 ? "one name" : count == 0 ? "no name" : "\(count) names"
            throw UsageError(
                "'journal \(verb) \(action)' takes \(names)",
                next: "put a name of several words in quotes"
            )
        }
    }

    static func isTrial(_ context: Context) throws -> Bool {
        guard context.settings.globals.isDryRun else { return false }
        context.messages.note("nothing was written: --dry-run")
        return true
    }
}

extension Context {
    /// Prints items as one document of schema `journal.VERB/1`, or one a line.
    func printList(
        _ verb: String,
        _ key: String,
        _ items: [JSONText],
        _ others: [(String, JSONText)] = []
    ) throws {
        if format == .jsonLines {
            for item in items { try output.line(item.text) }
        } else {
            let members = [("schema", .string("journal.\(verb)/1")), (key, .array(items))] + others
            try output.line(JSONText.object(members).text)
        }
    }
}
