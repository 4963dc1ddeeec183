import Foundation
import JournalModel
import TestSupport
import Testing

@testable import JournalExport

/// What a template's `print.json` says decides how the pages look.
@Suite struct PrintNumbersTests {
    /// A PDF by a template whose measures differ from the shipped ones, and where its words stand.
    private func book(
        _ folder: TemporaryFolder,
        _ name: String,
        _ text: String,
        replacing: [(String, String)] = []
    ) throws -> String {
        var numbers = try #require(ShippedFile.text("print.json"))
        for (old, new) in replacing {
            #expect(numbers.contains(old))
            numbers = numbers.replacing(old, with: new)
        }
        try folder.write(name + "/print.json", numbers.utf8)
        let template = try Template(folder.path(name))
        _ = try PDFExporter(options: BookOptions(), template: template)
            .write(FixtureSource([.fixture(1, text)]), to: folder.path(name + ".pdf"))
        return folder.path(name + ".pdf")
    }

    /// Width in points of `word` where it first stands; its letters, from left to right, may be boxes of their own.
    private func width(of word: String, in path: String) throws -> Double {
        let boxes = try Tool.run("pdftotext", ["-bbox", path, "-"]).split(separator: "\n").compactMap {
            line in
            line.firstMatch(of: /xMin="([0-9.]+)".* xMax="([0-9.]+)".*>(.*)<\/word>/).map(\.output)
        }
        for first in boxes.indices {
            var spelled = ""
            for last in boxes[first...].indices where word.hasPrefix(spelled) {
                spelled += boxes[last].3
                guard spelled == word else { continue }
                return try #require(Double(boxes[last].2)) - #require(Double(boxes[first].1))
            }
        }
        throw CocoaError(.fileReadNoSuchFile)
    }

    @Test(
        arguments: [
            ("\"arabicScale\": 1.12", "\"arabicScale\": 1.68", "ةوهقلا", "شربت القهوة في"),
            ("\"devanagariScale\": 1.05", "\"devanagariScale\": 1.575", "चाय", "हमने चाय पी"),
            ("\"japaneseScale\": 0.951", "\"japaneseScale\": 1.4265", "東京", "東京"),
        ]
    )
    func everyScriptHasItsOwnSize(_ shipped: String, _ larger: String, _ word: String, _ text: String) throws
    {
        let folder = try TemporaryFolder()
        let before = try width(of: word, in: book(folder, "a", text))
        let after = try width(of: word, in: book(folder, "b", text, replacing: [(shipped, larger)]))
        #expect(abs(after / before - 1.5) < 0.03, "\(before) and \(after)")
    }

    @Test func arabicLinesStandAsFarApartAsTheTemplateSays() throws {
        let folder = try TemporaryFolder()
        func distance(_ path: String) throws -> Double {
            let boxes = try Tool.run("pdftotext", ["-bbox", path, "-"])
            let tops = boxes.split(separator: "\n").filter { line in
                line.unicodeScalars.contains { (0x600...0x6ff).contains($0.value) }
            }.compactMap { line in
                line.range(of: "yMin=\"").flatMap { Double(line[$0.upperBound...].prefix { $0 != "\"" }) }
            }
            let gaps = zip(tops, tops.dropFirst()).map { $1 - $0 }.filter { $0 > 5 }
            return try #require(gaps.min())
        }
        let text = Array(repeating: PDFFixture.arabic, count: 4).joined(separator: " ")
        let wide = [("\"arabicLeading\": 1.55", "\"arabicLeading\": 2.5")]
        // 10.25 points at 1.12, times 1.55 and 2.5, to the half point.
        #expect(abs(try distance(book(folder, "a", text)) - 18) < 0.3)
        #expect(abs(try distance(book(folder, "b", text, replacing: wide)) - 28.5) < 0.3)
    }

    @Test func markedTextHasTheColourOfTheTemplate() throws {
        let folder = try TemporaryFolder()
        func operators(_ path: String) throws -> String {
            try Tool.run(
                "bash",
                [
                    "-c",
                    "qpdf --qdf --object-streams=disable '\(path)' - | LC_ALL=C grep -ao '[0-9. ]* rg' | sort -u",
                ]
            )
        }
        let text = "Some ==marked words== here."
        let shipped = try operators(book(folder, "a", text))
        #expect(shipped.contains("1 .953 .69 rg"))
        let own = try operators(book(folder, "b", text, replacing: [("#FFF3B0", "#00ff33")]))
        #expect(own.contains("0 1 .2 rg") && !own.contains(".953"))
    }

    @Test(arguments: ["yellow", "#FFF", "#GGGGGG", "FFF3B00"])
    func aColourOfAnotherFormIsRefused(_ color: String) throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: ExportError.self) {
            _ = try book(folder, "a", "x", replacing: [("#FFF3B0", color)])
        }
        #expect(error?.description.contains("markColor is '\(color)'") == true)
    }
}
