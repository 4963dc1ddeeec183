import Foundation
import JournalModel
import TestSupport
import Testing

@testable import JournalExport

@Suite struct HostileTextTests {
    private static let texts = [
        "\u{0B}\u{01}\u{FFFE}\u{FFFF}&#xB;&#0; controls", "]]> <![CDATA[ x ]]>", "<!-- a -- b --> <!-- - -->",
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1)) [y](JaVa\tScript:alert(1))",
        "[x](data:text/html,a) ![z](data:image/png;base64,AAAA)", "[x](&#106;avascript:alert(1))",
        "[f](file:///etc/passwd)",
        "![r](https://example.org/a.png)",
        "[d](dayone://view?entryId=ABC) [m](attachment:00000000-0000-0000-0000-000000000000)",
        "&copy; &nosuch; &amp;amp;", "\u{202E}reversed and left open \u{2066}isolate",
        "# A\n\n###### F\n\n# B",
        "> - 1. > deep\n>   - text\n>\n>     code",
        "| a | b\n|-|-\n| ![p](attachment:00000000-0000-0000-0000-000000000000) | *x",
        "**bold ![i](attachment:00000000-0000-0000-0000-000000000000) still** after", "a\r\nb\rc\n\tTab",
        "  \n\n \n", "***",
        "# ![i](attachment:00000000-0000-0000-0000-000000000000) heading", "- [x] \n- [ ]",
        "1) a\n\n   b\n2) c", "<https://a.example/?q=%3Cscript%3E>",
        "[![i](attachment:00000000-0000-0000-0000-000000000000) t](https://a.example)", "~~==*a*==~~ `==b==`",
        "``` \"><script>\nx\n```",
        String(repeating: "long", count: 250_000), "[sp](http://a.example/a b) [e]()",
        "[q](https://a.example/\"onclick=x)",
    ]

    private static let addresses = [
        "http://", "https:///x", "http://[::1/", "https://a.example:99999/", "https://a.example:80/",
        "http://%zz/",
        "tel:+1(23)", "mailto:a%b@c", "https://ex_ample.org/%", "https://-a.example", "https://a..example/",
        "geo:52,13",
        "https://u:p@a.example/[x]{y}|z^`\\", "https://日本.example/道?q=水#a#b", "http://1.2.3/",
        "http://1.2.3.4/?a=b?c",
        "https://a.example/#x%", "mailto:", "https://a.example\\b", "http:a.example", "https://a@b@c/",
        "tel:",
        "https://a.example/%e3%81", "https://a.example/?q=<b>'\"", "https://a.example/\u{202E}x",
        "https://xn--a/",
    ]

    @Test func everyAddressInTheBookIsAValidURL() throws {
        let folder = try TemporaryFolder()
        let body = Self.addresses.map { "[link](<" + $0 + ">)" }.joined(separator: "\n")
        try EPUBFixture.book(FixtureSource([.fixture(1, body)]), in: folder)
        let complaints = try EPUBCheck.complaints(folder.path("book.epub"))
        #expect(complaints == [])
        let month = try EPUBFixture.member("EPUB/text/2025-01.xhtml", in: folder)
        #expect(month.components(separatedBy: "<a href").count > 8)
    }

    private func book(_ folder: TemporaryFolder) throws -> ExportReport {
        let source = FixtureSource(
            Self.texts.enumerated().map { index, text in
                var entry = Entry.fixture(
                    index,
                    at: "2025-0\(index % 3 + 1)-1\(index % 10)T10:00:00Z",
                    title: index % 2 == 0 ? String(text.prefix(200)) : nil,
                    text
                )
                entry.tags = [String(text.prefix(60))]
                return entry
            }
        )
        return try EPUBFixture.book(source, in: folder) {
            $0.title = "<Title> & \"more\" \u{0B}"
            $0.author = "]]>"
        }
    }

    @Test func noTextBreaksTheBook() throws {
        let folder = try TemporaryFolder()
        let report = try book(folder)
        #expect(report.entries == Self.texts.count)
        #expect(report.dropped > 5)
        let complaints = try EPUBCheck.complaints(folder.path("book.epub"))
        #expect(complaints == [])
    }

    @Test func nothingInTheBookLeadsOutOfItUnasked() throws {
        let folder = try TemporaryFolder()
        _ = try book(folder)
        try Tool.run("unzip", ["-q", folder.path("book.epub"), "-d", folder.path("out")])
        try Tool.run(
            "bash",
            [
                "-c",
                "xmllint --noout --nonet \(folder.path("out/EPUB"))/*.* \(folder.path("out/EPUB/text"))/*",
            ]
        )
        try Tool.run(
            "python3",
            [
                "-c",
                """
                import os, re, sys, xml.etree.ElementTree as T
                root = sys.argv[1]; ids = {}; hrefs = []
                for d, _, fs in os.walk(root):
                    for f in fs:
                        if not f.endswith('.xhtml'): continue
                        p = os.path.join(d, f); t = T.parse(p)
                        ids[p] = [e.get('id') for e in t.iter() if e.get('id')]
                        assert len(ids[p]) == len(set(ids[p])), p
                        levels = [int(e.tag[-1]) for e in t.iter() if re.fullmatch('{.*}h[1-6]', e.tag)]
                        assert levels.count(1) <= 1, p
                        for a, b in zip(levels, levels[1:]): assert b <= a + 1, (p, levels)
                        for e in t.iter():
                            tag = e.tag.split('}')[1]
                            assert tag not in ('script', 'iframe', 'object', 'form', 'style', 'svg', 'input'), tag
                            assert not any(k.startswith('on') or k == 'style' for k in e.attrib), e.attrib
                            if tag == 'img': assert e.get('alt')
                            if e.get('src'): assert os.path.exists(os.path.join(d, e.get('src'))), e.get('src')
                            if e.get('href'): hrefs.append((p, e.get('href')))
                for p, h in hrefs:
                    if re.match('(https?|mailto|tel|geo):', h): continue
                    assert ':' not in h, h
                    f, _, frag = h.partition('#')
                    q = os.path.normpath(os.path.join(os.path.dirname(p), f)) if f else p
                    assert os.path.exists(q), h
                    if frag: assert frag in ids[q], h
                """, folder.path("out/EPUB"),
            ]
        )
    }

    @Test func theWordsComeBack() throws {
        let folder = try TemporaryFolder()
        let words = "Ünïcode 日本語 العربية हिन्दी 👩‍👩‍👧‍👦 e\u{301} a\u{200D}b \u{200C}c <b> & \"q\" 'a' ]]>"
        try EPUBFixture.book(FixtureSource([.fixture(1, words)]), in: folder)
        try Tool.run("unzip", ["-q", folder.path("book.epub"), "-d", folder.path("out")])
        let text = try Tool.run(
            "python3",
            [
                "-c",
                """
                import sys, xml.etree.ElementTree as T
                t = T.parse(sys.argv[1])
                print(''.join([e for e in t.iter() if e.get('class') == 'body'][0].itertext()))
                """, folder.path("out/EPUB/text/2025-01.xhtml"),
            ]
        )
        #expect(text.trimmingCharacters(in: .newlines) == words)
    }

    @Test func whatABlockLeavesOpenEndsWithIt() throws {
        let folder = try TemporaryFolder()
        try EPUBFixture.book(FixtureSource([.fixture(1, "\u{202E}one \u{2067}two\n\nnext")]), in: folder)
        #expect(
            try EPUBFixture.member("EPUB/text/2025-01.xhtml", in: folder).contains(
                "two\u{2069}\u{202C}</p><p>next</p>"
            )
        )
    }

    @Test func longMonthsAreSplitAndBigJournalsCollapse() throws {
        let folder = try TemporaryFolder()
        let body = String(repeating: "word ", count: 100)
        let first = Entry.fixture(0, "").id
        let source = FixtureSource(
            (0..<3100).map {
                var entry = Entry.fixture(
                    $0,
                    at: "2025-0\($0 / 1600 + 1)-1\($0 % 10)T10:00:00Z",
                    body + "[first](entry:\(first))"
                )
                entry.isStarred = false
                return entry
            }
        )
        let report = try EPUBFixture.book(source, in: folder)
        #expect(report.entries == 3100)
        let names = try Tool.run("unzip", ["-Z1", folder.path("book.epub")]).split(separator: "\n")
        #expect(names.contains("EPUB/text/2025-01-2.xhtml"))
        #expect(try EPUBFixture.member("EPUB/nav.xhtml", in: folder).utf8.count < 5000)
        #expect(try EPUBFixture.member("EPUB/text/2025-01.xhtml", in: folder).contains("month-contents"))
    }
}
