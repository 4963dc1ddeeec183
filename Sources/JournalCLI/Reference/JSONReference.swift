/// The objects that `--json` prints, for `docs/cli.md`.
///
/// Those of one verb alone are in that verb's ``Command/jsonKeys``.
enum JSONReference {
    /// One schema: where it is printed and what its keys hold.
    struct Schema {
        let name: String
        let printed: String
        let keys: [(key: String, holds: String)]
    }

    static let schemas: [Schema] = [
        Schema(
            name: "journal.entry/1",
            printed: "new, show with one id or last, each line of --jsonl, and the entries of lists",
            keys: entry
        ),
        Schema(
            name: "journal.entries/1",
            printed: "list, search, and show with anything else",
            keys: [
                ("entries", "Entries, newest first."),
                ("next", "What --cursor takes to go on, or null at the end."),
            ]
        ),
        Schema(name: "journal.import/1", printed: "import", keys: importReport),
        Schema(
            name: "journal.export/1",
            printed: "export, when the output is not standard output",
            keys: exportReport
        ),
        Schema(
            name: "journal.status/1",
            printed: "status",
            keys: [
                ("entries, attachments, trash", "Counts."),
                ("from, to", "Days of the first and last entry, or null."),
                (
                    "sync",
                    "mode (local or remote), reason (null, off, local-store-only and others), since, waiting, "
                        + "conflicts."
                ), ("backup", "last and verified: when, or null."),
            ]
        ),
        Schema(
            name: "journal.doctor/1",
            printed: "doctor",
            keys: [
                (
                    "findings",
                    "What is not sound: code, severity (warning or damage), id (what is concerned, or null), message."
                )
            ]
        ),
        Schema(
            name: "journal.error/1",
            printed: "standard error, when a command fails with --json",
            keys: [("error", "code (stable), message, next (what to do, or null).")]
        ),
    ]

    private static let entry: [(key: String, holds: String)] = [
        ("id", "UUID in lower case."), ("journal", "Name of the journal."),
        (
            "happened",
            "at (RFC 3339 with milliseconds and offset; null for a whole day), offset, zone (IANA name, or the text "
                + "as imported), day (YYYY-MM-DD as the writer lived it), allDay."
        ), ("written, changed", "RFC 3339 in UTC with milliseconds."), ("title", "Text or null."),
        ("text", "The body in Markdown."), ("tags, people", "Names."),
        ("star, pinned, archived, trashed", "true or false."), ("mood", "1 to 5, or null."),
        ("place, weather, activity, music, template", "Object or null."),
        (
            "attachments",
            "id, kind (photo, video, audio, pdf, file), mediaType, sha256, bytes, name, caption, order, width, height, "
                + "duration (seconds), taken, place, camera, missing (the import had no bytes)."
        ), ("conflicts", "Other versions of the text that could not be merged."),
        ("share", "null, or role, canEdit, canDelete, root."),
        ("source", "null, or app and id of an import."),
        ("raw", "The source's object as it came, or null."),
    ]

    private static let importReport: [(key: String, holds: String)] = [
        ("format", "What the input was, such as dayone."),
        ("journals", "name and found of each journal in it."),
        ("found", "Items in the input: new + same + changed + conflict + skipped + failed."),
        ("new, same, changed, conflict", "What became of the items."),
        ("skipped", "Items over a limit."), ("failed", "Items that could not be read or stored."),
        ("attachments", "found, stored, missing."),
        ("warnings", "code, entry (id in the source), file, message; never a word of an entry."),
    ]

    private static let exportReport: [(key: String, holds: String)] = [
        ("file", "The path as given."), ("format", "The format."),
        ("entries, attachments, bytes", "What was written."),
        ("missingGlyphs", "Characters that no font has."),
        ("dropped", "Characters that the format cannot hold."),
        ("broken", "id and reason of what is only a labelled box."),
        ("leftOut", "Attachments that this kind of output does not carry."),
    ]

    /// The section of `docs/cli.md`.
    static var markdown: String {
        var text =
            "\n## JSON\n\nKeys are always present; keys may be added, and a changed or removed one gets a new number.\n"
        for schema in schemas {
            text +=
                "\n### `\(schema.name)`\n\nPrinted by: \(schema.printed).\n\n| Key | Holds |\n| --- | --- |\n"
            for (key, holds) in schema.keys {
                let keys = key.split(separator: ", ").map { "`\($0)`" }.joined(separator: ", ")
                text += "| \(keys) | \(holds) |\n"
            }
        }
        return text
    }
}
