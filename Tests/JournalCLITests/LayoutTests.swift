import Foundation
import JournalModel
import Testing

@testable import JournalCLI

@Suite struct LayoutTests {
    private func entry(_ body: String, _ change: (inout Entry) -> Void = { _ in }) throws -> Entry {
        let uuid = try #require(UUID(uuidString: "0F2C9A1B-33AA-4BCD-8EEF-001122334455"))
        let milliseconds = try #require(Timestamp.parse("2026-11-30T21:00:00+09:00")).unixMilliseconds
        let moment = EntryMoment(unixMilliseconds: milliseconds, zone: JournalZone("Asia/Tokyo"))
        var entry = Entry(id: EntryID(uuid), happened: moment, writtenMilliseconds: milliseconds, body: body)
        change(&entry)
        return entry
    }

    private func photo(_ name: String) throws -> JournalModel.Attachment {
        var photo = JournalModel.Attachment(id: AttachmentID(UUID()), kind: .photo, mediaType: "image/jpeg")
        (photo.name, photo.sha256, photo.byteCount, photo.caption) = (name, "00", 2_100_000, "the bridge")
        return photo
    }

    @Test func aListLineHasDayIdTimeTextAndMarks() throws {
        let photo = try photo("trip.jpg")
        let entry = try entry("# River\nhigh") {
            $0.tags = ["rain"]
            $0.isStarred = true
            $0.attachments = [photo, photo]
        }
        let line = EntryLines(Terminal()).line(entry)
        #expect(
            line
                == "2026-11-30 Mon  0f2c9a1b  21:00  River                           ★ 2 photos #ra…"
        )
        #expect(DisplayWidth.columns(line) <= 80)
    }

    @Test(arguments: [40, 60, 80, 120, 200])
    func noListLineIsWiderThanTheTerminal(_ width: Int) throws {
        let entry = try entry(String(repeating: "銭湯の湯が熱い ", count: 30)) {
            $0.tags = ["天気", "長い長い長い長いタグ", "family👩‍👩‍👧‍👦"]
        }
        let line = EntryLines(Terminal(width: width)).line(entry)
        #expect(DisplayWidth.columns(line) <= max(width, 49))
    }

    @Test(
        arguments: [
            ("# Heading\ntext", "Heading"), ("#rain all day", "#rain all day"), ("\n\n> quoted", "quoted"),
            ("![x](attachment:1)\nwords", "words"), ("", ""), ("###", ""), ("- item", "- item"),
        ]
    )
    func theHeadlineIsTheFirstLineThatSaysSomething(_ body: String, _ headline: String) throws {
        #expect(EntryLines.headline(try entry(body)) == headline)
    }

    @Test func aPageShowsEverythingThatBelongsToTheEntry() throws {
        let photo = try photo("trip.jpg")
        let entry = try entry("High water. ![](attachment:\(photo.id)) See [that day](entry:\(photo.id)).") {
            $0.attachments = [photo]
            $0.mood = 4
            $0.people = ["Anna"]
            $0.writtenMilliseconds += 86_400_000
        }
        let page = EntryPage(terminal: Terminal(), zone: JournalZone("Asia/Tokyo"), isRaw: false)
        let lines = page.lines(entry, journal: "Travel")
        #expect(
            lines[0]
                == "0f2c9a1b  Mon 30 Nov 2026 21:00 (+09:00 Asia/Tokyo) · Travel · written 1 Dec 2026 21:00"
        )
        let id = photo.id.description.prefix(8)
        #expect(lines.contains("High water. [1 trip.jpg] See that day (\(id))."))
        #expect(lines.contains("@Anna  mood 4"))
        #expect(lines.contains("  1  trip.jpg  2.1 MB  \"the bridge\""))
    }

    @Test func otherMarkdownStaysAsItWasWritten() {
        for text in [
            "[a](b)", "![x](attachment:none)", "[", "[a](entry:", "[a](attachment:x", "a [b] c](entry:1)",
        ] {
            #expect(ReadableBody.text(text, []) == text)
        }
    }

    @Test func aSnippetIsCutAroundTheHitAndNeverTooWide() {
        let text =
            String(repeating: "before ", count: 40) + "the RIVER\u{1b} "
            + String(repeating: "after ", count: 40)
        let line = Snippet.lines(text, SearchQuery("river"), width: 60, count: 1, Terminal()).first
        #expect(line?.contains("[RIVER]\\x1b after") == true)
        #expect(line.map { DisplayWidth.columns($0) <= 60 && $0.hasPrefix("…") && $0.hasSuffix("…") } == true)
        #expect(Snippet.lines(text, SearchQuery("absent"), width: 60, count: 1, Terminal()).isEmpty)
        let colours = Terminal(hasColour: true)
        let coloured = Snippet.lines("a river", SearchQuery("river"), width: 60, count: 1, colours).first
        #expect(coloured == "a \u{1b}[1;33mriver\u{1b}[0m")
    }

    @Test func filtersMayStandAmongTheWordsOfASearch() throws {
        let words = try SearchWords(
            ["tag:trip -tag:work from:2024 \"night train\" 銭湯", "two words"],
            Selection()
        )
        #expect(words.text == "\"night train\" 銭湯 \"two words\"")
        #expect(words.selection.tags == ["trip"])
        #expect(words.selection.excludedTags == ["work"])
        #expect(words.selection.from == "2024")
        #expect(try SearchWords(["http://example.org"], Selection()).text == "http://example.org")
        #expect(throws: UsageError.self) { try SearchWords(["has:everything"], Selection()) }
        #expect(throws: UsageError.self) { try SearchWords(["mood:9"], Selection()) }
        let less = try SearchWords(
            ["-rain", "-has:video", "-people:@Ken", "star:yes", "well-known", "-"],
            Selection()
        )
        #expect(less.text == "well-known -")
        #expect(less.selection.excludedTexts == ["rain"])
        #expect(less.selection.excludedKinds == [.video])
        #expect(less.selection.excludedPeople == ["Ken"])
        #expect(less.selection.isStarred)
    }

    @Test func linesAroundAHitAreShown() {
        let text = "one\n\ntwo river here\nthree\nfour"
        let lines = Snippet.lines(text, SearchQuery("river"), width: 60, count: 3, Terminal())
        #expect(lines == ["one", "two [river] here", "three"])
    }
}
