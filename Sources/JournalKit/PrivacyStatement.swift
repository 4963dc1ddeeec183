import JournalStore

/// Who can read what, where, and by which protection: computed from how things are set, without any network.
///
/// `PRIVACY.md` is made from the same rows.
public struct PrivacyStatement: Sendable, Hashable {
    /// One kind of data in one place.
    public struct Row: Sendable, Hashable {
        /// What it is.
        public var data: String
        /// Where it lies.
        public var place: String
        /// Who can read it there.
        public var readers: String
        /// What keeps others out.
        public var protection: String
    }

    /// What was looked at on this machine.
    public struct Finding: Sendable, Hashable {
        /// How it stands.
        public enum Verdict: String, Sendable {
            /// As it should be.
            case ok
            /// Someone should look.
            case warning
            /// It cannot be told from here.
            case unknown
        }

        /// Stable short name, such as `swap.unencrypted`.
        public var code: String
        /// How it stands.
        public var verdict: Verdict
        /// A sentence without any word of the journal.
        public var message: String
    }

    /// A backup folder.
    public struct Backup: Sendable, Hashable {
        /// Where it is.
        public var path: String
        /// Whether a passphrase is needed to read it.
        public var isEncrypted: Bool

        /// Names a folder.
        public init(path: String, isEncrypted: Bool) {
            self.path = path
            self.isEncrypted = isEncrypted
        }
    }

    /// Every kind of data, the most private first.
    public var rows: [Row]
    /// What was found on this machine; empty for the general statement.
    public var findings: [Finding] = []

    /// The statement for a journal.
    ///
    /// - Parameters:
    ///   - storePath: Where the store lies, as a person reads it.
    ///   - configurationPath: Where settings lie; `nil` for nowhere.
    ///   - backups: Backup folders that are known.
    public init(storePath: String, configurationPath: String?, backups: [Backup]) {
        let owner = "you, root, whoever has your unencrypted disk"
        let mode = "file mode 0600, folder 0700"
        let database = storePath + "/private.sqlite"
        rows = [
            Row(
                data: "text, titles, tags, people, places",
                place: database,
                readers: owner,
                protection: mode
            ),
            Row(
                data: "photos, video, audio, files, with the location they came with",
                place: storePath + "/attachments",
                readers: owner,
                protection: mode
            ),
            Row(
                data: "search index: the words of your entries",
                place: database,
                readers: owner,
                protection: mode + "; purged with the entries"
            ),
            Row(
                data: "earlier versions, the trash, the original object of an imported entry",
                place: database,
                readers: owner,
                protection: mode + "; until the entry is purged"
            ),
            Row(
                data: "an unfinished text",
                place: storePath + "/drafts",
                readers: owner,
                protection: mode + "; removed once the entry is kept"
            ),
            Row(
                data: "pictures decoded for books; a copy of the journal while a backup or check runs",
                place: storePath + "/cache",
                readers: owner,
                protection: mode + "; may be deleted at any time"
            ),
            Row(
                data: "when this device imported, checked and backed up, without words or file names",
                place: storePath + "/local.sqlite",
                readers: owner,
                protection: mode + "; may be deleted at any time"
            ),
        ]
        if let configurationPath {
            rows.append(
                Row(
                    data: "settings: zone, editor, folder of backups; no secret",
                    place: configurationPath,
                    readers: owner,
                    protection: "file mode 0600"
                )
            )
        }
        rows += backups.map(PrivacyStatement.row)
        if backups.contains(where: \.isEncrypted) {
            rows.append(
                Row(
                    data: "the passphrase of a backup",
                    place: "nowhere; or a file of yours that must be 0600",
                    readers: "whoever knows it",
                    protection: "opens the whole backup; without it nobody can"
                )
            )
        }
        rows += PrivacyStatement.handedOut
    }

    private static func row(_ backup: Backup) -> Row {
        backup.isEncrypted
            ? Row(
                data: "a backup with a passphrase: everything of the store",
                place: backup.path,
                readers: "whoever has the folder and knows the passphrase",
                protection:
                    "XChaCha20-Poly1305, key from the passphrase by Argon2id; times, number and padded sizes stay visible"
            )
            : Row(
                data: "a backup: everything of the store, purged entries of its time too",
                place: backup.path,
                readers: "whoever gets the folder",
                protection: "file mode 0600, folder 0700; not encrypted"
            )
    }

