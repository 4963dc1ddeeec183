import Bytes
import JournalExport
public import JournalModel

extension Journal {
    /// An entry as JSON of schema `journal.entry/1`, with its journal's name and its source's own object.
    public func json(of entry: Entry) throws(JournalError) -> String {
        throw JournalError(.failed, "not there yet")
    }
}
