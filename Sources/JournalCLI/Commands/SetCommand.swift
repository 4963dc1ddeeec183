import JournalKit
import JournalModel

/// `journal set`: fields of entries, without the editor.
struct SetCommand: TakesSelectors {
    static let name = "set"
    static let summary = "Change tags, star, mood, place, moment and others."
    static let operands = "SELECTOR..."
    static let operandValues: [OperandValues] = [.entries]
    static let options: [Option<Self>] = [
        .value("tag", "TAG", values: .names(of: "tags"), help: "Add a tag; may be given again.") {
            (command, text) throws(UsageError) in command.tags.append(tagName(text))
        },
        .value("untag", "TAG", values: .names(of: "tags"), help: "Take a tag away; may be given again.") {
            (command, text) throws(UsageError) in command.removedTags.append(tagName(text))
        },
        .flag("star", help: "Mark with a star.") { $0.isStarred = true },
        .flag("unstar", help: "Take the star away.") { $0.isStarred = false },
        .flag("pin", help: "Pin.") { $0.isPinned = true },
        .flag("unpin", help: "Pin no longer.") { $0.isPinned = false },
        .flag("archive", help: "Put away; an archived entry is found as ever.") { $0.isArchived = true },
        .flag("unarchive", help: "Take out of the archive.") { $0.isArchived = false },
        .value("mood", "1-5|none", help: "A mood, from 1 (worst) to 5 (best).") {
            (command, text) throws(UsageError) in
            command.mood = .some(text == "none" ? nil : try moodNumber(text))
        },
        .value("place", "TEXT|none", help: "The name of the place.") {
            (command, text) throws(UsageError) in command.place = .some(text == "none" ? nil : text)
        },
        .value("people", "NAME", help: "Add a person; may be given again.") {
            (command, text) throws(UsageError) in command.people.append(personName(text))
        },
        .value("not-people", "NAME", help: "Take a person away; may be given again.") {
            (command, text) throws(UsageError) in command.removedPeople.append(personName(text))
        },
        .value("weather", "TEXT|none", help: "The weather, such as 'rain, 12 °C'.") {
            (command, text) throws(UsageError) in command.weather = .some(text == "none" ? nil : text)
        },
        .value("at", "TIME", help: "When it happened; when it was written is kept.") {
            (command, text) throws(UsageError) in command.at = text
        },
        .flag("all-day", help: "It is about the whole day.") { $0.isAllDay = true },
        .value("journal", "NAME", values: .names(of: "journals"), help: "The journal they go to.") {
            (command, text) throws(UsageError) in command.journal = text
        },
        .value("title", "TEXT|none", help: "A title.") {
            (command, text) throws(UsageError) in command.title = .some(text == "none" ? nil : text)
        },
    ]
    static let discussion = [
        """
        Everything is changed at once and is taken back at once by journal undo. A SELECTOR is an id or its \
        beginning, last, last~2 or a day. --at without --tz is read in the entry's own zone.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal set last --mood 4 --place Kamogawa --tag walk --star", "Sets several fields."),
        ("journal set 7f3a --at '2026-11-30 08:40'", "Moves an entry in time."),
        ("journal set yesterday --untag work --journal Holidays", "Changes all entries of a day."),
    ]

    var operands: [String] = []
    var tags: [String] = []
    var removedTags: [String] = []
    var people: [String] = []
    var removedPeople: [String] = []
    var isStarred: Bool?
    var isPinned: Bool?
    var isArchived: Bool?
    var mood: Int??
    var place: String??
    var weather: String??
    var title: String??
    var at: String?
    var isAllDay = false
    var journal: String?

    func check() throws(UsageError) {
        try requireOperands()
        let names = tags + removedTags + people + removedPeople
        let flags = [isStarred, isPinned, isArchived].contains { $0 != nil }
        let values = mood != nil || place != nil || weather != nil || title != nil
        guard !names.isEmpty || flags || values || at != nil || isAllDay || journal != nil else {
            throw UsageError("there is nothing to set", next: "journal set last --star")
        }
    }

    func run(_ context: Context) async throws -> ExitStatus {
        let dates = context.settings.dates
        if let at { _ = try dates.moment(at) }
        let chosen = try await Chosen(operands, Selection(), dates) { try await context.open() }
        guard chosen.report(context) else { return .nothingMatched }
        let moments = try moments(chosen.entries, dates)
        let command = self
        let isTrial = context.settings.globals.isDryRun
        var entries = chosen.entries
        if !isTrial {
            entries = try await chosen.journal.change(
                chosen.entries.map(\.id),
                movingTo: journal
            ) { entry in
                command.apply(to: &entry, moment: moments[entry.id])
            }.entries
        }
        let report = ChangedEntries(
            context: context,
            journal: chosen.journal,
            done: isTrial ? "Would change" : "Changed",
            back: isTrial ? nil : "journal undo"
        )
        try await report.print(entries, isSingle: chosen.isSingle)
        if isTrial { context.messages.note("nothing was written: --dry-run") }
        return chosen.status
    }

    /// New moments by entry; each entry's own zone tells what a clock time means.
    private func moments(
        _ entries: [Entry],
        _ dates: DateExpression
    ) throws(UsageError) -> [EntryID: EntryMoment] {
        guard at != nil || isAllDay else { return [:] }
        var moments: [EntryID: EntryMoment] = [:]
        for entry in entries {
            var moment = entry.happened
            if let at { moment = try dates.inZone(of: entry.happened).moment(at).moment }
            if isAllDay { moment = EntryMoment(allDay: moment.day, zone: JournalZone(moment.zoneName)) }
            moments[entry.id] = moment
        }
        return moments
    }

    private func apply(to entry: inout Entry, moment: EntryMoment?) {
        entry.tags = EntryFields.changed(entry.tags, adding: tags, removing: removedTags)
        entry.people = EntryFields.changed(entry.people, adding: people, removing: removedPeople)
        if let isStarred { entry.isStarred = isStarred }
        if let isPinned { entry.isPinned = isPinned }
        if let isArchived { entry.isArchived = isArchived }
        if let mood { entry.mood = mood }
        if let title { entry.title = title }
        if let place {
            // A new name is another place: coordinates of the old one would be wrong.
            entry.place = place.map { name in
                var place = Place()
                place.name = name
                return place
            }
        }
        if let weather {
            entry.weather = weather.map { words in
                var weather = Weather()
                weather.conditions = words
                return weather
            }
        }
        if let moment { entry.happened = moment }
    }
}

/// A name without the sign that people write before it.
func personName(_ text: String) -> String { text.hasPrefix("@") ? String(text.dropFirst()) : text }
