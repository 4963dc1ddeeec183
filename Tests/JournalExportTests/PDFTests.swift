import Foundation
import JournalModel
import TestSupport
import Testing

@testable import JournalExport

/// The PDF book, judged by qpdf and poppler (`books.md` 4 lists what a plain-text PDF must be).
@Suite struct PDFTests {
    private func scripts() -> FixtureSource {
        let text = [PDFFixture.english, PDFFixture.japanese, PDFFixture.arabic, PDFFixture.hindi].joined(
            separator: "\n\n"
        )
        return FixtureSource([
            .fixture(1, title: "Four scripts", text),
            .fixture(
                2,
                at: "2025-01-04T09:00:00Z",
                "Emoji: " + PDFFixture.emoji.joined(separator: " ") + " end."
            ),
            .fixture(3, at: "2025-02-01T09:00:00Z", EPUBFixture.tour),
            .fixture(
                4,
                at: "2024-12-31T09:00:00Z",
                "See [the first](entry:\(Entry.fixture(1, "").id)), [gone](entry:\(Entry.fixture(99, "").id)) "
                    + "and [outside](https://example.org/a?b=c&d=e)."
            ),
        ])
    }

    @Test func isSoundAndTagged() throws {
        let folder = try TemporaryFolder()
        let report = try PDFFixture.book(scripts(), in: folder) { $0.title = "Sea & sky" }
        #expect(report.entries == 4)
        #expect(report.missingGlyphs.isEmpty)
        let path = folder.path("book.pdf")
        try Tool.run("qpdf", ["--check", path])
        let info = try Tool.run("pdfinfo", [path])
        #expect(info.contains("Tagged:          yes"))
        #expect(info.contains("Title:           Sea & sky"))
        #expect(info.contains("JavaScript:      no"))
        let fonts = try Tool.run("pdffonts", [path]).split(separator: "\n").dropFirst(2)
        #expect(fonts.count >= 5)
        for font in fonts {
            // Columns before the object number: emb, sub, uni.
            let columns = font.split(separator: " ").suffix(5)
            #expect(columns.first == "yes" && columns.dropFirst(2).first == "yes", "\(font)")
        }
    }

    @Test func everyWordOfEveryScriptIsFound() throws {
        let folder = try TemporaryFolder()
        try PDFFixture.book(scripts(), in: folder)
        let text = try PDFFixture.text(folder.path("book.pdf"))
        for script in [PDFFixture.english, PDFFixture.arabic, PDFFixture.hindi] {
            #expect(PDFFixture.missing(script, in: text) == [])
        }
        #expect(text.filter { !$0.isWhitespace }.contains(PDFFixture.japanese))
        for sequence in PDFFixture.emoji {
            #expect(text.contains(sequence.precomposedStringWithCanonicalMapping), "\(sequence)")
        }
        #expect(!text.unicodeScalars.contains { $0 == "\u{fffd}" || (0xe000...0xf8ff).contains($0.value) })
    }

    @Test func structureFollowsYearMonthAndEntry() throws {
        let folder = try TemporaryFolder()
        try PDFFixture.book(scripts(), in: folder)
        let tree = try Tool.run("pdfinfo", ["-struct-text", folder.path("book.pdf")])
        #expect(tree.contains("\n    H1 (block)\n      \"2024\""))
        #expect(tree.contains("\n      H2 (block)\n        \"January 2025\""))
        #expect(tree.contains("\n        H3 (block)\n          \"Four scripts\""))
        #expect(tree.contains("TOC"))
        #expect(tree.contains("TH (table-cell)") || tree.contains("TH"))
        // Reading order, single spaces, whole ligatures.
        let flat = tree.replacingOccurrences(of: "\u{ad}", with: "")
        #expect(
            flat.contains("The office was affably difficult to find; we sat on the ferry's upper deck until")
        )
    }

    @Test func linksLeadToEntriesAndOutside() throws {
        let folder = try TemporaryFolder()
        try PDFFixture.book(scripts(), in: folder)
        let path = folder.path("book.pdf")
        let id = Entry.fixture(1, "").id.description
        let destinations = try Tool.run("pdfinfo", ["-dests", path])
        #expect(destinations.contains("e-" + id))
        #expect(!destinations.contains(Entry.fixture(99, "").id.description))
        let links = try Tool.run("pdfinfo", ["-url", path])
        #expect(links.contains("https://example.org/a?b=c&d=e"))
        #expect(!links.contains("javascript"))
    }

    @Test func sameBytesAnywhere() throws {
        let folder = try TemporaryFolder()
        try PDFFixture.book(scripts(), in: folder, name: "a.pdf")
        let zone = ProcessInfo.processInfo.environment["TZ"]
        setenv("TZ", "Asia/Tokyo", 1)
        tzset()
        setlocale(LC_ALL, "C")
        try PDFFixture.book(scripts(), in: folder, name: "b.pdf")
        if let zone { setenv("TZ", zone, 1) } else { unsetenv("TZ") }
        tzset()
        #expect(try folder.read("a.pdf") == folder.read("b.pdf"))
    }

    @Test func namesWhatNoFontHas() throws {
        let folder = try TemporaryFolder()
        let source = FixtureSource([.fixture(1, "Here \u{e123} and \u{1}there.")])
        let report = try PDFFixture.book(source, in: folder)
        #expect(report.missingGlyphs == ["U+E123 <private use area-E123>"])
        try Tool.run("qpdf", ["--check", folder.path("book.pdf")])
        #expect(try PDFFixture.text(folder.path("book.pdf")).contains("there."))
    }

    @Test(arguments: BookOptions.Paper.allCases, BookOptions.Style.allCases)
    func paperAndStyle(_ paper: BookOptions.Paper, _ style: BookOptions.Style) throws {
        let folder = try TemporaryFolder()
        try PDFFixture.book(scripts(), in: folder) { options in
            options.paper = paper
            options.style = style
        }
        try Tool.run("qpdf", ["--check", folder.path("book.pdf")])
        let size = try #require(
            try Tool.run("pdfinfo", [folder.path("book.pdf")]).split(separator: "\n").first {
                $0.hasPrefix("Page size")
            }
        )
        let expected = [
            "a5": "419.5 x 595.3", "a4": "595.3 x 841.9", "letter": "612 x 792", "6x9": "432 x 648",
        ]
        #expect(size.contains(try #require(expected[paper.rawValue])))
        #expect(PDFFixture.missing(PDFFixture.hindi, in: try PDFFixture.text(folder.path("book.pdf"))) == [])
    }

    @Test func emptyJournalIsABook() throws {
        let folder = try TemporaryFolder()
        let report = try PDFFixture.book(FixtureSource(), in: folder)
        #expect(report.entries == 0)
        try Tool.run("qpdf", ["--check", folder.path("book.pdf")])
    }

    @Test func progressCanCancel() throws {
        struct Stop: Error {}
        let folder = try TemporaryFolder()
        let exporter = PDFExporter(options: BookOptions(), template: try Template())
        #expect(throws: Stop.self) {
            try exporter.write(scripts(), to: folder.path("book.pdf")) { done, _ in
                if done == 2 { throw Stop() }
            }
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("book.pdf")))
    }
}
