import Glibc
import JournalKit
import JournalModel

/// `journal backup`: makes, lists, proves, restores and removes backups.
struct BackupCommand: Command {
    static let name = "backup"
    static let summary = "Make, list, verify, restore or prune backups."
    static let operands = "[now | list | verify | restore [BACKUP] | prune]"
    static let operandValues: [OperandValues] = [.words(["now", "list", "verify", "restore", "prune"])]
    static let options: [Option<Self>] = [
        .value("folder", "DIR", values: .path, help: "The backup folder; else the setting backup.") {
            (command, text) throws(UsageError) in command.folder = text
        },
        .flag("encrypt", help: "Ask for a passphrase and make a new folder encrypted.") {
            $0.encrypts = true
        },
        .value("passphrase-file", "FILE", values: .path, help: "Read the passphrase from this 0600 file.") {
            (command, text) throws(UsageError) in command.passphraseFile = text
        },
        .value("into", "DIR", values: .path, help: "restore: the new journal's folder.") {
            (command, text) throws(UsageError) in command.target = text
        },
        .flag("salvage", help: "restore: bring back what can be read of a damaged one.") {
            $0.salvages = true
        },
        .flag("reread", help: "now: read earlier objects too, write damaged ones again.") {
            $0.rereads = true
        },
        .value("keep-last", "N", help: "prune: keep the newest N; 3.") {
            (command, text) throws(UsageError) in command.keep.last = try BackupCommand.count(text)
        },
        .value("keep-daily", "N", help: "prune: keep one of each of N days; 14.") {
            (command, text) throws(UsageError) in command.keep.daily = try BackupCommand.count(text)
        },
        .value("keep-weekly", "N", help: "prune: keep one of each of N weeks; 8.") {
            (command, text) throws(UsageError) in command.keep.weekly = try BackupCommand.count(text)
        },
        .value("keep-monthly", "N", help: "prune: keep one of each of N months; 24.") {
            (command, text) throws(UsageError) in command.keep.monthly = try BackupCommand.count(text)
        },
        .value("keep-yearly", "N", help: "prune: keep one of each of N years; 100.") {
            (command, text) throws(UsageError) in command.keep.yearly = try BackupCommand.count(text)
        },
    ]
    static let discussion = [
        """
        The folder is that of --folder, else the setting 'backup', else the store's path with '-backup' added. \
        Each thing is stored once, whatever number of backups holds it; a new backup is restored and compared \
        with the journal before it counts. It holds entries, history, trash, attachments and drafts, but no keys \
        and no storage credentials.
        """,
        """
        A passphrase makes the folder encrypted for good; nobody can open it without. 'verify' reads every byte; \
        status 74 when one is not what was written. 'restore' takes the newest backup whose name begins with \
        BACKUP, such as a day, and never writes over anything: the journal goes to --into, or to the store's place \
        when nothing lies there. Status 3 when an attachment could not be read, or with --salvage something else. What was deleted for good stays in older backups until they are pruned.
        """,
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal backup now --folder /media/disk/journal", "Backs up to another disk."),
        ("journal backup restore 2026-11-24 --into ./look-first", "Brings back how things stood that day."),
    ]
    static let jsonKeys: [(key: String, holds: String)] = [
        ("action", "now, list, verify, restore or prune."), ("folder", "The backup folder."),
        (
            "backups",
            "Objects with name, entries, attachments, bytes, missing and readable: the one made or restored, or all of a list."
        ),
        ("newBytes", "Bytes that the new backup added, or null."),
        ("findings", "Objects with code, id and backups, by verify."),
        ("removed", "Names of pruned backups."), ("freedBytes", "Bytes freed by prune, or null."),
        ("lost", "Attachments and drafts that restore could not read, or null."),
    ]

    var words: [String] = []
    var folder: String?
    var encrypts = false
    var passphraseFile: String?
    var target: String?
    var salvages = false
    var rereads = false
    var keep = BackupRetention()

