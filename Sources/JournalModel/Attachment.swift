/// A file that belongs to an entry; its bytes are kept apart under their SHA-256.
public struct Attachment: Hashable, Sendable, Identifiable {
    /// What a reader does with it.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A still picture.
        case photo
        /// A moving picture.
        case video
        /// A recording.
        case audio
        /// A PDF document.
        case pdf
        /// Anything else.
        case file
    }

    /// Identity: UUIDv5 of entry and SHA-256 when attached by hand, of entry and source identifier when imported.
    public var id: AttachmentID
    /// What a reader does with it.
    public var kind: Kind
    /// Media type (RFC 6838) as sniffed from the bytes, or as declared when they are missing.
    public var mediaType: String
    /// SHA-256 of the bytes, 64 characters in lower-case hexadecimal; `nil` when ``isMissing``.
    public var sha256: String?
    /// Number of bytes.
    public var byteCount: Int64
    /// Original file name, for people only: never used as a path.
    public var name: String?
    /// What the writer says about it.
    public var caption: String?
    /// Place among the entry's attachments, smallest first.
    public var order: Int
    /// Width in pixels as stored, before any orientation is applied; `nil` when unknown.
    public var pixelWidth: Int?
    /// Height in pixels as stored; `nil` when unknown.
    public var pixelHeight: Int?
    /// Length of a recording in seconds; `nil` when unknown or still.
    public var durationSeconds: Double?
    /// When it was taken: milliseconds since 1970-01-01T00:00:00Z.
    public var takenMilliseconds: Int64?
    /// Where it was taken.
    public var place: Place?
    /// What took it.
    public var camera: Camera?
    /// Whether only the record is known: the import had no bytes and no device has added them since.
    public var isMissing: Bool { sha256 == nil }

    /// An attachment with defaults for everything but identity and kind.
    public init(
        id: AttachmentID,
        kind: Kind,
        mediaType: String,
        sha256: String? = nil,
        byteCount: Int64 = 0,
        name: String? = nil,
        caption: String? = nil,
        order: Int = 0,
        pixelWidth: Int? = nil,
        pixelHeight: Int? = nil,
        durationSeconds: Double? = nil,
        takenMilliseconds: Int64? = nil,
        place: Place? = nil,
        camera: Camera? = nil
    ) {
        self.id = id
        self.kind = kind
        self.mediaType = mediaType
        self.sha256 = sha256
        self.byteCount = byteCount
        self.name = name
        self.caption = caption
        self.order = order
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.durationSeconds = durationSeconds
        self.takenMilliseconds = takenMilliseconds
        self.place = place
        self.camera = camera
    }
}
