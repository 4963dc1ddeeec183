import JournalModel

/// Entries as a list shows them: one line each, within the width of the terminal.
struct EntryLines {
    let terminal: Terminal
    /// Whether text is shown as it is, escapes and all.
    let isRaw: Bool

    /// Columns that something else takes at the front.
    let indent: Int

    init(_ terminal: Terminal, isRaw: Bool = false, indent: Int = 0) {
        (self.terminal, self.isRaw, self.indent) = (terminal, isRaw, indent)
    }

    /// `2026-11-30 Mon  0f2c9a1b  21:00  The water was high.     2 photos  #rain`.
    func line(_ entry: Entry) -> String {
        let moment = entry.happened
        let weekday = Moments.weekdays[moment.day.isoWeekday - 1]
        let time = Moments.time(moment) ?? "day  "
        let head = "\(moment.day) \(weekday)  "
        let id = ShortID.text(entry.id)
        let used = head.utf8.count + id.utf8.count + time.utf8.count + 4
        let available = max(16, terminal.width - used - indent)
        let marks = DisplayWidth.truncated(inert(EntryLines.marks(entry)), to: available / 3)
        let marksWidth = DisplayWidth.columns(marks)
        let textWidth = available - (marksWidth > 0 ? marksWidth + 2 : 0)
        let text = DisplayWidth.truncated(inert(EntryLines.headline(entry)), to: textWidth)
        let tail = marks.isEmpty ? text : DisplayWidth.padded(text, to: textWidth) + "  "
        return Style.faint(head, terminal) + Style.identity(id, terminal) + "  " + time + "  " + tail
            + Style.faint(marks, terminal)
    }

    /// Fields apart by tabs: id, moment or day, journal, tags, headline; no tab is inside a field.
    func plain(_ entry: Entry, journal: String) -> String {
        [
            entry.id.description, entry.happened.rfc3339 ?? entry.happened.day.description,
            SafeText.line(journal), SafeText.line(entry.tags.joined(separator: ",")),
            inert(EntryLines.headline(entry)),
        ].joined(separator: "\t")
    }

    private func inert(_ text: String) -> String {
        // A raw list still keeps one entry on one line.
        isRaw ? String(text.map { $0 == "\n" || $0 == "\t" ? " " : $0 }) : SafeText.line(text)
    }

    /// The title, else the first line that says something, without the signs of a heading.
    static func headline(_ entry: Entry) -> String {
        if let title = entry.title, !title.isEmpty { return title }
        // A list looks no further into a text than this, in bytes.
        for line in lines(of: entry.body, upTo: 8_192) {
            let isTag = line.hasPrefix("#") && !line.drop { $0 == "#" }.hasPrefix(" ")
            // `#rain` begins with a tag and is no heading (CommonMark 4.2 wants a space).
            let text = isTag ? line : line.drop { $0 == "#" || $0 == ">" || $0 == " " || $0 == "\t" }
            if text.hasPrefix("![") && text.hasSuffix(")") || text.allSatisfy({ $0 == "#" }) { continue }
            return beginning(of: text, upTo: 1_024)
        }
        return ""
    }

    /// The lines that say something.
    private static func lines(of body: String, upTo limit: Int) -> some Sequence<Substring> {
        let start = beginning(of: body[...], upTo: limit)
        return start.utf8.split(separator: 0x0a).lazy.map { Substring($0) }
    }

    /// At most so many bytes, cut between characters.
    private static func beginning(of text: Substring, upTo limit: Int) -> String {
        guard let end = text.utf8.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex) else {
            return String(text)
        }
        return String(text[..<end])
    }

    /// `★ 2 photos  #rain`, and `@Anna` when people are asked for.
    static func marks(_ entry: Entry, withPeople: Bool = false) -> String {
        var parts: [String] = []
        if entry.isTrashed { parts.append("trash") }
        if entry.isStarred { parts.append("★") }
        for kind in Attachment.Kind.allCases {
            let count = entry.attachments.count { $0.kind == kind }
            if count > 0 { parts.append(counted(count, noun(kind))) }
        }
        parts += entry.tags.map { "#" + $0 }
        if withPeople { parts += entry.people.map { "@" + $0 } }
        return parts.joined(separator: " ")
    }

    private static func noun(_ kind: Attachment.Kind) -> (String, String) {
        switch kind {
        case .photo: ("photo", "photos")
        case .video: ("video", "videos")
        case .audio: ("recording", "recordings")
        case .pdf: ("PDF", "PDFs")
        case .file: ("file", "files")
        }
    }
}

/// `1 photo`, `2 photos`.
func counted(_ count: Int, _ noun: (one: String, many: String)) -> String {
    "\(grouped(count)) \(count == 1 ? noun.one : noun.many)"
}

/// The beginning of an id that people type; 32 bits tell ten thousand entries apart.
enum ShortID {
    static func text(_ id: EntryID) -> String { String(id.description.prefix(8)) }
}
