/// One item of a foreign export, turned into values of this model.
///
/// Its values depend only on the item, its journal's name, its media and the importer's revision:
/// never on options, zone, locale or clock, so that two devices make the same operation from it.
package struct ImportedEntry {
    /// Values of the entry, all taken from the item.
    ///
    /// Its attachments have
    /// everything the item says about them; hash, size and sniffed facts are filled in when their bytes are stored.
    package var entry: Entry
    /// The journal it belongs to.
    package var journal: JournalInfo
    /// SHA-256 of the item's canonical JSON (keys sorted, no white space).
    package var itemHash: [UInt8]
    /// When the source says the item last changed: milliseconds since 1970-01-01T00:00:00Z.
    package var modifiedMilliseconds: Int64
    /// Revision of the importer's rules; a higher one supersedes.
    package var importerRevision: Int
    /// The item as it came, JSON text.
    package var raw: [UInt8]
    /// Openers of the attachments whose bytes the archive holds, by attachment id.
    package var media: [AttachmentID: any ByteStream]

    package init(
        entry: Entry,
        journal: JournalInfo,
        itemHash: [UInt8],
        modifiedMilliseconds: Int64,
        importerRevision: Int,
        raw: [UInt8],
        media: [AttachmentID: any ByteStream]
    ) {
        self.entry = entry
        self.journal = journal
        self.itemHash = itemHash
        self.modifiedMilliseconds = modifiedMilliseconds
        self.importerRevision = importerRevision
        self.raw = raw
        self.media = media
    }
}

/// Bytes that can be read from their beginning as often as needed, in pieces.
package protocol ByteStream {
    /// Calls `body` with each piece in turn, at most 1 MiB each.
    ///
    /// - Throws: What `body` throws, or the reason why the bytes cannot be read to their end.
    func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws
}

/// What an importer says about something it could not take as it is: ids and file names, never text.
public struct ImportWarning: Hashable, Sendable {
    /// Stable short name, such as `media-missing`.
    public var code: String
    /// The entry's id in the source.
    public var entry: String?
    /// The file in the archive.
    public var file: String?
    /// A sentence without a word of the entry.
    public var message: String

    /// Says what is the matter with an item.
    public init(code: String, entry: String? = nil, file: String? = nil, message: String) {
        self.code = code
        self.entry = entry
        self.file = file
        self.message = message
    }
}
