import Bytes
import FileFormats
import Foundation
import JournalModel
import TestSupport
import Testing

@testable import JournalExport

/// Photos in the PDF: the same bytes, turned by the page and not by a decoder.
@Suite struct PDFPictureTests {
    @Test func photosKeepTheirBytesAndLoseTheirPlace() throws {
        let folder = try TemporaryFolder()
        let source = FixtureSource([.fixture(1, "Two photos.")])
        let id = source.entries[0].id
        let plain = try SampleMedia.picture("jpg", in: folder, size: "640x480")
        let located = try SampleMedia.located(plain, "jpg", in: folder)
        let photo = try source.attach(
            located,
            to: id,
            mediaType: "image/jpeg",
            caption: "The swan",
            in: folder
        )
        source.entries[0].attachments = [photo, photo]
        let report = try PDFFixture.book(source, in: folder)
        #expect(report.attachments == 1)
        let path = folder.path("book.pdf")
        try Tool.run("qpdf", ["--check", path])
        try Tool.run("pdfimages", ["-j", path, folder.path("image")])
        let stripped = try StrippedMedia.of(try #require(source.attachmentPath(sha256: photo.sha256 ?? "")))
        var expected: [UInt8] = []
        try stripped.recipe.read { expected.append(contentsOf: $0) }
        #expect(Array(try folder.read("image-000.jpg")) == expected)
        #expect(try Tool.run("exiftool", ["-q", "-ee", "-GPS:all", path]).isEmpty)
        #expect(try Tool.run("pdfinfo", ["-struct-text", path]).contains("Figure"))
    }

    @Test func brokenPicturesAreNamedAndReported() throws {
        let folder = try TemporaryFolder()
        let source = FixtureSource([.fixture(1, "Broken.")])
        let id = source.entries[0].id
        source.entries[0].attachments = [
            try source.attach([0xff, 0xd8, 0xff, 0, 0], to: id, mediaType: "image/jpeg", in: folder),
            Attachment(id: AttachmentID(UUID()), kind: .audio, mediaType: "audio/mp4", name: "voice.m4a"),
        ]
        let report = try PDFFixture.book(source, in: folder)
        #expect(report.broken.count == 2)
        try Tool.run("qpdf", ["--check", folder.path("book.pdf")])
        #expect(try PDFFixture.text(folder.path("book.pdf")).contains("could not be shown"))
    }

    @Test func plainBooksNamePicturesOnly() throws {
        let folder = try TemporaryFolder()
        let source = FixtureSource([.fixture(1, "One photo.")])
        let photo = try SampleMedia.picture("png", in: folder)
        source.entries[0].attachments = [
            try source.attach(
                photo,
                to: source.entries[0].id,
                mediaType: "image/png",
                name: "swan.png",
                in: folder
            )
        ]
        try PDFFixture.book(source, in: folder) { $0.style = .plain }
        #expect(
            try Tool.run("pdfimages", ["-list", folder.path("book.pdf")]).split(separator: "\n").count == 2
        )
        #expect(try PDFFixture.text(folder.path("book.pdf")).contains("swan.png"))
    }
}
