import Foundation

extension JournalStatistics {
    /// Bar charts as an SVG 1.1 picture of its own: no script, no font, no address of anything else.
    ///
    /// Each chart has a title and a description for those who cannot see it (SVG 1.1, section 5.4).
    ///
    /// - Parameters:
    ///   - groupings: Charts from the top down; one without a number is left out.
    ///   - limit: Most bars of a chart of names.
    /// - Returns: XML text, the same for the same numbers.
    public func svg(_ groupings: [Grouping], limit: Int = 20) -> String {
        let width = 640
        let (labels, barHeight, gap, head) = (160, 16, 6, 40)
        var charts: [String] = []
        var top = 56
        for grouping in groupings {
            let counts = Array((groups[grouping] ?? []).prefix(grouping.isOpen ? limit : .max))
            guard let most = counts.map(\.count).max(), most > 0 else { continue }
            var parts: [String] = []
            let id = grouping.rawValue
            let summary = counts.filter { $0.count > 0 }.map { "\($0.name): \($0.count)" }
                .joined(separator: ", ")
            parts.append(
                """
                <g role="img" aria-labelledby="\(id)-title \(id)-desc" transform="translate(0 \(top))">
                <title id="\(id)-title">Entries by \(id)</title>
                <desc id="\(id)-desc">\(StatisticsText.xml(summary))</desc>
                <text x="16" y="20" class="head">Entries by \(id)</text>
                """
            )
            for (index, count) in counts.enumerated() {
                let y = head + index * (barHeight + gap)
                let length = (width - labels - 90) * count.count / most
                let name = StatisticsText.xml(StatisticsText.shortened(count.name))
                parts.append(
                    """
                    <text x="\(labels - 8)" y="\(y + 12)" class="name">\(name)</text>\
                    <rect x="\(labels)" y="\(y)" width="\(length)" height="\(barHeight)"/>\
                    <text x="\(labels + length + 6)" y="\(y + 12)">\(count.count)</text>
                    """
                )
            }
            parts.append("</g>")
            charts.append(parts.joined(separator: "\n"))
            top += head + counts.count * (barHeight + gap) + 24
        }
        let span = firstDay.flatMap { first in lastDay.map { "\(first) to \($0)" } } ?? "no entries"
        let title = "\(entryCount) entries, \(wordCount) words, \(dayCount) days, \(span)"
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(top)" \
            viewBox="0 0 \(width) \(top)" role="img" aria-labelledby="title">
            <title id="title">\(title)</title>
            <style>text{font:12px sans-serif;fill:#222}.head{font-size:15px;font-weight:bold}\
            .name{text-anchor:end}rect{fill:#3b6ea5}.page{fill:#fff}</style>
            <rect class="page" width="\(width)" height="\(top)"/>
            <text x="16" y="32" class="head">\(title)</text>

            """ + charts.map { $0 + "\n" }.joined() + "</svg>\n"
    }
}

extension JournalStatistics.Grouping {
    /// Whether it is counted by names, of which there may be any number.
    public var isOpen: Bool {
        switch self {
        case .year, .month, .weekday, .hour, .mood: false
        case .tag, .person, .place, .journal, .media: true
        }
    }
}

/// Text of a journal inside XML 1.0.
private enum StatisticsText {
    static func shortened(_ text: String) -> String {
        text.count > 20 ? text.prefix(19) + "…" : text
    }

    /// Escapes signs of markup; leaves out what XML may not hold (XML 1.0, section 2.2).
    static func xml(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: result += "&amp;"
            case 0x3c: result += "&lt;"
            case 0x3e: result += "&gt;"
            case 0x22: result += "&quot;"
            case 0..<0x20, 0x7f...0x9f, 0xfffe, 0xffff: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
