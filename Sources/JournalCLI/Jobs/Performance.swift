/// What became of one import or export.
struct Performance: Sendable {
    let status: ExitStatus
    /// The report for programs.
    let json: JSONText
    /// The report for people.
    let lines: [String]
    /// What to say on standard error.
    var notes: [String] = []
}

/// A command that can also be one step of a jobs file.
protocol JobCommandStep: Command {
    /// Checks what depends on the day, such as dates, before any step runs.
    func validate(_ context: Context) throws(UsageError)
    /// Does the work and reports; prints nothing.
    func perform(_ context: Context) async throws -> Performance
}

extension JobCommandStep {
    func validate(_ context: Context) throws(UsageError) {}

    func run(_ context: Context) async throws -> ExitStatus {
        try validate(context)
        let performance = try await perform(context)
        for note in performance.notes { context.messages.note(note) }
        switch context.format {
        // Nothing is reported where the data itself went to standard output.
        case .json, .jsonLines:
            if performance.json != .null { try context.output.line(performance.json.text) }
        case .text, .plain: for line in performance.lines { try context.output.line(line) }
        }
        return performance.status
    }
}
