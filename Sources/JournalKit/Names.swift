public import JournalModel
import JournalStore

/// What the journal knows of the person: on every device the same.
public struct Profile: Sendable, Hashable {
    /// The name that books carry as their author.
    public var name: String?
    /// BCP 47 tag, such as `ja`.
    public var language: String?
    /// First day of the week, 1 (Monday) to 7 (ISO 8601).
    public var weekStart: Int?
    /// Paper of printed books, as in `--paper`.
    public var paper: String?

    /// A profile of which nothing is known.
    public init() {}
}

extension Journal {
    // MARK: Journals

    /// Makes a journal; one of the same name, case ignored, is the same journal.
    @discardableResult
    public func addJournal(named name: String) throws(JournalError) -> JournalInfo {
        try run { try store.journal(named: try checked(name, "a journal")) }
    }

    /// The journal of a name, whatever its case.
    ///
    /// - Throws: ``JournalError/Code/noSuchJournal``.
    public func journal(named name: String) throws(JournalError) -> JournalInfo {
        try run {
            guard let found = try journals().first(where: { isSameName($0.name, name) }) else {
                throw JournalError(
                    .noSuchJournal,
                    "no journal has that name",
                    remedy: "see: journal journals"
                )
            }
            return found
        }
    }

    /// Renames a journal; entries stay in it.
    ///
    /// - Throws: ``JournalError/Code/usage`` when another journal has the new name.
    public func renameJournal(_ old: String, to new: String) throws(JournalError) {
        try run {
            let journal = try journal(named: old)
            let name = try checked(new, "a journal")
            if let taken = try journals().first(where: { isSameName($0.name, name) }), taken.id != journal.id
            {
                throw JournalError(.usage, "another journal has that name", remedy: "merge them instead")
            }
            try store.change(journal.id, NameChange(name: name), as: PendingChange(.journals))
        }
    }

    /// Puts a journal away, or takes it out again; its entries stay and are found as ever.
    public func archiveJournal(_ name: String, _ isArchived: Bool = true) throws(JournalError) {
        try run {
            let journal = try journal(named: name)
            try store.change(journal.id, NameChange(isArchived: isArchived), as: PendingChange(.journals))
        }
    }

    /// Moves every entry of a journal to another, the trash included, and deletes the empty one.
    ///
    /// - Returns: How many entries were moved.
    @discardableResult
    public func mergeJournal(_ source: String, into target: String) throws(JournalError) -> Int {
        try run {
            let (from, into) = (try journal(named: source), try journal(named: target))
            guard from.id != into.id else { throw JournalError(.usage, "both names are the same journal") }
            let change = PendingChange(.journals)
            let moved = try store.editAll(
                store.entries(in: from.id),
                as: change,
                visit: Task.checkCancellation
            ) { $0.journal = into.id }
            _ = try store.delete(from.id, as: change)
            return moved.count
        }
    }

    // MARK: Tags

    /// Gives a tag another name in every entry, the trash included; entries that have both keep one.
    ///
    /// - Returns: How many entries were changed.
    @discardableResult
    public func renameTag(_ old: String, to new: String) throws(JournalError) -> Int {
        try run {
            let name = try checked(new, "a tag")
            let ids = try store.entries(tagged: old)
            return try store.editAll(ids, as: PendingChange(.tags), visit: Task.checkCancellation) { entry in
                entry.tags = entry.tags.filter { !isSameName($0, old) && !isSameName($0, name) } + [name]
            }.count
        }
    }

    /// Puts a tag away, so that completion no longer offers it, or takes it out again; entries keep it.
    public func archiveTag(_ name: String, _ isArchived: Bool = true) throws(JournalError) {
        try run {
            guard try !store.entries(tagged: name).isEmpty else {
                throw JournalError(.usage, "no entry has that tag", remedy: "see: journal tags")
            }
            try store.archive(tag: name, isArchived, as: PendingChange(.tags))
        }
    }

    // MARK: Profile

    /// What the journal knows of the person.
    public func profile() throws(JournalError) -> Profile {
        try run {
            let values = try store.profile()
            var profile = Profile()
            profile.name = values[.name]?.text
            profile.language = values[.language]?.text
            profile.weekStart = values[.weekStart]?.int.map { Int($0) }
            profile.paper = values[.paper]?.text
            return profile
        }
    }

    /// Changes what the journal knows of the person.
    ///
    /// - Throws: ``JournalError/Code/usage`` for a week that begins on no day.
    public func setProfile(_ profile: Profile) throws(JournalError) {
        try run {
            if let day = profile.weekStart, !(1...7).contains(day) {
                throw JournalError(.usage, "a week begins on day 1 (Monday) to 7 (Sunday)")
            }
            func text(_ value: String?) -> FieldValue { value.map { .text($0) } ?? .none }
            try store.setProfile([
                .name: text(profile.name), .language: text(profile.language),
                .weekStart: profile.weekStart.map { .int(Int64($0)) } ?? .none, .paper: text(profile.paper),
            ])
        }
    }

    // MARK: Common

    private func isSameName(_ one: String, _ other: String) -> Bool {
        SearchText.foldedName(one) == SearchText.foldedName(other)
    }

    /// The name without white space around it.
    private func checked(_ name: String, _ thing: String) throws -> String {
        let trimmed = String(name.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
        guard !trimmed.isEmpty, !trimmed.contains(where: \.isNewline) else {
            throw JournalError(.usage, "\(thing) needs a name of one line")
        }
        return trimmed
    }
}
