import Bytes
public import Foundation

/// The identity of one thing of one kind: a UUID that says what it identifies.
///
/// Random when made on a device; UUIDv5 (RFC 9562) when derived from an import, so that the same
/// import on two devices is the same thing. Nothing relies on uniqueness across devices but this.
public struct Identifier<Thing>: Hashable, Sendable {
    /// The UUID itself.
    public let uuid: UUID

    /// Takes a UUID as it is.
    public init(_ uuid: UUID) { self.uuid = uuid }

    /// Reads 36 characters with dashes, or 32 without, in either case.
    public init?(_ text: String) {
        let digits = text.filter { $0 != "-" }
        guard digits.utf8.count == 32, let bytes = Bytes.bytes(hex: digits) else { return nil }
        uuid = Bytes.uuid(bytes: bytes)
    }

    /// The sixteen bytes, first to last.
    package init(bytes: some Sequence<UInt8>) { uuid = Bytes.uuid(bytes: bytes) }

    package var bytes: [UInt8] { uuid.bytes }
}

extension Identifier: CustomStringConvertible {
    /// Lower-case hexadecimal with dashes.
    public var description: String { uuid.lowerCased }
}

extension Identifier: Comparable {
    /// Orders by the bytes, first to last.
    public static func < (left: Identifier, right: Identifier) -> Bool {
        withUnsafeBytes(of: left.uuid.uuid) { left in
            withUnsafeBytes(of: right.uuid.uuid) { left.lexicographicallyPrecedes($0) }
        }
    }
}

extension Identifier: Codable {
    /// Reads the text form.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let read = Identifier(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no UUID")
            )
        }
        self = read
    }

    /// Writes the text form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Identity of an entry.
public typealias EntryID = Identifier<Entry>
/// Identity of an attachment.
public typealias AttachmentID = Identifier<Attachment>
/// Identity of a collection of entries.
public typealias JournalID = Identifier<JournalInfo>

/// Identities that are the same on every device without having been agreed on.
package enum FixedIdentity {
    /// Namespace of every UUIDv5 that this program makes.
    package static let namespace = Bytes.uuid(bytes: [
        0x6d, 0x0c, 0x5c, 0x1e, 0x3b, 0x8a, 0x4d, 0x52, 0x9f, 0x0e, 0x52, 0x1a, 0x9c, 0x44, 0x7b, 0x10,
    ])

    /// The journal that entries go to when none is named.
    package static let defaultJournal = JournalID(derived("default-journal", []))

    package static let profile = derived("profile", [])

    /// The zone of what one person owns and shares with nobody.
    package static let privateZone = derived("private-zone", [])

    /// The entry that `app` calls `sourceID`; ids are compared without regard to case.
    ///
    /// `journalName` is given only for the second and later journals of one archive that hold the same id.
    package static func entry(app: String, sourceID: String, journalName: String? = nil) -> EntryID {
        EntryID(derived("entry", [app, sourceID.lowercased()] + (journalName.map { [$0] } ?? [])))
    }

    package static func journal(app: String, name: String) -> JournalID {
        JournalID(derived("journal", [app, name]))
    }

    /// An attachment that came with an import, by the identifier its source gives it.
    package static func attachment(of entry: EntryID, sourceID: String) -> AttachmentID {
        AttachmentID(derived("attachment", [entry.description, sourceID.lowercased()]))
    }

    /// An attachment added by hand, by the SHA-256 of its bytes in lower-case hexadecimal.
    package static func attachment(of entry: EntryID, sha256: String) -> AttachmentID {
        AttachmentID(derived("attachment-bytes", [entry.description, sha256]))
    }

    package static func derived(_ kind: String, _ name: [String]) -> UUID {
        Bytes.nameBasedUUID(namespace: namespace, [kind] + name)
    }
}
