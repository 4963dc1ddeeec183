import Bytes
import FileFormats
import JournalModel

/// What the first pass over a selection gathers.
struct BookPlan {
    private(set) var languages = LanguageShares()
    private(set) var wordCount = 0
    var digest = SelectionDigest()
    private(set) var attachmentCounts: [Attachment.Kind: Int] = [:]
    private(set) var newestChangeMilliseconds: Int64 = 0
    private(set) var journals: Set<JournalID> = []
    private var lines: [Book.Line] = []
    private var hashes: Set<[UInt8]> = []

    mutating func add(_ entry: Entry) {
        let label = EntryLabel(entry)
        lines.append(
            Book.Line(
                id: entry.id,
                day: entry.happened.day,
                millisecondOfDay: entry.happened.millisecondOfDay,
                label: label.text,
                isTitled: label.isTitle,
                weight: entry.body.utf8.count + 600 + 300 * entry.attachments.count
            )
        )
        digest.add(entry)
        let scripts = ScriptCounts(entry.body)
        languages.add(scripts)
        wordCount += scripts.wordCount
        newestChangeMilliseconds = max(newestChangeMilliseconds, entry.changedMilliseconds)
        journals.insert(entry.journal)
        for attachment in entry.attachments {
            // A hash held as text would cost twice the memory.
            if let sha256 = attachment.sha256, let bytes = Bytes.bytes(hex: sha256) {
                guard hashes.insert(bytes).inserted else { continue }
            }
            attachmentCounts[attachment.kind, default: 0] += 1
        }
    }

    /// Lines by month as lived; the order within a month stays as the source gave it.
    func arranged() -> (lines: [Book.Line], months: [Book.Month], years: [Book.Year]) {
        var byMonth: [Int: [Book.Line]] = [:]
        for line in lines { byMonth[line.day.year * 12 + line.day.month - 1, default: []].append(line) }
        var arranged: [Book.Line] = []
        arranged.reserveCapacity(lines.count)
        var months: [Book.Month] = []
        var years: [Book.Year] = []
        for (key, lines) in byMonth.sorted(by: { $0.key < $1.key }) {
            let year = key / 12
            let start = arranged.count
            arranged += lines
            if years.last?.year != year {
                years.append(Book.Year(year: year, months: months.count..<months.count))
            }
            months.append(Book.Month(year: year, month: key % 12 + 1, lines: start..<arranged.count))
            years[years.count - 1].months = years[years.count - 1].months.lowerBound..<months.count
        }
        return (arranged, months, years)
    }
}

/// What an entry is called in contents: its title, or else its first words.
struct EntryLabel: Equatable, Sendable {
    var text: String
    var isTitle: Bool

    init(_ entry: Entry) {
        if let title = entry.title.map(folded), !title.isEmpty {
            self.init(text: title, isTitle: true)
            return
        }
        let start = EntryLabel.headingLine(entry.body) ?? String(entry.body.unicodeScalars.prefix(400))
        var words = ""
        var isHeading = false
        loop: for event in MarkdownParser.parse(start).events {
            switch event {
            case .open(.heading) where words.isEmpty: isHeading = true
            case .close(.heading) where isHeading: break loop
            case .openSpan(.image): break
            case .text(let text): words += text
            case .lineBreak, .close: if !words.isEmpty { words += " " }
            default: break
            }
            if words.utf8.count > 400 { break }
        }
        let plain = folded(words)
        self.init(text: isHeading ? plain : EntryLabel.shortened(plain), isTitle: isHeading && !plain.isEmpty)
    }

    private init(text: String, isTitle: Bool) {
        (self.text, self.isTitle) = (BidiBalance.balanced(text), isTitle)
    }

    /// The first line of a text that begins with a heading, which is then the whole label.
    ///
    /// - Parameter body: Markdown.
    /// - Returns: `nil` for any other text, of which the beginning has to be read: a label needs eight words.
    private static func headingLine(_ body: String) -> String? {
        let line = body.utf8.prefix { $0 != 0x0a && $0 != 0x0d }
        let marks = line.prefix { $0 == 0x23 }.count
        guard (1...6).contains(marks), line.dropFirst(marks).first == 0x20, line.count <= 400 else {
            return nil
        }
        return String(Substring(line))
    }

    /// The first eight words, of at most 48 characters; an ellipsis stands for the rest.
    private static func shortened(_ text: String) -> String {
        var wordCount = 0
        var end = text.startIndex
        var characterCount = 0
        for index in text.indices {
            if text[index] == " " {
                wordCount += 1
                end = index
                if wordCount == 8 { break }
            }
            characterCount += 1
            if characterCount > 48 {
                if wordCount == 0 { end = index }
                break
            }
        }
        guard wordCount == 8 || characterCount > 48 else { return text }
        return text[..<end] + "…"
    }
}

/// The text with every run of white space and control characters as one space, none at the ends.
private func folded(_ text: String) -> String {
    var text = text
    let isPlain = text.withUTF8 { bytes in
        var previous: UInt8 = 0x20
        for byte in bytes {
            if byte < 0x20 || byte >= 0x7f || byte == 0x20 && previous == 0x20 { return false }
            previous = byte
        }
        return previous != 0x20
    }
    if isPlain { return text }
    var output = String.UnicodeScalarView()
    var needsSpace = false
    for scalar in text.unicodeScalars {
        if scalar.properties.isWhitespace || scalar.value < 0x20 {
            needsSpace = !output.isEmpty
        } else {
            if needsSpace { output.append(" ") }
            needsSpace = false
            output.append(scalar)
        }
    }
    return String(output)
}
