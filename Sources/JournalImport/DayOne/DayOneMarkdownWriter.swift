/// Writes the lines of rich text in the body dialect.
struct DayOneMarkdownWriter {
    private typealias Line = DayOneRichText.Line
    private typealias Kind = DayOneRichText.LineKind

    private enum Group { case plain, quote, code, list, single }

    private var output: [UInt8] = []
    private var lastGroup: Group?
    private var isAfterBlank = false
    /// Open list levels: their depth, where their text begins, and the last number given.
    private var levels: [(level: Int, textColumn: Int, number: Int)] = []
    /// The number that a plain line may begin with and still show the same digits.
    private var plainNumber: Int?

    mutating func write(_ lines: [DayOneRichText.Line]) -> String {
        var index = 0
        while index < lines.count {
            let line = lines[index]
            index += 1
            switch line.kind {
            case .code:
                var code = [line.spans.flatMap(\.text)]
                while index < lines.count, lines[index].kind == .code {
                    code.append(lines[index].spans.flatMap(\.text))
                    index += 1
                }
                begin(.code)
                output.append(contentsOf: Self.fenced(code).utf8)
            case .block(let markdown):
                begin(.single)
                output.append(contentsOf: markdown.utf8)
            default: write(line)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// A fenced code block, the fence being longer than any run of backticks in it.
    static func fenced(_ lines: [[UInt8]]) -> String {
        var longest = 2
        var code: [UInt8] = []
        for line in lines {
            longest = max(longest, longestRun(line))
            code.append(contentsOf: line.map { $0 == 0x0b ? 0x0a : $0 })
            code.append(0x0a)
        }
        let fence = String(repeating: "`", count: longest + 1)
        return fence + "\n" + String(decoding: code, as: UTF8.self) + fence
    }

    static func longestRun(_ text: [UInt8]) -> Int {
        var longest = 0
        var run = 0
        for byte in text {
            run = byte == 0x60 ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    private mutating func write(_ line: DayOneRichText.Line) {
        let isBlank = line.spans.allSatisfy { $0.text.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0b } }
        var inline = DayOneInlineWriter(spans: line.spans)
        switch line.kind {
        case .plain where isBlank:
            isAfterBlank = true
            plainNumber = nil
            return
        case .plain:
            begin(.plain)
            inline.continuing = plainNumber
            inline.write(to: &output, continuation: "")
            plainNumber = inline.number.map { $0 + 1 } ?? plainNumber
            return
        case .quote:
            begin(.quote)
            output.append(contentsOf: isBlank ? ">".utf8 : "> ".utf8)
            if !isBlank { inline.write(to: &output, continuation: "> ") }
        case .header(let level):
            guard !isBlank else {
                isAfterBlank = true
                return
            }
            begin(.single)
            output.append(contentsOf: String(repeating: "#", count: level).utf8)
            output.append(0x20)
            inline.isHeader = true
            inline.write(to: &output, continuation: nil)
        case .bullet(let level): writeItem(&inline, level, "- ", column: 2)
        case .check(let level, let isChecked):
            writeItem(&inline, level, isChecked ? "- [x] " : "- [ ] ", column: 2)
        case .number(let level): writeItem(&inline, level, nil, column: 0)
        case .code, .block: break
        }
        plainNumber = nil
    }

    private mutating func writeItem(
        _ inline: inout DayOneInlineWriter,
        _ level: Int,
        _ marker: String?,
        column: Int
    ) {
        if lastGroup != .list { levels = [] }
        begin(.list)
        let previous = levels.last { $0.level == level }
        levels.removeAll { $0.level >= level }
        let indent = levels.last?.textColumn ?? 0
        let number = marker == nil ? (previous?.number ?? 0) + 1 : 0
        let mark = marker ?? "\(number). "
        let textColumn = indent + (marker == nil ? mark.utf8.count : column)
        levels.append((level, textColumn, number))
        output.append(contentsOf: String(repeating: " ", count: indent).utf8)
        output.append(contentsOf: mark.utf8)
        inline.write(to: &output, continuation: String(repeating: " ", count: textColumn))
    }

    /// Separates what comes from what stands there: a blank line between unlike things.
    private mutating func begin(_ group: Group) {
        if let lastGroup {
            let belongs = lastGroup == group && group != .single && group != .code && !isAfterBlank
            output.append(contentsOf: belongs ? "\n".utf8 : "\n\n".utf8)
            if !belongs, group == .plain { plainNumber = nil }
        }
        lastGroup = group
        isAfterBlank = false
    }
}
