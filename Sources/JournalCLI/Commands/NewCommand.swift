import JournalModel

/// `journal new`, also called `jot`: one entry from words, standard input or the editor.
struct NewCommand: Command {
    static let name = "new"
    static let summary = "Write an entry from words, standard input or the editor."
    static let operands = "[TEXT... | -]"
    static let options: [Option<Self>] = [
        .value("at", "TIME", help: "When it happened, such as '2026-11-30 21:00' or 'yesterday 9am'.") {
            (command, text) throws(UsageError) in command.at = text
        },
        .flag("all-day", help: "The entry is about the whole day.") { $0.isAllDay = true },
        .value("journal", "NAME", help: "The journal it goes to; made if it is not there.") {
            (command, text) throws(UsageError) in command.journal = text
        },
        .value("title", "TEXT", help: "A title.") {
            (command, text) throws(UsageError) in command.title = text
        },
        .value("tag", "TAG", help: "A tag; may be given again.") {
            (command, text) throws(UsageError) in command.tags.append(tagName(text))
        },
        .flag("star", help: "Mark it with a star.") { $0.isStarred = true },
        .value("attach", "FILE", values: .path, help: "Attach a file; may be given again.") {
            (command, text) throws(UsageError) in command.attachments.append(text)
        },
        .flag("resume", help: "Open the newest draft that was never saved.") { $0.resumes = true },
    ]
    static let discussion = [
        """
        Words given on the command line are joined by spaces; they may stay in the shell's history. With - the \
        text is read from standard input. With neither, the editor opens on a draft that only you can read and \
        that is kept until the entry is saved.
        """,
        """
        --at reads ISO dates and times, RFC 3339, clock times, 'yesterday 9am', weekdays, '3 days ago', and \
        Japanese such as 昨日 21時 or 先週の月曜. Anything else is refused. A day without a time makes an entry \
        about the whole day. A time that the clock skipped moves forward by the gap; of one that occurred \
        twice the earlier is taken; the answer says so.
        """,
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal new It rained all day.", "Writes an entry of now."),
        ("journal new --at 'yesterday 9am' --tag walk -", "Reads the text from standard input."),
        ("journal new --attach bridge.jpg", "Opens the editor; the picture goes with the entry."),
    ]

    var words: [String] = []
    var at: String?
    var isAllDay = false
    var journal: String?
    var title: String?
    var tags: [String] = []
    var isStarred = false
    var attachments: [String] = []
    var resumes = false

    mutating func takeOperand(_ operand: String) throws(UsageError) { words.append(operand) }

    func check() throws(UsageError) {
        if words.contains("-"), words.count > 1 {
            throw UsageError("text comes either from words or from standard input, not from both")
        }
        if resumes, !words.isEmpty { throw UsageError("--resume opens a draft and takes no text") }
    }

    func run(_ context: Context) async throws -> ExitStatus { .done }
}
