/// Which entries are meant: every condition given must hold.
public struct EntryQuery: Hashable, Sendable {
    /// First day, inclusive, as the writer lived it.
    public var from: CivilDate?
    /// Last day, inclusive, as the writer lived it.
    public var to: CivilDate?
    /// Name of a journal, without regard to case.
    public var journal: String?
    /// Tags that must all be there, without regard to case.
    public var tags: [String] = []
    /// Tags of which none may be there.
    public var excludedTags: [String] = []
    /// People who must all be there.
    public var people: [String] = []
    /// People of whom none may be there.
    public var excludedPeople: [String] = []
    /// Names of journals that it may not be in.
    public var excludedJournals: [String] = []
    /// Whether it must be starred.
    public var isStarred = false
    /// A mood, 1...5.
    public var mood: Int?
    /// Text that a name of the place must contain, without regard to case.
    public var place: String?
    /// Kinds of attachments of which each must be there.
    public var has: [Attachment.Kind] = []
    /// Kinds of attachments of which none may be there.
    public var excludedKinds: [Attachment.Kind] = []
    /// Words of which none may be found; each in the syntax of ``text``.
    public var excludedTexts: [String] = []
    /// Words to be found, in the syntax of the command's `search`; `nil` for no search.
    public var text: String?
    /// Whether entries in the trash are among them.
    public var includesTrashed = false
    /// Only entries in the trash.
    public var onlyTrashed = false
    /// Only these entries; empty for no restriction.
    public var ids: [EntryID] = []

    /// Every entry that is not in the trash.
    public init() {}
}

/// A place in the order of time: ``EntryMoment/sortMilliseconds``, then id.
public struct EntryCursor: Hashable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var sortMilliseconds: Int64
    /// The entry at that place.
    public var id: EntryID

    /// The place of an entry.
    public init(sortMilliseconds: Int64, id: EntryID) {
        self.sortMilliseconds = sortMilliseconds
        self.id = id
    }
}

extension EntryCursor: CustomStringConvertible {
    /// Text that ``init(_:)`` reads back; opaque to others.
    public var description: String { "\(sortMilliseconds).\(id)" }

    /// Reads ``description``; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let milliseconds = Int64(parts[0]), let id = EntryID(String(parts[1])) else {
            return nil
        }
        self.init(sortMilliseconds: milliseconds, id: id)
    }
}
