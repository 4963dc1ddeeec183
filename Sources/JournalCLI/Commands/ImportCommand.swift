/// `journal import`: brings entries of another program in.
struct ImportCommand: Command {
    /// What happens to an entry that was changed here and in the archive.
    enum ChangeRule: String, CaseIterable, Sendable { case both, keep, take }

    static let name = "import"
    static let summary = "Bring in entries from an export of another program."
    static let operands = "PATH"
    static let takesPaths = true
    static let options: [Option<Self>] = [
        .value("into", "NAME", help: "Put all entries into this journal; made if it is not there.") {
            (command, text) throws(UsageError) in command.journal = text
        },
        .choice(
            "on-change",
            "RULE",
            of: ChangeRule.self,
            help: "For entries changed on both sides: both (merge), keep (yours) or take (theirs)."
        ) { $0.changeRule = $1 },
        .value("report", "FILE", values: .path, help: "Write the report as JSON to this file too.") {
            (command, text) throws(UsageError) in command.reportPath = text
        },
        .flag("restore-deleted", help: "Bring back entries that were deleted here.") { $0.restoresDeleted = true },
    ]
    static let discussion = [
        """
        PATH is a zip archive, an unzipped folder or a single file; what it is is told from its contents. The \
        same archive again changes nothing, and an import that was stopped goes on when it is run again.
        """,
        """
        One entry that cannot be read never costs another: the status is then 3, and the report names it by \
        its id, never by its words. --dry-run reports and writes nothing.
        """,
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal import Export.zip --dry-run", "Says what would come in."),
        ("journal import Export.zip --into Travel", "Brings all entries into the journal Travel."),
    ]

    var path: String?
    var journal: String?
    var changeRule = ChangeRule.both
    var reportPath: String?
    var restoresDeleted = false

    mutating func takeOperand(_ operand: String) throws(UsageError) {
        guard path == nil else { throw UsageError("only one PATH can be imported at a time") }
        path = operand
    }

    func check() throws(UsageError) {
        guard path != nil else {
            throw UsageError("'journal import' needs the PATH of an export", next: "journal import Export.zip")
        }
    }
}
