/// How far a job has come.
public struct JobProgress: Sendable, Hashable {
    /// Items done.
    public var done: Int
    /// Items in all; `nil` while unknown.
    public var total: Int?

    /// Says how far a job has come.
    public init(done: Int, total: Int? = nil) {
        self.done = done
        self.total = total
    }
}
