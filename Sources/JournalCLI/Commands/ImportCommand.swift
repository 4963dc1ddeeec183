import JournalKit

/// `journal import`: brings entries of another program in.
struct ImportCommand: JobCommandStep {
    static let name = "import"
    static let summary = "Bring in entries from an export of another program."
    static let operands = "PATH"
    static let operandValues: [OperandValues] = [.paths]
    static let options: [Option<Self>] = [
        .value(
            "into",
            "NAME",
            values: .names(of: "journals"),
            help: "Put all entries into this journal; made if it is not there."
        ) {
            (command, text) throws(UsageError) in command.journal = text
        },
        .choice(
            "on-change",
            "RULE",
            of: ImportOptions.OnChange.self,
            help: "For entries changed on both sides: both (merge), keep (yours) or take (theirs)."
        ) { $0.changeRule = $1 },
        .value("report", "FILE", values: .path, help: "Write the report as JSON to this file too.") {
            (command, text) throws(UsageError) in command.reportPath = text
        },
        .flag("restore-deleted", help: "Bring back entries that were deleted here.") {
            $0.restoresDeleted = true
        },
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
    var changeRule = ImportOptions.OnChange.both
    var reportPath: String?
    var restoresDeleted = false

    mutating func takeOperand(_ operand: String) throws(UsageError) {
        guard path == nil else { throw UsageError("only one PATH can be imported at a time") }
        path = operand
    }

    func check() throws(UsageError) {
        guard path != nil else {
            throw UsageError(
                "'journal import' needs the PATH of an export",
                next: "journal import Export.zip"
            )
        }
    }

    func perform(_ context: Context) async throws -> Performance {
        let input = absolute(path ?? "", in: context.folder)
        var options = ImportOptions()
        options.isDryRun = context.settings.globals.isDryRun
        options.into = journal
        options.onChange = changeRule
        options.restoresDeleted = restoresDeleted
        let journal = try await openJournal(context)
        let job = journal.importJob(input, options)
        let report = try await context.withProgress("Importing") { progress in
            try await job.run(progress: progress)
        }
        if let reportPath {
            try ReferenceFile.write(
                report.json + "\n",
                to: absolute(reportPath, in: context.folder),
                mode: 0o600
            )
        }
        return Performance(
            status: report.isPartial ? .partial : .done,
            json: .encoded(report.json),
            lines: ImportLines.lines(report, isDryRun: options.isDryRun)
        )
    }

    /// A dry run makes no store where there is none.
    private func openJournal(_ context: Context) async throws -> Journal {
        guard context.settings.globals.isDryRun else { return try await context.open(creating: true) }
        do {
            return try await context.open()
        } catch let error as JournalError where error.code == .absent {
            return try await context.openForTrial()
        }
    }
}