    private static func count(_ text: String) throws(UsageError) -> Int {
        guard let number = DateWords.number(text[...]), number <= 100_000 else {
            throw UsageError("cannot read '\(text.prefix(20))' as a count")
        }
        return number
    }

    mutating func takeOperand(_ operand: String) throws(UsageError) { words.append(operand) }

    private var action: String { words.first ?? "list" }

    func check() throws(UsageError) {
        guard ["now", "list", "verify", "restore", "prune"].contains(action),
            words.count <= (action == "restore" ? 2 : 1)
        else {
            throw UsageError(
                "'journal backup' knows now, list, verify, restore and prune",
                next: "see 'journal help backup'"
            )
        }
    }

    func run(_ context: Context) async throws -> ExitStatus {
        let path = folder.map { absolute($0, in: context.folder) } ?? context.backupPath
        var backups = BackupFolder(path: path)
        backups.passphrase = try passphrase(backups, context)
        switch action {
        case "now": return try await backUp(backups, context)
        case "verify": return try await verify(backups, context)
        case "restore": return try await restore(backups, context)
        case "prune": return try await prune(backups, context)
        default:
            let all = try await backups.list()
            try print(context, path, all) {
                for backup in all { try context.output.line(line(backup)) }
                if all.isEmpty { context.messages.note("there is no backup yet: journal backup now") }
            }
            return .done
        }
    }

    private func backUp(_ backups: BackupFolder, _ context: Context) async throws -> ExitStatus {
        let journal = try await context.open()
        guard !context.settings.globals.isDryRun else {
            context.messages.note("would back up to \(context.friendly(backups.path))")
            return .done
        }
        let rereads = rereads
        let report = try await context.withProgress("Backing up") { progress in
            try await journal.backUp(to: backups, rereadsEverything: rereads, progress: progress)
        }
        let missing = report.backup.missingCount
        try print(context, backups.path, [report.backup], newBytes: report.newByteCount) {
            try context.output.line(
                line(report.backup) + ", \(size(report.newByteCount)) new; restored and compared: equal"
            )
        }
        if missing > 0 {
            context.messages.note(
                "\(counted(missing, ("attachment has", "attachments have"))) no sound bytes here: journal doctor"
            )
        }
        if report.unprovenCount > 0 {
            context.messages.note(
                "\(counted(report.unprovenCount, ("entry has", "entries have"))) a damaged history, kept as it is: journal doctor"
            )
        }
        return missing > 0 || report.unprovenCount > 0 ? .partial : .done
    }

    private func verify(_ backups: BackupFolder, _ context: Context) async throws -> ExitStatus {
        let faults = try await context.withProgress("Verifying") { progress in
            try await backups.verify(progress: progress)
        }
        let all = try await backups.list()
        try print(context, backups.path, all, faults: faults) {
            for fault in faults {
                let named =
                    fault.backups.isEmpty ? "" : ", needed by " + fault.backups.joined(separator: ", ")
                try context.output.line(SafeText.line("\(fault.code) \(fault.id)\(named)"))
            }
            if faults.isEmpty {
                try context.output.line(
                    "\(counted(all.count, ("backup", "backups"))), every byte is what was written"
                )
            }
        }
        return faults.isEmpty ? .done : .inputOutput
    }

    private func restore(_ backups: BackupFolder, _ context: Context) async throws -> ExitStatus {
        let path = target.map { absolute($0, in: context.folder) } ?? context.settings.storePath
        let name = words.count == 2 ? words[1] : nil
        let configuration = context.configuration(creating: true)
        let salvages = salvages
        let restored = try await context.withProgress("Restoring") { progress in
            try await backups.restore(name, to: path, salvages: salvages, configuration, progress: progress)
        }
        try print(context, backups.path, [restored.backup], lost: restored.lostFileCount) {
            try context.output.line(
                line(restored.backup) + ", restored to " + SafeText.line(context.friendly(path))
            )
        }
        if restored.lostFileCount > 0 {
            context.messages.note(
                "\(counted(restored.lostFileCount, ("attachment or draft", "attachments and drafts"))) could not be read"
            )
        }
        if restored.isHistoryDamaged {
            context.messages.note("a part of the history could not be read; look at: journal doctor")
        }
        return restored.lostFileCount > 0 || restored.isHistoryDamaged ? .partial : .done
    }

