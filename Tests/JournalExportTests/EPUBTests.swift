import Foundation
import JournalModel
import TestSupport
import Testing

@testable import JournalExport

@Suite struct EPUBTests {
    private func tourSource(_ folder: TemporaryFolder) throws -> FixtureSource {
        let source = FixtureSource([
            .fixture(1, title: "By the river", EPUBFixture.tour),
            .fixture(
                2,
                at: "2025-01-03T20:00:00Z",
                "No title. See [the river](entry:\(Entry.fixture(1, "").id)) and [gone](entry:\(Entry.fixture(99, "").id))."
            ),
            .fixture(3, at: "2024-05-01T00:30:00Z", zone: "Asia/Tokyo", title: "散歩", "今日は公園まで歩いた。"),
            .fixture(4, at: "2025-02-01T10:00:00Z", ""),
        ])
        source.entries[0].tags = ["birds", "walk & talk"]
        source.entries[0].isStarred = true
        source.entries[0].mood = 4
        source.entries[0].people = ["Ana"]
        source.entries[0].place = Place()
        source.entries[0].place?.name = "Tempelhof"
        source.entries[0].place?.locality = "Berlin"
        let id = source.entries[0].id
        let photos = try (0..<3).map { index in
            try source.attach(
                SampleMedia.located(
                    SampleMedia.picture("jpg", in: folder, color: ["red", "green", "blue"][index]),
                    "jpg",
                    in: folder
                ),
                to: id,
                mediaType: "image/jpeg",
                name: "IMG.JPG",
                order: index,
                in: folder
            )
        }
        source.entries[0].attachments = photos
        source.entries[0].body += "\n\nLook ![A swan](attachment:\(photos[0].id)) there!"
        let png = try SampleMedia.picture("png", in: folder)
        source.entries[1].attachments = [
            try source.attach(png, to: id, mediaType: "image/png", in: folder),
            try source.attach(
                Array("%PDF-1.4".utf8),
                to: id,
                kind: .pdf,
                mediaType: "application/pdf",
                name: "a b.pdf",
                in: folder
            ),
            Attachment(id: AttachmentID(UUID()), kind: .video, mediaType: "video/mp4"),
            try source.attach([0xff, 0xd8, 0xff, 0, 0], to: id, mediaType: "image/jpeg", in: folder),
        ]
        source.entries[3].attachments = [source.entries[1].attachments[0]]
        return source
    }

    @Test func aBookOfEverythingIsValid() throws {
        let folder = try TemporaryFolder()
        let report = try EPUBFixture.book(tourSource(folder), in: folder) { $0.author = "Ana & Co" }
        #expect(report.entries == 4)
        #expect(report.attachments == 4)
        #expect(report.broken.count == 2)
        let complaints = try EPUBCheck.complaints(folder.path("book.epub"))
        #expect(complaints == [])
        let month = try EPUBFixture.member("EPUB/text/2025-01.xhtml", in: folder)
        #expect(month.contains(#"<p lang="ar" xml:lang="ar" dir="rtl">مرحبا"#))
        #expect(month.contains("<mark>Never</mark> have I seen so many swans; <em>really</em>"))
        #expect(month.contains(#"href="2025-01.xhtml#e-aa"#))
        #expect(!month.contains("javascript"))
        #expect(month.contains(#"alt="A swan""#))
        #expect(month.contains("Photo, 3 January 2025, Tempelhof"))
    }

    @Test func noPictureTellsWhereItWasTaken() throws {
        let folder = try TemporaryFolder()
        try EPUBFixture.book(tourSource(folder), in: folder)
        try Tool.run("unzip", ["-q", folder.path("book.epub"), "-d", folder.path("out")])
        let found = try Tool.run(
            "exiftool",
            ["-r", "-q", "-ee", "-s", "-GPS:all", "-Make", folder.path("out/EPUB")]
        )
        #expect(found == "")
    }

    @Test func theSameJournalGivesTheSameBytes() throws {
        let folder = try TemporaryFolder()
        let source = try tourSource(folder)
        try EPUBFixture.book(source, in: folder, name: "a.epub")
        setenv("TZ", "Asia/Tokyo", 1)
        tzset()
        defer {
            unsetenv("TZ")
            tzset()
        }
        try EPUBFixture.book(source, in: folder, name: "b.epub")
        #expect(try folder.read("a.epub") == folder.read("b.epub"))
    }

    @Test func anEmptyJournalIsAValidBook() throws {
        let folder = try TemporaryFolder()
        #expect(try EPUBFixture.book(FixtureSource(), in: folder).entries == 0)
        let complaints = try EPUBCheck.complaints(folder.path("book.epub"))
        #expect(complaints == [])
    }

    @Test func anExistingBookIsReplacedOnlyWhenAsked() throws {
        let folder = try TemporaryFolder()
        try folder.write("book.epub", "old".utf8)
        let source = FixtureSource([.fixture(1, "text")])
        #expect(throws: ExportError.outputExists(path: folder.path("book.epub"))) {
            try EPUBFixture.book(source, in: folder)
        }
        #expect(try folder.read("book.epub") == Data("old".utf8))
        try EPUBFixture.book(source, in: folder) { $0.replacesOutput = true }
        #expect(try folder.read("book.epub").count > 1000)
    }
}
