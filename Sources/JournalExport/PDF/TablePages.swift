import FileFormats
import JournalModel
import Typesetting

/// Gathers a table and lays it out with thin rules above, below and under its head.
struct TablePages {
    private struct Cell {
        var text: InlineText
        var isHeader: Bool
        var alignment: MarkdownAlignment
    }

    private let context: PDFContext
    private let parent: StructureElement
    private let indent: Double
    private let measure: Double
    private var rows: [[Cell]] = []
    private var current: Cell?

    init(_ context: PDFContext, parent: StructureElement, indent: Double, measure: Double) {
        self.context = context
        self.parent = parent
        self.indent = indent
        self.measure = measure
    }

    mutating func beginRow() { rows.append([]) }

    mutating func beginCell(
        isHeader: Bool,
        alignment: MarkdownAlignment,
        destination: @escaping (EntryID) -> String?
    ) {
        var text = InlineText(destination: destination)
        text.base.isBold = isHeader
        current = Cell(text: text, isHeader: isHeader, alignment: alignment)
    }

    mutating func add(_ text: String) { current?.text.add(text) }

    mutating func endCell() {
        guard let current, !rows.isEmpty else { return }
        rows[rows.count - 1].append(current)
        self.current = nil
    }

    func write(above: Double) throws {
        let columnCount = rows.map(\.count).max() ?? 0
        guard columnCount > 0 else { return }
        let document = context.document
        let line = context.style.numbers.table
        let gutter = 8.0
        let widths = self.widths(columnCount, room: measure - gutter * Double(columnCount - 1), line)
        let table = document.open(.table, in: parent)
        try rule(above: above)
        for (number, row) in rows.enumerated() {
            let rowElement = document.open(.tableRow, in: table)
            var cells: [FlowCell] = []
            var x = indent
            var height = line.leading
            for column in 0..<columnCount {
                let cell = column < row.count ? row[column] : nil
                let element = document.open(
                    cell?.isHeader == true ? .tableHeader : .tableCell,
                    in: rowElement
                )
                let plain = cell?.text.plain ?? ""
                let (style, language) = context.style.line(
                    line,
                    plain,
                    alignment: Self.alignment(cell?.alignment)
                )
                element.language = language
                let paragraph = document.typesetter.set(cell?.text.runs ?? [], style, measure: widths[column])
                height = max(height, paragraph.height)
                cells.append(
                    FlowCell(paragraph: paragraph, links: cell?.text.links ?? [], x: x, element: element)
                )
                x += widths[column] + gutter
            }
            var block = PageFlow.Block(
                content: .cells(cells, height: height + 3),
                above: 2,
                element: rowElement
            )
            let isHead = row.first?.isHeader == true
            block.keepsWithNext = isHead || number == 0
            try context.flow.add(block)
            if isHead { try rule(above: 0) }
        }
        try rule(above: 0, below: 4)
        try document.close(table)
    }

    private func rule(above: Double, below: Double = 0) throws {
        try context.flow.add(
            PageFlow.Block(
                content: .rule(width: measure, thickness: context.style.numbers.rule, gray: 0.2),
                x: indent,
                above: above,
                below: below,
                keepsWithNext: below == 0
            )
        )
    }

    private static func alignment(_ alignment: MarkdownAlignment?) -> Alignment {
        switch alignment {
        case .center?: .center
        case .right?: .end
        default: .start
        }
    }

    /// Natural widths where they fit; else every column gives way in proportion to what it has beyond a share.
    private func widths(_ count: Int, room: Double, _ line: PrintNumbers.Line) -> [Double] {
        var natural = [Double](repeating: 12, count: count)
        for row in rows {
            for (column, cell) in row.enumerated() {
                let (style, _) = context.style.line(line, cell.text.plain)
                let paragraph = context.document.typesetter.set(cell.text.runs, style, measure: 10_000)
                natural[column] = max(natural[column], paragraph.naturalWidth + 1)
            }
        }
        let total = natural.reduce(0, +)
        if total <= room { return natural }
        let share = room / Double(count)
        let small = natural.filter { $0 <= share }.reduce(0, +)
        let large = natural.filter { $0 > share }.reduce(0, +)
        let rest = max(room - small, share)
        return natural.map { $0 <= share ? $0 : $0 / large * rest }
    }
}
