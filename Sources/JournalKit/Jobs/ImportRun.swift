import Bytes
import JournalImport
import JournalModel
import JournalStore

/// One run of an import: from the importer's items to the store, in batches.
///
/// Media are stored before the batch that names them; a batch is one or a few short transactions. So a run
/// that is killed anywhere leaves whole entries only, and the next run takes up the rest.
struct ImportRun {
    private let importer: any Importer
    private let store: JournalStore
    private let policy: ImportPolicy
    private let isDryRun: Bool
    private let progress: (JobProgress) -> Void
    private let cancellation: Cancellation
    /// The whole run is one change, so that it can be undone as one.
    private let change = PendingChange(.imported)
    private var report = ImportReport()
    private var batch: [ImportedEntry] = []
    private var batchBytes = 0
    private var seen: [EntryID: [Operation]] = [:]

    /// Bounds memory whatever the entries' size, and makes transactions long enough to be cheap.
    private static let batchLimit = (entries: 1500, bytes: 12 << 20)

    init(
        importer: any Importer,
        store: JournalStore,
        policy: ImportPolicy,
        isDryRun: Bool,
        progress: @escaping (JobProgress) -> Void,
        cancellation: Cancellation
    ) {
        self.importer = importer
        self.store = store
        self.policy = policy
        self.isDryRun = isDryRun
        self.progress = progress
        self.cancellation = cancellation
        report.format = importer.app
        report.journals = importer.inventory.journals.map { .init(name: $0.name, found: $0.found) }
        report.found = importer.inventory.found
    }

    mutating func run() throws -> ImportReport {
        var handled = 0
        try importer.forEachItem { item in
            try cancellation.check()
            switch item {
            case .warning(let warning): report.warnings.append(warning)
            case .failed(let warning):
                report.failed += 1
                report.warnings.append(warning)
                handled += 1
            case .skipped(let warning):
                report.skipped += 1
                report.warnings.append(warning)
                handled += 1
            case .entry(let entry):
                handled += 1
                try take(entry)
            }
            progress(JobProgress(done: handled, total: report.found))
        }
        try flush()
        if !isDryRun { try store.tidy() }
        return report
    }

    private mutating func take(_ item: ImportedEntry) throws {
        var item = item
        for index in item.entry.attachments.indices {
            report.attachmentsFound += 1
            if try fill(&item.entry.attachments[index], of: item) {
                report.attachmentsStored += 1
            } else {
                report.attachmentsMissing += 1
            }
        }
        EntryFields.sortAttachments(&item.entry)
        if isDryRun { return try look(item) }
        batchBytes += item.raw.count + item.entry.body.utf8.count
        batch.append(item)
        if batch.count >= ImportRun.batchLimit.entries || batchBytes >= ImportRun.batchLimit.bytes {
            try flush()
        }
    }

    /// Stores an attachment's bytes and writes down what they say.
    ///
    /// - Returns: `false` when there are none to be had; the entry is taken all the same.
    private mutating func fill(_ attachment: inout Attachment, of item: ImportedEntry) throws -> Bool {
        guard let stream = item.media[attachment.id] else { return false }
        do {
            if isDryRun {
                let digest = Digest(.sha256)
                var byteCount: Int64 = 0
                try stream.read { piece in
                    digest.update(piece)
                    byteCount += Int64(piece.count)
                }
                let sha256 = hex(digest.finish())
                (attachment.sha256, attachment.byteCount) = (sha256, byteCount)
                // Bytes that are not there make a new version, whatever else would be known of them.
                MediaFacts.fill(&attachment, path: store.attachments.path(sha256: sha256))
            } else {
                let stored = try store.attachments.store(stream)
                attachment.sha256 = stored.sha256
                attachment.byteCount = stored.byteCount
                MediaFacts.fill(&attachment, path: stored.path)
            }
            return attachment.sha256 != nil
        } catch let error where !(error is StoreError) && !(error is CancellationError) {
            // The archive's fault, not the store's: one medium never costs its entry.
            report.warnings.append(
                ImportWarning(
                    code: "media-unreadable",
                    entry: item.entry.source?.id,
                    message:
                        "the bytes of attachment \(attachment.id) cannot be read (\(error)); the entry was taken"
                )
            )
            return false
        }
    }

    private mutating func look(_ item: ImportedEntry) throws {
        count(item, try store.outcome(of: item, policy: policy, after: &seen))
    }

    private mutating func flush() throws {
        guard !batch.isEmpty else { return }
        let items = batch
        batch = []
        batchBytes = 0
        var outcomes: [(ImportedEntry, ImportOutcome)] = []
        try store.apply(items, policy: policy, as: change) { item, outcome in
            outcomes.append((item, outcome))
            try cancellation.check()
        }
        for (item, outcome) in outcomes { count(item, outcome) }
    }

    private mutating func count(_ item: ImportedEntry, _ outcome: ImportOutcome) {
        switch outcome {
        case .new: report.new += 1
        case .same: report.same += 1
        case .changed: report.changed += 1
        case .conflict: report.conflict += 1
        case .unreadable:
            report.failed += 1
            report.warnings.append(
                ImportWarning(
                    code: "entry-damaged",
                    entry: item.entry.source?.id,
                    message: "what the journal holds of it cannot be read; run: journal doctor"
                )
            )
        case .inTrash:
            report.same += 1
            report.warnings.append(
                ImportWarning(
                    code: "in-trash",
                    entry: item.entry.source?.id,
                    message:
                        "its entry is in the trash and stays there; import --restore-deleted brings it back"
                )
            )
        }
    }
}
