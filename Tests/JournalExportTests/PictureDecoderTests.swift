import JournalModel
import TestSupport
import Testing

@testable import JournalExport

@Suite struct PictureDecoderTests {
    private func source(_ bytes: [UInt8], _ folder: TemporaryFolder) throws -> FixtureSource {
        let source = FixtureSource([.fixture(1, "text")])
        source.entries[0].attachments = [
            try source.attach(bytes, to: source.entries[0].id, mediaType: "image/heic", in: folder)
        ]
        return source
    }

    private func pictures(_ folder: TemporaryFolder) throws -> String {
        try Tool.run("unzip", ["-q", "-o", folder.path("book.epub"), "-d", folder.path("out")])
        return try Tool.run(
            "bash",
            ["-c", "identify -format '%m %wx%h %[pixel:p{2,2}]\\n' \(folder.path("out/EPUB/img"))/*.jpg"]
        )
    }

    @Test(arguments: ["heic", "tif", "webp"])
    func foreignPicturesBecomeJPEG(_ format: String) throws {
        let folder = try TemporaryFolder()
        let source = try source(SampleMedia.picture(format, in: folder), folder)
        let report = try EPUBFixture.book(source, in: folder) {
            $0.decoderPath = BuiltProgram.path("journal-decode")
            $0.cacheFolder = folder.path("cache")
        }
        #expect(report.broken == [])
        #expect(try pictures(folder).hasPrefix("JPEG 64x48"))
        let complaints = try EPUBCheck.complaints(folder.path("book.epub"))
        #expect(complaints == [])
        // The second book takes the picture from the cache.
        try EPUBFixture.book(source, in: folder, name: "again.epub") {
            $0.decoderPath = "/nonexistent"
            $0.cacheFolder = folder.path("cache")
        }
        #expect(try folder.read("book.epub") == folder.read("again.epub"))
    }

    @Test(arguments: 2...8)
    func turnedPicturesStandUpright(_ orientation: Int) throws {
        let folder = try TemporaryFolder()
        // 64x48 with one dark corner, in whole blocks so that nothing is trimmed.
        try Tool.run(
            "convert",
            [
                "-size", "64x48", "xc:white", "-fill", "black", "-draw", "rectangle 0,0 15,15", "-quality",
                "95", folder.path("a.jpg"),
            ]
        )
        let turned = try SampleMedia.located(
            Array(folder.read("a.jpg")),
            "jpg",
            in: folder,
            more: ["-n", "-Orientation=\(orientation)"]
        )
        try folder.write("turned.jpg", turned)
        try Tool.run("convert", [folder.path("turned.jpg"), "-auto-orient", folder.path("expected.png")])
        try EPUBFixture.book(try source(turned, folder), in: folder) {
            $0.decoderPath = BuiltProgram.path("journal-decode")
        }
        _ = try pictures(folder)
        let difference = try Tool.run(
            "bash",
            [
                "-c",
                "compare -fuzz 12% -metric AE \(folder.path("out/EPUB/img"))/*.jpg \(folder.path("expected.png")) null: 2>&1 || true",
            ]
        )
        #expect(difference == "0")
    }

    @Test(
        arguments: [
            (Array("\0\0\0\u{18}ftypheic\0\0\0\0".utf8), true, "broken"),
            (Array("II*\0junk".utf8), true, "broken"),
            (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), true, "broken"),
            (Array("II*\0junk".utf8), false, "no program"),
        ]
    )
    func aBrokenPictureIsABoxAndALineOfTheReport(_ bytes: [UInt8], _ hasDecoder: Bool, _ reason: String)
        throws
    {
        let folder = try TemporaryFolder()
        let source = try source(bytes, folder)
        let report = try EPUBFixture.book(source, in: folder) {
            if hasDecoder { $0.decoderPath = BuiltProgram.path("journal-decode") }
        }
        #expect(report.broken.count == 1)
        #expect(report.broken.first?.reason.contains(reason) == true)
        #expect(
            try EPUBFixture.member("EPUB/text/2025-01.xhtml", in: folder).contains(
                "Photo: could not be shown"
            )
        )
    }

    @Test func theDecoderOpensNoSocketAndStartsNoProgram() throws {
        guard Tool.exists("strace") else { return }
        let folder = try TemporaryFolder()
        try folder.write("a.heic", try SampleMedia.picture("heic", in: folder))
        let trace = try Tool.run(
            "bash",
            [
                "-c",
                "strace -f -e trace=socket,connect,execve,fork,vfork \(BuiltProgram.path("journal-decode")) picture < \(folder.path("a.heic")) 2>&1 >/dev/null",
            ]
        )
        #expect(trace.split(separator: "\n").count { $0.contains("(") } == 1)  // its own execve
    }
}
