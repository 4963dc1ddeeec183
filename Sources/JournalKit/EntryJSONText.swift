import Bytes
import JournalExport
public import JournalModel
import JournalStore

extension Journal {
    /// An entry as JSON of schema `journal.entry/1`, with its journal's name and its source's own object.
    ///
    /// Terminal controls are escaped, so that the text may be shown as it is.
    public func json(of entry: Entry) throws(JournalError) -> String {
        do {
            var writer = JSONWriter()
            EntryJSON.write(
                entry,
                journal: try store.live.journals()[entry.journal]?.name ?? "",
                raw: try store.live.rawSource(of: entry.id),
                to: &writer
            )
            return String(decoding: writer.bytes, as: UTF8.self)
        } catch {
            throw JournalError(error)
        }
    }
}
