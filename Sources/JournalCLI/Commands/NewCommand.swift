import Glibc
import JournalKit
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
        .value(
            "journal",
            "NAME",
            values: .names(of: "journals"),
            help: "The journal it goes to; made if it is not there."
        ) {
            (command, text) throws(UsageError) in command.journal = text
        },
        .value("title", "TEXT", help: "A title.") {
            (command, text) throws(UsageError) in command.title = text
        },
        .value("tag", "TAG", values: .names(of: "tags"), help: "A tag; may be given again.") {
            (command, text) throws(UsageError) in command.tags.append(tagName(text))
        },
        .flag("star", help: "Mark it with a star.") { $0.isStarred = true },
        .value("mood", "1-5", help: "A mood, from 1 (worst) to 5 (best).") {
            (command, text) throws(UsageError) in command.mood = try moodNumber(text)
        },
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
    var mood: Int?
    var attachments: [String] = []
    var resumes = false

    mutating func takeOperand(_ operand: String) throws(UsageError) { words.append(operand) }

    func check() throws(UsageError) {
        if words.contains("-"), words.count > 1 {
            throw UsageError("text comes either from words or from standard input, not from both")
        }
        if resumes, !words.isEmpty { throw UsageError("--resume opens a draft and takes no text") }
    }

    func run(_ context: Context) async throws -> ExitStatus {
        let reading = try at.map { (text) throws(UsageError) in try context.settings.dates.moment(text) }
        let files = attachments.map { absolute($0, in: context.folder) }
        for file in files where access(file, R_OK) != 0 {
            let reason = String(cString: strerror(errno))
            throw CommandFailure(.inputMissing, code: "input-missing", "cannot read \(file): \(reason)")
        }
        if words.isEmpty { return try await write(in: context, reading, files) }
        let text = words == ["-"] ? try TextInput.standardInput() : words.joined(separator: " ")
        if words != ["-"] {
            context.messages.note(
                "words on the command line may stay in the shell's history; journal new alone opens an editor"
            )
        }
        guard !text.isEmpty || !files.isEmpty else {
            throw CommandFailure(.nothingMatched, code: "no-text", "nothing was written: there are no words")
        }
        let isTrial = context.settings.globals.isDryRun
        let journal = try await isTrial ? context.openForTrial() : context.open(creating: true)
        let entry = try await journal.add(draft(text, reading, files, context))
        try await echo(entry, reading, journal, context)
        return .done
    }

    /// Lets the person write in the editor; the draft goes when the entry is safe.
    private func write(
        in context: Context,
        _ reading: DateExpression.Reading?,
        _ files: [String]
    ) async throws -> ExitStatus {
        try TextInput.requireEditor(context)
        guard !context.settings.globals.isDryRun else {
            throw CommandFailure(
                .usage,
                code: "usage",
                "--dry-run opens no editor",
                next: "give the words, or -"
            )
        }
        let journal = try await context.open(creating: true)
        let sitting = try Sitting(in: try await journal.draftsFolder(), resumes: resumes, context)
        guard !sitting.text.isEmpty else {
            sitting.draft.remove()
            throw CommandFailure(.nothingMatched, code: "no-text", "nothing was written: the draft was empty")
        }
        let entry = try await journal.add(draft(sitting.text, reading, files, context))
        sitting.draft.remove()
        try await echo(entry, reading, journal, context)
        return .done
    }

    private func draft(
        _ text: String,
        _ reading: DateExpression.Reading?,
        _ files: [String],
        _ context: Context
    ) -> EntryDraft {
        var moment = reading?.moment
        if isAllDay {
            let zone = reading.map { JournalZone($0.moment.zoneName) } ?? context.settings.zone
            let now = EntryMoment(unixMilliseconds: context.settings.nowMilliseconds, zone: zone)
            moment = EntryMoment(allDay: (reading?.moment ?? now).day, zone: zone)
        }
        return EntryDraft(
            text: text,
            happened: moment.map(EntryDraft.Happened.at) ?? .now,
            title: title,
            journal: journal,
            tags: tags,
            isStarred: isStarred,
            mood: mood,
            files: files.map { EntryDraft.File(path: $0) }
        )
    }

    /// Says what was taken: the id, the moment, and which words became the moment.
    private func echo(
        _ entry: Entry,
        _ reading: DateExpression.Reading?,
        _ journal: Journal,
        _ context: Context
    ) async throws {
        switch context.format {
        case .json, .jsonLines:
            try context.output.line(try await journal.json(of: entry))
            if let note = reading?.note { context.messages.note(note) }
        case .plain: try context.output.line(entry.id.description)
        case .text:
            var line = ShortID.text(entry.id) + "  " + Moments.long(entry.happened)
            if let at { line += ", from \"\(SafeText.line(at))\"" }
            if let note = reading?.note { line += " (\(SafeText.line(note)))" }
            let marks = SafeText.line(EntryLines.marks(entry))
            if !marks.isEmpty { line += "   " + marks }
            try context.output.line(line)
        }
        if context.settings.globals.isDryRun { context.messages.note("nothing was written: --dry-run") }
    }
}
