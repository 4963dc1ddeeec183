import JournalKit
import JournalModel

/// `journal tags`: tags and how often they are used.
struct TagsCommand: Command {
    static let name = "tags"
    static let summary = "List, rename, merge and archive tags."
    static let operands = "[list | rename OLD NEW | merge FROM INTO | archive NAME | unarchive NAME]"
    static let operandValues: [OperandValues] = [
        .words(["list", "rename", "merge", "archive", "unarchive"]), .names(of: "tags"),
    ]
    static let options: [Option<Self>] = []
    static let discussion = [
        """
        rename and merge change every entry that carries the tag, the trash included; journal undo takes it \
        back as a whole. A tag in the words of an entry stays as it was written. An archived tag is no longer \
        offered, and found as ever.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal tags", "Lists them."), ("journal tags merge hike walk", "Makes two one."),
    ]
    static let jsonKeys: [(key: String, holds: String)] = [
        ("tags", "For each tag name, count and archived."),
        ("changed", "After rename or merge, how many entries were changed."),
    ]

    var words: [String] = []

    mutating func takeOperand(_ operand: String) throws(UsageError) {
        words.append(words.isEmpty ? operand : tagName(operand))
    }

    func check() throws(UsageError) {
        try NameAction.check(
            words,
            verb: Self.name,
            counts: ["list": 0, "rename": 2, "merge": 2, "archive": 1, "unarchive": 1]
        )
    }

    func run(_ context: Context) async throws -> ExitStatus {
        let journal = try await context.open()
        let action = words.first ?? "list"
        if action != "list", try NameAction.isTrial(context) { return .done }
        var changed: Int?
        switch action {
        case "rename":
            let isTaken = try await journal.tags().contains {
                SearchText.foldedName($0.name) == SearchText.foldedName(words[2])
                    && SearchText.foldedName(words[1]) != SearchText.foldedName(words[2])
            }
            guard !isTaken else {
                throw UsageError("there is such a tag already", next: "journal tags merge OLD NEW")
            }
            changed = try await journal.renameTag(words[1], to: words[2])
        case "merge": changed = try await journal.renameTag(words[1], to: words[2])
        case "archive": try await journal.archiveTag(words[1])
        case "unarchive": try await journal.archiveTag(words[1], false)
        default: break
        }
        try print(try await journal.tags(), changed, context)
        if changed == 0 {
            context.messages.note("no entry has that tag")
            return .nothingMatched
        }
        if action != "list" { context.messages.note("back: journal undo") }
        return .done
    }

    private func print(_ tags: [NameCount], _ changed: Int?, _ context: Context) throws {
        switch context.format {
        case .json, .jsonLines:
            let items = tags.map { tag in
                JSONText.object([
                    ("name", .string(tag.name)), ("count", .int(tag.count)),
                    ("archived", .bool(tag.isArchived)),
                ])
            }
            try context.printList(Self.name, "tags", items, changed.map { [("changed", .int($0))] } ?? [])
        case .plain:
            for tag in tags {
                try context.output.line(
                    "\(SafeText.line(tag.name))\t\(tag.count)" + (tag.isArchived ? "\tarchived" : "")
                )
            }
        case .text:
            if let changed { try context.output.line("Changed \(counted(changed, ("entry", "entries"))).") }
            let width = tags.map { grouped($0.count).count }.max() ?? 0
            for tag in tags {
                let count = grouped(tag.count)
                let indent = String(repeating: " ", count: width - count.count)
                try context.output.line(
                    "\(indent)\(count)  #\(SafeText.line(tag.name))" + (tag.isArchived ? "  (archived)" : "")
                )
            }
        }
    }
}
