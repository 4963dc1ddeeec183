import Foundation
import JournalModel
import TestSupport
import Testing

@testable import JournalExport

@Suite struct DataExportTests {
    private func source(_ folder: TemporaryFolder) throws -> FixtureSource {
        let source = FixtureSource([
            .fixture(
                2,
                at: "2025-01-03T20:00:00Z",
                title: "CON",
                "see [first](entry:\(Entry.fixture(1, "").id))"
            ),
            .fixture(1, title: "Über/uns: 日記 \"x\"", "Line one\nline two\n\n- [x] done\n\n> quoted"),
        ])
        let photo = try source.attach(
            [1, 2, 3],
            to: source.entries[1].id,
            mediaType: "image/jpeg",
            name: "a.xyz",
            in: folder
        )
        source.entries[1].attachments = [photo]
        source.entries[1].body += "\n\n![Cap](attachment:\(photo.id))"
        source.entries[1].place = Place()
        source.entries[1].place?.latitude = 52.5
        source.entries[1].place?.name = "Home"
        source.raw[source.entries[1].id] = Array("{\n \"a\" : [1.0e5,\"\\u00e4\"] }".utf8)
        return source
    }

    private func export(
        _ format: DataExporter.Format,
        _ folder: TemporaryFolder,
        _ destination: DataDestination,
        change: (inout BookOptions) -> Void = { _ in }
    ) throws -> ExportReport {
        var options = BookOptions()
        change(&options)
        return try DataExporter(format, options: options).write(source(folder), to: destination)
    }

