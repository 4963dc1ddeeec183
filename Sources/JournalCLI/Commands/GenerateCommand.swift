/// `journal __generate KIND DIR`: writes the manual, completions or `docs/cli.md` from the tables.
struct GenerateCommand: Command {
    enum Kind: String, CaseIterable { case man, completions, markdown, privacy }

    static let name = "__generate"
    static let summary = "Write reference files made from the option tables."
    static let operands = "man|completions|markdown|privacy DIR"
    static let options: [Option<Self>] = []
    static let isHidden = true

    private var kind: Kind?
    private var destination: String?

    mutating func takeOperand(_ operand: String) throws(UsageError) {
        if kind == nil {
            guard let known = Kind(rawValue: operand) else {
                throw UsageError(
                    "unknown kind '\(operand)'",
                    next: "choose one of man, completions, markdown, privacy"
                )
            }
            kind = known
        } else if destination == nil {
            destination = operand
        } else {
            throw UsageError("only one folder can be written to")
        }
    }

    func check() throws(UsageError) {
        guard destination != nil else { throw UsageError("'journal __generate' needs a kind and a folder") }
    }

    func run(_ context: Context) async throws -> ExitStatus {
        guard let kind, let destination else { return .usage }
        let folder = absolute(destination, in: context.folder)
        for (name, text) in GenerateCommand.files(kind) {
            // Reference files are for every user of the machine.
            try ReferenceFile.write(text, to: folder + "/" + name, mode: 0o644)
            try context.output.line(name)
        }
        return .done
    }

    /// What a kind consists of: file names and texts.
    static func files(_ kind: Kind) -> [(name: String, text: String)] {
        switch kind {
        case .man:
            [("journal.1", ManPage.overview), ("jot.1", ".so man1/journal-new.1\n")]
                + CommandTable.visible.map { ("journal-\($0.name).1", ManPage.text(of: $0)) }
        case .completions:
            [
                ("journal.bash", Completions.bash), ("_journal", Completions.zsh),
                ("journal.fish", Completions.fish),
            ]
        case .markdown: [("cli.md", MarkdownReference.text)]
        case .privacy: [("privacy-table.md", MarkdownReference.privacy)]
        }
    }
}
