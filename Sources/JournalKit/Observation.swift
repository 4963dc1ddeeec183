public import JournalModel

extension Journal {
    /// The entries of a query, at once and again after every change, whichever program made it.
    ///
    /// Changes that follow each other closely may come as one. Ends when its task is cancelled.
    ///
    /// - Parameters:
    ///   - query: Which entries.
    ///   - order: Their order.
    ///   - limit: Most entries of each value.
    /// - Returns: Pages, the first without delay, later ones within a quarter of a second of their change.
    public nonisolated func updates(
        of query: EntryQuery = EntryQuery(),
        order: EntryOrder = .newestFirst,
        limit: Int? = nil
    ) -> AsyncThrowingStream<EntryPage, any Error> {
        // A slow reader wants the newest state, not all states between.
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                do {
                    var number = try await self.changeNumber()
                    var page = try await self.entries(query, order: order, limit: limit)
                    continuation.yield(page)
                    while true {
                        try await Task.sleep(for: .milliseconds(100))
                        let now = try await self.changeNumber()
                        guard now != number else { continue }
                        number = now
                        let next = try await self.entries(query, order: order, limit: limit)
                        guard next != page else { continue }
                        page = next
                        continuation.yield(page)
                    }
                } catch is CancellationError {
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
