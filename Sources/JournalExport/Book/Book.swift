import Bytes
import Foundation
package import JournalModel

/// The plan of a book: which entries stand in which month of which year, and what lies around them.
///
/// Holds a line for each entry and no entry, so that a journal of any length fits in memory; the
/// entries come in a second pass by ``forEachEntry(in:_:)``. Both passes need the same frozen source.
package struct Book: Sendable {
    /// One entry as contents and links show it.
    package struct Line: Sendable {
        package var id: EntryID
        package var day: CivilDate
        /// Milliseconds after midnight on the writer's clock; `nil` for an all-day entry.
        package var millisecondOfDay: Int?
        /// The title, or the first words of the text; may be empty.
        package var label: String
        /// Whether ``label`` is a title that the writer gave.
        package var isTitled: Bool
        /// About how many bytes it takes as XHTML.
        package var weight: Int
    }

    package struct Month: Sendable {
        package var year: Int
        /// 1...12.
        package var month: Int
        /// Indexes into ``Book/lines``.
        package var lines: Range<Int>
        /// `YYYY-MM`.
        package var name: String { padded(year, 4) + "-" + padded(month, 2) }
    }

    package struct Year: Sendable {
        package var year: Int
        /// Indexes into ``Book/months``.
        package var months: Range<Int>
    }

    package var title: String
    package var author: String?
    /// BCP 47 tag of the book's own words.
    package var language: String
    /// In the order of the book: by month, and within a month by moment and id.
    package var lines: [Line]
    package var months: [Month]
    package var years: [Year]
    package var journals: [JournalID: JournalInfo]
    /// Languages that make up at least 5 % of the text, the main one first.
    package var languages: [String]
    /// What Chinese characters alone count as in this journal: `ja` or `zh`.
    package var ideographic: String
    /// Words, or for scripts without spaces characters, in all bodies.
    package var wordCount: Int
    /// Distinct attachments of each kind.
    package var attachmentCounts: [Attachment.Kind: Int]
    /// Newest change of any entry, or what the options say: milliseconds since 1970-01-01T00:00:00Z.
    package var sourceDateMilliseconds: Int64
    /// SHA-256 of all that was chosen, 64 hexadecimal digits.
    package let selectionDigest: String
    package let query: EntryQuery
    private let positions: [EntryID: Int]

    /// Reads the whole selection once.
    ///
    /// - Parameters:
    ///   - source: Read again by ``forEachEntry(in:_:)``, so it must not change.
    ///   - options: Selection, title, language.
    /// - Throws: What the source throws.
    package init(_ source: any EntrySource, options: BookOptions) throws {
        var plan = BookPlan()
        try source.forEachText(options.query) { plan.add($0) }
        let journals = try source.journals()
        self.journals = journals
        query = options.query
        (lines, months, years) = plan.arranged()
        var positions: [EntryID: Int] = [:]
        positions.reserveCapacity(lines.count)
        for (index, line) in lines.enumerated() { positions[line.id] = index }
        self.positions = positions
        author = options.author
        language = options.language
        languages = plan.languages.shared(main: options.language)
        ideographic = plan.languages.ideographic
        wordCount = plan.wordCount
        selectionDigest = plan.digest.finish()
        attachmentCounts = plan.attachmentCounts
        sourceDateMilliseconds = options.sourceDateMilliseconds ?? plan.newestChangeMilliseconds
        let names = Set(plan.journals.compactMap { journals[$0]?.name })
        title = options.title ?? (names.count == 1 ? names.first : nil) ?? "Journal"
    }

    package var isEmpty: Bool { lines.isEmpty }

    /// Where an entry stands in ``lines``; `nil` when it is not in the book.
    package func position(of id: EntryID) -> Int? { positions[id] }

    /// The index in ``months`` of the month that holds a line.
    package func monthIndex(ofLine line: Int) -> Int {
        var low = 0
        var high = months.count
        while low < high {
            let middle = (low + high) / 2
            if months[middle].lines.upperBound <= line { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Calls `body` for every entry in the order of ``lines``, with its index there.
    ///
    /// A source sorts by instant, a book by the month that the writer lived, so the entries are
    /// asked for in spans of whole months; at most a few hundred are in memory at one time.
    package func forEachEntry(
        in source: any EntrySource,
        _ body: (_ index: Int, _ entry: Entry) throws -> Void
    ) throws {
        for span in spans() {
            var query = query
            let first = months[span.lowerBound]
            let last = months[span.upperBound - 1]
            query.from = max(CivilDate(year: first.year, month: first.month, day: 1), query.from)
            query.to = min(
                CivilDate(
                    year: last.year,
                    month: last.month,
                    day: CivilDate.dayCount(year: last.year, month: last.month)
                ),
                query.to
            )
            if span.count == 1 {
                try source.forEachEntry(query) { entry in
                    if let index = positions[entry.id] { try body(index, entry) }
                }
                continue
            }
            var held: [HeldEntry] = []
            try source.forEachEntry(query) { entry in
                if let index = positions[entry.id] { held.append(HeldEntry(index, entry)) }
            }
            held.sort { $0.index < $1.index }
            for held in held { try body(held.index, held.entry) }
        }
    }

    /// Neighbouring months in groups of at most about 300 entries or 4 MB.
    private func spans() -> [Range<Int>] {
        var spans: [Range<Int>] = []
        var start = 0
        var count = 0
        var weight = 0
        for (index, month) in months.enumerated() {
            let monthWeight = lines[month.lines].reduce(0) { $0 + $1.weight }
            if index > start, count + month.lines.count > 300 || weight + monthWeight > 4 << 20 {
                spans.append(start..<index)
                (start, count, weight) = (index, 0, 0)
            }
            count += month.lines.count
            weight += monthWeight
        }
        if start < months.count { spans.append(start..<months.count) }
        return spans
    }
}

/// An entry that waits for its turn, in a box because an entry has many parts to copy.
final class HeldEntry {
    /// Its place in ``Book/lines``.
    let index: Int
    let entry: Entry

    init(_ index: Int, _ entry: Entry) { (self.index, self.entry) = (index, entry) }
}

private func max(_ left: CivilDate?, _ right: CivilDate?) -> CivilDate? {
    guard let left, let right else { return left ?? right }
    return left < right ? right : left
}

private func min(_ left: CivilDate?, _ right: CivilDate?) -> CivilDate? {
    guard let left, let right else { return left ?? right }
    return left < right ? left : right
}
