import JournalKit
import JournalModel

/// `journal templates`: what an entry may begin with.
struct TemplatesCommand: Command {
    static let name = "templates"
    static let summary = "List or show the templates that entries can begin with."
    static let operands = "[list | show NAME | path]"
    static let operandValues: [OperandValues] = [.words(["list", "show", "path"])]
    static let options: [Option<Self>] = []
    static let discussion = [
        """
        A template is a file NAME.md, or NAME.LANGUAGE.md, in the folder that 'journal templates path' prints; \
        one there replaces one that ships with the program. It may begin with lines between '---' that say \
        title, tags, people or journal. In its text {{date}}, {{time}}, {{weekday}}, {{year}}, {{month}}, \
        {{day}} and {{zone}} are filled in.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal templates", "Lists them."),
        ("journal templates show evening", "Prints one as it begins an entry now."),
        ("journal new --template evening", "Writes an entry that begins with it."),
    ]
    static let jsonKeys: [(key: String, holds: String)] = [
        ("templates", "For each template name and path, null for one that ships."),
        ("text", "After show, the text."), ("path", "After path, the folder."),
    ]

    var words: [String] = []

    mutating func takeOperand(_ operand: String) throws(UsageError) { words.append(operand) }

    func check() throws(UsageError) {
        try NameAction.check(words, verb: Self.name, counts: ["list": 0, "show": 1, "path": 0])
    }

    func run(_ context: Context) async throws -> ExitStatus {
        let language = try await context.language(nil)
        let folder = context.templatesFolder
        let isJSON = context.format == .json || context.format == .jsonLines
        switch words.first {
        case "path":
            if isJSON {
                try context.output.line(
                    JSONText.object([
                        ("schema", .string("journal.templates/1")), ("path", .optional(folder)),
                    ]).text
                )
            } else {
                try context.output.line(SafeText.line(folder ?? ""))
            }
        case "show":
            guard let template = try EntryTemplate.named(words[1], in: folder, language: language) else {
                context.messages.note("there is no template '\(words[1].prefix(40))'")
                return .nothingMatched
            }
            let moment = EntryMoment(
                unixMilliseconds: context.settings.nowMilliseconds,
                zone: context.settings.zone
            )
            let text = try template.filled(moment, language: language)
            if isJSON {
                try context.output.line(
                    JSONText.object([
                        ("schema", .string("journal.templates/1")), ("text", .string(text)),
                    ]).text
                )
            } else {
                try context.output.line(SafeText.body(text))
            }
        default:
            let templates = try EntryTemplate.all(in: folder, language: language)
            if isJSON {
                let items = templates.map { template in
                    JSONText.object([("name", .string(template.name)), ("path", .optional(template.path))])
                }
                try context.printList(Self.name, "templates", items)
            } else {
                for template in templates {
                    let tail = template.path.map { (context.format == .plain ? "\t" : "  ") + $0 } ?? ""
                    try context.output.line(SafeText.line(template.name) + SafeText.line(tail))
                }
            }
        }
        return .done
    }
}

/// `journal prompts`: questions to write about.
struct PromptsCommand: Command {
    static let name = "prompts"
    static let summary = "Show the question of the day, or all of them."
    static let operands = "[today | list | path]"
    static let operandValues: [OperandValues] = [.words(["today", "list", "path"])]
    static let options: [Option<Self>] = []
    static let discussion = [
        """
        The question is the same all day and another on the next. A file prompts.txt, or prompts.LANGUAGE.txt, \
        in the folder that 'journal prompts path' prints replaces those that ship: one question a line.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal prompts", "Prints the question of the day."),
        ("journal new --prompt", "Writes an entry that begins with it."),
    ]
    static let jsonKeys: [(key: String, holds: String)] = [
        ("prompts", "The questions: one for today, else all."), ("path", "After path, the folder."),
    ]

    var words: [String] = []

    mutating func takeOperand(_ operand: String) throws(UsageError) { words.append(operand) }

    func check() throws(UsageError) {
        try NameAction.check(words, verb: Self.name, counts: ["today": 0, "list": 0, "path": 0])
    }

    func run(_ context: Context) async throws -> ExitStatus {
        let isJSON = context.format == .json || context.format == .jsonLines
        if words.first == "path" {
            let folder = context.promptsFolder
            try context.output.line(
                isJSON
                    ? JSONText.object([
                        ("schema", .string("journal.prompts/1")), ("path", .optional(folder)),
                    ]).text : SafeText.line(folder ?? "")
            )
            return .done
        }
        var prompts = try WritingPrompts.all(
            in: context.promptsFolder,
            language: try await context.language(nil)
        )
        if words.first != "list" {
            let now = EntryMoment(
                unixMilliseconds: context.settings.nowMilliseconds,
                zone: context.settings.zone
            )
            prompts = WritingPrompts.prompt(of: now.day, among: prompts).map { [$0] } ?? []
        }
        if isJSON {
            try context.printList(Self.name, "prompts", prompts.map { .string($0) })
        } else {
            for prompt in prompts { try context.output.line(SafeText.line(prompt)) }
        }
        return .done
    }
}
