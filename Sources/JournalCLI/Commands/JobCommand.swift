import Glibc

/// `journal job run FILE.json`: several imports and exports, each with its own outcome.
struct JobCommand: Command {
    static let name = "job"
    static let summary = "Run the imports and exports that a file describes."
    static let operands = "run FILE.json"
    static let operandValues: [OperandValues] = [.words(["run"]), .paths]
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

    func run(_ context: Context) async throws -> ExitStatus {
        let path = absolute(path ?? "", in: context.folder)
        let file = try JobsFile(try read(path), folder: JobCommand.folder(of: path))
        for job in file.jobs {
            do {
                try job.command.validate(context)
            } catch {
                throw UsageError("job '\(job.name)': \(error.description)", next: error.next)
            }
        }
        var outcomes: [Outcome] = []
        for job in file.jobs {
            let outcome = await Outcome(of: job, context)
            outcomes.append(outcome)
            if context.format != .json { try outcome.print(context) }
            // A person who stops one job does not want the next one to begin.
            if outcome.status == .interrupted { break }
        }
        if context.format == .json { try context.printList(Self.name, "jobs", outcomes.map(\.json)) }
        return JobCommand.status(outcomes.map(\.status))
    }

    /// 0, else 3 when some succeeded, else the status of the first failure.
    static func status(_ statuses: [ExitStatus]) -> ExitStatus {
        if statuses.contains(.interrupted) { return .interrupted }
        guard let first = statuses.first(where: { $0 != .done }) else { return .done }
        let someSucceeded = statuses.contains { $0 == .done || $0 == .partial }
        return someSucceeded ? .partial : first
    }

    private func read(_ path: String) throws(CommandFailure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw CommandFailure(.inputMissing, code: "input-missing", "cannot read \(path): \(reason)")
        }
        defer { close(descriptor) }
        return try readAll(descriptor, limit: 1 << 20, named: "the jobs file")
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// What became of one job.
    private struct Outcome {
        let name: String
        let status: ExitStatus
        let performance: Performance?
        let failure: CommandFailure?

        init(of job: JobsFile.Job, _ context: Context) async {
            name = job.name
            do {
                let performance = try await job.command.perform(context)
                (status, self.performance, failure) = (performance.status, performance, nil)
            } catch {
                let failure = CommandFailure(any: error)
                (status, performance, self.failure) = (failure.status, nil, failure)
            }
        }

        private var word: String {
            switch status {
            case .done: "done"
            case .partial: "partial"
            default: "failed"
            }
        }

        var json: JSONText {
            .object([
                ("name", .string(name)), ("outcome", .string(word)), ("status", .int(Int(status.rawValue))),
                ("report", performance?.json ?? .null), ("error", failure?.jsonObject ?? .null),
            ])
        }

        func print(_ context: Context) throws {
            guard context.format != .jsonLines else { return try context.output.line(json.text) }
            try context.output.line(SafeText.line("\(name): \(word)"))
            for line in performance?.lines ?? [] { try context.output.line("  " + line) }
            for note in performance?.notes ?? [] { context.messages.note("\(name): \(note)") }
            if let failure { try context.output.line("  " + failure.sentence) }
        }
    }
}
