import JournalKit
import JournalModel

/// `journal edit`: the text of entries in the editor.
struct EditCommand: SelectsEntries {
    static let name = "edit"
    static let summary = "Open entries in the editor."
    static let operands = "[SELECTOR...]"
    static let operandValues: [OperandValues] = [.entries]
    static let options: [Option<Self>] =
        filters + [.flag("resume", help: "Open the newest draft that was never saved.") { $0.resumes = true }]
    static let discussion = [
        """
        One entry is opened as its text. Several are opened in one text, each under a line that begins with \
        '%%' and its id; leave those lines as they are. Leaving an entry out deletes nothing. What someone \
        else wrote meanwhile is merged with what you write. Until it is saved, everything is in a draft: \
        'journal new --resume' finds it.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal edit last", "Opens the newest entry."),
        ("journal edit --on yesterday", "Opens all entries of yesterday."),
    ]

    var selection = Selection()
    var operands: [String] = []
    var resumes = false

    mutating func takeOperand(_ operand: String) throws(UsageError) { operands.append(operand) }

    func check() throws(UsageError) {
        if resumes { return }
        guard !operands.isEmpty || !selection.isEmpty else {
            throw UsageError("'journal edit' needs to know which entries", next: "journal edit last")
        }
    }

    func run(_ context: Context) async throws -> ExitStatus {
        if resumes {
            var command = NewCommand()
            command.resumes = true
            return try await command.run(context)
        }
        try Sitting.editor(context)
        let chosen = try await Chosen(operands, selection, context.settings.dates) {
            try await context.open()
        }
        guard chosen.report(context) else { return .nothingMatched }
        guard !context.settings.globals.isDryRun else {
            throw CommandFailure(.usage, code: "usage", "--dry-run opens no editor")
        }
        let journal = chosen.journal
        var revisions: [EntryRevision] = []
        // Oldest first, as one reads a diary.
        for entry in chosen.entries.reversed() { revisions.append(try await journal.revision(of: entry.id)) }
        Sitting.mentionDrafts(context)
        var note = DraftNote(
            beganMilliseconds: context.settings.nowMilliseconds,
            zone: context.settings.zone.name
        )
        note.seen = revisions.map {
            DraftNote.Seen(id: $0.entry.id.description, revision: $0.number)
        }
        let text = EditBuffer.text(revisions.map(\.entry))
        let draft = try Draft.make(in: try await journal.draftsFolder(), text: text, note)
        let status = try await EditCommand.finish(draft, revisions, journal, context)
        return status == .done ? chosen.status : status
    }

    /// Goes on with the draft of an edit.
    static func resume(_ draft: Draft, _ context: Context) async throws -> ExitStatus {
        let journal = try await context.open()
        var revisions: [EntryRevision] = []
        for seen in draft.note.seen ?? [] {
            guard let id = EntryID(seen.id) else { continue }
            do {
                revisions.append(try await journal.revision(of: id, at: seen.revision))
            } catch {
                throw CommandFailure(error).adding("the text is kept as \(draft.path)")
            }
        }
        guard !revisions.isEmpty else {
            throw CommandFailure(
                .dataBroken,
                code: "draft-failed",
                "the draft does not say which entry it is of",
                next: "its text is in \(draft.path)"
            )
        }
        return try await finish(draft, revisions, journal, context)
    }

    private static func finish(
        _ draft: Draft,
        _ revisions: [EntryRevision],
        _ journal: Journal,
        _ context: Context
    ) async throws -> ExitStatus {
        let sitting = try Sitting(on: draft, context)
        let ids = revisions.map(\.entry.id)
        let texts: [EntryID: String]
        if sitting.text.isEmpty {
            draft.remove()
            throw CommandFailure(
                .nothingMatched,
                code: "no-text",
                "nothing was changed: the text was empty",
                next: "to delete an entry: journal delete \(ids.map(ShortID.text).joined(separator: " "))"
            )
        }
        texts = try EditBuffer.read(sitting.text, ids)
        let changed = revisions.filter { revision in
            texts[revision.entry.id] != TextInput.comparable(revision.entry.body)
        }
        guard !changed.isEmpty else {
            draft.remove()
            context.messages.note("nothing was changed")
            return .done
        }
        let entries: [Entry]
        do {
            entries = try await context.stoppable {
                try await journal.edit(changed) { entry in
                    guard let text = texts[entry.id] else { return }
                    let marks = InlineMarks.find(in: text)
                    let before = InlineMarks.find(in: entry.body)
                    entry.body = text
                    // Taking a word out of the text takes no tag away: it may be there in its own right.
                    entry.tags += marks.tags.filter { !before.tags.contains($0) }
                    entry.people += marks.people.filter { !before.people.contains($0) }
                }
            }
        } catch {
            throw CommandFailure(any: error).adding("the text is kept: journal new --resume")
        }
        draft.remove()
        let report = ChangedEntries(
            context: context,
            journal: journal,
            done: "Changed",
            back: "journal undo"
        )
        try await report.print(entries, isSingle: ids.count == 1)
        for entry in entries where TextInput.comparable(entry.body) != texts[entry.id] {
            context.messages.note(
                entry.conflicts.isEmpty
                    ? "\(ShortID.text(entry.id)): merged with what was written meanwhile"
                    : "\(ShortID.text(entry.id)): changed elsewhere at the same place; both are kept"
            )
        }
        return .done
    }
}
