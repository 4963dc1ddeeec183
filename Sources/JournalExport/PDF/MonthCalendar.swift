import JournalModel
import Typesetting

/// A month in seven columns; days that were written on are bold and lead to their first entry.
struct MonthCalendar {
    private static let columnWidth = 22.0

    private let context: PDFContext
    private let month: Book.Month

    init(_ context: PDFContext, _ month: Book.Month) {
        self.context = context
        self.month = month
    }

    func write(in section: StructureElement) throws {
        let document = context.document
        let strings = context.style.strings
        let line = context.style.numbers.table
        var first: [Int: EntryID] = [:]
        for entry in context.book.lines[month.lines] where first[entry.day.day] == nil {
            first[entry.day.day] = entry.id
        }
        let table = document.open(.table, in: section)
        try row(
            strings.weekdays.map { (String($0.prefix(1)), nil, true) },
            role: .tableHeader,
            line,
            in: table
        )
        guard let start = CivilDate(year: month.year, month: month.month, day: 1) else { return }
        let count = CivilDate.dayCount(year: month.year, month: month.month)
        var week = [(String, EntryID?, Bool)](repeating: ("", nil, false), count: start.isoWeekday - 1)
        for day in 1...count {
            week.append((String(day), first[day], false))
            if week.count == 7 || day == count {
                while week.count < 7 { week.append(("", nil, false)) }
                try row(week, role: .tableCell, line, in: table)
                week = []
            }
        }
        try document.close(table)
    }

    private func row(
        _ days: [(text: String, entry: EntryID?, isHead: Bool)],
        role: StructureElement.Role,
        _ line: PrintNumbers.Line,
        in table: StructureElement
    ) throws {
        let document = context.document
        let left = (context.flow.measure - Self.columnWidth * 7) / 2
        let element = document.open(.tableRow, in: table)
        let style = ParagraphStyle(
            size: line.size,
            leading: line.leading,
            alignment: .center,
            language: context.style.language,
            isHyphenated: false
        )
        var cells: [FlowCell] = []
        for (column, day) in days.enumerated() {
            let isWritten = day.entry != nil
            let run = TextRun(
                day.text,
                style: isWritten ? .bold : .regular,
                color: Color(gray: isWritten ? 0 : day.isHead ? 0.3 : 0.5),
                link: isWritten ? 0 : nil
            )
            let links =
                day.entry.map { [TextLink(.destination(PDFContext.name($0)), description: day.text)] } ?? []
            cells.append(
                FlowCell(
                    paragraph: document.typesetter.set([run], style, measure: Self.columnWidth),
                    links: links,
                    x: left + Double(column) * Self.columnWidth,
                    element: document.open(role, in: element)
                )
            )
        }
        try context.flow.add(
            PageFlow.Block(content: .cells(cells, height: line.leading + 2), element: element)
        )
    }
}
