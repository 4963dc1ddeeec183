import JournalModel

/// Which entry stands in which file of an EPUB.
///
/// Long months are split, so that no reading program has to open megabytes at once; where, is
/// decided from the plan alone, because links need to know it before anything is written.
struct EPUBLayout {
    /// A file of one month or a part of it.
    struct Page {
        /// Without a folder.
        var fileName: String
        /// Index into ``Book/months``.
        var month: Int
        /// Indexes into ``Book/lines``.
        var lines: Range<Int>
    }

    private(set) var pages: [Page] = []

    /// Lays out a book, starting a new page where one would pass about `byteLimit` bytes.
    init(_ book: Book, byteLimit: Int = 250_000) {
        for (index, month) in book.months.enumerated() {
            var start = month.lines.lowerBound
            var weight = 0
            var part = 1
            func close(at end: Int) {
                let suffix = part == 1 ? "" : "-\(part)"
                pages.append(Page(fileName: month.name + suffix + ".xhtml", month: index, lines: start..<end))
                (start, weight, part) = (end, 0, part + 1)
            }
            for line in month.lines {
                if line > start, weight + book.lines[line].weight > byteLimit { close(at: line) }
                weight += book.lines[line].weight
            }
            close(at: month.lines.upperBound)
        }
    }

    /// The index in ``pages`` of the page that holds a line.
    func pageIndex(ofLine line: Int) -> Int {
        var low = 0
        var high = pages.count
        while low < high {
            let middle = (low + high) / 2
            if pages[middle].lines.upperBound <= line { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Address of an entry from any page.
    func address(ofLine line: Int, _ id: EntryID) -> String {
        pages[pageIndex(ofLine: line)].fileName + "#" + EPUBLayout.elementID(id)
    }

    /// Address of a year's opener from any page.
    static func yearFile(_ year: Int) -> String { padded(year, 4) + ".xhtml" }

    /// XML ids cannot begin with a digit.
    static func elementID(_ id: EntryID) -> String { "e-" + id.description }
}
