import JournalKit

/// `journal privacy`: who can read what, from how things are set on this device.
struct PrivacyCommand: Command {
    static let name = "privacy"
    static let summary = "Show who can read what, and where."
    static let options: [Option<Self>] = []
    static let discussion = [
        """
        Every kind of data, where it lies, who can read it there and what keeps others out; then what was found on \
        this machine. It needs no network and prints nothing secret. What cannot be seen from here is called \
        unknown. The status is 3 when something needs a look.
        """
    ]
    static let jsonKeys: [(key: String, holds: String)] = [
        ("rows", "Objects with data, where, readers and protection."),
        ("findings", "Objects with code, verdict (ok, warning or unknown) and message."),
    ]

    func run(_ context: Context) async throws -> ExitStatus {
        let journal = try await context.open()
        let folder = BackupFolder(path: context.backupPath)
        let backups = folder.isEncrypted.map { isEncrypted in
            [
                PrivacyStatement.Backup(
                    path: context.friendly(folder.path),
                    isEncrypted: isEncrypted
                )
            ]
        }
        let statement = try await journal.privacy(
            configurationPath: context.settings.file.path.isEmpty ? nil : context.settings.file.path,
            backups: backups ?? []
        )
        switch context.format {
        case .json, .jsonLines: try context.output.line(json(statement).text)
        case .plain:
            for row in statement.rows {
                let fields = [row.data, row.place, row.readers, row.protection]
                try context.output.line(fields.map(SafeText.line).joined(separator: "\t"))
            }
        case .text: try explain(statement, context)
        }
        return statement.findings.contains { $0.verdict == .warning } ? .partial : .done
    }

    private func explain(_ statement: PrivacyStatement, _ context: Context) throws {
        let width = context.terminal.width
        for row in statement.rows {
            try context.output.line(Style.strong(SafeText.line(row.data), context.terminal))
            for (name, text) in [
                ("where", row.place), ("who", row.readers), ("protection", row.protection),
            ] {
                let label = "  " + DisplayWidth.padded(name, to: 11)
                let lines = DisplayWidth.wrapped(
                    SafeText.line(context.friendly(text)),
                    to: max(width - 13, 30)
                )
                for (index, line) in lines.enumerated() {
                    try context.output.line((index == 0 ? label : String(repeating: " ", count: 13)) + line)
                }
            }
        }
        try context.output.line("")
        for finding in statement.findings {
            let label =
                switch finding.verdict {
                case .ok: Style.good("ok      ", context.terminal)
                case .warning: Style.warning("warn    ", context.terminal)
                case .unknown: "unknown "
                }
            try context.output.line(label + SafeText.line(finding.message))
        }
    }

    private func json(_ statement: PrivacyStatement) -> JSONText {
        .object([
            ("schema", .string("journal.privacy/1")),
            (
                "rows",
                .array(
                    statement.rows.map { row in
                        .object([
                            ("data", .string(row.data)), ("where", .string(row.place)),
                            ("readers", .string(row.readers)), ("protection", .string(row.protection)),
                        ])
                    }
                )
            ),
            (
                "findings",
                .array(
                    statement.findings.map { finding in
                        .object([
                            ("code", .string(finding.code)), ("verdict", .string(finding.verdict.rawValue)),
                            ("message", .string(finding.message)),
                        ])
                    }
                )
            ),
        ])
    }
}
