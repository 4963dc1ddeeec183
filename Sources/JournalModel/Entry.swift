/// One thing a person wrote, with everything that belongs to it.
///
/// Every field has a default or may be absent. The body is in the one dialect of
/// `docs/journal-format.md`: CommonMark with tables, strikethrough, task lists and `==mark==`, a
/// single newline being a line break; `![caption](attachment:ID)` and `[text](entry:ID)` point at
/// attachments and entries. Attachments that the body does not name follow it in ``Attachment/order``.
public struct Entry: Hashable, Sendable, Identifiable {
    /// Identity; never reused.
    public var id: EntryID
    /// The journal (a named collection of entries) it is in.
    public var journal: JournalID
    /// When it happened, as the writer lived it.
    public var happened: EntryMoment
    /// When it was first written: milliseconds since 1970-01-01T00:00:00Z.
    public var writtenMilliseconds: Int64
    /// When any field last changed: milliseconds since 1970-01-01T00:00:00Z.
    public var changedMilliseconds: Int64
    /// A title of its own; `nil` when the text begins without one.
    public var title: String?
    /// Markdown in the journal's dialect.
    public var body: String
    /// Tags as the writer spells them, no two the same when case is ignored; sorted by folded name.
    public var tags: [String]
    /// People named by the writer; as ``tags``.
    public var people: [String]
    /// Marked as a favourite.
    public var isStarred: Bool
    /// Kept at the top of lists by front ends that do so.
    public var isPinned: Bool
    /// Put away, but not deleted.
    public var isArchived: Bool
    /// Deleted, but not purged.
    public var isTrashed: Bool
    /// 1 (worst) to 5 (best).
    public var mood: Int?
    /// Where it happened.
    public var place: Place?
    /// The weather then.
    public var weather: Weather?
    /// What the writer was doing.
    public var activity: Activity?
    /// What was playing.
    public var music: Music?
    /// The template that it was begun from.
    public var template: TemplateReference?
    /// In ``Attachment/order``.
    public var attachments: [Attachment]
    /// Other versions of the text that no rule could merge.
    public var conflicts: [String]
    /// Where it was imported from.
    public var source: EntrySourceReference?

    /// An entry with defaults for everything but identity and moment.
    public init(
        id: EntryID,
        happened: EntryMoment,
        journal: JournalID? = nil,
        writtenMilliseconds: Int64 = 0,
        changedMilliseconds: Int64 = 0,
        title: String? = nil,
        body: String = "",
        tags: [String] = [],
        people: [String] = [],
        isStarred: Bool = false,
        isPinned: Bool = false,
        isArchived: Bool = false,
        isTrashed: Bool = false,
        mood: Int? = nil,
        place: Place? = nil,
        weather: Weather? = nil,
        activity: Activity? = nil,
        music: Music? = nil,
        template: TemplateReference? = nil,
        attachments: [Attachment] = [],
        conflicts: [String] = [],
        source: EntrySourceReference? = nil
    ) {
        self.id = id
        self.happened = happened
        self.journal = journal ?? FixedIdentity.defaultJournal
        self.writtenMilliseconds = writtenMilliseconds
        self.changedMilliseconds = changedMilliseconds
        self.title = title
        self.body = body
        self.tags = tags
        self.people = people
        self.isStarred = isStarred
        self.isPinned = isPinned
        self.isArchived = isArchived
        self.isTrashed = isTrashed
        self.mood = mood
        self.place = place
        self.weather = weather
        self.activity = activity
        self.music = music
        self.template = template
        self.attachments = attachments
        self.conflicts = conflicts
        self.source = source
    }
}

/// A named collection of entries, which writers call a journal.
public struct JournalInfo: Hashable, Sendable, Identifiable {
    /// Identity; UUIDv5 of source app and name for one made by an import.
    public var id: JournalID
    /// The name as the writer spells it.
    public var name: String
    /// Put away, but not deleted.
    public var isArchived: Bool
    /// Deleted or merged into another; only entries in the trash may still name it.
    public var isDeleted: Bool

    /// A collection with a name.
    public init(id: JournalID, name: String, isArchived: Bool = false, isDeleted: Bool = false) {
        self.id = id
        self.name = name
        self.isArchived = isArchived
        self.isDeleted = isDeleted
    }

    /// The journal that entries go to when none is named.
    public static let standard = JournalInfo(id: FixedIdentity.defaultJournal, name: "Journal")
}

/// Where an entry came from.
public struct EntrySourceReference: Hashable, Sendable {
    /// The source's short name, such as `dayone`.
    public var app: String
    /// The entry's id there, spelled as it came.
    public var id: String

    /// Names an entry of another program.
    public init(app: String, id: String) {
        self.app = app
        self.id = id
    }
}
