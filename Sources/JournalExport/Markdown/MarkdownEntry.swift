import JournalModel

/// One entry as Markdown, its body unchanged but for the targets of links and pictures.
struct MarkdownEntry {
    private let entry: Entry
    private let journal: String
    private let redactsPlaces: Bool

    init(_ entry: Entry, journal: String, redactsPlaces: Bool) {
        (self.entry, self.journal, self.redactsPlaces) = (entry, journal, redactsPlaces)
    }

    /// A part of one long file: a heading with the day, then title, facts and body.
    func inBook() -> String {
        let moment = entry.happened
        var text = "# " + moment.day.description
        if let time = moment.rfc3339 { text += " " + time.dropFirst(11).prefix(5) }
        text += "\n\n"
        if let title = entry.title { text += "## " + MarkdownEntry.line(title) + "\n\n" }
        var facts: [String] = []
        if !redactsPlaces, let place = entry.place?.displayName { facts.append(place) }
        facts += entry.tags.map { "#" + $0.replacing(" ", with: "_") }
        if !facts.isEmpty { text += MarkdownEntry.line(facts.joined(separator: " · ")) + "\n\n" }
        return text + entry.body + (entry.body.hasSuffix("\n") ? "" : "\n")
    }

    /// A file of its own, facts in a YAML block before the text.
    ///
    /// - Parameters:
    ///   - attachments: Where each file lies, seen from this one.
    ///   - entryPath: Where another entry's file lies, seen from this one.
    /// - Returns: The file's text.
    func asFile(attachments: [AttachmentID: String], entryPath: (EntryID) -> String?) -> String {
        var text = "---\nid: \(entry.id)\ndate: \(entry.happened.rfc3339 ?? entry.happened.day.description)\n"
        func fact(_ name: String, _ value: String?) {
            if let value { text += name + ": " + MarkdownEntry.quoted(value) + "\n" }
        }
        fact("zone", entry.happened.zoneName)
        fact("journal", journal)
        fact("title", entry.title)
        if !entry.tags.isEmpty {
            text += "tags: [" + entry.tags.map(MarkdownEntry.quoted).joined(separator: ", ") + "]\n"
        }
        if !entry.people.isEmpty {
            text += "people: [" + entry.people.map(MarkdownEntry.quoted).joined(separator: ", ") + "]\n"
        }
        if entry.isStarred { text += "star: true\n" }
        if let mood = entry.mood { text += "mood: \(mood)\n" }
        if !redactsPlaces {
            fact("place", entry.place?.displayName)
            if let latitude = entry.place?.latitude, let longitude = entry.place?.longitude {
                text += "latitude: \(latitude)\nlongitude: \(longitude)\n"
            }
            fact("weather", entry.weather?.conditions)
            if let temperature = entry.weather?.temperatureCelsius {
                text += "temperatureCelsius: \(temperature)\n"
            }
        }
        text += "---\n\n"
        if let title = entry.title { text += "# " + MarkdownEntry.line(title) + "\n\n" }
        text += MarkdownEntry.relinked(entry.body, attachments, entryPath)
        if !text.hasSuffix("\n") { text += "\n" }
        for attachment in entry.attachments
        where !entry.body.contains("attachment:" + attachment.id.description) {
            guard let path = attachments[attachment.id] else { continue }
            let name = MarkdownEntry.line(attachment.caption ?? attachment.name ?? "")
                .replacing("[", with: "\\[").replacing("]", with: "\\]")
            text += "\n" + (attachment.kind == .photo ? "!" : "") + "[\(name)](\(path))\n"
        }
        return text
    }

    /// The body with `(attachment:ID)` and `(entry:ID)` leading to files; unknown ids stay.
    private static func relinked(
        _ body: String,
        _ attachments: [AttachmentID: String],
        _ entryPath: (EntryID) -> String?
    ) -> String {
        var output = ""
        var rest = body[...]
        while let open = rest.utf8.firstIndex(of: 0x28) {
            let after = rest.utf8.index(after: open)
            output += rest[..<after]
            rest = rest[after...]
            for (scheme, isEntry) in [("attachment:", false), ("entry:", true)]
            where rest.utf8.starts(with: scheme.utf8) {
                let start = rest.utf8.index(rest.startIndex, offsetBy: scheme.utf8.count)
                guard let end = rest.utf8.index(start, offsetBy: 36, limitedBy: rest.endIndex) else {
                    continue
                }
                let id = String(decoding: rest.utf8[start..<end], as: UTF8.self)
                let path =
                    isEntry ? EntryID(id).flatMap(entryPath) : AttachmentID(id).flatMap { attachments[$0] }
                guard let path else { continue }
                output += path.contains("(") ? "<" + path + ">" : path
                rest = rest[end...]
            }
        }
        return output + rest
    }

    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }

    /// A YAML double-quoted scalar (YAML 1.2.2, section 7.3.1).
    private static func quoted(_ text: String) -> String {
        var output = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: output += "\\\""
            case 0x5c: output += "\\\\"
            case 0x0a: output += "\\n"
            case 0..<0x20, 0x7f...0x9f: output += "\\x" + hexadecimal(scalar.value)
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output + "\""
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return digits.utf8.count < 2 ? "0" + digits : digits
    }
}
