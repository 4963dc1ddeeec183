import Glibc
import JournalKit
import JournalModel

/// An entry on its way from the command line to the journal.
struct NewEntry {
    private var command: NewCommand
    var text = ""
    private(set) var moment = EntryMoment(unixMilliseconds: 0, zone: .utc)
    /// Said when the clock skipped the time or showed it twice.
    private var clockNote: String?
    /// The words that the moment was read from.
    private var momentWords: String?
    private var beganMilliseconds: Int64 = 0
    private var zone = JournalZone.utc
    /// The id that it will have; `nil` where none is needed before.
    var id: EntryID?

    init(_ command: NewCommand) {
        self.command = command
        momentWords = command.at
    }

    /// Reads when it happened.
    ///
    /// - Parameters:
    ///   - dates: Gives the words a meaning.
    ///   - began: When it was begun, which is when it happened unless something else was said.
    ///   - zone: Where the writer is.
    /// - Throws: For words that are no moment.
    mutating func read(
        _ dates: DateExpression,
        begun began: Int64,
        _ zone: JournalZone
    ) throws(UsageError) {
        (beganMilliseconds, self.zone) = (began, zone)
        moment = EntryMoment(unixMilliseconds: began, zone: zone)
        if let at = command.at { take(try dates.moment(at)) }
        if command.isAllDay { makeAllDay() }
    }

    /// Takes the moment that the words began with.
    mutating func take(_ prefix: DatePrefix) {
        take(prefix.reading)
        if command.isAllDay { makeAllDay() }
        momentWords = prefix.words
        text = prefix.rest
    }

    private mutating func take(_ reading: DateExpression.Reading) {
        (moment, clockNote) = (reading.moment, reading.note)
    }

    private mutating func makeAllDay() {
        moment = EntryMoment(allDay: moment.day, zone: JournalZone(moment.zoneName))
    }

    /// Takes the fields that a template brings; what the command line says comes before them.
    mutating func take(_ beginning: Beginning) {
        guard let template = beginning.template else { return }
        command.title = command.title ?? template.title
        command.journal = command.journal ?? template.journal
        command.tags += template.tags
        command.people += template.people
    }

    /// Makes sure that the files can be read, before anything is written.
    func checkFiles() throws(CommandFailure) {
        for file in command.attachments where access(file, R_OK) != 0 {
            let reason = String(cString: strerror(errno))
            throw CommandFailure(.inputMissing, code: "input-missing", "cannot read \(file): \(reason)")
        }
    }

    /// Stores it and says what was taken.
    func add(to journal: Journal, _ context: Context) async throws {
        var draft = EntryDraft(
            text: text,
            happened: .at(moment),
            title: command.title,
            journal: command.journal ?? context.settings.journal,
            tags: command.tags,
            people: command.people,
            isStarred: command.isStarred,
            mood: command.mood,
            place: command.place,
            template: command.template,
            files: command.attachments.map { EntryDraft.File(path: $0) }
        ).takingMarks()
        draft.id = id
        let new = draft
        let entry = try await context.stoppable { try await journal.add(new) }
        // The entry is stored: nothing that goes wrong from here on may be told as a failure to store it.
        try await echo(entry, journal, context)
    }

    /// Says what was taken: the id, the moment, and which words became the moment.
    private func echo(_ entry: Entry, _ journal: Journal, _ context: Context) async throws {
        switch context.format {
        case .json, .jsonLines:
            try context.output.line(try await journal.json(of: entry))
            if let clockNote { context.messages.note(clockNote) }
        case .plain: try context.output.line(entry.id.description)
        case .text:
            let isJapanese = momentWords.map(Moments.isJapanese) ?? false
            let when = isJapanese ? Moments.longJapanese(entry.happened) : Moments.long(entry.happened)
            var line = ShortID.text(entry.id) + "  " + when
            if let momentWords { line += ", from \"\(SafeText.line(momentWords))\"" }
            if let clockNote { line += " (\(SafeText.line(clockNote)))" }
            let marks = SafeText.line(EntryLines.marks(entry, withPeople: true))
            if !marks.isEmpty { line += "   " + marks }
            try context.output.line(line)
        }
        if context.settings.globals.isDryRun { context.messages.note("nothing was written: --dry-run") }
    }

