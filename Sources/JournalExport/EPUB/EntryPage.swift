import FileFormats
import JournalModel

/// Writes one entry by the template's `entry.xhtml`.
struct EntryPage {
    private let context: EPUBContext
    private let facts: EntryFacts

    init(_ context: EPUBContext) {
        self.context = context
        facts = EntryFacts(
            strings: context.strings,
            journals: context.book.journals,
            redactsPlaces: context.redactsPlaces
        )
    }

    /// Writes an entry; its date only when it `startsDay`.
    func write(_ held: HeldEntry, startsDay: Bool, to writer: inout XMLWriter) {
        let entry = held.entry
        let parsed = MarkdownParser.parse(entry.body)
        let line = context.book.lines[held.index]
        let title = entry.title.map { _ in line.label } ?? ""
        let events = title.isEmpty ? parsed.events : EntryPage.withoutTitle(title, parsed.events)
        let titleAttributes = context.attributes(ScriptCounts(title))
        let facts = facts.words(entry)
        let id = EPUBLayout.elementID(entry.id)
        let values: TemplateValues = [
            "id": .text(id),
            "headingId": .text("h" + id.dropFirst()),
            "datetime": .text(entry.happened.rfc3339 ?? entry.happened.day.description),
            "moment": .text(moment(entry.happened, startsDay: startsDay)),
            "titled": .flag(!title.isEmpty),
            "untitled": .flag(title.isEmpty),
            "title": .text(title),
            "titleLang": .text(titleAttributes.language ?? ""),
            "titleDir": .text(titleAttributes.direction ?? ""),
            "starred": .flag(entry.isStarred),
            "starredWord": .text(context.strings.starred),
            "hasMeta": .flag(!facts.isEmpty),
            "meta": .section(facts.map { ["fact": .text($0)] }),
            "hasTags": .flag(!entry.tags.isEmpty),
            "tagsWord": .text(context.strings.tags),
            "tags": .section(entry.tags.map { ["tag": .text($0)] }),
        ]
        context.template.entry.write(to: &writer, values) { name, writer in
            switch name {
            // The box is what the closure holds on to: it is handed down to every node of the template.
            case "body": body(held, events, &writer)
            default: rest(held, events, &writer)
            }
        }
    }

    private func rest(_ held: HeldEntry, _ events: [MarkdownEvent], _ writer: inout XMLWriter) {
        guard !held.entry.attachments.isEmpty else { return }
        let named = EntryMarkup.named(in: events)
        let rest = held.entry.attachments.filter { !named.contains($0.id) }
        if !rest.isEmpty { FigureMarkup(context, entry: held.entry).writeRest(rest, to: &writer) }
    }

    private func body(_ held: HeldEntry, _ events: [MarkdownEvent], _ writer: inout XMLWriter) {
        var markup = EntryMarkup(context, entry: held.entry)
        markup.write(events, to: &writer)
        for other in held.entry.conflicts {
            writer.element("p", ["class": "box-note"], text: context.strings.conflict)
            writer.open("blockquote")
            var markup = EntryMarkup(context, entry: held.entry)
            markup.write(MarkdownParser.parse(other).events, to: &writer)
            writer.closeFully()
        }
    }

    /// The events without a first heading that only repeats the title.
    static func withoutTitle(_ title: String, _ events: [MarkdownEvent]) -> [MarkdownEvent] {
        guard case .open(.heading) = events.first,
            let end = events.firstIndex(where: { event in
                if case .close(.heading) = event { true } else { false }
            })
        else { return events }
        var text = ""
        for case .text(let part) in events[..<end] { text += part }
        return text == title ? Array(events[(end + 1)...]) : events
    }

    private func moment(_ moment: EntryMoment, startsDay: Bool) -> String {
        let strings = context.strings
        let date = strings.date(strings.entryDate, moment.day)
        guard let time = strings.time(moment.millisecondOfDay) else { return date }
        return startsDay ? BookStrings.fill(strings.dateAndTime, ["date": date, "time": time]) : time
    }
}
