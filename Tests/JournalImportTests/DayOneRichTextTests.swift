import Bytes
import FileFormats
import Foundation
import JournalImport
import JournalModel
import TestSupport
import Testing

/// Rich text becomes the body dialect, and a Markdown parser reads it back as what was meant.
@Suite struct DayOneRichTextTests {
    private func body(_ contents: String, _ more: String = "") throws -> String {
        let rich = #"{"contents":[\#(contents)],"meta":{"version":1}}"#
        let result = try DayOneFixture(entries: DayOneFixture.entry(1, "\"richText\":\(rich.json)\(more)"))
            .run()
        return try #require(result.bodies.first)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let label: String
        let contents: String
        let body: String
        var testDescription: String { label }
    }

    @Test(arguments: [
        Case(
            label: "lines are cut at line feeds, not at runs",
            contents: #"{"text":"one\ntw"},{"text":"o\n\nthree"}"#,
            body: "one\ntwo\n\nthree"
        ),
        Case(
            label: "headings, and a heading of 0",
            contents:
                #"{"text":"Big\n","attributes":{"line":{"header":2}}},{"text":"small\n","attributes":{"line":{"header":0}}}"#,
            body: "## Big\n\nsmall"
        ),
        Case(
            label: "lists nest by the width of the mark above",
            contents:
                #"{"text":"a\n","attributes":{"line":{"listStyle":"numbered","indentLevel":1}}},{"text":"b\n","attributes":{"line":{"listStyle":"bulleted","indentLevel":2,"header":0}}},{"text":"c\n","attributes":{"line":{"listStyle":"numbered","indentLevel":1}}},{"text":"after"}"#,
            body: "1. a\n   - b\n2. c\n\nafter"
        ),
        Case(
            label: "checklists",
            contents:
                #"{"text":"todo\n","attributes":{"line":{"listStyle":"checkbox"}}},{"text":"done\n","attributes":{"line":{"listStyle":"checkbox","checked":true}}}"#,
            body: "- [ ] todo\n- [x] done"
        ),
        Case(
            label: "quotes and code",
            contents:
                #"{"text":"said\nso\n","attributes":{"line":{"quote":true}}},{"text":"a ``` b\n\n*c*\n","attributes":{"line":{"codeBlock":true}}}"#,
            body: "> said\n> so\n\n````\na ``` b\n\n*c*\n````"
        ),
        Case(
            label: "white space leaves the emphasis",
            contents: #"{"text":"a"},{"text":" bold ","attributes":{"bold":true}},{"text":"b"}"#,
            body: "a **bold** b"
        ),
        Case(
            label: "equal neighbours are one, unlike ones nest",
            contents:
                #"{"text":"a","attributes":{"bold":true}},{"text":"b","attributes":{"bold":true}},{"text":"c","attributes":{"bold":true,"italic":true}}"#,
            body: "**ab*c***"
        ),
        Case(
            label: "Japanese brackets leave the emphasis beside a letter",
            contents: #"{"text":"これは"},{"text":"「日本」","attributes":{"bold":true}},{"text":"です"}"#,
            body: "これは「**日本**」です"
        ),
        Case(
            label: "strike, mark and code",
            contents:
                #"{"text":"x","attributes":{"strikethrough":true}},{"text":" "},{"text":"y","attributes":{"highlightedColor":"ffc107cc"}},{"text":" "},{"text":"a`b","attributes":{"inlineCode":true,"bold":true}}"#,
            body: "~~x~~ ==y== ``a`b``"
        ),
        Case(
            label: "links, bold ones and bare ones",
            contents:
                #"{"text":"see "},{"text":"a]b","attributes":{"linkURL":"https://a.example/(x y)","bold":true}},{"text":" "},{"text":"https://b.example/","attributes":{"linkURL":"https://b.example/","autolink":true}}"#,
            body: #"see [**a\]b**](https://a.example/%28x%20y%29) <https://b.example/>"#
        ),
        Case(
            label: "literal text stays literal",
            contents:
                #"{"text":"*a* _b_ c_d `e` <i> &amp; \\* 2 * 3 [x](y)\n# no\n- no\n> no\n1. yes\n7. no\n---\n==no=="}"#,
            body: ##"""
                \*a\* \_b\_ c_d \`e\` \<i> \&amp; \\\* 2 * 3 \[x\](y)
                \# no
                \- no
                \> no
                1. yes
                7\. no
                \---
                \==no\==
                """##
        ),
        Case(
            label: "indented prose is no code",
            contents: #"{"text":"    poem"}"#,
            body: "\u{a0}\u{a0}\u{a0}\u{a0}poem"
        ),
        Case(
            label: "embedded objects",
            contents:
                #"{"text":"a\n"},{"embeddedObjects":[{"type":"horizontalRuleLine"}]},{"text":"\nb"},{"embeddedObjects":[{"type":"markdown","contents":"| a |\n| --- |\n| b |\n"}]},{"embeddedObjects":[{"type":"preview","url":"https://a.example/"}]},{"embeddedObjects":[{"type":"table","rows":[[{"spans":[{"text":"h|"}],"header":true}],[{"spans":[{"text":"c"}]}]]}]},{"embeddedObjects":[{"type":"renderableCodeBlock","contents":"x = 1"}]},{"mystery":1}"#,
            body:
                "a\n\n---\n\nb\n\n| a |\n| --- |\n| b |\n\n<https://a.example/>\n\n| h\\| |\n| --- |\n| c |\n\n```\nx = 1\n```"
        ),
        Case(
            label: "the older name of contents, and a list that wins over a heading",
            contents:
                #"{"text":"x\n","attributes":{"line":{"header":1,"listStyle":"bulleted","codeBlock":true}}}"#,
            body: "- x"
        ),
    ])
    func richTextBecomesTheDialect(_ example: Case) throws {
        #expect(try body(example.contents) == example.body)
    }

    @Test func nodesIsAnotherNameForContents() throws {
        let rich = #"{"nodes":[{"text":"named nodes"}]}"#
        let result = try DayOneFixture(entries: DayOneFixture.entry(1, "\"richText\":\(rich.json)")).run()
        #expect(result.bodies == ["named nodes"])
    }

    @Test func aGalleryIsOneRowAndUnknownObjectsAreMarked() throws {
        let rich =
            #"{"contents":[{"embeddedObjects":[{"type":"photo","identifier":"A"},{"type":"photo","identifier":"B"}]},{"text":"\n"},{"embeddedObjects":[{"type":"hologram"}]}]}"#
        let result = try DayOneFixture(
            entries: DayOneFixture.entry(
                1,
                "\"richText\":\(rich.json),\"photos\":[{\"identifier\":\"A\",\"md5\":\"a\"},{\"identifier\":\"B\",\"md5\":\"b\"}]"
            ),
            media: ["photos/a.png", "photos/b.png"]
        ).run()
        let ids = result.entries[0].attachments.map(\.id)
        #expect(
            result.bodies[0] == "![](attachment:\(ids[0])) ![](attachment:\(ids[1]))\n\n*(object not shown)*"
        )
        #expect(result.codes == ["embed-unknown"])
    }

    @Test func manyOpenMarksCostNoMoreThanTheirLength() throws {
        let clock = ContinuousClock()
        for piece in ["![", "`", "``a", "\\*", "<img src=", "[](", "dayone://view?"] {
            let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
            let elapsed = try clock.measure {
                _ = try DayOneFixture(entries: DayOneFixture.entry(1, "\"text\":\(text.json)")).run()
            }
            #expect(elapsed < .seconds(20), "\(piece)")
        }
    }

    @Test func hostileMembersCostOnlyThemselves() throws {
        var link = HandMadeZip.Member("photos/link.png", "/etc/passwd".utf8)
        link.mode = 0o120777
        var secret = HandMadeZip.Member("photos/secret.png")
        secret.flags |= 1
        let data = HandMadeZip.deflatedZeros(matches: 1_200_000)
        var bomb = HandMadeZip.Member("Bomb.json", data)
        (bomb.method, bomb.byteCount, bomb.checksum) = (8, 1_200_000 * 258 + 1, 0)
        let journal = DayOneFixture.document([DayOneFixture.entry(1, #""text":"safe""#)])
        let folder = try TemporaryFolder()
        let zip = HandMadeZip([
            HandMadeZip.Member("../evil.json", journal.utf8), HandMadeZip.Member("/abs.json", journal.utf8),
            link, secret,
            HandMadeZip.Member("Journal.json", journal.utf8),
            HandMadeZip.Member("JOURNAL.json", journal.utf8),
            HandMadeZip.Member("a\\b.json", journal.utf8), bomb,
        ])
        try folder.write("a.zip", zip.bytes)
        let result = try ImportResult(path: folder.path("a.zip"))
        #expect(result.bodies == ["safe"])
        #expect(result.warnings.filter { $0.code == "member-refused" }.count == 7)
        #expect(result.inventory.journals.map(\.name) == ["Journal"])
    }
}
