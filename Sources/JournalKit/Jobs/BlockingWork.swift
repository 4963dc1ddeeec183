import Dispatch
import Synchronization

/// Whether a job's task has been cancelled, to be asked from the thread that does the work.
final class Cancellation: Sendable {
    private let isCancelled = Atomic(false)

    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Throws when the job should stop.
    func check() throws {
        if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
    }
}

/// Runs long work on a thread of its own, so that it holds none of Swift's shared ones.
func onOwnThread<Result: Sendable>(
    _ label: String,
    _ body: @escaping @Sendable (Cancellation) throws -> Result
) async throws(JournalError) -> Result {
    let cancellation = Cancellation()
    do {
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue(label: label).async {
                    continuation.resume(with: Swift.Result { try body(cancellation) })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    } catch {
        throw JournalError(error)
    }
}
