import JournalKit
import JournalModel

/// `journal history`: the versions of entries, with the words that came and went.
struct HistoryCommand: TakesSelectors {
    static let name = "history"
    static let summary = "Show the versions of an entry and what changed."
    static let operands = "SELECTOR..."
    static let operandValues: [OperandValues] = [.entries]
    static let options: [Option<Self>] = [
        .flag("diff", help: "Show the words that each version added and removed.") { $0.showsWords = true }
    ]
    static let discussion = [
        """
        Every version is kept until the entry is deleted for good. 'journal show ID --version N' shows one, \
        'journal restore ID --version N' goes back to it, and nothing between is lost.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal history last", "Lists the versions of the newest entry."),
        ("journal history 0f2c --diff", "Shows what each version changed, word by word."),
    ]
    static let jsonKeys: [(key: String, holds: String)] = [
        (
            "versions",
            "For each version, the latest first: entry (id), number, at (RFC 3339), device (id, or null for an "
                + "import), thisDevice, fields (what changed), added, removed (words)."
        )
    ]

    var operands: [String] = []
    var showsWords = false

    func check() throws(UsageError) { try requireOperands() }

    var isForReading: Bool { true }

    func run(_ context: Context) async throws -> ExitStatus {
        var selection = Selection()
        selection.includesTrashed = true
        let chosen = try await Chosen(operands, selection, context.settings.dates) {
            try await context.open()
        }
        guard chosen.report(context) else { return .nothingMatched }
        let names = Dictionary(
            try await chosen.journal.journals(includesDeleted: true).map { ($0.id, $0.name) },
            uniquingKeysWith: { first, _ in first }
        )
        var items: [JSONText] = []
        for (position, entry) in chosen.entries.enumerated() {
            let versions = try await chosen.journal.history(of: entry.id)
            let lines = VersionLines(versions, journals: names, context)
            switch context.format {
            case .json, .jsonLines: items += lines.json(entry.id)
            case .plain: for line in lines.plain(entry.id) { try context.output.line(line) }
            case .text:
                if position > 0 { try context.output.line() }
                if chosen.entries.count > 1 {
                    try context.output.line(EntryLines(context.terminal).line(entry))
                }
                for line in lines.text(showsWords: showsWords) { try context.output.line(line) }
            }
        }
        if context.format == .json || context.format == .jsonLines {
            try context.printList(Self.name, "versions", items)
        }
        return chosen.status
    }
}

/// The versions of one entry as `history` prints them, the latest first.
struct VersionLines {
    private let versions: [EntryVersion]
    private let journals: [JournalID: String]
    private let context: Context

    init(_ versions: [EntryVersion], journals: [JournalID: String], _ context: Context) {
        (self.versions, self.journals, self.context) = (versions, journals, context)
    }

    func text(showsWords: Bool) -> [String] {
        versions.indices.reversed().flatMap { index in
            let version = versions[index]
            let change = change(index)
            let head =
                "\(version.number)  \(Moments.short(version.atMilliseconds, context.settings.zone))  "
                + DisplayWidth.padded(writer(version), to: 12) + "  " + change.summary
            var lines = [head]
            if showsWords {
                for (name, pieces) in change.differences {
                    lines.append("    " + Style.faint(name, context.terminal))
                    lines += marked(pieces).split(separator: "\n", omittingEmptySubsequences: false)
                        .map { "    " + $0 }
                }
            }
            return lines
        }
    }

    func plain(_ id: EntryID) -> [String] {
        versions.indices.reversed().map { index in
            let change = change(index)
            return [
                id.description, String(versions[index].number), Timestamp.utc(versions[index].atMilliseconds),
                writer(versions[index]), change.fields.joined(separator: ","), String(change.added),
                String(change.removed),
            ].joined(separator: "\t")
        }
    }

    func json(_ id: EntryID) -> [JSONText] {
        versions.indices.reversed().map { index in
            let version = versions[index]
            let change = change(index)
            return .object([
                ("entry", .string(id.description)), ("number", .int(version.number)),
                ("at", .string(Timestamp.utc(version.atMilliseconds))),
                ("device", .optional(version.device)),
                ("thisDevice", .bool(version.isThisDevice)),
                ("fields", .array(change.fields.map(JSONText.string))), ("added", .int(change.added)),
                ("removed", .int(change.removed)),
            ])
        }
    }

    private func writer(_ version: EntryVersion) -> String {
        if version.isThisDevice { return "this device" }
        return version.device.map { "device " + $0.prefix(4) } ?? "import"
    }

    private struct Change {
        var fields: [String] = []
        var added = 0
        var removed = 0
        var differences: [(name: String, pieces: [TextDifference])] = []
        var summary = ""
    }

    /// What a version changed of the one before it.
    private func change(_ index: Int) -> Change {
        let new = versions[index].entry
        let old = index > 0 ? versions[index - 1].entry : Entry(id: new.id, happened: new.happened)
        var change = Change()
        func text(_ name: String, _ before: String, _ after: String) {
            guard before != after else { return }
            let pieces = TextDifference.words(from: before, to: after)
            for piece in pieces {
                switch piece {
                case .same: break
                case .added(let text): change.added += WordCount.of(text)
                case .removed(let text): change.removed += WordCount.of(text)
                }
            }
            change.fields.append(name)
            change.differences.append((name, pieces))
        }
        text("text", old.body, new.body)
        text("title", old.title ?? "", new.title ?? "")
        change.fields += names(of: old, new, isFirst: index == 0)
        let words = change.added + change.removed > 0 ? ["+\(change.added) −\(change.removed) words"] : []
        let others = change.fields.filter { $0 != "text" }
        change.summary =
            (index == 0 ? ["created"] : []).joined() + (index == 0 ? "  " : "")
            + (words + others).joined(separator: ", ")
        if change.summary.isEmpty { change.summary = "nothing that shows" }
        return change
    }

    private func names(of old: Entry, _ new: Entry, isFirst: Bool) -> [String] {
        var names: [String] = []
        if old.happened != new.happened { names.append("moment") }
        if old.tags != new.tags { names.append("tags") }
        if old.people != new.people { names.append("people") }
        if old.isStarred != new.isStarred { names.append("star") }
        if old.isPinned != new.isPinned { names.append("pin") }
        if old.isArchived != new.isArchived { names.append("archive") }
        if old.mood != new.mood { names.append("mood") }
        if old.place != new.place { names.append("place") }
        if old.weather != new.weather { names.append("weather") }
        if old.activity != new.activity { names.append("activity") }
        if old.music != new.music { names.append("music") }
        if old.attachments != new.attachments { names.append("attachments") }
        if old.journal != new.journal, !isFirst {
            names.append("journal " + SafeText.line(journals[new.journal] ?? ""))
        }
        if old.isTrashed != new.isTrashed { names.append(new.isTrashed ? "to the trash" : "restored") }
        return names
    }

    /// Added words as `{+word+}` and removed ones as `[-word-]`, in colour where there is one.
    private func marked(_ pieces: [TextDifference]) -> String {
        pieces.map { piece in
            switch piece {
            case .same(let text): return VersionLines.shortened(SafeText.body(text))
            case .added(let text): return mark("{+\(SafeText.body(text))+}", .good)
            case .removed(let text): return mark("[-\(SafeText.body(text))-]", .bad)
            }
        }.joined()
    }

    private func mark(_ text: String, _ style: Style) -> String { style(text, context.terminal) }

    /// What stays the same is shown only near to what does not.
    private static func shortened(_ text: String) -> String {
        let kept = 60
        guard text.count > kept * 2 + 20 else { return text }
        return text.prefix(kept) + " … " + text.suffix(kept)
    }
}

/// Words as people count them.
enum WordCount {
    /// Runs of letters and digits; each character of a script that is written without spaces is one.
    static func of(_ text: String) -> Int {
        var count = 0
        var isInside = false
        for character in text {
            guard let scalar = character.unicodeScalars.first,
                scalar.properties.isAlphabetic || character.isNumber
            else {
                if character != "'" && character != "’" { isInside = false }
                continue
            }
            let stands = TextScript.isWrittenWithoutSpaces(scalar)
            if stands || !isInside { count += 1 }
            isInside = !stands
        }
        return count
    }
}
