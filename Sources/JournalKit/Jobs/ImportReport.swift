import Bytes
public import JournalModel

/// What an import found and what became of it: `found = new + same + changed + conflict + skipped + failed`.
public struct ImportReport: Sendable, Hashable {
    /// A journal of the archive and how many items it held.
    public struct FoundJournal: Sendable, Hashable {
        /// Its name there.
        public var name: String
        /// Items in it.
        public var found: Int
    }

    /// What the input was, such as `dayone`.
    public var format = ""
    /// Journals of the input, in its order.
    public var journals: [FoundJournal] = []
    /// Items in the input.
    public var found = 0
    /// Items that became entries.
    public var new = 0
    /// Items that were known already.
    public var same = 0
    /// Items that changed an entry.
    public var changed = 0
    /// Items that changed what a person had changed too.
    public var conflict = 0
    /// Items over a limit, each named by a warning.
    public var skipped = 0
    /// Items that could not be read, each named by a warning.
    public var failed = 0
    /// Attachments that the items list.
    public var attachmentsFound = 0
    /// Attachments whose bytes are stored.
    public var attachmentsStored = 0
    /// Attachments whose bytes the input does not hold.
    public var attachmentsMissing = 0
    /// What could not be taken as it is; ids and file names, never a word of an entry.
    public var warnings: [ImportWarning] = []

    /// Whether something was not taken in whole.
    public var isPartial: Bool { failed + skipped + conflict > 0 }

    /// The report as JSON of schema `journal.import/1`.
    public var json: String {
        var writer = JSONWriter()
        writer.object { report in
            report.key("schema")
            report.string("journal.import/1")
            report.key("format")
            report.string(format)
            report.key("journals")
            report.array { list in
                for journal in journals {
                    list.object { item in
                        item.key("name")
                        item.string(journal.name)
                        item.key("found")
                        item.int(journal.found)
                    }
                }
            }
            for (key, value) in [
                ("found", found), ("new", new), ("same", same), ("changed", changed), ("conflict", conflict),
                ("skipped", skipped), ("failed", failed),
            ] {
                report.key(key)
                report.int(value)
            }
            report.key("attachments")
            report.object { counts in
                for (key, value) in [
                    ("found", attachmentsFound), ("stored", attachmentsStored),
                    ("missing", attachmentsMissing),
                ] {
                    counts.key(key)
                    counts.int(value)
                }
            }
            report.key("warnings")
            report.array { list in
                for warning in warnings {
                    list.object { item in
                        for (key, value) in [
                            ("code", warning.code), ("entry", warning.entry), ("file", warning.file),
                            ("message", warning.message),
                        ] {
                            item.key(key)
                            item.string(value)
                        }
                    }
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