    @Test func linesOfJSONAreOrderedAndReadableByOthers() throws {
        let folder = try TemporaryFolder()
        let report = try export(.jsonl, folder, .file(path: folder.path("a.jsonl")))
        #expect(report.attachmentsLeftOut == 1)
        #expect(report.entries == 2)
        let output = try Tool.run(
            "python3",
            [
                "-c",
                """
                import json, sys
                for line in open(sys.argv[1], encoding='utf-8'):
                    e = json.loads(line)
                    assert len(e) == 25, len(e)
                    print(e['schema'], e['title'], e['happened']['at'], e['raw'], (e['place'] or {}).get('latitude'), e['attachments'] and e['attachments'][0]['missing'])
                """, folder.path("a.jsonl"),
            ]
        )
        #expect(
            output == """
                journal.entry/1 Über/uns: 日記 "x" 2025-01-03T18:05:00.000+00:00 {'a': [100000.0, 'ä']} 52.5 False
                journal.entry/1 CON 2025-01-03T20:00:00.000+00:00 None None []

                """
        )
    }

    @Test func placesCanBeLeftOut() throws {
        let folder = try TemporaryFolder()
        for format in DataExporter.Format.allCases {
            let path = folder.path("a." + format.rawValue)
            _ = try export(format, folder, .file(path: path)) { $0.redactsPlaces = true }
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(!text.contains("Home") && !text.contains("52.5") && !text.contains("1.0e5"))
        }
    }

    /// A photo, a film and a photo of a kind that only a decoder can clean, all with a location.
    private func locatedSource(_ folder: TemporaryFolder) throws -> FixtureSource {
        let source = FixtureSource([.fixture(1, "A walk.")])
        for (order, format) in ["jpg", "png", "mp4", "heic"].enumerated() {
            let isFilm = format == "mp4"
            let plain =
                isFilm
                ? try SampleMedia.recording(format, in: folder) : try SampleMedia.picture(format, in: folder)
            let attachment = try source.attach(
                SampleMedia.located(plain, format, in: folder),
                to: source.entries[0].id,
                kind: isFilm ? .video : .photo,
                mediaType: isFilm ? "video/mp4" : "image/" + format,
                order: order,
                in: folder
            )
            source.entries[0].attachments.append(attachment)
        }
        return source
    }

    @Test(arguments: [DataExporter.Format.markdown, .json, .jsonl])
    func theLocationOfMediaCanBeLeftOut(_ format: DataExporter.Format) throws {
        let folder = try TemporaryFolder()
        let source = try locatedSource(folder)
        func media(_ name: String, _ change: (inout BookOptions) -> Void) throws -> (
            report: ExportReport, location: String
        ) {
            var options = BookOptions()
            change(&options)
            let exporter = DataExporter(format, options: options)
            let report = try exporter.write(source, to: .folder(path: folder.path(name)))
            let zipped = try exporter.write(source, to: .zip(path: folder.path(name + ".zip")))
            #expect(zipped.attachments == report.attachments)
            try Tool.run("unzip", ["-q", folder.path(name + ".zip"), "-d", folder.path(name + "-zip")])
            try Tool.run("diff", ["-r", folder.path(name), folder.path(name + "-zip")])
            let location = try Tool.run(
                "exiftool",
                ["-q", "-r", "-S", "-GPSLatitude", "-Make", folder.path(name + "/media")]
            )
            return (report, location)
        }
        let kept = try media("kept") { _ in }
        #expect(kept.report.attachments == 4)
        #expect(kept.location.components(separatedBy: "GPSLatitude").count == 5)
        for attachment in source.entries[0].attachments {
            let sha256 = try #require(attachment.sha256)
            let name = try #require(
                try FileManager.default.contentsOfDirectory(atPath: folder.path("kept/media")).first {
                    $0.hasPrefix(sha256.prefix(16))
                }
            )
            #expect(try folder.read("kept/media/" + name) == folder.read("media/" + sha256))
        }
        let decoder = BuiltProgram.path("journal-decode")
        let stripped = try media("stripped") {
            $0.keepsLocation = false
            $0.decoderPath = decoder
        }
        #expect(stripped.report.attachments == 4 && stripped.report.broken.isEmpty)
        #expect(stripped.location == "")
        let redacted = try media("redacted") {
            $0.redactsPlaces = true
            $0.keepsLocation = true
            $0.decoderPath = decoder
        }
        #expect(redacted.report.attachments == 4)
        #expect(redacted.location == "")
        // Without a decoder the HEIC picture cannot be cleaned, so it stays behind.
        let bare = try media("bare") { $0.keepsLocation = false }
        #expect(bare.report.attachments == 3)
        #expect(bare.report.broken.map(\.reason) == ["no program to decode heif pictures is installed"])
        #expect(bare.location == "")
    }

    @Test(arguments: DataExporter.Format.allCases)
    func aSingleFileIsTheSameWithOrWithoutLocationsInMedia(_ format: DataExporter.Format) throws {
        let folder = try TemporaryFolder()
        _ = try export(format, folder, .file(path: folder.path("kept")))
        let report = try export(format, folder, .file(path: folder.path("stripped"))) {
            $0.keepsLocation = false
        }
        #expect(report.attachmentsLeftOut == 1)
        #expect(try folder.read("kept") == folder.read("stripped"))
    }

    @Test func aZipOfJSONHasTheMediaByteForByte() throws {
        let folder = try TemporaryFolder()
        let report = try export(.json, folder, .zip(path: folder.path("a.zip")))
        #expect(report.attachments == 1)
        let output = try Tool.run(
            "python3",
            [
                "-c",
                """
                import json, sys, zipfile
                z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
                d = json.loads(z.read('journal.json'))
                print(d['schema'], len(d['entries']), d['next'], z.read(z.namelist()[1]), z.namelist()[1][-4:])
                """, folder.path("a.zip"),
            ]
        )
        #expect(output == "journal.entries/1 2 None b'\\x01\\x02\\x03' .xyz\n")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.zip", "media"]
        )
    }

    @Test func aFolderOfMarkdownHasAFileForEachEntryAndWorkingLinks() throws {
        let folder = try TemporaryFolder()
        _ = try export(.markdown, folder, .folder(path: folder.path("out")))
        let first = String(decoding: try folder.read("out/2025/2025-01-03-Über-uns-日記-x.md"), as: UTF8.self)
        #expect(first.contains("title: \"Über/uns: 日記 \\\"x\\\"\"\n"))
        #expect(first.contains("Line one\nline two\n"))
        #expect(first.contains("![Cap](../media/039058c6f2c0cb49.xyz)"))
        let second = String(decoding: try folder.read("out/2025/2025-01-03-CON_.md"), as: UTF8.self)
        #expect(second.contains("[first](../2025/2025-01-03-Über-uns-日記-x.md)"))
        #expect(try folder.read("out/media/039058c6f2c0cb49.xyz") == Data([1, 2, 3]))
        #expect(throws: ExportError.outputExists(path: folder.path("out"))) {
            try export(.markdown, folder, .folder(path: folder.path("out")))
        }
        _ = try export(.markdown, folder, .folder(path: folder.path("out"))) { $0.replacesOutput = true }
    }

    @Test func anExportThatIsStoppedLeavesNothingBehind() throws {
        struct Stop: Error {}
        let folder = try TemporaryFolder()
        let source = try source(folder)
        for destination in [
            DataDestination.folder(path: folder.path("out")), .zip(path: folder.path("a.zip")),
            .file(path: folder.path("a.json")),
        ] {
            for format in DataExporter.Format.allCases {
                #expect(throws: Stop.self) {
                    try DataExporter(format, options: BookOptions()).write(source, to: destination) {
                        done,
                        _ in
                        if done == 2 { throw Stop() }
                    }
                }
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["media"])
    }

    @Test func plainTextIsTheWordsAlone() throws {
        let folder = try TemporaryFolder()
        _ = try export(.text, folder, .file(path: folder.path("a.txt")))
        #expect(
            String(decoding: try folder.read("a.txt"), as: UTF8.self) == """
                2025-01-03 18:05, Home
                Über/uns: 日記 "x"

                Line one
                line two

                [x] done

                quoted

                Cap


                2025-01-03 20:00
                CON

                see first

                """
        )
    }

    @Test(
        arguments: [
            ("Hello, World!", "Hello-World"), ("../../etc/passwd", "etc-passwd"), ("", ""), ("...", ""),
            ("-x-", "x"),
            ("nul.txt", "nul.txt_"), ("e\u{301}té", "été"), ("📷 photo", "photo"),
            (String(repeating: "あ", count: 50), String(repeating: "あ", count: 26)),
            ("a\u{202e}b\0c", "a-b-c"),
        ]
    )
    func fileNamesAreSafe(_ text: String, _ name: String) {
        #expect(FileNames.slug(text) == name)
    }

    @Test func equalNamesGetNumbers() {
        var names = FileNames()
        #expect(names.unique("a", suffix: ".md") == "a.md")
        #expect(names.unique("A", suffix: ".md") == "A-2.md")
        #expect(names.unique("a", suffix: ".md") == "a-3.md")
    }
}
