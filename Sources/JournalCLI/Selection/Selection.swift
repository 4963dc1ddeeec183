import JournalModel

/// The filters of a command line, as written; ``query(_:)`` gives them a meaning.
struct Selection: Sendable, Equatable {
    var on: String?
    var from: String?
    var to: String?
    var journal: String?
    var tags: [String] = []
    var excludedTags: [String] = []
    var people: [String] = []
    var excludedPeople: [String] = []
    var excludedJournals: [String] = []
    var excludedKinds: [Attachment.Kind] = []
    var excludedTexts: [String] = []
    var isStarred = false
    var mood: Int?
    var place: String?
    var has: [Attachment.Kind] = []
    var text: String?
    var limit: Int?
    var includesTrashed = false

    init() {}

    /// Whether nothing was asked for.
    var isEmpty: Bool { self == Selection() }

    /// The meaning of the filters on a given day.
    ///
    /// - Parameter dates: Reads days relative to now.
    /// - Returns: What to ask the journal for.
    /// - Throws: For a day that cannot be read, or when the first day comes after the last.
    func query(_ dates: DateExpression) throws(UsageError) -> EntryQuery {
        var query = EntryQuery()
        if let on {
            let days = try dates.days(on)
            (query.from, query.to) = (days.lowerBound, days.upperBound)
        }
        if let from {
            let first = try dates.days(from).lowerBound
            query.from = max(query.from ?? first, first)
        }
        if let to {
            let last = try dates.days(to).upperBound
            query.to = min(query.to ?? last, last)
        }
        if let first = query.from, let last = query.to, first > last {
            throw UsageError("the first day, \(first), comes after the last, \(last)")
        }
        query.journal = journal
        query.tags = tags
        query.excludedTags = excludedTags
        query.people = people
        query.excludedPeople = excludedPeople
        query.excludedJournals = excludedJournals
        query.excludedKinds = excludedKinds
        query.excludedTexts = excludedTexts
        query.isStarred = isStarred
        query.mood = mood
        query.place = place
        query.has = has
        query.text = text
        query.includesTrashed = includesTrashed
        return query
    }
}

/// A command that works on the entries which filters choose.
protocol SelectsEntries: Command {
    var selection: Selection { get set }
}

extension SelectsEntries {
    /// The filters, the same in every command.
    static var filters: [Option<Self>] {
        [
            .value("on", "DAY", help: "Only entries of this day or period.") {
                (command, text) throws(UsageError) in command.selection.on = text
            },
            .value("from", "DAY", help: "Only entries of this day and later, as the writer lived it.") {
                (command, text) throws(UsageError) in command.selection.from = text
            },
            .value("to", "DAY", help: "Only entries of this day and earlier.") {
                (command, text) throws(UsageError) in command.selection.to = text
            },
            .value("journal", "NAME", values: .names(of: "journals"), help: "Only entries of this journal.") {
                (command, text) throws(UsageError) in command.selection.journal = text
            },
            .value(
                "tag",
                "TAG",
                values: .names(of: "tags"),
                help: "Only entries with this tag; may be given again."
            ) {
                (command, text) throws(UsageError) in command.selection.tags.append(tagName(text))
            },
            .value(
                "not-tag",
                "TAG",
                values: .names(of: "tags"),
                help: "Only entries without this tag; may be given again."
            ) {
                (command, text) throws(UsageError) in command.selection.excludedTags.append(tagName(text))
            },
            .value("people", "NAME", help: "Only entries with this person; may be given again.") {
                (command, text) throws(UsageError) in command.selection.people.append(personName(text))
            },
            .flag("star", help: "Only entries with a star.") { $0.selection.isStarred = true },
            .value("mood", "1-5", help: "Only entries of this mood.") {
                (command, text) throws(UsageError) in command.selection.mood = try moodNumber(text)
            },
            .value("place", "TEXT", help: "Only entries whose place has this in its name.") {
                (command, text) throws(UsageError) in command.selection.place = text
            },
            .choice("has", "KIND", of: Attachment.Kind.self, help: "Only entries with such an attachment.") {
                $0.selection.has.append($1)
            },
            .value("text", "WORDS", help: "Only entries with these words.") {
                (command, text) throws(UsageError) in command.selection.text = text
            },
            .value("limit", "N", help: "At most so many entries.") {
                (command, text) throws(UsageError) in
                command.selection.limit = try wholeNumber(text, "--limit")
            },
            .flag("with-trash", help: "Entries in the trash too.") { $0.selection.includesTrashed = true },
        ]
    }
}

/// A tag without the sign that people write before it.
func tagName(_ text: String) -> String { text.hasPrefix("#") ? String(text.dropFirst()) : text }

func moodNumber(_ text: String) throws(UsageError) -> Int {
    guard let mood = DateWords.number(text), (1...5).contains(mood) else {
        throw UsageError("cannot read the mood '\(text)'", next: "give a number from 1 to 5")
    }
    return mood
}

func wholeNumber(_ text: String, _ option: String) throws(UsageError) -> Int {
    guard let number = DateWords.number(text), number > 0 else {
        throw UsageError("cannot read \(option) '\(text)'", next: "give a whole number from 1")
    }
    return number
}
