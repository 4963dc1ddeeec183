import Testing

@testable import FileFormats

@Suite struct MarkdownParserTests {
    /// Events in a short notation: `p(…)` blocks, `<em …>` spans, `|` line breaks.
    private func shape(_ text: String) -> String {
        var output = ""
        for event in MarkdownParser.parse(text).events {
            switch event {
            case .open(let block): output += name(block) + "("
            case .close: output += ")"
            case .openSpan(let span): output += "<" + name(span) + " "
            case .closeSpan: output += ">"
            case .text(let text): output += text
            case .lineBreak: output += "|"
            }
        }
        return output
    }

    private func name(_ block: MarkdownBlock) -> String {
        switch block {
        case .paragraph: "p"
        case .heading(let level): "h\(level)"
        case .quote: "quote"
        case .list(let start, let isTight): (start.map { "ol\($0)" } ?? "ul") + (isTight ? "" : "-loose")
        case .item(let isChecked): isChecked.map { $0 ? "done" : "todo" } ?? "li"
        case .code(let language): "code" + (language.map { ":" + $0 } ?? "")
        case .rule: "hr"
        case .table(let columns): "table\(columns)"
        case .tableHead: "head"
        case .tableBody: "body"
        case .tableRow: "tr"
        case .tableCell(let isHeader, let alignment): (isHeader ? "th" : "td") + "-\(alignment)"
        }
    }

    private func name(_ span: MarkdownSpan) -> String {
        switch span {
        case .emphasis: "em"
        case .strong: "strong"
        case .strikethrough: "del"
        case .mark: "mark"
        case .code: "code"
        case .link(let target, let title): "a:" + target + (title.map { "'\($0)'" } ?? "")
        case .image(let target, _): "img:" + target
        }
    }

    @Test(
        arguments: [
            ("one\ntwo", "p(one|two)"),
            (#"5\.30 \- hello \(ok\)"#, "p(5.30 - hello (ok))"),
            ("a ==b *c*== d", "p(a <mark b <em c>> d)"),
            ("*a ==b* c== d", "p(<em a ==b> c== d)"),
            ("a == b == c", "p(a == b == c)"),
            ("==a== and ==b==", "p(<mark a> and <mark b>)"),
            (#"\==no=="#, "p(==no==)"),
            ("=== a ===", "p(=== a ===)"),
            ("- [x] yes\n- [ ] no", "ul(done(yes)todo(no))"),
            ("3. c\n4. d", "ol3(li(c)li(d))"),
            ("~~gone~~", "p(<del gone>)"),
            ("<b>&amp;&eacute;&#x41;&#0;&nosuch;</b>", "p(<b>&éA\u{FFFD}&nosuch;</b>)"),
            ("<script>\nx\n</script>", "p(<script>|x|</script>)"),
            ("![A cat](attachment:1)", "p(<img:attachment:1 A cat>)"),
            ("[there](entry:2 \"T&amp;C\")", "p(<a:entry:2'T&C' there>)"),
            ("see https://a.example/b", "p(see <a:https://a.example/b https://a.example/b>)"),
            ("```swift\nlet a = 1\n\n==b==\n```", "code:swift(let a = 1\n\n==b==)"),
            ("`a\nb`", "p(<code a b>)"),
            ("> q\n\n---\n# H", "quote(p(q))hr()h1(H)"),
            ("", ""),
        ]
    )
    func textBecomesEvents(_ text: String, _ expected: String) {
        #expect(shape(text) == expected)
    }

    @Test func shortDelimiterCellsStillMakeATable() {
        #expect(
            shape("a | b\n- | -:\n1 | 2")
                == "table2(head(tr(th-natural(a)th-right(b)))body(tr(td-natural(1)td-right(2))))"
        )
        #expect(shape("```\na | b\n- | -\n```") == "code(a | b\n- | -)")
    }

    struct Hostile: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        init(_ label: String, _ text: String) { (testDescription, self.text) = (label, text) }
    }

    @Test(
        "Hostile texts stay cheap and nest properly",
        arguments: [
            Hostile("quotes", String(repeating: ">", count: 50_000) + " deep"),
            Hostile("lists", String(repeating: "* ", count: 5_000) + "deep"),
            Hostile("stars", String(repeating: "**x *a ", count: 20_000)),
            Hostile("images", String(repeating: "![[]()", count: 30_000)),
            Hostile("brackets", String(repeating: "[", count: 100_000)),
            Hostile("backticks", String(repeating: "a`b``", count: 50_000)),
            Hostile("marks", String(repeating: "==a ", count: 50_000)),
            Hostile(
                "references",
                "[a]: " + String(repeating: "u", count: 20_000) + "\n\n"
                    + String(repeating: "[a] ", count: 20_000)
            ),
            Hostile(
                "a wide table of short rows",
                String(repeating: "|a", count: 5_000) + "\n" + String(repeating: "|-", count: 5_000) + "\n"
                    + String(repeating: "|x\n", count: 5_000)
            ),
        ]
    )
    func hostileTextsAreBounded(_ hostile: Hostile) {
        let text = hostile.text
        let clock = ContinuousClock()
        var result = MarkdownParser.Result(events: [], isPlainFallback: false)
        let time = clock.measure { result = MarkdownParser.parse(text) }
        #expect(time < .seconds(2))
        #expect(result.events.count < 8192 + 8 * text.utf8.count)
        var depth = 0
        var deepest = 0
        for event in result.events {
            switch event {
            case .open, .openSpan: depth += 1
            case .close, .closeSpan: depth -= 1
            case .text, .lineBreak: break
            }
            deepest = max(deepest, depth)
        }
        #expect(depth == 0)
        #expect(deepest <= 64)
    }

    @Test func tooDeepATextComesBackAsPlainParagraphs() {
        let text = String(repeating: "> ", count: 100) + "deep\n\nnext"
        let result = MarkdownParser.parse(text)
        #expect(result.isPlainFallback)
        #expect(result.events.contains(.text("next")))
    }
}
