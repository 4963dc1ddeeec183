import FileFormats
import JournalModel
import Typesetting

/// Gathers the text of one paragraph from Markdown events, as runs of one style each.
struct InlineText {
    /// Where an entry of this book can be reached; `nil` when it is not in the book.
    let destination: (EntryID) -> String?
    /// Date of an entry that this book does not hold.
    let outsideDate: (EntryID) -> String?
    private(set) var runs: [TextRun] = []
    private(set) var links: [TextLink] = []
    /// The text without styles, for telling its language.
    private(set) var plain = ""
    var base = FontStyle.regular
    var color = Color.black
    /// Background of marked text.
    private let markColor: Color?
    private var spans: [MarkdownSpan] = []
    /// For each open span, how many runs there were when it began.
    private var starts: [Int] = []

    init(
        destination: @escaping (EntryID) -> String?,
        outsideDate: @escaping (EntryID) -> String? = { _ in nil },
        markColor: Color? = nil
    ) {
        (self.destination, self.outsideDate, self.markColor) = (destination, outsideDate, markColor)
    }

    var isEmpty: Bool { plain.utf8.allSatisfy { $0 <= 0x20 } }

    /// Begins the next paragraph; spans that are open stay open.
    mutating func clear() {
        runs = []
        links = []
        plain = ""
        starts = starts.map { _ in 0 }
    }

    mutating func open(_ span: MarkdownSpan) {
        spans.append(span)
        starts.append(runs.count)
    }

    /// Ends the span opened last; behind a link to an entry outside the book comes its date.
    mutating func close() {
        if case .link(let target, _) = spans.last, runs.count > starts.last ?? 0,
            case .entry(let id) = LinkTarget(target), destination(id) == nil, let date = outsideDate(id)
        {
            add(" (" + date + ")")
        }
        _ = spans.popLast()
        _ = starts.popLast()
    }

    mutating func lineBreak() {
        guard !runs.isEmpty else { return }
        runs[runs.count - 1].text += "\n"
        plain += "\n"
    }

    mutating func add(_ text: String) {
        var run = TextRun(text, style: base, color: color)
        for span in spans {
            switch span {
            case .emphasis: run.style.isItalic.toggle()
            case .strong: run.style.isBold = true
            case .strikethrough: run.decoration.insert(.strike)
            case .mark: run.background = markColor
            case .code: run.style.family = .mono
            case .link(let target, _): link(target, &run)
            case .image: break
            }
        }
        plain += text
        runs.append(run)
    }

    private mutating func link(_ target: String, _ run: inout TextRun) {
        let found: Typesetting.LinkTarget
        switch LinkTarget(target) {
        case .address(let address): found = .address(address)
        case .entry(let id):
            guard let name = destination(id) else { return }
            found = .destination(name)
        case .attachment, .refused: return
        }
        if let last = links.last, last.target == found {
            links[links.count - 1].description += run.text
        } else {
            links.append(TextLink(found, description: run.text))
        }
        run.link = links.count - 1
        run.color = Color(red: 0.13, green: 0.25, blue: 0.45)
    }
}
