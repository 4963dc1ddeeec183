import JournalStore

/// One export of one state of the journal.
public struct ExportJob: Sendable {
    let journal: Journal
    let destination: ExportDestination
    let options: ExportOptions

    /// Writes the output beside its place and renames it when it is whole.
    ///
    /// Cancelling the task leaves nothing behind.
    ///
    /// - Parameter progress: Called now and then, from any thread.
    /// - Returns: What was done.
    /// - Throws: ``JournalError``.
    public func run(progress: @escaping @Sendable (JobProgress) -> Void = { _ in }) async throws(JournalError)
        -> ExportReport
    {
        let run = ExportRun(
            configuration: journal.configuration,
            folder: StoreFolder(path: journal.path),
            destination: destination,
            options: options
        )
        return try await onOwnThread("journal.export") { cancellation in
            // A connection of its own, so that the journal goes on while a book is made of one moment of it.
            try run.run(try Snapshot(run.folder)) { done, total in
                try cancellation.check()
                progress(JobProgress(done: done, total: total))
            }
        }
    }
}

extension Journal {
    /// An export of the journal.
    ///
    /// - Parameters:
    ///   - destination: Where it goes.
    ///   - options: What and how.
    /// - Returns: A job that does nothing until it is run.
    public nonisolated func exportJob(
        to destination: ExportDestination,
        _ options: ExportOptions = ExportOptions()
    ) -> ExportJob {
        ExportJob(journal: self, destination: destination, options: options)
    }
}
