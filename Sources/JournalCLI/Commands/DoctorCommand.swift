import JournalKit

/// `journal doctor`: checks the store, and repairs what can be made again.
struct DoctorCommand: Command {
    static let name = "doctor"
    static let summary = "Check that the journal is sound."
    static let options: [Option<Self>] = [
        .flag("media", help: "Read every attachment whole and compare it with its digest.") {
            $0.readsMedia = true
        },
        .flag("deep", help: "Also make tables and index anew, and compare every word.") {
            $0.isDeep = true
        },
        .flag("duplicates", help: "Also tell entries of one moment that say the same.") {
            $0.findsDuplicates = true
        },
        .flag("fix", help: "First mend what can be made again; never touches a word.") {
            $0.fixes = true
        },
        .flag("rebuild", help: "First make tables and search index anew from what was written.") {
            $0.rebuilds = true
        },
    ]
    static let discussion = [
        """
        Checks the pages of the database, the digest of every operation, every entry against its operations, the \
        files of attachments, permissions, drafts, the lock and the clock. --deep leaves nothing unread. --fix \
        makes the tables and the search index anew, finishes a deletion for good, removes files that no entry \
        names and closes the store to other users.
        """,
        """
        The report holds ids and counts, never your words, and is safe to send. The status is 0 when all is \
        sound, 3 when something needs a look, 74 when something is damaged.
        """,
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal doctor", "Checks the store."), ("journal doctor --deep", "Checks every byte that matters."),
        ("journal doctor --fix", "Mends what can be made again."),
    ]

    var readsMedia = false
    var isDeep = false
    var findsDuplicates = false
    var fixes = false
    var rebuilds = false

    func run(_ context: Context) async throws -> ExitStatus {
        let findings: [CheckFinding]
        do { findings = try await look(context) } catch let error as JournalError
            where error.code == .damaged || error.code == .failed
        {
            findings = [
                CheckFinding(
                    code: "store.unreadable",
                    severity: .damage,
                    message: "the journal cannot be opened; restore a backup: journal backup list"
                )
            ]
        }
        return try report(findings, context)
    }

    private func look(_ context: Context) async throws -> [CheckFinding] {
        let journal = try await context.open()
        if !context.settings.globals.isDryRun {
            if fixes { try await journal.repair() } else if rebuilds { try await journal.rebuild() }
        }
        let depth: CheckDepth = isDeep ? .deep : readsMedia ? .media : .standard
        let findsDuplicates = findsDuplicates
        return try await context.withProgress("Checking") { _ in
            try await journal.check(depth: depth, findsDuplicates: findsDuplicates)
        }
    }

    private func report(_ findings: [CheckFinding], _ context: Context) throws -> ExitStatus {
        let faults = findings.filter { $0.severity != .ok }
        switch context.format {
        case .json:
            try context.output.line(
                JSONText.object([
                    ("schema", .string("journal.doctor/1")), ("findings", .array(faults.map(json))),
                ])
                .text
            )
        case .jsonLines: for fault in faults { try context.output.line(json(fault).text) }
        case .plain:
            for finding in findings {
                let fields = [finding.severity.rawValue, finding.code, finding.id ?? "", finding.message]
                try context.output.line(fields.map(SafeText.line).joined(separator: "\t"))
            }
        case .text: try explain(findings, context)
        }
        if findings.contains(where: { $0.severity == .damage }) { return .inputOutput }
        return faults.isEmpty ? .done : .partial
    }

    private func json(_ finding: CheckFinding) -> JSONText {
        .object([
            ("code", .string(finding.code)), ("severity", .string(finding.severity.rawValue)),
            ("id", .optional(finding.id)), ("message", .string(finding.message)),
        ])
    }

    private func explain(_ findings: [CheckFinding], _ context: Context) throws {
        let column = findings.map { $0.code.count }.max() ?? 0
        for finding in findings {
            let label: String
            switch finding.severity {
            case .ok: label = Style.good("ok    ", context.terminal)
            case .warning: label = Style.warning("warn  ", context.terminal)
            case .damage: label = Style.bad("damage", context.terminal)
            }
            let message = finding.message + (finding.id.map { ": \($0)" } ?? "")
            let code = DisplayWidth.padded(finding.code, to: column)
            try context.output.line(label + " " + SafeText.line("\(code)  \(message)"))
        }
        let damages = findings.count { $0.severity == .damage }
        let warnings = findings.count { $0.severity == .warning }
        let verdict =
            damages > 0
            ? counted(damages, ("fault", "faults")) + ", " + counted(warnings, ("warning", "warnings"))
            : warnings > 0 ? counted(warnings, ("warning", "warnings")) : "All is sound"
        try context.output.line("\(verdict). Nothing here contains your words; safe to send.")
    }
}
