import JournalModel

/// The dates of entries that a text links to and the book does not hold.
///
/// Asked for one at a time and kept, because few links lead out of a selection.
final class OutsideEntries {
    private let source: any EntrySource
    private let strings: BookStrings
    private var dates: [EntryID: String?] = [:]

    init(_ source: any EntrySource, strings: BookStrings) { (self.source, self.strings) = (source, strings) }

    /// The date as the book's own words write it.
    ///
    /// - Parameter id: An entry that is not in the book.
    /// - Returns: `nil` for an entry that is not in the journal, or lies in the trash.
    func date(of id: EntryID) -> String? {
        if let known = dates[id] { return known }
        var query = EntryQuery()
        query.ids = [id]
        var day: CivilDate?
        // A date that cannot be read is left out: the text of the link stands without it.
        try? source.forEachEntry(query) { day = $0.happened.day }
        let date = day.map { strings.date(strings.plainDate, $0) }
        dates[id] = date
        return date
    }
}
