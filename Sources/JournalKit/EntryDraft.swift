public import JournalModel

/// An entry that is about to be written.
public struct EntryDraft: Sendable, Hashable {
    /// When an entry happened.
    public enum Happened: Sendable, Hashable {
        /// When it is added, in the configuration's zone.
        case now
        /// A moment.
        case at(EntryMoment)
    }

    /// A file to be attached.
    public struct File: Sendable, Hashable {
        /// Where it lies; it is copied.
        public var path: String
        /// What the writer says about it.
        public var caption: String?

        /// Names a file.
        public init(path: String, caption: String? = nil) {
            self.path = path
            self.caption = caption
        }
    }

    /// Its id, when that was chosen beforehand; `nil` for a new one.
    public var id: EntryID?
    /// Markdown in the journal's dialect.
    public var text: String
    /// When it happened.
    public var happened: Happened
    /// A title of its own.
    public var title: String?
    /// Name of a journal, which is made when it is not there; `nil` for the standard one.
    public var journal: String?
    /// Tags.
    public var tags: [String]
    /// People.
    public var people: [String]
    /// Whether it is a favourite.
    public var isStarred: Bool
    /// 1 to 5.
    public var mood: Int?
    /// Name of the place.
    public var place: String?
    /// The template that it was begun with.
    public var template: String?
    /// Files, in order.
    public var files: [File]

    /// A draft with defaults for everything but the text.
    public init(
        text: String,
        happened: Happened = .now,
        title: String? = nil,
        journal: String? = nil,
        tags: [String] = [],
        people: [String] = [],
        isStarred: Bool = false,
        mood: Int? = nil,
        place: String? = nil,
        template: String? = nil,
        files: [File] = []
    ) {
        self.text = text
        self.happened = happened
        self.title = title
        self.journal = journal
        self.tags = tags
        self.people = people
        self.isStarred = isStarred
        self.mood = mood
        self.place = place
        self.template = template
        self.files = files
    }

    /// The same draft with the tags and people that are written in its text, as ``InlineMarks`` finds them.
    public func takingMarks() -> EntryDraft {
        let found = InlineMarks.find(in: text)
        var draft = self
        draft.tags += found.tags
        draft.people += found.people
        return draft
    }
}

/// Entries of one page, and where the next one begins.
public struct EntryPage: Sendable, Hashable {
    /// Entries in the order asked for.
    public var entries: [Entry]
    /// To be given for the next page; `nil` when there is none.
    public var next: EntryCursor?
}

/// The order of a list.
public enum EntryOrder: Sendable {
    /// By time, then id, newest first.
    case newestFirst
    /// By time, then id, oldest first.
    case oldestFirst
}
