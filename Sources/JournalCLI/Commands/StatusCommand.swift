import JournalKit
import JournalModel

/// `journal status`: one screen of how things stand.
struct StatusCommand: Command {
    static let name = "status"
    static let summary = "Show on one screen what the journal holds and how it stands."
    static let options: [Option<Self>] = []
    static let discussion = ["With --json the object is that of schema journal.status/1, made for monitors."]

    func run(_ context: Context) async throws -> ExitStatus {
        let journal = try await context.open()
        let status = try await journal.status()
        switch context.format {
        case .json, .jsonLines: try context.output.line(json(status, context).text)
        case .text, .plain: for line in lines(status, context) { try context.output.line(line) }
        }
        return .done
    }

    private func json(_ status: JournalStatus, _ context: Context) -> JSONText {
        .object([
            ("schema", .string("journal.status/1")), ("entries", .int(status.entryCount)),
            ("attachments", .int(status.attachmentCount)), ("trash", .int(status.trashedCount)),
            ("from", .optional(status.firstDay?.description)), ("to", .optional(status.lastDay?.description)),
            (
                "sync",
                .object([
                    ("mode", .string("local")), ("reason", .string(reason(context))), ("since", .null),
                    ("waiting", .int(0)), ("conflicts", .int(status.conflictCount)),
                ])
            ),
            (
                "check",
                .object([
                    ("last", .optional(status.checkedMilliseconds.map(EntryMoment.utc))),
                    ("verdict", .optional(status.checkedSeverity?.rawValue)),
                ])
            ),
            (
                "backup",
                .object([
                    ("last", .optional(status.backedUpMilliseconds.map(EntryMoment.utc))),
                    ("verified", status.isBackupWhole.map { .bool($0) } ?? .null),
                ])
            ),
        ])
    }

    /// Why nothing is sent anywhere.
    private func reason(_ context: Context) -> String {
        context.settings.globals.isLocalOnly ? "local-store-only" : "off"
    }

    private func backedUp(_ status: JournalStatus, _ context: Context) -> String {
        guard let last = status.backedUpMilliseconds else {
            return "never on this device: journal backup now"
        }
        let days = max(context.settings.nowMilliseconds - last, 0) / 86_400_000
        let when = days == 0 ? "today" : days == 1 ? "yesterday" : "\(days) days ago"
        return when + (status.isBackupWhole == true ? ", verified" : ", attachments missing: journal doctor")
    }

    private func checked(_ status: JournalStatus, _ context: Context) -> String {
        guard let last = status.checkedMilliseconds, let verdict = status.checkedSeverity else {
            return "never on this device: journal doctor"
        }
        let words =
            switch verdict {
            case .ok: "sound"
            case .warning: "sound, with warnings"
            case .damage: "damage was found: journal doctor"
            }
        let days = max(context.settings.nowMilliseconds - last, 0) / 86_400_000
        return words + (days == 0 ? ", today" : days == 1 ? ", yesterday" : ", \(days) days ago")
    }

    private func lines(_ status: JournalStatus, _ context: Context) -> [String] {
        var span = ""
        if let first = status.firstDay, let last = status.lastDay { span = " (\(first) … \(last))" }
        let attachments = "attachments \(grouped(status.attachmentCount))"
        let reason =
            context.settings.globals.isLocalOnly ? "local only, as asked" : "local only: nothing is sent"
        let trash = status.trashedCount == 0 ? "empty" : counted(status.trashedCount, ("entry", "entries"))
        return [
            "Entries   " + DisplayWidth.padded(grouped(status.entryCount) + span, to: 38) + attachments,
            "Store     " + SafeText.line(context.friendly(context.settings.storePath)),
            "Checked   " + checked(status, context),
            "Backup    " + backedUp(status, context),
            "Sync      " + reason, "Trash     " + trash,
        ]
    }
}
