package import JournalModel

/// The words of a book that are not the writer's, from a template's `strings-LANGUAGE.json`.
///
/// `{name}` in a value stands for a part that is filled in.
package struct BookStrings: Codable, Sendable, Equatable {
    /// January first.
    package var months: [String]
    /// Monday first (ISO 8601).
    package var weekdays: [String]
    package var fullDate: String
    package var entryDate: String
    package var shortDate: String
    package var plainDate: String
    package var monthAndYear: String
    package var year: String
    package var dateAndTime: String
    package var dateAndLabel: String
    package var cover: String
    package var titlePage: String
    package var contents: String
    package var journal: String
    package var colophon: String
    package var starred: String
    package var tags: String
    package var people: String
    package var mood: String
    package var temperature: String
    package var oneEntry: String
    package var entries: String
    package var emptyBook: String
    package var photo: String
    package var video: String
    package var audio: String
    package var pdf: String
    package var file: String
    package var photoOn: String
    package var photoAt: String
    package var attached: String
    package var missing: String
    package var unreadable: String
    package var remoteImage: String
    package var duration: String
    package var done: String
    package var notDone: String
    package var conflict: String
    package var madeFrom: String
    package var madeWith: String
    package var madeOn: String
    package var privately: String
    package var selection: String
    package var accessibility: String

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
