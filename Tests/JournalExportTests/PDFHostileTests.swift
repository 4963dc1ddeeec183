import Foundation
import JournalModel
import TestSupport
import Testing

@testable import JournalExport

/// Text that nobody writes on purpose still gives a sound book.
@Suite struct PDFHostileTests {
    private static let texts: [String] = {
        var texts: [String] = []
        texts.append(String(repeating: "x", count: 200_000))
        texts.append(String(repeating: "字", count: 60_000))
        texts.append(String(repeating: "\u{301}", count: 5_000))
        texts.append(String(repeating: "\u{202e}abc ", count: 2_000))
        texts.append(String(repeating: "- ", count: 60) + "deep")
        texts.append(String(repeating: "> ", count: 80) + "quoted")
        texts.append(
            "|" + String(repeating: "a|", count: 60) + "\n|" + String(repeating: "---|", count: 60) + "\n"
        )
        texts.append("\u{0}\u{b}\u{1f}\u{fffe}\u{feff}\u{ad}\u{200b}\u{2028}\u{2029}")
        texts.append("```\n" + String(repeating: "    code  with   spaces\n", count: 500) + "```")
        texts.append(String(repeating: "👩‍👩‍👧‍👦\u{200d}\u{fe0f}", count: 500))
        texts.append("ﷺ ﷽ ʇxǝʇ ก็็็็็็็็ Z̷̢̛̺̩a̸l̵g̶o̷ ‮right‬ \u{e0001}")
        texts.append("- \n- \n1. \n\n***\n\n# \n\n![](attachment:x) [](entry:y)")
        return texts
    }()

    @Test(arguments: 0..<12)
    func staysSound(_ number: Int) throws {
        let body = Self.texts[number]
        let folder = try TemporaryFolder()
        let source = FixtureSource([.fixture(1, title: body, body), .fixture(2, "Sound.")])
        let report = try PDFFixture.book(source, in: folder)
        #expect(report.entries == 2)
        try Tool.run("qpdf", ["--check", folder.path("book.pdf")])
        let command =
            "pdftoppm -r 20 '" + folder.path("book.pdf") + "' '" + folder.path("p") + "' 2>&1 || true"
        let drawing = try Tool.run("sh", ["-c", command])
        #expect(!drawing.contains("Syntax Error"), "\(drawing.prefix(300))")
        #expect(try PDFFixture.text(folder.path("book.pdf")).contains("Sound."))
    }

    @Test func nothingIsPrintedOutsideThePage() throws {
        let folder = try TemporaryFolder()
        let words = (0..<400).map { "averyveryverylongwordindeed\($0)" }.joined(separator: "/")
        try PDFFixture.book(FixtureSource([.fixture(1, words)]), in: folder)
        let boxes = try Tool.run("pdftotext", ["-bbox", folder.path("book.pdf"), "-"])
        for line in boxes.split(separator: "\n") where line.contains("<word") {
            let edge = line.components(separatedBy: "xMax=\"").last?.prefix { $0 != "\"" } ?? ""
            let right = Double(String(edge)) ?? 0
            #expect(right < 374, "\(line)")
        }
    }
}
