/// Why a command stopped, as told to a person or, with `--json`, to a program.
///
/// Never holds a word of an entry.
struct CommandFailure: Error, Equatable, Sendable {
    /// How the process ends.
    let status: ExitStatus
    /// Stable short name, such as `usage`.
    let code: String
    /// Thing and cause: begins in lower case, has no full stop at its end.
    let message: String
    /// The next step, where there is one; written as ``message``.
    let next: String?

    init(_ status: ExitStatus, code: String, _ message: String, next: String? = nil) {
        (self.status, self.code, self.message, self.next) = (status, code, message, next)
    }

    /// The same failure with one more next step.
    func adding(_ step: String) -> CommandFailure {
        CommandFailure(status, code: code, message, next: next.map { "\($0); \(step)" } ?? step)
    }

    /// Thing, cause and next step, made inert for a terminal.
    var sentence: String { SafeText.line(message + (next.map { "; " + $0 } ?? "")) }

    /// The line for people.
    var line: String { "journal: " + sentence }

    /// The part of the object for programs that says what happened.
    var jsonObject: JSONText {
        .object([("code", .string(code)), ("message", .string(message)), ("next", .optional(next))])
    }

    /// The object for programs: `journal.error/1`.
    var json: String {
        JSONText.object([("schema", .string("journal.error/1")), ("error", jsonObject)]).text
    }
}

/// The command line was not understood.
struct UsageError: Error, Equatable, CustomStringConvertible {
    /// Thing and cause: begins in lower case, has no full stop at its end.
    let description: String
    /// The next step, where one is known.
    let next: String?

    init(_ description: String, next: String? = nil) {
        (self.description, self.next) = (description, next)
    }

    var failure: CommandFailure {
        CommandFailure(.usage, code: "usage", description, next: next)
    }
}
