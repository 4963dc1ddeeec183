import Glibc
import JournalKit
import JournalModel

/// `journal attach`: files of an entry, in and out.
struct AttachCommand: Command {
    static let name = "attach"
    static let summary = "Attach files to an entry, take them away, or copy them out."
    static let operands = "SELECTOR [FILE...]"
    static let operandValues: [OperandValues] = [.entries, .paths]
    static let options: [Option<Self>] = [
        .value("caption", "TEXT", help: "What the files show; with no file, the caption of --number.") {
            (command, text) throws(UsageError) in command.caption = text
        },
        .value("number", "N", help: "The attachment as 'journal show' numbers it.") {
            (command, text) throws(UsageError) in command.number = try wholeNumber(text, "--number")
        },
        .value("remove", "N", help: "Take away the attachment of this number; undo brings it back.") {
            (command, text) throws(UsageError) in command.removed.append(try wholeNumber(text, "--remove"))
        },
        .value("extract", "DIR", values: .path, help: "Copy the entry's files to a folder, as they came.") {
            (command, text) throws(UsageError) in command.target = text
        },
    ]
    static let discussion = [
        """
        Files are copied into the journal and kept by their content, so that the same file twice is stored \
        once; the original name is kept. --extract never writes over a file.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal attach last trip.jpg memo.m4a --caption 'the bridge'", "Attaches two files."),
        ("journal attach 0f2c --remove 2", "Takes the second attachment away."),
        ("journal attach 0f2c --extract ~/out", "Copies the entry's files to a folder."),
    ]
    static let jsonKeys: [(key: String, holds: String)] = [
        ("files", "With --extract, for each file number, file (path) and bytes.")
    ]

    var selector: String?
    var files: [String] = []
    var caption: String?
    var number: Int?
    var removed: [Int] = []
    var target: String?

    mutating func takeOperand(_ operand: String) throws(UsageError) {
        if selector == nil { selector = operand } else { files.append(operand) }
    }

    func check() throws(UsageError) {
        guard selector != nil else {
            throw UsageError("'journal attach' needs an entry", next: "journal attach last FILE")
        }
        guard !files.isEmpty || !removed.isEmpty || target != nil || caption != nil && number != nil else {
            throw UsageError("'journal attach' needs a file", next: "journal attach last FILE")
        }
        if target != nil, !files.isEmpty || !removed.isEmpty || caption != nil {
            throw UsageError("--extract copies out and changes nothing")
        }
    }

    func run(_ context: Context) async throws -> ExitStatus {
        let paths = files.map { absolute($0, in: context.folder) }
        for path in paths where access(path, R_OK) != 0 {
            let reason = String(cString: strerror(errno))
            throw CommandFailure(.inputMissing, code: "input-missing", "cannot read \(path): \(reason)")
        }
        let chosen = try await Chosen([selector ?? ""], Selection(), context.settings.dates) {
            try await context.open()
        }
        guard chosen.report(context) else { return .nothingMatched }
        guard chosen.entries.count == 1 else {
            throw UsageError("'journal attach' is about one entry", next: "name it by its id")
        }
        let entry = chosen.entries[0]
        for number in removed + [number].compactMap({ $0 }) { _ = try attachment(number, of: entry) }
        if let target { return try extract(entry, to: absolute(target, in: context.folder), chosen, context) }
        let isTrial = context.settings.globals.isDryRun
        let changed = isTrial ? entry : try await change(entry, paths, chosen.journal)
        let report = ChangedEntries(
            context: context,
            journal: chosen.journal,
            done: isTrial ? "Would change the attachments" : "Changed the attachments",
            back: isTrial ? nil : "journal undo"
        )
        try await report.print([changed], isSingle: true)
        if isTrial { context.messages.note("nothing was written: --dry-run") }
        return .done
    }

    private func change(_ entry: Entry, _ paths: [String], _ journal: Journal) async throws -> Entry {
        var result = entry
        let gone = try removed.map { try attachment($0, of: entry).id }
        let named = try number.map { try attachment($0, of: entry).id }
        let caption = caption
        if !gone.isEmpty || named != nil && paths.isEmpty {
            let changed = try await journal.change([entry.id], as: .attach) { entry in
                entry.attachments.removeAll { gone.contains($0.id) }
                for index in entry.attachments.indices where entry.attachments[index].id == named {
                    entry.attachments[index].caption = caption.flatMap { $0.isEmpty ? nil : $0 }
                }
            }
            result = changed.entries.first ?? entry
        }
        if !paths.isEmpty {
            result = try await journal.attach(
                paths.map { EntryDraft.File(path: $0, caption: caption) },
                to: entry.id
            )
        }
        return result
    }

    private func attachment(_ number: Int, of entry: Entry) throws(UsageError) -> Attachment {
        guard entry.attachments.indices.contains(number - 1) else {
            throw UsageError(
                "the entry has no attachment \(number)",
                next: "see their numbers: journal show \(ShortID.text(entry.id))"
            )
        }
        return entry.attachments[number - 1]
    }

    private func extract(
        _ entry: Entry,
        to folder: String,
        _ chosen: Chosen,
        _ context: Context
    ) throws -> ExitStatus {
        var items: [JSONText] = []
        var isWhole = true
        for (index, attachment) in entry.attachments.enumerated() {
            guard let path = try chosen.journal.copy(attachment, to: folder, number: index + 1) else {
                context.messages.note("the bytes of attachment \(index + 1) are not here")
                isWhole = false
                continue
            }
            items.append(
                .object([
                    ("number", .int(index + 1)), ("file", .string(path)),
                    ("bytes", .int(Int(attachment.byteCount))),
                ])
            )
            switch context.format {
            case .text, .plain: try context.output.line(SafeText.line(path))
            case .json, .jsonLines: break
            }
        }
        if context.format == .json || context.format == .jsonLines {
            try context.printList(Self.name, "files", items)
        }
        return isWhole ? .done : .partial
    }
}
