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
        .value("people", "NAME", help: "A person; may be given again.") {
            (command, text) throws(UsageError) in command.people.append(personName(text))
        },
        .value("place", "TEXT", help: "The name of the place.") {
            (command, text) throws(UsageError) in command.place = text
        },
        .flag("star", help: "Mark it with a star.") { $0.isStarred = true },
        .value("mood", "1-5", help: "A mood, from 1 (worst) to 5 (best).") {
            (command, text) throws(UsageError) in command.mood = try moodNumber(text)
        },
        .value("attach", "FILE", values: .path, help: "Attach a file; may be given again.") {
            (command, text) throws(UsageError) in command.attachments.append(text)
        },
        .value("template", "NAME", values: .names(of: "templates"), help: "Begin with this template.") {
            (command, text) throws(UsageError) in command.template = text
        },
        .flag("prompt", help: "Begin with the question of the day.") { $0.wantsPrompt = true },
        .flag("resume", help: "Open the newest draft that was never saved.") { $0.resumes = true },
    ]
    static let discussion = [
        """
        Words given on the command line are joined by spaces; they may stay in the shell's history. With - the \
        text is read from standard input. With neither, the editor opens on a draft that only you can read and \
        that is kept until the entry is saved. What cannot be saved is kept as a draft too.
        """,
        """
        --at reads ISO dates and times, RFC 3339, clock times, 'yesterday 9am', weekdays, '3 days ago', and \
        Japanese such as 昨日 21時 or 先週の月曜. Anything else is refused. A day without a time makes an entry \
        about the whole day. A time that the clock skipped moves forward by the gap; of one that occurred \
        twice the earlier is taken; the answer says so.
        """,
        """
        Words may begin with when it happened, before a colon and a space (or a full-width colon): a date, a \
        clock time, yesterday, 'last monday', '3 days ago', 昨日, 3日前, each with or without a time; or another \
        day with a time, such as 'today 8:15' or 月曜 9時. The answer says what was taken. A number, a weekday, a \
        month, 'today' or 'noon' alone is a word of the text, and so is everything after --.
        """,
        """
        #tag and @person in the text are also taken as tags and people, outside of code, links and addresses; \
        the text stays as it is.
        """,
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal new It rained all day.", "Writes an entry of now."),
        ("jot yesterday 9am: Walked to the river. '#rain'", "Writes one of yesterday, with a tag."),
        ("journal new --at 'yesterday 9am' --tag walk -", "Reads the text from standard input."),
        ("journal new --template evening", "Opens the editor on a template."),
        ("journal new --attach bridge.jpg", "Opens the editor; the picture goes with the entry."),
    ]

    var words: [String] = []
    var takesPrefix = true
    var at: String?
    var isAllDay = false
    var journal: String?
    var title: String?
    var tags: [String] = []
    var people: [String] = []
    var place: String?
    var isStarred = false
    var mood: Int?
    var attachments: [String] = []
    var template: String?
    var wantsPrompt = false
    var resumes = false

    mutating func takeOperand(_ operand: String) throws(UsageError) { words.append(operand) }

    mutating func endOptions() { takesPrefix = false }

    func check() throws(UsageError) {
        if words.contains("-"), words.count > 1 {
            throw UsageError("text comes either from words or from standard input, not from both")
        }
        if resumes, !words.isEmpty { throw UsageError("--resume opens a draft and takes no text") }
        if resumes, template != nil || wantsPrompt {
            throw UsageError("--resume opens a draft as it was left")
        }
    }

    func run(_ context: Context) async throws -> ExitStatus {
        if resumes { return try await resume(context) }
        var command = self
        command.attachments = attachments.map { absolute($0, in: context.folder) }
        return try await command.write(context)
    }

    private func write(_ context: Context) async throws -> ExitStatus {
        var entry = NewEntry(self)
        try entry.read(context.settings.dates, begun: context.settings.nowMilliseconds, context.settings.zone)
        try entry.checkFiles()
        if words.isEmpty { return try await write(entry, in: context) }
        if words == ["-"] {
            Interruption.stopsGently(true)
            entry.text = try TextInput.standardInput()
        } else {
            entry.text = words.joined(separator: " ")
            if takesPrefix, at == nil, let prefix = DatePrefix(entry.text, context.settings.dates) {
                entry.take(prefix)
            }
            context.messages.note(
                "words on the command line may stay in the shell's history; journal new alone opens an editor"
            )
        }
        if Interruption.requested { throw entry.kept(instead: CancellationError(), context) }
        guard !entry.text.isEmpty || !attachments.isEmpty else {
            throw CommandFailure(.nothingMatched, code: "no-text", "nothing was written: there are no words")
        }
        let isTrial = context.settings.globals.isDryRun
        let journal: Journal
        do {
            journal = try await isTrial ? context.openForTrial() : context.open(creating: true)
            let begun = entry
            if let beginning = try await Beginning(self, entry.moment, journal, context) {
                entry.take(beginning)
                entry.text = [beginning.text, begun.text].filter { !$0.isEmpty }.joined(separator: "\n\n")
            }
            try await entry.add(to: journal, context)
        } catch  where !isTrial { throw entry.kept(instead: error, context) }
        return .done
    }

    /// Lets the person write in the editor; the draft goes when the entry is safe.
    private func write(_ begun: NewEntry, in context: Context) async throws -> ExitStatus {
        try Sitting.editor(context)
        guard !context.settings.globals.isDryRun else {
            throw CommandFailure(
                .usage,
                code: "usage",
                "--dry-run opens no editor",
                next: "give the words, or -"
            )
        }
        let journal = try await context.open(creating: true)
        var entry = begun
        entry.id = journal.makeID()
        let beginning = try await Beginning(self, entry.moment, journal, context)
        if let beginning { entry.take(beginning) }
        Sitting.mentionDrafts(context)
        let start = beginning.map { $0.text + "\n" } ?? ""
        let draft = try Draft.make(in: try await journal.draftsFolder(), text: start, entry.note)
        return try await finish(draft, entry, journal, context)
    }

    private func resume(_ context: Context) async throws -> ExitStatus {
        try Sitting.editor(context)
        let draft = try Sitting.resumed(context)
        let note = draft.note
        if note.seen != nil { return try await EditCommand.resume(draft, context) }
        var kept = NewCommand()
        // A draft of another version may keep options that are unknown here; its words still count.
        try? kept.take(note.options, folder: context.folder)
        var entry = NewEntry(over(kept, in: context.folder))
        let zone = note.zone.map { JournalZone($0) } ?? context.settings.zone
        let began = note.beganMilliseconds > 0 ? note.beganMilliseconds : context.settings.nowMilliseconds
        let dates =
            at == nil
            ? DateExpression(nowMilliseconds: began, zone: zone, zoneIsGiven: context.settings.zoneIsGiven)
            : context.settings.dates
        try entry.read(dates, begun: began, zone)
        let journal = try await context.open(creating: true)
        if let id = note.id.flatMap({ EntryID($0) }) {
            if let saved = try await journal.entry(id) {
                // The program was ended between saving the entry and removing its draft.
                if try draft.text() == TextInput.comparable(saved.body) {
                    draft.remove()
                    context.messages.note("the draft was saved already: \(ShortID.text(id))")
                    return .done
                }
            } else {
                entry.id = id
            }
        }
        return try await finish(draft, entry, journal, context)
    }

    /// What a draft kept, with what is said now before it.
    private func over(_ kept: NewCommand, in folder: String) -> NewCommand {
        var command = kept
        command.at = at ?? kept.at
        command.isAllDay = isAllDay || kept.isAllDay
        command.journal = journal ?? kept.journal
        command.title = title ?? kept.title
        command.tags += tags
        command.people += people
        command.place = place ?? kept.place
        command.isStarred = isStarred || kept.isStarred
        command.mood = mood ?? kept.mood
        command.attachments += attachments.map { absolute($0, in: folder) }
        return command
    }

    private func finish(
        _ draft: Draft,
        _ begun: NewEntry,
        _ journal: Journal,
        _ context: Context
    ) async throws -> ExitStatus {
        let start = draft.note.options["template"] == nil && !wantsPrompt ? "" : (try? draft.text()) ?? ""
        let sitting = try Sitting(on: draft, context)
        guard !sitting.text.isEmpty, sitting.text != start || resumes else {
            draft.remove()
            let what = sitting.text.isEmpty ? "the draft was empty" : "only the template was there"
            throw CommandFailure(.nothingMatched, code: "no-text", "nothing was written: \(what)")
        }
        var entry = begun
        entry.text = sitting.text
        do {
            try await entry.add(to: journal, context)
        } catch {
            let failure = CommandFailure(any: error)
            throw failure.adding("the text is kept: journal new --resume")
        }
        draft.remove()
        return .done
    }
}
