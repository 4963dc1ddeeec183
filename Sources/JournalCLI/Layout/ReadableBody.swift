import JournalModel

/// The text of an entry with its references made readable: `[1 trip.jpg]` for an attachment, the
/// words and a short id for a link to an entry.
enum ReadableBody {
    /// Replaces references of the journal's own dialect; any other Markdown stays as it was written.
    ///
    /// - Parameters:
    ///   - body: Markdown with `![caption](attachment:ID)` and `[text](entry:ID)`.
    ///   - attachments: Those of the entry, in the order in which they are numbered.
    /// - Returns: Text for people.
    static func text(_ body: String, _ attachments: [Attachment]) -> String {
        guard body.contains("](attachment:") || body.contains("](entry:") else { return body }
        var result = ""
        var rest = body[...]
        while let open = rest.firstIndex(of: "[") {
            guard let link = link(at: open, in: rest), let shown = shown(link, attachments) else {
                result += rest[...open]
                rest = rest[rest.index(after: open)...]
                continue
            }
            var before = rest[..<open]
            if link.isAttachment, before.hasSuffix("!") { before.removeLast() }
            result += before + shown
            rest = rest[link.end...]
        }
        return result + rest
    }

    private struct Link {
        var text: Substring
        var isAttachment: Bool
        var id: Substring
        var end: Substring.Index
    }

    private static func link(at open: Substring.Index, in text: Substring) -> Link? {
        guard let close = text[open...].firstIndex(of: "]") else { return nil }
        let words = text[text.index(after: open)..<close]
        let target = text[text.index(after: close)...]
        for (prefix, isAttachment) in [("(attachment:", true), ("(entry:", false)]
        where target.hasPrefix(prefix) {
            let id = target.dropFirst(prefix.count)
            guard let end = id.firstIndex(of: ")") else { return nil }
            return Link(text: words, isAttachment: isAttachment, id: id[..<end], end: text.index(after: end))
        }
        return nil
    }

    private static func shown(_ link: Link, _ attachments: [Attachment]) -> String? {
        guard link.isAttachment else {
            return EntryID(String(link.id)).map { "\(link.text) (\(ShortID.text($0)))" }
        }
        guard let id = AttachmentID(String(link.id)),
            let index = attachments.firstIndex(where: { $0.id == id })
        else { return nil }
        return "[\(index + 1) \(attachments[index].name ?? attachments[index].kind.rawValue)]"
    }
}
