import JournalBackup
import JournalModel
import JournalStore

/// A folder with backups: any number of them, each thing stored once, encrypted when it was made with a passphrase.
///
/// Needs no journal: after a loss it is all there is.
public struct BackupFolder: Sendable {
    /// Absolute path.
    public var path: String
    /// Bytes of the passphrase; `nil` for a folder that is not encrypted.
    public var passphrase: [UInt8]?

    /// Names a folder; nothing is read yet.
    public init(path: String, passphrase: [UInt8]? = nil) {
        self.path = path
        self.passphrase = passphrase
    }

    /// Whether what lies there is encrypted; `nil` when no backup folder lies there.
    public var isEncrypted: Bool? { BackupRepository.isEncrypted(path) }

    /// All backups, the newest first.
    ///
    /// - Returns: Them; one whose manifest is damaged only has its name.
    /// - Throws: ``JournalError``.
    public func list() async throws(JournalError) -> [BackupInfo] {
        try await onOwnThread("journal.backup") { cancellation in
            let repository = try BackupRepository.open(path, passphrase: passphrase)
            return try repository.names().reversed().map { name in
                try cancellation.check()
                return BackupInfo(name: name, manifest: try? repository.manifest(name))
            }
        }
    }

    /// Reads every byte and proves it; changes nothing.
    ///
    /// - Parameter progress: Called now and then, from any thread.
    /// - Returns: What is wrong; empty when every backup can be restored whole.
    /// - Throws: ``JournalError``.
    public func verify(
        progress: @escaping @Sendable (JobProgress) -> Void = { _ in }
    ) async throws(JournalError) -> [BackupFault] {
        try await onOwnThread("journal.backup") { cancellation in
            try BackupRepository.open(path, passphrase: passphrase).check { done, total in
                try cancellation.check()
                progress(JobProgress(done: done, total: total))
            }.map { BackupFault(code: $0.code, id: $0.id, backups: $0.backups) }
        }
    }

    /// Restores a backup as a journal of its own: a new device, beside everything that is there.
    ///
    /// - Parameters:
    ///   - name: The backup's name or its beginning, such as a day; the newest that fits. `nil` for the newest of all.
    ///   - target: The new journal's folder, absolute; must not be there, or be empty.
    ///   - salvages: Whether to go on when a part of the history is damaged, with everything that can be read.
    ///   - configuration: Clock, ids and waiting.
    ///   - progress: Called now and then, from any thread.
    /// - Returns: What was restored; a damaged attachment or draft costs nothing but itself.
    /// - Throws: ``JournalError``; nothing is left behind then.
    public func restore(
        _ name: String?,
        to target: String,
        salvages: Bool = false,
        _ configuration: JournalConfiguration = JournalConfiguration(),
        progress: @escaping @Sendable (JobProgress) -> Void = { _ in }
    ) async throws(JournalError) -> RestoreReport {
        try await onOwnThread("journal.backup") { cancellation in
            let repository = try BackupRepository.open(path, passphrase: passphrase)
            let name = try repository.resolve(name)
            let outcome = try RestoreRun.run(
                repository,
                name,
                to: target,
                salvages: salvages,
                environment: configuration.environment
            ) { done, total in
                try cancellation.check()
                progress(JobProgress(done: done, total: total))
            }
            return RestoreReport(
                backup: BackupInfo(name: name, manifest: outcome.manifest),
                lostFileCount: outcome.lostFileCount,
                isHistoryDamaged: outcome.isHistoryDamaged
            )
        }
    }

    /// Removes old backups.
    ///
    /// - Parameters:
    ///   - keep: Which stay; the newest always does.
    ///   - isDryRun: Whether to say only what would go.
    /// - Returns: Names of those that went, and the bytes that were freed.
    /// - Throws: ``JournalError``, with nothing removed when one that stays cannot be read.
    public func prune(keep: BackupRetention, isDryRun: Bool = false) async throws(JournalError) -> (
        removed: [String], freedByteCount: Int64
    ) {
        try await onOwnThread("journal.backup") { _ in
            let repository = try BackupRepository.open(path, passphrase: passphrase)
            var policy = RetentionPolicy()
            policy.last = keep.last
            policy.daily = keep.daily
            policy.weekly = keep.weekly
            policy.monthly = keep.monthly
            policy.yearly = keep.yearly
            let removed = policy.surplus(
                repository.names().compactMap { name in
                    CivilDate(String(name.prefix(10))).map { day in
                        (name: name, day: day.daysSince1970, month: day.month, year: day.year)
                    }
                }
            )
            guard !isDryRun, !removed.isEmpty else { return (removed, 0) }
            return (removed, try repository.prune(Set(removed)))
        }
    }
}

