package import FileFormats
import JournalModel

/// One entry in plain words, without any markup.
enum PlainTextEntry {
    static func text(_ entry: Entry, redactsPlaces: Bool) -> String {
        var text = entry.happened.day.description
        if let time = entry.happened.rfc3339 { text += " " + time.dropFirst(11).prefix(5) }
        if !redactsPlaces, let place = entry.place?.displayName { text += ", " + place }
        text += "\n"
        if let title = entry.title { text += title + "\n" }
        return text + "\n" + PlainText.text(MarkdownParser.parse(entry.body).events)
    }
}

/// The words of a parsed text, blocks parted by blank lines.
package enum PlainText {
    package static func text(_ events: [MarkdownEvent]) -> String {
        var output = ""
        var lists: [Int?] = []
        var indent: String { String(repeating: "  ", count: max(lists.count - 1, 0)) }
        func endLine() {
            if !output.isEmpty, !output.hasSuffix("\n") { output += "\n" }
        }
        func blankLine() {
            endLine()
            if !output.isEmpty, !output.hasSuffix("\n\n") { output += "\n" }
        }
        for event in events {
            switch event {
            case .text(let text): output += text
            case .lineBreak: output += "\n" + (lists.isEmpty ? "" : indent + "  ")
            case .open(.list(let start, _)):
                if lists.isEmpty { blankLine() } else { endLine() }
                lists.append(start)
            case .close(.list):
                lists.removeLast()
                if lists.isEmpty { blankLine() }
            case .open(.item(let isChecked)):
                endLine()
                output += indent
                if let isChecked {
                    output += isChecked ? "[x] " : "[ ] "
                } else if let number = lists.last.flatMap({ $0 }) {
                    output += "\(number). "
                    lists[lists.count - 1] = number + 1
                } else {
                    output += "- "
                }
            case .open(.paragraph), .open(.heading), .open(.code), .open(.table):
                if lists.isEmpty { blankLine() }
            case .open(.rule):
                blankLine()
                output += "* * *\n"
            case .close(.tableCell): output += "\t"
            case .close(.tableRow):
                while output.hasSuffix("\t") { output.removeLast() }
                endLine()
            case .close: endLine()
            default: break
            }
        }
        endLine()
        return output
    }
}