    private func prune(_ backups: BackupFolder, _ context: Context) async throws -> ExitStatus {
        let going = try await backups.prune(keep: keep, isDryRun: true).removed
        var freed: Int64?
        if !context.settings.globals.isDryRun, !going.isEmpty {
            try context.confirm("Remove \(counted(going.count, ("backup", "backups"))) for good?")
            freed = try await backups.prune(keep: keep).freedByteCount
        }
        let left = try await backups.list()
        try print(context, backups.path, left, removed: going, freed: freed) {
            for name in going { try context.output.line("removed " + SafeText.line(name)) }
            if let freed { context.messages.note("\(size(freed)) freed") }
            if going.isEmpty { context.messages.note("nothing to remove") }
        }
        return .done
    }

    // MARK: Output

    private func line(_ backup: BackupInfo) -> String {
        let name = SafeText.line(backup.name)
        guard backup.isReadable else { return "\(name)  its manifest cannot be read: journal backup verify" }
        return "\(name)  " + counted(backup.entryCount, ("entry", "entries")) + ", "
            + counted(backup.attachmentCount, ("attachment", "attachments")) + ", "
            + size(backup.byteCount)
    }

    private func print(
        _ context: Context,
        _ folder: String,
        _ backups: [BackupInfo],
        newBytes: Int64? = nil,
        faults: [BackupFault] = [],
        removed: [String] = [],
        freed: Int64? = nil,
        lost: Int? = nil,
        text: () throws -> Void
    ) throws {
        guard context.format == .json || context.format == .jsonLines else { return try text() }
        func number(_ value: Int64?) -> JSONText { value.map { .int(Int($0)) } ?? .null }
        try context.output.line(
            JSONText.object([
                ("schema", .string("journal.backup/1")), ("action", .string(action)),
                ("folder", .string(folder)),
                (
                    "backups",
                    .array(
                        backups.map { backup in
                            .object([
                                ("name", .string(backup.name)), ("readable", .bool(backup.isReadable)),
                                ("entries", .int(backup.entryCount)),
                                ("attachments", .int(backup.attachmentCount)),
                                ("bytes", number(backup.byteCount)), ("missing", .int(backup.missingCount)),
                            ])
                        }
                    )
                ), ("newBytes", number(newBytes)),
                (
                    "findings",
                    .array(
                        faults.map { fault in
                            .object([
                                ("code", .string(fault.code)), ("id", .string(fault.id)),
                                ("backups", .array(fault.backups.map { .string($0) })),
                            ])
                        }
                    )
                ), ("removed", .array(removed.map { .string($0) })), ("freedBytes", number(freed)),
                ("lost", lost.map { .int($0) } ?? .null),
            ]).text
        )
    }

    // MARK: Passphrase

    /// The passphrase, when the folder needs one or is going to.
    private func passphrase(_ backups: BackupFolder, _ context: Context) throws -> [UInt8]? {
        if let passphraseFile {
            return try Secret.file(absolute(passphraseFile, in: context.folder), "passphrase")
        }
        guard let isEncrypted = backups.isEncrypted else {
            return encrypts && action == "now"
                ? try Secret.prompt("New passphrase", isNew: true, context) : nil
        }
        if isEncrypted { return try Secret.prompt("Passphrase", isNew: false, context) }
        guard !encrypts else {
            throw CommandFailure(
                .notPermitted,
                code: "not-encrypted",
                "the backup at \(backups.path) is not encrypted",
                next: "choose another folder with --folder"
            )
        }
        return nil
    }
}

extension Context {
    /// The backup folder, unless a command names another.
    var backupPath: String {
        absolute(settings.file.values[.backup] ?? settings.storePath + "-backup", in: folder)
    }
}
