import JournalModel
import Typesetting

/// Running heads and page numbers: month and year on left pages, the page's days on right ones.
struct PageFurniture {
    let typesetter: Typesetter
    let strings: BookStrings
    let head: PrintNumbers.Line
    let folio: PrintNumbers.Line
    let language: String

    /// Draws both as artifacts: they are no part of the text.
    func draw(
        on page: PDFPage,
        _ document: PDFDocument,
        number: Int,
        left: Double,
        measure: Double,
        paper: PrintNumbers.Paper,
        days: (first: CivilDate, last: CivilDate)?
    ) throws {
        let isRight = number % 2 == 1
        try draw(
            String(number),
            folio,
            tracking: 0,
            isRight ? .end : .start,
            page,
            document,
            left: left,
            measure: measure,
            baseline: paper.bottom - folio.leading * 2
        )
        guard let days else { return }
        let text: String
        if isRight {
            let first = strings.date(strings.shortDate, days.first)
            let last = strings.date(strings.shortDate, days.last)
            text = first == last ? first : first + " – " + last
        } else {
            text = strings.month(days.first.month, of: days.first.year)
        }
        try draw(
            text.uppercased(),
            head,
            tracking: head.tracking * 1000,
            isRight ? .end : .start,
            page,
            document,
            left: left,
            measure: measure,
            baseline: paper.height - paper.top + head.leading * 0.9
        )
    }

    private func draw(
        _ text: String,
        _ line: PrintNumbers.Line,
        tracking: Double,
        _ alignment: Alignment,
        _ page: PDFPage,
        _ document: PDFDocument,
        left: Double,
        measure: Double,
        baseline: Double
    ) throws {
        let style = ParagraphStyle(
            size: line.size,
            leading: line.leading,
            alignment: alignment,
            language: language,
            isRightToLeft: false
        )
        let run = TextRun(text, color: Color(gray: line.gray), tracking: tracking)
        let paragraph = typesetter.set([run], style, measure: measure)
        try document.draw(
            paragraph,
            lines: 0..<min(paragraph.lines.count, 1),
            on: page,
            x: left,
            baseline: baseline,
            element: nil
        )
    }
}
