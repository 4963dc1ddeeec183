import Glibc

/// `journal __generate KIND DIR`: writes the manual, completions or `docs/cli.md` from the tables.
struct GenerateCommand: Command {
    enum Kind: String, CaseIterable { case man, completions, markdown }

    static let name = "__generate"
    static let summary = "Write reference files made from the option tables."
    static let operands = "man|completions|markdown DIR"
    static let options: [Option<Self>] = []
    static let isHidden = true

    private var kind: Kind?
    private var destination: String?

    mutating func takeOperand(_ operand: String) throws(UsageError) {
        if kind == nil {
            guard let known = Kind(rawValue: operand) else {
                throw UsageError(
                    "unknown kind '\(operand)'",
                    next: "choose one of man, completions, markdown"
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
            try GenerateCommand.write(text, to: folder + "/" + name)
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
        }
    }

    private static func write(_ text: String, to path: String) throws(CommandFailure) {
        // Reference files are for every user of the machine.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw CommandFailure(
                .cannotCreate,
                code: "cannot-create",
                "\(path) cannot be written: \(String(cString: strerror(errno)))"
            )
        }
        defer { close(descriptor) }
        fchmod(descriptor, 0o644)
        guard writeAll(Array(text.utf8), to: descriptor) == 0 else {
            throw CommandFailure(.inputOutput, code: "output-failed", "\(path) cannot be written whole")
        }
    }
}
