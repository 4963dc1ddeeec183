import JournalModel
import Testing

@Suite struct InlineMarksTests {
    @Test(
        arguments: [
            ("Walked with @Anna. #rain", ["rain"], ["Anna"]), ("#夜と(#朝)、＃昼", ["夜と", "朝", "昼"], []),
            ("湯が熱い。#銭湯 と @美緒", ["銭湯"], ["美緒"]), ("#year-end #a.b #don't", ["a.b", "don't", "year-end"], []),
            ("#Rain and #rain again", ["Rain"], []), ("@Anna's hat, @jean-luc", [], ["Anna", "jean-luc"]),
            ("#हिन्दी और @मीरा", ["हिन्दी"], ["मीरा"]), ("#مطر", ["مطر"], []), ("#2026trip", ["2026trip"], []),
            ("**#bold** _#slanted_", ["bold", "slanted"], []),
        ]
    )
    func marksAreFound(_ text: String, _ tags: [String], _ people: [String]) {
        let found = InlineMarks.find(in: text)
        #expect(found.tags.sorted() == tags.sorted())
        #expect(found.people.sorted() == people.sorted())
    }

    @Test(
        arguments: [
            "# Heading", "## Heading two", "#1 of 3", "C# and F#", "me@example.org",
            "`#code` and ``a `#b` c``",
            "```\n#code\n```\nafter", "    #indented code", "https://example.org/#top and http://a/@b",
            "[text](page.md#part)", "<https://example.org/#x>", "\\#escaped", "&#39; &#x27;", "##double", "#",
            "@9am", "a/#b", "@", "~~~\n@no\n~~~~",
        ]
    )
    func whatOnlyLooksLikeAMarkIsNone(_ text: String) {
        let found = InlineMarks.find(in: text)
        #expect(found.tags + found.people == [])
    }

    @Test func anOpenFenceGoesOnToTheEnd() {
        #expect(InlineMarks.find(in: "```\n#a\n").tags.isEmpty)
        #expect(InlineMarks.find(in: "```\n#a\n```\n#b").tags == ["b"])
    }
}
