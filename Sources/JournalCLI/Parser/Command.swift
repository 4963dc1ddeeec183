/// What operands of a command may name, for completion.
enum OperandValues: Sendable, Equatable {
    /// Paths of files and folders.
    case paths
    /// Entries, by their ids.
    case entries
    /// Names that the journal holds, listed one a line by this verb with `--plain`.
    case names(of: String)
    /// One of a fixed set of words.
    case words([String])
}

/// One verb of the program: data that says how it is called, and what it does.
///
/// Parsing is pure; `run` hands one job to the library and prints its report.
protocol Command: Sendable {
    /// The verb.
    static var name: String { get }
    /// One sentence that ends in a full stop.
    static var summary: String { get }
    /// The operands as a synopsis shows them, such as `PATH`; empty for none.
    static var operands: String { get }
    /// What operands may be, for completion.
    static var operandValues: [OperandValues] { get }
    /// What the summary leaves out: paragraphs.
    static var discussion: [String] { get }
    /// Command lines that a person might type, each with what it does.
    static var examples: [(line: String, effect: String)] { get }
    /// The keys of the object that `--json` prints, each with what it holds; empty when the contract
    /// describes the object elsewhere.
    static var jsonKeys: [(key: String, holds: String)] { get }
    /// Every option but the global ones.
    static var options: [Option<Self>] { get }
    /// Whether help and completions leave it out.
    static var isHidden: Bool { get }
    /// Whether its text may be long, so that a pager shows it on a terminal.
    var isForReading: Bool { get }

    init()
    /// Takes what is no option, in order.
    mutating func takeOperand(_ operand: String) throws(UsageError)
    /// Told when `--` says that only operands follow.
    mutating func endOptions()
    /// Checks what only the whole command line shows.
    func check() throws(UsageError)
    /// Does it.
    func run(_ context: Context) async throws -> ExitStatus
}

extension Command {
    static var operands: String { "" }
    static var operandValues: [OperandValues] { [] }
    static var discussion: [String] { [] }
    static var examples: [(line: String, effect: String)] { [] }
    static var jsonKeys: [(key: String, holds: String)] { [] }
    static var isHidden: Bool { false }
    var isForReading: Bool { false }

    mutating func takeOperand(_ operand: String) throws(UsageError) {
        throw UsageError("'journal \(Self.name)' takes no operand", next: "see 'journal help \(Self.name)'")
    }

    mutating func endOptions() {}

    func check() throws(UsageError) {}

    static var facts: [OptionFacts] { options.map { OptionFacts($0) } }
}