    /// What its draft keeps beside the text.
    var note: DraftNote {
        var note = DraftNote(beganMilliseconds: beganMilliseconds, zone: zone.name)
        note.id = id?.description
        var options: [String: JSONInput] = [:]
        // The words are read again from when it was begun, which gives the same moment.
        options["at"] = momentWords.map { .string($0) }
        options["journal"] = command.journal.map { .string($0) }
        options["title"] = command.title.map { .string($0) }
        options["place"] = command.place.map { .string($0) }
        options["template"] = command.template.map { .string($0) }
        options["mood"] = command.mood.map { .integer($0) }
        if command.isAllDay { options["allDay"] = .bool(true) }
        if command.isStarred { options["star"] = .bool(true) }
        for (key, values) in [
            ("tag", command.tags), ("people", command.people), ("attach", command.attachments),
        ] where !values.isEmpty {
            options[key] = .array(values.map { .string($0) })
        }
        note.options = options
        return note
    }

    /// Keeps the text as a draft, because it could not be stored.
    ///
    /// - Returns: Why it could not, with where the text is.
    func kept(instead error: any Error, _ context: Context) -> CommandFailure {
        let failure = CommandFailure(any: error)
        guard !text.isEmpty else { return failure }
        for folder in context.settings.draftFolders {
            ConfigurationFile.makeFolders(above: folder)
            guard let draft = try? Draft.make(in: folder, text: text + "\n", note) else { continue }
            return failure.adding("the text is kept as \(draft.path): journal new --resume")
        }
        return failure.adding("the text could not be kept as a draft either")
    }
}

/// What an entry begins with: a template, the question of the day, or both.
struct Beginning {
    var text: String
    var template: EntryTemplate?

    /// - Returns: `nil` when the command asks for neither.
    /// - Throws: When there is no such template, or it has a mistake.
    init?(
        _ command: NewCommand,
        _ moment: EntryMoment,
        _ journal: Journal,
        _ context: Context
    ) async throws {
        guard command.template != nil || command.wantsPrompt else { return nil }
        let language = try await context.language(journal)
        var parts: [String] = []
        if let name = command.template {
            let folder = context.templatesFolder
            guard let found = try EntryTemplate.named(name, in: folder, language: language) else {
                let names = try EntryTemplate.all(in: folder, language: language).map(\.name)
                let near = Suggestion.nearest(to: name, among: names)
                throw UsageError(
                    "there is no template '\(name.prefix(40))'",
                    next: near.map { "did you mean '\($0)'?" }
                        ?? "see 'journal templates' for those there are"
                )
            }
            template = found
            parts.append(try found.filled(moment, language: language))
        }
        if command.wantsPrompt {
            let prompts = try WritingPrompts.all(in: context.promptsFolder, language: language)
            if let prompt = WritingPrompts.prompt(of: moment.day, among: prompts) {
                parts.append("> " + prompt)
            }
        }
        text = parts.joined(separator: "\n\n")
    }
}

extension Context {
    /// A person's own templates of entries.
    var templatesFolder: String? { settings.configurationFolder.map { $0 + "/templates" } }

    /// A person's own questions.
    var promptsFolder: String? { settings.configurationFolder.map { $0 + "/prompts" } }

    /// BCP 47 tag: what is set for this device, else what the profile says, else English.
    func language(_ journal: Journal?) async throws -> String {
        if let language = settings.file.values[.language] { return language }
        if let journal, let language = try await journal.profile().language { return language }
        return settings.language ?? "en"
    }
}
