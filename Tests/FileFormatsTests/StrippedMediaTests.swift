import Foundation
import TestSupport
import Testing

@testable import FileFormats

@Suite struct StrippedMediaTests {
    private func stripped(_ bytes: [UInt8], _ folder: TemporaryFolder) throws -> (
        media: StrippedMedia, bytes: [UInt8]
    ) {
        try folder.write("in", bytes)
        let media = try StrippedMedia.of(folder.path("in"))
        var output: [UInt8] = []
        try media.recipe.read { output += $0 }
        #expect(Int64(output.count) == media.recipe.byteCount)
        return (media, output)
    }

    private func facts(_ bytes: [UInt8], _ name: String, _ folder: TemporaryFolder) throws -> String {
        try folder.write(name, bytes)
        return try Tool.run(
            "exiftool",
            [
                "-q", "-ee3", "-s", "-G1", "-GPS*", "-Location*", "-Make", "-XMP:all", "-Comment", "-Title",
                "-Author", folder.path(name),
            ]
        )
    }

    @Test(arguments: ["jpg", "png", "gif"])
    func picturesLoseTheirFactsAndKeepTheirPixels(_ format: String) throws {
        let folder = try TemporaryFolder()
        let plain = try SampleMedia.picture(format, in: folder)
        let more = format == "gif" ? [] : ["-XMP:Creator=Ana", "-Comment=here"]
        let located =
            format == "gif"
            ? try SampleMedia.commented(plain, "gif", in: folder)
            : try SampleMedia.located(plain, format, in: folder, more: more)
        #expect(try facts(located, "before." + format, folder) != "")
        let (media, bytes) = try stripped(located + Array("MotionPhoto".utf8), folder)
        #expect(media.pixelWidth == 64 && media.pixelHeight == 48)
        #expect(try facts(bytes, "after." + format, folder) == "")
        #expect(!String(decoding: bytes, as: UTF8.self).contains("MotionPhoto"))
        try folder.write("plain." + format, plain)
        let difference = try Tool.run(
            "bash",
            [
                "-c",
                "compare -metric AE \(folder.path("plain." + format)) \(folder.path("after." + format)) null: 2>&1",
            ]
        )
        #expect(difference.trimmingCharacters(in: .whitespacesAndNewlines) == "0")
    }

    @Test func theOrientationIsReadAndCanBeKeptAlone() throws {
        let folder = try TemporaryFolder()
        let turned = try SampleMedia.located(
            SampleMedia.picture("jpg", in: folder),
            "jpg",
            in: folder,
            more: ["-n", "-Orientation=6"]
        )
        let (media, bytes) = try stripped(turned, folder)
        #expect(media.orientation == 6)
        #expect(try facts(bytes, "a.jpg", folder) == "")
        var kept: [UInt8] = []
        try media.recipeWithOrientation.read { kept += $0 }
        try folder.write("kept.jpg", kept)
        #expect(
            try Tool.run("exiftool", ["-s3", "-n", "-Orientation", "-GPS*", folder.path("kept.jpg")]) == "6\n"
        )
    }

    @Test(arguments: ["mp4", "mov", "m4a"])
    func filmsAndRecordingsLoseTheirFactsAndKeepTheirStreams(_ format: String) throws {
        let folder = try TemporaryFolder()
        let plain = try SampleMedia.recording(format, in: folder)
        let located = try SampleMedia.located(
            plain,
            format,
            in: folder,
            more: [
                "-Keys:GPSCoordinates=52.5 13.4 30", "-UserData:GPSCoordinates=52.5 13.4 30",
                "-ItemList:Title=secret", "-XMP:GPSLatitude=52.5",
            ]
        )
        #expect(try facts(located, "before." + format, folder).contains("GPS"))
        let (_, bytes) = try stripped(located, folder)
        #expect(bytes.count == located.count)
        #expect(try facts(bytes, "after." + format, folder) == "")
        func streams(_ name: String) throws -> String {
            try Tool.run("ffmpeg", ["-v", "error", "-i", folder.path(name), "-f", "streamhash", "-"])
        }
        #expect(try streams("after." + format) == streams("before." + format))
    }

    @Test(
        "Broken files are refused or cut, never a crash",
        arguments: ["jpg", "png", "gif", "mp4"]
    )
    func brokenFilesDoNoHarm(_ format: String) throws {
        let folder = try TemporaryFolder()
        let whole =
            format == "mp4"
            ? try SampleMedia.recording("mp4", in: folder) : try SampleMedia.picture(format, in: folder)
        var state: UInt64 = 7
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        for round in 0..<300 {
            var bytes = round % 2 == 0 ? Array(whole.prefix(random(whole.count))) : whole
            for _ in 0..<8 where bytes.count > 16 {
                bytes[12 + random(bytes.count - 12)] = UInt8(random(256))
            }
            try folder.write("in", bytes)
            if let media = try? StrippedMedia.of(folder.path("in")) { try media.recipe.read { _ in } }
        }
    }
}
