/// The import of one file or folder, to be run once or again: a second run changes nothing.
public struct ImportJob: Sendable {
    let journal: Journal
    let path: String
    let options: ImportOptions

    /// Takes the input in.
    ///
    /// Cancelling the task stops between two items; what was taken in stays, and running it again goes on.
    ///
    /// - Parameters:
    ///   - progress: Called now and then, from any thread.
    /// - Returns: What was done.
    /// - Throws: ``JournalError``.
    public func run(progress: @escaping @Sendable (JobProgress) -> Void = { _ in }) async throws(JournalError)
        -> ImportReport
    {
        throw JournalError(.failed, "importing is not there yet")
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