/// One backup.
public struct BackupInfo: Sendable, Hashable {
    /// When it was made, as in `2026-12-01T031000Z`; names it.
    public var name: String
    /// Whether its manifest can be read; without it the counts are 0.
    public var isReadable: Bool
    /// Entries outside the trash.
    public var entryCount: Int
    /// Attachments of all entries.
    public var attachmentCount: Int
    /// Bytes of everything it holds, also of what other backups share.
    public var byteCount: Int64
    /// Attachments whose bytes were not there.
    public var missingCount: Int

    init(name: String, manifest: BackupManifest?) {
        self.name = name
        isReadable = manifest != nil
        entryCount = manifest?.entryCount ?? 0
        attachmentCount = manifest?.attachmentCount ?? 0
        byteCount = manifest?.byteCount ?? 0
        missingCount = manifest?.missing.count ?? 0
    }
}

/// Something that is wrong with backups.
public struct BackupFault: Sendable, Hashable {
    /// `manifest.damaged`, `object.damaged` or `object.missing`.
    public var code: String
    /// Name of a backup or of an object.
    public var id: String
    /// Backups that can no longer be restored whole.
    public var backups: [String]
}

/// How many backups stay, each the newest of its day, week, month or year.
public struct BackupRetention: Sendable, Hashable {
    /// The newest of all.
    public var last: Int
    /// Days.
    public var daily: Int
    /// Weeks, which begin on Monday.
    public var weekly: Int
    /// Months.
    public var monthly: Int
    /// Years.
    public var yearly: Int

    /// Three of all, fourteen days, eight weeks, twenty-four months, a hundred years.
    public init(last: Int = 3, daily: Int = 14, weekly: Int = 8, monthly: Int = 24, yearly: Int = 100) {
        self.last = last
        self.daily = daily
        self.weekly = weekly
        self.monthly = monthly
        self.yearly = yearly
    }
}

/// What a backup did.
public struct BackupReport: Sendable, Hashable {
    /// The backup.
    public var backup: BackupInfo
    /// Files that no earlier backup had.
    public var newFileCount: Int
    /// Their bytes as they lie in the folder.
    public var newByteCount: Int64
    /// Entries whose history the journal itself can no longer read: kept as they are, but not proven.
    public var unprovenCount: Int
}

/// What a restore brought back.
public struct RestoreReport: Sendable, Hashable {
    /// The backup.
    public var backup: BackupInfo
    /// Attachments and drafts whose bytes could not be read.
    public var lostFileCount: Int
    /// Whether a part of the history could not be read; only when the restore was to salvage.
    public var isHistoryDamaged: Bool
}

extension Journal {
    /// Backs the journal up and proves it: the new backup is restored and every entry compared before it counts.
    ///
    /// Others may write meanwhile; the backup is of one moment.
    ///
    /// - Parameters:
    ///   - folder: Where it goes; made when it is not there, encrypted when there is a passphrase.
    ///   - rereadsEverything: Whether to read objects of earlier backups too, and write damaged ones again.
    ///   - progress: Called now and then, from any thread.
    /// - Returns: What was done.
    /// - Throws: ``JournalError``; no backup counts then.
    public nonisolated func backUp(
        to folder: BackupFolder,
        rereadsEverything: Bool = false,
        progress: @escaping @Sendable (JobProgress) -> Void = { _ in }
    ) async throws(JournalError) -> BackupReport {
        let (path, configuration) = (path, configuration)
        return try await onOwnThread("journal.backup") { cancellation in
            let store = try JournalStore(
                StoreFolder(path: path),
                creating: false,
                environment: configuration.environment
            )
            let started = configuration.now()
            let repository = try BackupRepository.openOrCreate(folder.path, passphrase: folder.passphrase)
            let outcome = try BackupRun(store, to: repository, rereads: rereadsEverything) { done, total in
                try cancellation.check()
                progress(JobProgress(done: done, total: total))
            }.run()
            store.remember(
                JobRecord(
                    verb: "backup",
                    startedMilliseconds: started,
                    finishedMilliseconds: configuration.now(),
                    outcome: outcome.manifest.missing.isEmpty && outcome.unprovenCount == 0
                        ? "verified" : "part"
                )
            )
            return BackupReport(
                backup: BackupInfo(name: outcome.name, manifest: outcome.manifest),
                newFileCount: outcome.newFileCount,
                newByteCount: outcome.newByteCount,
                unprovenCount: outcome.unprovenCount
            )
        }
    }
}
