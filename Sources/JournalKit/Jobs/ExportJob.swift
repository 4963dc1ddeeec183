/// One export of one state of the journal.
public struct ExportJob: Sendable {
    let journal: Journal
    let destination: ExportDestination
    let options: ExportOptions

    /// Writes the output beside its place and renames it when it is whole.
    ///
    /// Cancelling the task leaves nothing behind.
    ///
    /// - Parameters:
    ///   - progress: Called now and then, from any thread.
    /// - Returns: What was done.
    /// - Throws: ``JournalError``.
    public func run(progress: @escaping @Sendable (JobProgress) -> Void = { _ in }) async throws(JournalError)
        -> ExportReport
    {
        throw JournalError(.failed, "exporting is not there yet")
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
