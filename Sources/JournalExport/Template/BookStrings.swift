package import JournalModel

/// The words of a book that are not the writer's, from a template's `strings-LANGUAGE.json`.
///
/// `{name}` in a value stands for a part that is filled in. A class, because it is handed to every entry and
/// has too many parts to copy each time.
package final class BookStrings: Codable, Sendable {
    /// January first.
    package let months: [String]
    /// Monday first (ISO 8601).
    package let weekdays: [String]
    package let fullDate: String
    package let entryDate: String
    package let shortDate: String
    package let plainDate: String
    package let monthAndYear: String
    package let year: String
    package let dateAndTime: String
    package let dateAndLabel: String
    package let cover: String
    package let titlePage: String
    package let contents: String
    package let journal: String
    package let colophon: String
    package let starred: String
    package let tags: String
    package let people: String
    package let mood: String
    package let temperature: String
    package let oneEntry: String
    package let entries: String
    package let emptyBook: String
    package let photo: String
    package let video: String
    package let audio: String
    package let pdf: String
    package let file: String
    package let photoOn: String
    package let photoAt: String
    package let attached: String
    package let missing: String
    package let unreadable: String
    package let remoteImage: String
    package let duration: String
    package let done: String
    package let notDone: String
    package let conflict: String
    package let madeFrom: String
    package let madeWith: String
    package let madeOn: String
    package let privately: String
    package let selection: String
    package let accessibility: String

    /// A pattern with its `{name}`s filled in; names that `parts` lacks stay.
    package static func fill(_ pattern: String, _ parts: KeyValuePairs<String, String>) -> String {
        var output = ""
        var rest = pattern[...]
        while let open = rest.utf8.firstIndex(of: 0x7b), let close = rest[open...].utf8.firstIndex(of: 0x7d) {
            let name = rest[rest.utf8.index(after: open)..<close]
            output += rest[..<open]
            output += parts.first { $0.key == name }?.value ?? String(rest[open...close])
            rest = rest[rest.utf8.index(after: close)...]
        }
        return output + rest
    }

    /// A date by one of the patterns ``fullDate``, ``entryDate``, ``shortDate``, ``plainDate``.
    package func date(_ pattern: String, _ day: CivilDate) -> String {
        BookStrings.fill(
            pattern,
            [
                "weekday": weekdays[day.isoWeekday - 1], "day": String(day.day),
                "month": months[day.month - 1], "year": String(day.year),
            ]
        )
    }

    package func month(_ month: Int, of year: Int) -> String {
        BookStrings.fill(monthAndYear, ["month": months[month - 1], "year": String(year)])
    }

    /// `18:05`; `nil` for an all-day entry.
    package func time(_ millisecondOfDay: Int?) -> String? {
        guard let millisecondOfDay else { return nil }
        let minutes = millisecondOfDay / 60_000
        return padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
    }

    package func entryCount(_ count: Int) -> String {
        count == 1 ? oneEntry : BookStrings.fill(entries, ["count": String(count)])
    }

    package func kind(_ kind: Attachment.Kind) -> String {
        switch kind {
        case .photo: photo
        case .video: video
        case .audio: audio
        case .pdf: pdf
        case .file: file
        }
    }
}
