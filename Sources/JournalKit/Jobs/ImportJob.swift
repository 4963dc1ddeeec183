import JournalImport
import JournalModel
import JournalStore

/// The import of one file or folder, to be run once or again: a second run changes nothing.
public struct ImportJob: Sendable {
    let journal: Journal
    let path: String
    let options: ImportOptions

    /// Takes the input in.
    ///
    /// Cancelling the task stops between two items; what was taken in stays, and running it again goes on.
    ///
    /// - Parameter progress: Called now and then, from any thread.
    /// - Returns: What was found and what became of it.
    /// - Throws: ``JournalError``.
    public func run(progress: @escaping @Sendable (JobProgress) -> Void = { _ in }) async throws(JournalError)
        -> ImportReport
    {
        let folder = StoreFolder(path: journal.path)
        let configuration = journal.configuration
        let (path, options) = (path, options)
        return try await onOwnThread("journal.import") { cancellation in
            let importer = try importer(for: path)
            // A connection of its own: the journal stays free for others between two batches.
            let store = try JournalStore(folder, creating: true, environment: configuration.environment)
            var policy = ImportPolicy()
            policy.onChange = ImportChangePolicy(rawValue: options.onChange.rawValue) ?? .both
            policy.restoresDeleted = options.restoresDeleted
            if let name = options.into, !options.isDryRun { policy.into = try store.journal(named: name) }
            var run = ImportRun(
                importer: importer,
                store: store,
                policy: policy,
                isDryRun: options.isDryRun,
                progress: progress,
                cancellation: cancellation
            )
            let started = configuration.now()
            let report = try run.run()
            if !options.isDryRun {
                store.remember(
                    JobRecord(
                        verb: "import",
                        startedMilliseconds: started,
                        finishedMilliseconds: configuration.now(),
                        outcome: report.isPartial ? "part" : "done"
                    )
                )
            }
            return report
        }
    }
}

extension Journal {
    /// The import of an export of another program; what it is is told from its content.
    ///
    /// - Parameters:
    ///   - path: A zip, an unzipped folder, or a bare JSON file.
    ///   - options: How it is taken in.
    /// - Returns: A job that does nothing until it is run.
    public nonisolated func importJob(_ path: String, _ options: ImportOptions = ImportOptions()) -> ImportJob
    {
        ImportJob(journal: self, path: path, options: options)
    }
}
