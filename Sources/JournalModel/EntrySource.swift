/// A frozen journal as exporters see it.
///
/// Exporters are handed one of these, so that no exporter opens a database. Every call reads the
/// same state. Entries come oldest first, by ``EntryMoment/sortMilliseconds`` and then id.
package protocol EntrySource {

    /// Calls `body` for every entry of the selection, oldest first, one in memory at a time.
    func forEachEntry(_ query: EntryQuery, _ body: (Entry) throws -> Void) throws

    /// As ``forEachEntry(_:_:)``, but place, weather, activity, music, template and source may be left out: for
    /// readers who need the words only.
    func forEachText(_ query: EntryQuery, _ body: (Entry) throws -> Void) throws

    /// The source's own object of an imported entry as it came (JSON text), or `nil`.
    func rawSource(of id: EntryID) throws -> [UInt8]?

    /// All journals, by id.
    func journals() throws -> [JournalID: JournalInfo]

    /// The file that holds the bytes with a SHA-256 (64 characters in lower-case hexadecimal); `nil` when
    /// they are not here.
    func attachmentPath(sha256: String) -> String?
}

extension EntrySource {
    package func forEachText(_ query: EntryQuery, _ body: (Entry) throws -> Void) throws {
        try forEachEntry(query, body)
    }
}
