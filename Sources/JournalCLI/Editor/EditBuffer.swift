import JournalModel

/// Entries in one editor: the text of one, or several under a heading each.
///
/// ```
/// %% 0f2c9a1b-… Mon 30 Nov 2026 09:00
/// The water was high.
/// ```
///
/// A line of a text that looks like a heading has a backslash before it. Leaving an entry out changes
/// nothing of it and is refused, as a heading that is doubled or unknown: so no entry can take another's
/// text, and none is deleted by a slip.
enum EditBuffer {
    private static let sign = "%% "

    /// What the editor opens on.
    static func text(_ entries: [Entry]) -> String {
        guard entries.count != 1 else { return withNewline(entries[0].body) }
        return entries.map { entry in
            let body = entry.body.split(separator: "\n", omittingEmptySubsequences: false)
                .map { isHeading($0.drop { $0 == "\\" }) ? "\\" + $0 : String($0) }
                .joined(separator: "\n")
            return sign + entry.id.description + "  " + Moments.long(entry.happened) + "\n"
                + withNewline(withoutTrailingSpace(body))
        }
        .joined(separator: "\n")
    }

    /// The texts that the editor left.
    ///
    /// - Parameters:
    ///   - text: Without white space at its end.
    ///   - ids: The entries that were opened.
    /// - Returns: A text for each entry, without white space at its end.
    /// - Throws: Says which heading is wrong; never a word of the texts.
    static func read(_ text: String, _ ids: [EntryID]) throws(CommandFailure) -> [EntryID: String] {
        guard ids.count != 1 else { return [ids[0]: text] }
        var texts: [EntryID: String] = [:]
        var current: EntryID?
        var lines: [String] = []
        func close() {
            guard let current else { return }
            texts[current] = withoutTrailingSpace(lines.joined(separator: "\n"))
            lines = []
        }
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if isHeading(line) {
                close()
                let word = line.dropFirst(sign.count).prefix { !$0.isWhitespace }
                guard let id = EntryID(word.lowercased()), ids.contains(id) else {
                    throw failure("line \(index + 1): the heading is of no entry that was opened")
                }
                guard texts[id] == nil, id != current else {
                    throw failure("line \(index + 1): the entry \(ShortID.text(id)) is there twice")
                }
                current = id
            } else if current == nil {
                guard line.allSatisfy(\.isWhitespace) else {
                    throw failure("line \(index + 1): there is text before the first heading")
                }
            } else {
                let isGuarded = line.hasPrefix("\\") && isHeading(line.drop { $0 == "\\" })
                lines.append(String(isGuarded ? line.dropFirst() : line))
            }
        }
        close()
        let missing = ids.filter { texts[$0] == nil }
        guard missing.isEmpty else {
            let names = missing.prefix(3).map { ShortID.text($0) }.joined(separator: ", ")
            throw failure(
                "\(counted(missing.count, ("entry has", "entries have"))) lost the heading: \(names)"
            )
        }
        return texts
    }

    private static func isHeading(_ line: Substring) -> Bool { line.hasPrefix(sign) }

    private static func withNewline(_ text: String) -> String {
        text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
    }

    private static func failure(_ what: String) -> CommandFailure {
        CommandFailure(
            .dataBroken,
            code: "buffer-broken",
            "nothing was changed: \(what)",
            next: "mend it with 'journal new --resume'; to delete entries there is 'journal delete'"
        )
    }
}