    /// What leaves the store because somebody asked for it.
    private static let handedOut = [
        Row(
            data: "a book (EPUB, PDF)",
            place: "where you had it written",
            readers: "whoever gets the file",
            protection:
                "photos, video and audio in it carry no location and no device; text, places and tags that you selected are in it"
        ),
        Row(
            data: "a data export (json, jsonl, md)",
            place: "where you had it written",
            readers: "whoever gets the file",
            protection: "none: it is complete on purpose, original media with their location included"
        ),
        Row(
            data: "what you type after 'journal new'",
            place: "your shell's history, the list of processes while it runs",
            readers: "you, root, other users of this machine while it runs",
            protection:
                "none: use 'journal new' alone (your editor) or standard input for what must not be there"
        ),
        Row(
            data: "network",
            place: "nothing is sent: the program opens no connection",
            readers: "nobody",
            protection: "no statistics, no update check, no crash report"
        ),
    ]
}

extension Journal {
    /// Who can read what of this journal, with what was found on this machine.
    ///
    /// - Parameters:
    ///   - configurationPath: Where settings lie; `nil` for nowhere.
    ///   - backups: Backup folders that are known.
    /// - Returns: The statement.
    /// - Throws: ``JournalError``.
    public func privacy(
        configurationPath: String?,
        backups: [PrivacyStatement.Backup]
    ) throws(JournalError) -> PrivacyStatement {
        try run {
            var statement = PrivacyStatement(
                storePath: path,
                configurationPath: configurationPath,
                backups: backups
            )
            let open = store.openToOthers().count
            statement.findings = [
                open == 0
                    ? .init(code: "store.private", verdict: .ok, message: "only you can read the store")
                    : .init(
                        code: "store.open",
                        verdict: .warning,
                        message: "other users can read \(open) files of the store: journal doctor --fix"
                    ),
                PrivacyStatement.disk(DiskFacts(path)), PrivacyStatement.swap(DiskFacts.swaps()),
                age(
                    "check",
                    store.lastJob("check")?.finishedMilliseconds,
                    never: "the store was never checked on this device: journal doctor"
                ),
                age(
                    "backup",
                    store.lastJob("backup")?.finishedMilliseconds,
                    never: "there was never a backup on this device: journal backup now"
                ),
            ]
            if store.hasUnfinishedPurge {
                statement.findings.append(
                    .init(
                        code: "purge.unfinished",
                        verdict: .warning,
                        message:
                            "words deleted for good may still be in this device's files: journal doctor --fix"
                    )
                )
            }
            return statement
        }
    }

    private func age(_ code: String, _ last: Int64?, never: String) -> PrivacyStatement.Finding {
        guard let last else { return .init(code: code + ".never", verdict: .warning, message: never) }
        let days = max(configuration.now() - last, 0) / 86_400_000
        let when = days == 0 ? "less than a day" : days == 1 ? "1 day" : "\(days) days"
        return .init(
            code: code + ".last",
            verdict: days > 30 ? .warning : .ok,
            message: "the last \(code) was \(when) ago"
        )
    }
}

extension PrivacyStatement {
    static func disk(_ facts: DiskFacts) -> Finding {
        if let kind = facts.networkKind {
            return Finding(
                code: "disk.network",
                verdict: .warning,
                message: "the store lies on another machine (\(kind)), whose owner can read it"
            )
        }
        return facts.isEncrypted == true
            ? Finding(code: "disk.encrypted", verdict: .ok, message: "the disk of the store is encrypted")
            : Finding(
                code: "disk.unknown",
                verdict: .unknown,
                message: "whether the disk of the store is encrypted cannot be seen from here"
            )
    }

    static func swap(_ swaps: [(name: String, isEncrypted: Bool?)]) -> Finding {
        if swaps.contains(where: { $0.isEncrypted == false }) {
            return Finding(
                code: "swap.unencrypted",
                verdict: .warning,
                message: "memory may be written to a swap space that is not encrypted"
            )
        }
        if swaps.contains(where: { $0.isEncrypted == nil }) {
            return Finding(
                code: "swap.unknown",
                verdict: .unknown,
                message: "whether the swap space is encrypted cannot be seen from here"
            )
        }
        return Finding(
            code: "swap.private",
            verdict: .ok,
            message: swaps.isEmpty ? "no swap space is in use" : "swap space is encrypted or in memory"
        )
    }
}
