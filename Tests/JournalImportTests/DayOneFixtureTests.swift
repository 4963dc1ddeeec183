import JournalImport
import JournalModel
import TestSupport
import Testing

/// The cases that real exports have shown, by the numbers of the design's list.
@Suite struct DayOneFixtureTests {
    typealias Fixture = DayOneFixture
    private let id = DayOneFixture.photoID
    private let md5 = DayOneFixture.md5

    private func photo(_ identifier: String, _ md5: String?, _ more: String = "") -> String {
        "{\"identifier\":\"\(identifier)\"" + (md5.map { ",\"md5\":\"\($0)\"" } ?? "") + more + "}"
    }

    @Test("1 A plain journal comes whole, its photo between the paragraphs")
    func plainControl() throws {
        let text = "Before\\.\n\n![](dayone-moment:\\/\\/\(id))\n\nAfter"
        let result = try Fixture(
            entries: Fixture.entry(
                1,
                #""text":"\#(text.replacing("\n", with: "\\n").replacing("Before\\.", with: "Before\\\\."))","photos":[\#(photo(id, md5, #","type":"png","orderInEntry":0"#))]"#
            ),
            Fixture.entry(2, #""text":"Two""#),
            Fixture.entry(3, #""text":"Three""#),
            media: ["photos/\(md5).png"]
        ).run()
        #expect(result.items.count == 3)
        #expect(result.codes == [])
        let attachment = try #require(result.entries[0].attachments.first)
        #expect(result.bodies[0] == "Before.\n\n![](attachment:\(attachment.id))\n\nAfter")
        #expect(try result.items[0].media[attachment.id]?.allBytes.starts(with: Fixture.png) == true)
        #expect(result.entries[0].journal == FixedIdentity.journal(app: "dayone", name: "Journal"))
        #expect(result.reconciles)
    }

    @Test("2 Blank entries are entries")
    func blankEntries() throws {
        let result = try Fixture(
            entries: Fixture.entry(1, #""tags":["kept"]"#),
            Fixture.entry(2, #""text":"""#),
            Fixture.entry(3, #""text":"  \n ""#)
        ).run()
        #expect(result.bodies == ["", "", ""])
        #expect(result.entries[0].tags == ["kept"])
        #expect(result.codes == [])
    }

    @Test("4 Android's dialect")
    func android() throws {
        let result = try Fixture(
            [
                "Journal.json":
                    #"{"metadata":{"version":"2024.14"},"entries":[\#(Fixture.entry(1, #""pinned":true,"v":{},"text":"a.b! C:\\path \\. x\n\n***\n\nend","photos":[\#(photo(id, md5, #","type":"jpg","width":0,"height":0"#))]"#))]}"#
            ],
            media: ["photos/\(md5).jpg"]
        ).run()
        #expect(result.entries[0].isPinned)
        #expect(result.bodies[0] == "a.b! C:\\path \\. x\n\n***\n\nend")
        #expect(result.entries[0].attachments[0].pixelWidth == nil)
        #expect(result.codes == [])
    }

    @Test("5 Exactly one backslash goes, in code too")
    func escapes() throws {
        let text = #"""
            1\. a\!
            \\d\+
            C:\\path
            \*not bold\* and snake\_case
            `x\\\.y`

            ```
            tab\\\.
            ```

            ```
            ```

            ```
            second
            ```
            """#
        let result = try Fixture(entries: Fixture.entry(1, "\"text\":\(text.json)")).run()
        #expect(
            result.bodies[0] == #"""
                1. a!
                \d+
                C:\path
                \*not bold\* and snake_case
                `x\.y`

                ```
                tab\.

                second
                ```
                """#
        )
        #expect(result.codes == [])
    }

    @Test("7 Invisible characters: noise goes, joiners and no-break spaces stay")
    func invisibleCharacters() throws {
        let text = "\u{200b}***x***\u{200b} 10\u{a0}km 👩‍👩‍👧‍👦\u{fffc}\n- one\u{2028}two"
        let rich =
            #"{"contents":[{"text":"a\u200b10\u00a0km\ufffc 👩‍👩‍👧‍👦\n"},{"text":"one\u2028two","attributes":{"line":{"listStyle":"bulleted"}}}]}"#
        let result = try Fixture(
            entries: Fixture.entry(1, "\"text\":\(text.json)"),
            Fixture.entry(2, "\"richText\":\(rich.json)")
        ).run()
        #expect(result.bodies[0] == "***x*** 10\u{a0}km 👩‍👩‍👧‍👦\n- one\ntwo")
        #expect(result.bodies[1] == "a10\u{a0}km 👩‍👩‍👧‍👦\n\n- one\n  two")
    }

    @Test("8 Rich text comes before text")
    func richTextWins() throws {
        let rich =
            #"{"contents":[{"text":"a "},{"text":"marked","attributes":{"highlightedColor":"ffc107cc"}},{"text":" b"}]}"#
        let result = try Fixture(
            entries: Fixture.entry(1, "\"text\":\"a marked b\",\"richText\":\(rich.json)")
        ).run()
        #expect(result.bodies == ["a ==marked== b"])
        let raw = String(decoding: result.items[0].raw, as: UTF8.self)
        #expect(raw.contains("ffc107cc") && raw.contains(#""text":"a marked b""#))
    }

    @Test("9 Broken rich text gives way to text, and is reported once")
    func richTextBroken() throws {
        let empty = #"{"contents":[],"meta":{"version":1}}"#
        let result = try Fixture(
            entries: Fixture.entry(1, #""text":"one","richText":"{""#),
            Fixture.entry(2, #""text":"two","richText":"""#),
            Fixture.entry(3, "\"text\":\"three\",\"richText\":\(empty.json)")
        ).run()
        #expect(result.bodies == ["one", "two", "three"])
        #expect(result.codes == ["richtext-unreadable"])
        #expect(result.warnings[0].entry?.hasSuffix("1") == true)
    }

    @Test("11 Links are told apart by the array that holds the id")
    func linkShapes() throws {
        let ids = (1...5).map { String(repeating: "\($0)", count: 32) }
        let text =
            "![](dayone-moment://\(ids[0])) ![](dayone-moment:/video/\(ids[1])) ![](dayone-moment:/audio/\(ids[2])) ![](dayone-moment:/pdfAttachment/\(ids[3])) ![](dayone-moment://\(ids[2])) <img src=\"dayone-moment://\(ids[4])\"> ![](dayone-moment:/photo/\(ids[0]))"
        func record(_ index: Int) -> String { photo(ids[index], String(repeating: "\(index)", count: 32)) }
        let result = try Fixture(
            entries: Fixture.entry(
                1,
                "\"text\":\(text.json),\"photos\":[\(record(0)),\(record(4))],\"videos\":[\(record(1))],\"audios\":[\(record(2))],\"pdfAttachments\":[\(record(3))]"
            ),
            media: [
                "photos/\(String(repeating: "0", count: 32)).jpeg",
                "videos/\(String(repeating: "1", count: 32)).mov",
                "audios/\(String(repeating: "2", count: 32)).m4a",
                "pdfs/\(String(repeating: "3", count: 32)).pdf",
                "photos/\(String(repeating: "4", count: 32)).png",
            ]
        ).run()
        let entry = result.entries[0]
        func link(_ index: Int) -> String {
            "![](attachment:\(FixedIdentity.attachment(of: entry.id, sourceID: ids[index])))"
        }
        #expect(entry.body == [0, 1, 2, 3, 2, 4, 0].map(link).joined(separator: " "))
        #expect(Set(entry.attachments.map(\.kind)) == [.photo, .video, .audio, .pdf])
        #expect(result.items[0].media.count == 5)
        #expect(result.codes == [])
    }

    @Test("12 Attachments that the text does not name keep Day One's order across kinds")
    func unreferencedAttachments() throws {
        let result = try Fixture(
            entries: Fixture.entry(
                1,
                #""text":"words","photos":[\#(photo("A", md5, #","orderInEntry":7"#)),\#(photo("B", md5, #","orderInEntry":2"#))],"pdfAttachments":[\#(photo("C", md5, #","orderInEntry":5,"pdfName":"menu.pdf""#))]"#
            ),
            media: ["photos/\(md5).jpeg", "pdfs/\(md5).pdf"]
        ).run()
        let entry = result.entries[0]
        #expect(entry.body == "words")
        #expect(entry.attachments.map(\.order) == [0, 1, 2])
        #expect(entry.attachments.map(\.kind) == [.photo, .pdf, .photo])
        #expect(entry.attachments[1].name == "menu.pdf")
    }

    @Test("13 A dangling reference is marked, or shares another entry's bytes")
    func danglingReferences() throws {
        let result = try Fixture(
            entries: Fixture.entry(1, #""text":"![](dayone-moment://NOWHERE) ![](dayone-moment://\#(id))""#),
            Fixture.entry(2, #""photos":[\#(photo(id, md5))]"#),
            media: ["photos/\(md5).png"]
        ).run()
        let first = result.items[0]
        let shared = FixedIdentity.attachment(of: first.entry.id, sourceID: id)
        #expect(first.entry.body == "*(photo missing)* ![](attachment:\(shared))")
        #expect(first.media[shared] != nil)
        #expect(shared != result.entries[1].attachments[0].id)
        #expect(result.codes == ["media-unknown"])
    }

    @Test("14 Missing bytes cost a warning, not the entry")
    func missingBytes() throws {
        let result = try Fixture(
            entries: Fixture.entry(
                1,
                #""text":"kept","photos":[\#(photo("A", "ffffffffffffffffffffffffffffffff")),\#(photo("B", nil)),\#(photo("C", md5))]"#
            ),
            media: ["photos/\(md5).png"]
        ).run()
        #expect(result.bodies == ["kept"])
        #expect(result.codes == ["media-missing", "media-missing"])
        #expect(result.entries[0].attachments.count == 3)
        #expect(result.items[0].media.count == 1)
    }

    @Test("15 The extension is only a hint")
    func wrongExtensions() throws {
        let (heic, jpeg, audio) = (
            String(repeating: "a", count: 32), String(repeating: "b", count: 32),
            String(repeating: "c", count: 32)
        )
        let result = try Fixture(
            entries: Fixture.entry(
                1,
                #""photos":[\#(photo("A", heic.uppercased(), #","type":"jpeg""#)),\#(photo("B", jpeg, #","type":"png""#))],"audios":[\#(photo("C", audio, #","format":".mp3""#))]"#
            ),
            media: ["photos/\(heic).heic", "Photos/\(jpeg).png", "audios/\(audio).m4a"]
        ).run()
        #expect(result.items[0].media.count == 3)
        #expect(result.codes == [])
    }

    @Test("Two files with one stem: the declared type, else the larger")
    func equalStems() throws {
        let fixture = try Fixture(
            entries: Fixture.entry(1, #""photos":[\#(photo("A", md5, #","type":"jpeg""#))]"#),
            Fixture.entry(2, #""photos":[\#(photo("B", md5, #","type":"webp""#))]"#)
        )
        try fixture.folder.write("photos/\(md5).jpeg", [1])
        try fixture.folder.write("photos/\(md5).heic", [1, 2, 3])
        let result = try fixture.run()
        #expect(try result.items.map { try $0.media.values.first?.allBytes.count } == [1, 3])
    }

    @Test("17 Two journals by exact name share a photo")
    func twoJournals() throws {
        let result = try Fixture(twoJournalFiles(), media: ["photos/\(md5).jpeg"]).run()
        try expectTwoJournals(result)
    }

    @Test("18 A folder zipped again by macOS gives the same")
    func macOSRezip() throws {
        var files = twoJournalFiles().reduce(into: [:]) { $0["Export/" + $1.key] = $1.value }
        files["__MACOSX/Export/._Work.json"] = "noise"
        files["Export/._Work.json"] = "noise"
        files["Export/.DS_Store"] = "noise"
        let result = try Fixture(
            files,
            media: ["Export/Photos/\(md5).jpeg", "Export/Photos/._\(md5).jpeg"]
        ).run()
        try expectTwoJournals(result)
    }

    private func twoJournalFiles() -> [String: String] {
        [
            "Work.json": Fixture.document([Fixture.entry(1, #""photos":[\#(photo(id, md5))]"#)]),
            "Privat ☕ e\u{301}.json": Fixture.document([Fixture.entry(2, #""photos":[\#(photo(id, md5))]"#)]),
        ]
    }

    private func expectTwoJournals(_ result: ImportResult) throws {
        #expect(result.inventory.journals.map(\.name) == ["Privat ☕ \u{e9}", "Work"])
        #expect(result.inventory.journals.map(\.found) == [1, 1])
        #expect(result.codes == [])
        #expect(
            try result.items.map { try $0.media.values.first?.allBytes }.allSatisfy { $0?.isEmpty == false }
        )
        #expect(result.entries[0].attachments[0].id != result.entries[1].attachments[0].id)
    }
}
