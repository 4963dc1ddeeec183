import JournalModel
import Typesetting

/// Sets what stands above an entry: day and time, title, circumstances.
struct EntryHeading {
    private let context: PDFContext
    private let facts: EntryFacts

    init(_ context: PDFContext, facts: EntryFacts) {
        self.context = context
        self.facts = facts
    }

    private var style: PrintStyle { context.style }

    /// Adds the heading's blocks.
    ///
    /// - Parameters:
    ///   - entry: Whose heading.
    ///   - line: Its line in the book's plan.
    ///   - startsDay: Whether no entry of that day stands before it; only then the date is written out.
    ///   - section: The entry's place in the structure.
    /// - Throws: `TypesettingError`.
    func write(_ entry: Entry, _ line: Book.Line, startsDay: Bool, in section: StructureElement) throws {
        let title = entry.title == nil ? "" : line.label
        let space = style.numbers.entrySpace
        if !context.flow.isAtTop, !context.isBelowOpener, !style.isPlain {
            try context.flow.add(
                PageFlow.Block(
                    content: .rule(width: 24, thickness: style.numbers.rule, gray: 0.45),
                    above: space.above / 2 - style.paper.leading / 2,
                    below: space.above / 2 - style.paper.leading / 2,
                    keepsWithNext: true
                )
            )
        }
        context.isBelowOpener = false
        var day = try dayBlock(
            entry,
            line,
            startsDay: startsDay,
            role: title.isEmpty ? .heading3 : .paragraph,
            in: section
        )
        if style.isPlain { day.above = space.above }
        let document = context.document
        let day0 = line.day
        day.onDraw = { page, top in
            document.addDestination(PDFContext.name(entry.id), page: page, top: top + 8)
            document.addOutline(level: 2, title: outlineTitle(line), page: page, top: top + 8)
            context.flow.note(day0)
        }
        try context.flow.add(day)
        if !title.isEmpty { try addTitle(title, in: section) }
        try addMeta(entry, in: section)
        context.pendingGap = max(context.pendingGap, space.below)
    }

    private func outlineTitle(_ line: Book.Line) -> String {
        let date = style.strings.date(style.strings.shortDate, line.day)
        guard !line.label.isEmpty else { return date }
        return BookStrings.fill(style.strings.dateAndLabel, ["date": date, "label": line.label])
    }

    /// `FRIDAY, 3 JANUARY · 18:05`; only the time for a second entry of the day.
    private func dayBlock(
        _ entry: Entry,
        _ line: Book.Line,
        startsDay: Bool,
        role: StructureElement.Role,
        in section: StructureElement
    ) throws -> PageFlow.Block {
        let strings = style.strings
        let time = strings.time(line.millisecondOfDay)
        var text = strings.date(strings.entryDate, line.day)
        if let time { text = startsDay ? text + " · " + time : time }
        if style.isPlain, startsDay {
            text = strings.date(strings.fullDate, line.day) + (time.map { ", " + $0 } ?? "")
        }
        let number = style.numbers.entryDay
        let (lineStyle, language) = style.line(number, text)
        var runs = [
            TextRun(
                style.isPlain ? text : text.uppercased(),
                style: style.isPlain ? .bold : .regular,
                color: Color(gray: style.isPlain ? 0 : number.gray),
                tracking: style.isPlain ? 0 : number.tracking * 1000
            )
        ]
        if entry.isStarred { runs.append(TextRun("  ★", color: Color(red: 0.72, green: 0.53, blue: 0.04))) }
        let paragraph = context.document.typesetter.set(runs, lineStyle, measure: context.flow.measure)
        let element = context.document.open(role, in: section)
        element.language = language
        return PageFlow.Block(
            content: .paragraph(paragraph, links: []),
            element: element,
            keepsWithNext: true
        )
    }

    private func addTitle(_ title: String, in section: StructureElement) throws {
        let number = style.numbers.entryTitle
        let (lineStyle, language) = style.line(number, title)
        let run = TextRun(title, style: .bold, color: Color(gray: number.gray))
        let paragraph = context.document.typesetter.set([run], lineStyle, measure: context.flow.measure)
        guard !paragraph.lines.isEmpty else { return }
        let element = context.document.open(.heading3, in: section)
        element.language = language
        try context.flow.add(
            PageFlow.Block(
                content: .paragraph(paragraph, links: []),
                above: 1,
                element: element,
                keepsWithNext: true
            )
        )
    }

    private func addMeta(_ entry: Entry, in section: StructureElement) throws {
        var text = facts.words(entry).joined(separator: " · ")
        if !entry.tags.isEmpty {
            text += (text.isEmpty ? "" : " · ") + entry.tags.map { "#" + $0 }.joined(separator: " ")
        }
        guard !text.isEmpty else { return }
        let number = style.numbers.entryMeta
        let (lineStyle, language) = style.line(number, text)
        let run = TextRun(text, style: .italic, color: Color(gray: number.gray))
        let paragraph = context.document.typesetter.set([run], lineStyle, measure: context.flow.measure)
        let element = context.document.open(.paragraph, in: section)
        element.language = language
        try context.flow.add(
            PageFlow.Block(content: .paragraph(paragraph, links: []), element: element, keepsWithNext: true)
        )
    }
}
