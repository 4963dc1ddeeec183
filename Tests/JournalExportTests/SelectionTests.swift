import Foundation
import JournalModel
import TestSupport
import Testing

@testable import JournalExport

/// What a book says about its selection, and about what lies outside it.
@Suite struct SelectionTests {
    private func source(_ folder: TemporaryFolder) throws -> FixtureSource {
        let first = Entry.fixture(1, "").id
        let trashed = Entry.fixture(3, "").id
        let source = FixtureSource([
            .fixture(1, at: "2024-05-01T10:00:00Z", title: "First", "Alone."),
            .fixture(
                2,
                title: "Second & last",
                "Read [the *first*](entry:\(first)), [again](entry:\(first)), "
                    + "[that](entry:\(trashed)) and [none](entry:\(Entry.fixture(99, "").id))."
            ),
            .fixture(3, at: "2024-06-01T10:00:00Z", "Thrown away."),
        ])
        source.entries[1].tags = ["a", "日記"]
        source.entries[1].attachments = [
            try source.attach(
                SampleMedia.picture("png", in: folder),
                to: source.entries[1].id,
                mediaType: "image/png",
                in: folder
            )
        ]
        source.entries[2].isTrashed = true
        return source
    }

    private let only2025: (inout BookOptions) -> Void = {
        $0.query.from = CivilDate(year: 2025, month: 1, day: 1)
    }

    @Test func linksOutOfTheSelectionBecomeTextAndDate() throws {
        let folder = try TemporaryFolder()
        let source = try source(folder)
        try EPUBFixture.book(source, in: folder, change: only2025)
        let month = try EPUBFixture.member("EPUB/text/2025-01.xhtml", in: folder)
        let expected = "the <em>first</em> (1 May 2024), again (1 May 2024), that and none."
        #expect(month.contains(expected))
        #expect(try EPUBCheck.complaints(folder.path("book.epub")) == [])
        try PDFFixture.book(source, in: folder, change: only2025)
        let text = try PDFFixture.text(folder.path("book.pdf")).replacing("\n", with: " ")
        #expect(text.contains("the first (1 May 2024), again (1 May 2024), that and none."))
        // The whole journal needs no dates: its links work.
        try EPUBFixture.book(source, in: folder, name: "all.epub")
        let linked = try EPUBFixture.member("EPUB/text/2025-01.xhtml", in: folder, name: "all.epub")
        #expect(linked.contains("#e-\(source.entries[0].id)"))
        #expect(!linked.contains("1 May 2024"))
    }

    @Test func bothBooksPrintTheDigestThatTheDataGive() throws {
        let folder = try TemporaryFolder()
        let source = try source(folder)
        _ = try DataExporter(.jsonl, options: BookOptions())
            .write(source, to: .file(path: folder.path("journal.jsonl")))
        let digest = try Tool.run(
            "python3",
            [
                "-c",
                """
                import hashlib, json, sys
                digest = hashlib.sha256()
                for line in open(sys.argv[1], encoding="utf-8"):
                    entry = json.loads(line)
                    moment = entry["happened"]["at"] or entry["happened"]["day"]
                    fields = [entry["id"], moment, entry["title"] or "", entry["text"], *entry["tags"]]
                    fields += [attachment["sha256"] or "" for attachment in entry["attachments"]]
                    for field in fields:
                        digest.update(field.encode() + b"\\0")
                print(digest.hexdigest(), end="")
                """, folder.path("journal.jsonl"),
            ]
        )
        #expect(digest.utf8.count == 64)
        try EPUBFixture.book(source, in: folder)
        let colophon = try EPUBFixture.member("EPUB/text/colophon.xhtml", in: folder)
        #expect(colophon.contains("Selection \(digest)."))
        try PDFFixture.book(source, in: folder)
        #expect(try PDFFixture.text(folder.path("book.pdf")).contains(digest))
        // Another selection, or another word, is another number.
        try EPUBFixture.book(source, in: folder, name: "part.epub", change: only2025)
        let part = try EPUBFixture.member("EPUB/text/colophon.xhtml", in: folder, name: "part.epub")
        #expect(part.contains("Selection ") && !part.contains(digest))
        source.entries[0].body = "alone."
        #expect(try Book(source, options: BookOptions()).selectionDigest != digest)
    }
}
