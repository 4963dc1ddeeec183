/// `journal job run FILE.json`: several imports and exports, each with its own outcome.
struct JobCommand: Command {
    static let name = "job"
    static let summary = "Run the imports and exports that a file describes."
    static let operands = "run FILE.json"
    static let takesPaths = true
    static let options: [Option<Self>] = []
    static let discussion = [
        """
        The file is {"schema": "journal.jobs/1", "jobs": [{"name": "x", "import": {"file": "a.zip", "into": \
        "y"}}, {"name": "z", "export": {"file": "b.epub", "from": "2024-01-01", "overwrite": true}}]}. The \
        keys of an import or export are the options of that command, written like onChange for --on-change; \
        paths start at the file's folder. An unknown key is refused before anything runs.
        """,
        """
        A job that fails does not keep the next from running. The status is 0 when all succeeded, 3 when some \
        did, else that of the first failure. No entry's words are in what is printed, so that it may go to a \
        log of cron or systemd.
        """,
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal job run nightly.json --json --wait 5m", "Runs all jobs and prints their reports.")
    ]
    static let jsonKeys: [(key: String, holds: String)] = [
        (
            "jobs",
            "For each job name, outcome (done, partial or failed), status, report (that of the command, or null) "
                + "and error (as in journal.error/1, or null)."
        )
    ]

    var action: String?
    var path: String?

    mutating func takeOperand(_ operand: String) throws(UsageError) {
        if action == nil {
            guard operand == "run" else {
                throw UsageError("'journal job' knows only run", next: "journal job run FILE.json")
            }
            action = operand
        } else if path == nil {
            path = operand
        } else {
            throw UsageError("only one file of jobs can be run at a time")
        }
    }

    func check() throws(UsageError) {
        guard path != nil else {
            throw UsageError("'journal job' needs a file of jobs", next: "journal job run FILE.json")
        }
    }
}
