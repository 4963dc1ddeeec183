import JournalModel
import TestSupport
import Testing

@testable import JournalExport

@Suite struct BookTests {
    @Test func entriesStandInTheMonthTheirWriterLived() throws {
        // Later as an instant, but still January where it was written.
        let source = FixtureSource([
            .fixture(1, at: "2025-01-31T16:00:00Z", zone: "Asia/Tokyo", "二月一日"),
            .fixture(2, at: "2025-01-31T20:00:00Z", zone: "America/New_York", "still January"),
            .fixture(3, at: "2024-12-31T12:00:00Z", "old year"),
        ])
        let book = try Book(source, options: BookOptions())
        #expect(book.months.map(\.name) == ["2024-12", "2025-01", "2025-02"])
        #expect(book.years.map(\.year) == [2024, 2025])
        #expect(book.years[1].months == 1..<3)
        #expect(book.lines.map(\.label) == ["old year", "still January", "二月一日"])
        #expect(book.position(of: source.entries[0].id) == 2)
        #expect(book.monthIndex(ofLine: 2) == 2)
        var order: [Int] = []
        try book.forEachEntry(in: source) { index, entry in
            order.append(index)
            #expect(book.lines[index].id == entry.id)
        }
        #expect(order == [0, 1, 2])
    }

    @Test func anEmptySelectionIsAnEmptyBook() throws {
        let book = try Book(FixtureSource(), options: BookOptions())
        #expect(book.isEmpty)
        #expect(book.languages == ["en"])
        try book.forEachEntry(in: FixtureSource()) { _, _ in Issue.record("no entry was expected") }
    }

    @Test(
        arguments: [
            ("Title", "body", "Title", true),
            (
                "", "one two three four five six seven eight nine",
                "one two three four five six seven eight…", false
            ),
            ("", "# Head\n\ntext", "Head", true),
            ("", "## *Head*  line ##\r\ntext", "Head line", true), ("", "#tag text", "#tag text", false),
            ("", "# \ntext", "", false),
            ("", "![](attachment:1)\n\nA *lovely* day", "A lovely day", false),
            ("", "今日はとても天気が良かったので、公園まで歩いて行った。", "今日はとても天気が良かったので、公園まで歩いて行った。", false),
            ("", "", "", false),
            ("a\nb\tc", "", "a b c", true),
        ]
    )
    func anEntryIsCalledByItsTitleOrFirstWords(
        _ title: String,
        _ body: String,
        _ text: String,
        _ isTitle: Bool
    ) {
        let label = EntryLabel(.fixture(1, title: title.isEmpty ? nil : title, body))
        #expect(label.text == text)
        #expect(label.isTitle == isTitle)
    }

    @Test(
        arguments: [
            ("Hello", nil, false), ("مرحبا بالعالم", "ar", true), ("שלום", "he", true), ("今日は", "ja", false),
            ("中文", "zh", false), ("नमस्ते दुनिया", "hi", false), ("Привет", "ru", false), ("안녕", "ko", false),
            ("سلام چطوری", "ar", true), ("A word like 東京 in a long English sentence", nil, false),
            ("123", nil, nil),
            ("123 مرحبا", "ar", true),
        ] as [(String, String?, Bool?)]
    )
    func scriptsTellLanguageAndDirection(_ text: String, _ language: String?, _ isRightToLeft: Bool?) {
        let counts = ScriptCounts(text)
        #expect(counts.language(ideographic: "zh") == language)
        #expect(counts.isRightToLeft == isRightToLeft)
    }

    @Test func languagesOfAtLeastATwentiethAreNamed() throws {
        let source = FixtureSource([
            .fixture(1, String(repeating: "English words ", count: 50)),
            .fixture(2, String(repeating: "日本語の文章です。", count: 40)),
            .fixture(3, "ру"),
        ])
        #expect(try Book(source, options: BookOptions()).languages == ["en", "ja"])
    }
}
