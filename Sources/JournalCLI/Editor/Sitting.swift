import Glibc

/// One sitting in the editor: a draft that is open from its making to its removal.
struct Sitting {
    let draft: Draft
    /// What is in the draft now, without white space at its end.
    let text: String

    /// Lets the person write.
    ///
    /// - Parameters:
    ///   - draft: Open here.
    ///   - context: Gives the editor and the place for messages.
    /// - Throws: When there is no editor, it fails, or the draft cannot be read; the draft stays.
    init(on draft: Draft, _ context: Context) throws(CommandFailure) {
        self.draft = draft
        let editor = try Sitting.editor(context)
        // What an editor saved for itself before it died is newer than what it last wrote.
        Sitting.rescue(draft, editor, context)
        do {
            try editor.edit(draft.path, holding: draft.lock)
        } catch {
            Sitting.rescue(draft, editor, context)
            throw error
        }
        let count = draft.removeStrays()
        if count > 0 {
            let copies = counted(count, ("copy", "copies"))
            context.messages.note("removed \(copies) that the editor left beside the draft")
        }
        text = TextInput.withPlainNewlines(try draft.text())
    }

    /// The editor to write in.
    ///
    /// - Throws: When nobody is there to write, or no editor is installed.
    @discardableResult
    static func editor(_ context: Context) throws(CommandFailure) -> EditorProgram {
        try TextInput.requireEditor(context)
        guard
            let editor = EditorProgram.find(
                context.environment,
                configured: context.settings.file.values[.editor]
            )
        else {
            throw CommandFailure(
                .configuration,
                code: "no-editor",
                "no editor is installed",
                next: "set EDITOR, or give the words on standard input with -"
            )
        }
        return editor
    }

    /// The newest draft that was left.
    static func resumed(_ context: Context) throws(CommandFailure) -> Draft {
        let (newest, open) = Draft.newest(in: context.settings.draftFolders)
        if let newest { return newest }
        guard open > 0 else {
            throw CommandFailure(.nothingMatched, code: "no-draft", "no draft was left")
        }
        throw CommandFailure(
            .nothingMatched,
            code: "draft-open",
            "the only draft is open in another editor",
            next: "go on there"
        )
    }

    /// Says that drafts wait, before another one is begun.
    static func mentionDrafts(_ context: Context) {
        let left = Draft.left(in: context.settings.draftFolders)
        guard left > 0 else { return }
        let drafts = counted(left, ("draft was", "drafts were"))
        context.messages.note("\(drafts) never saved: journal new --resume")
    }

    /// Puts into the draft what the editor kept for its own crash, and takes the copies away.
    private static func rescue(_ draft: Draft, _ editor: EditorProgram, _ context: Context) {
        let before = try? draft.text()
        var isRescued = false
        for copy in draft.rescuedCopies() where !isRescued {
            let descriptor = open(copy, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            guard let bytes = try? readAll(descriptor, limit: Draft.limit, named: "a copy of the draft"),
                let text = String(validating: bytes, as: UTF8.self), !withoutTrailingSpace(text).isEmpty
            else { return }
            guard (try? draft.replaceText(text)) != nil else { return }
            isRescued = true
        }
        if let swap = draft.swapFile {
            guard editor.recoverSwap(of: draft.path), let after = try? draft.text() else { return }
            if after.isEmpty, let before, !before.isEmpty {
                guard (try? draft.replaceText(before)) != nil else { return }
            }
            unlink(swap)
            isRescued = true
        }
        guard let after = try? draft.text() else { return }
        if isRescued {
            _ = draft.removeStrays()
            if after != before { context.messages.note("took back what the editor had not saved") }
        }
    }
}
