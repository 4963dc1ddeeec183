import JournalKit
import JournalModel

/// `journal journals`: the named collections.
struct JournalsCommand: Command {
    static let name = "journals"
    static let summary = "List the journals, which are named collections of entries."
    static let options: [Option<Self>] = []
    static let jsonKeys: [(key: String, holds: String)] = [
        ("journals", "For each journal id, name and archived.")
    ]

    func run(_ context: Context) async throws -> ExitStatus {
        let journals = try await context.open().journals()
        switch context.format {
        case .json, .jsonLines:
            let items = journals.map { journal in
                JSONText.object([
                    ("id", .string(journal.id.description)), ("name", .string(journal.name)),
                    ("archived", .bool(journal.isArchived)),
                ])
            }
            try context.printList(Self.name, "journals", items)
        case .text, .plain:
            for journal in journals {
                try context.output.line(
                    SafeText.line(journal.name) + (journal.isArchived ? "\tarchived" : "")
                )
            }
        }
        return .done
    }
}

/// `journal tags`: tags and how often they are used.
struct TagsCommand: Command {
    static let name = "tags"
    static let summary = "List the tags with the number of entries that carry them."
    static let options: [Option<Self>] = []
    static let jsonKeys: [(key: String, holds: String)] = [("tags", "For each tag name and count.")]

    func run(_ context: Context) async throws -> ExitStatus {
        let tags = try await context.open().tags()
        switch context.format {
        case .json, .jsonLines:
            let items = tags.map { JSONText.object([("name", .string($0.name)), ("count", .int($0.count))]) }
            try context.printList(Self.name, "tags", items)
        case .plain:
            for tag in tags { try context.output.line("\(SafeText.line(tag.name))\t\(tag.count)") }
        case .text:
            let width = tags.map { grouped($0.count).count }.max() ?? 0
            for tag in tags {
                let count = grouped(tag.count)
                let indent = String(repeating: " ", count: width - count.count)
                try context.output.line("\(indent)\(count)  #\(SafeText.line(tag.name))")
            }
        }
        return .done
    }
}

extension Context {
    /// Prints items as one document of schema `journal.VERB/1`, or one a line.
    func printList(_ verb: String, _ key: String, _ items: [JSONText]) throws {
        if format == .jsonLines {
            for item in items { try output.line(item.text) }
        } else {
            try output.line(
                JSONText.object([("schema", .string("journal.\(verb)/1")), (key, .array(items))]).text
            )
        }
    }
}
