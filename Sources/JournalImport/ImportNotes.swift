import JournalModel

/// What is said about one item while it is read.
final class ImportNotes {
    struct Note {
        var code: String
        var file: String?
        var message: String

        func warning(entry: String?, file: String?) -> ImportWarning {
            ImportWarning(code: code, entry: entry, file: self.file ?? file, message: message)
        }
    }

    /// The item's id in the source, once known.
    var entry: String?
    private(set) var all: [Note] = []
    private var seen: Set<String> = []

    /// Notes a thing once, however often it occurs; the message must not hold a word of the entry.
    func add(_ code: String, file: String? = nil, _ message: String) {
        guard seen.insert([code, file ?? "", message].joined(separator: "\0")).inserted else { return }
        all.append(Note(code: code, file: file, message: message))
    }
}
