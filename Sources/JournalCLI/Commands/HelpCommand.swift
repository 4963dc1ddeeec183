/// `journal help [VERB]`: what the program or one verb does.
struct HelpCommand: Command {
    static let name = "help"
    static let summary = "Explain the program or one command."
    static let operands = "[VERB]"
    static let operandValues: [OperandValues] = [.words(CommandTable.visible.map { $0.name })]
    static let options: [Option<Self>] = []

    private var verb: String?

    init() {}

    init(about verb: String) { self.verb = verb }

    mutating func takeOperand(_ operand: String) throws(UsageError) {
        guard verb == nil else { throw UsageError("only one command can be explained at a time") }
        verb = operand
    }

    func check() throws(UsageError) { _ = try type }

    private var type: (any Command.Type)? {
        get throws(UsageError) {
            guard let verb else { return nil }
            guard let type = CommandTable.command(named: verb) else {
                let near = Suggestion.nearest(to: verb, among: CommandTable.visible.map { $0.name })
                throw UsageError(
                    "'\(verb.prefix(24))' is no command of journal",
                    next: near.map { "did you mean '\($0)'?" } ?? "see 'journal help'"
                )
            }
            return type
        }
    }

    var isForReading: Bool { true }

    func run(_ context: Context) async throws -> ExitStatus {
        let text = try type.map { HelpText.text(of: $0) } ?? HelpText.overview
        try context.output.line(text)
        return .done
    }
}

/// `journal --version`.
struct VersionCommand: Command {
    static let name = "version"
    static let summary = "Print the version."
    static let options: [Option<Self>] = []
    static let isHidden = true

    func run(_ context: Context) async throws -> ExitStatus {
        switch context.format {
        case .json, .jsonLines:
            try context.output.line(
                JSONText.object([
                    ("schema", .string("journal.version/1")), ("version", .string(Program.version)),
                ]).text
            )
        case .text, .plain: try context.output.line("journal \(Program.version)")
        }
        return .done
    }
}
