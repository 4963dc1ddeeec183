import JournalModel

extension Book {
    /// The lines of the last page: what the book was made from.
    package func colophon(_ strings: BookStrings) -> [String] {
        guard let first = lines.first, let last = lines.last else {
            return [strings.emptyBook, strings.privately]
        }
        func day(_ milliseconds: Int64) -> String {
            let days = Int(clamping: floorDivide(milliseconds, 86_400_000))
            return strings.date(strings.plainDate, CivilDate(daysSince1970: days))
        }
        let recordings = (attachmentCounts[.audio] ?? 0) + (attachmentCounts[.video] ?? 0)
        return [
            BookStrings.fill(
                strings.madeFrom,
                [
                    "entries": strings.entryCount(lines.count),
                    "first": strings.date(strings.plainDate, first.day),
                    "last": strings.date(strings.plainDate, last.day),
                ]
            ),
            BookStrings.fill(
                strings.madeWith,
                [
                    "words": String(wordCount), "photos": String(attachmentCounts[.photo] ?? 0),
                    "recordings": String(recordings),
                ]
            ),
            BookStrings.fill(strings.madeOn, ["date": day(sourceDateMilliseconds)]),
            BookStrings.fill(strings.selection, ["hash": selectionDigest]), strings.privately,
        ]
    }
}
