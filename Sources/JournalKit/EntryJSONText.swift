import Bytes
import JournalExport
public import JournalModel
import JournalStore

extension Journal {
    /// An entry as JSON of schema `journal.entry/1`, with its journal's name and its source's own object.
    ///
    /// Terminal controls are escaped, so that the text may be shown as it is.
    public func json(of entry: Entry) throws(JournalError) -> String { try json(of: [entry])[0] }

    /// Entries of a page as JSON, each as ``json(of:)-(Entry)`` gives it; costs one visit to the journal.
    public func json(of entries: [Entry]) throws(JournalError) -> [String] {
        do {
            let journals = try store.live.journals()
            return try entries.map { entry in
                var writer = JSONWriter()
                EntryJSON.write(
                    entry,
                    journal: journals[entry.journal]?.name ?? "",
                    raw: try store.live.rawSource(of: entry.id),
                    to: &writer
                )
                return String(decoding: writer.bytes, as: UTF8.self)
            }
        } catch {
            throw JournalError(error)
        }
    }
}
