/// What an export wrote and what it had to leave out; names and ids, never a word of an entry.
package struct ExportReport: Equatable, Sendable {
    /// Entries written.
    package var entries = 0
    /// Distinct attachments written.
    package var attachments = 0
    /// Attachments that the form of the output has no room for.
    package var attachmentsLeftOut = 0
    /// Size of the output in bytes; 0 for a folder or a stream.
    package var bytes: Int64 = 0
    /// Characters that no font has, as `U+XXXX NAME`, sorted.
    package var missingGlyphs: [String] = []
    /// Characters dropped because the format cannot hold them.
    package var dropped = 0
    /// What is in the output only as a labelled box or as plain text, in order of the entries.
    package var broken: [Broken] = []

    package struct Broken: Equatable, Sendable {
        /// An entry's or an attachment's id.
        package var id: String
        /// Why, in words.
        package var reason: String

        package init(id: String, reason: String) { (self.id, self.reason) = (id, reason) }
    }

    package init() {}
}

/// Called as an export proceeds, with entries done and entries in all; throwing ends the export.
package typealias ExportProgress = (_ done: Int, _ total: Int) throws -> Void
