import Bytes
import FileFormats
import Foundation
import JournalImport
import JournalModel
import TestSupport
import Testing

/// Every export in `SampleImports/` becomes what its `expected.json` says.
@Suite struct SampleImportTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../SampleImports"
    )
    .standardizedFileURL.path

    struct Sample: Sendable, CustomTestStringConvertible {
        let path: String
        var testDescription: String { (path as NSString).lastPathComponent }
        var expected: JSONValue {
            get throws {
                let folder = (path as NSString).deletingLastPathComponent
                return try JSONValue(parsing: Data(contentsOf: URL(filePath: folder + "/expected.json")))
            }
        }
    }

    static var samples: [Sample] {
        [
            "dayone-trip/dayone-trip.zip", "dayone-macos-rezip/dayone-macos-rezip.zip",
            "dayone-android/dayone-android.zip", "dayone-minimal/Notes from the weir.json",
            "dayone-broken/dayone-broken.zip",
        ].map { Sample(path: folder + "/" + $0) }
    }

    @Test(arguments: samples)
    func aSampleBecomesWhatItShould(_ sample: Sample) throws {
        let expected = try sample.expected
        let result = try ImportResult(path: sample.path)
        #expect(Set(result.entries.map(\.id)).count == expected["entries"]?.int)
        #expect(result.failed.count == expected["failed"]?.int)
        #expect(result.skipped.count == expected["skipped"]?.int)
        #expect(result.entries.reduce(0) { $0 + $1.attachments.count } == expected["attachments"]?.int)
        #expect(Set(result.codes).sorted() == strings(expected["warnings"]))
        #expect(result.reconciles)
        for journal in result.inventory.journals {
            #expect(expected["journals"]?[journal.name]?.int == journal.found, "\(journal.name)")
        }
        let text = result.bodies.joined(separator: "\n")
        for script in ["en", "ja", "ar", "hi", "emoji"] {
            for word in strings(expected["words"]?[script]) { #expect(text.contains(word), "\(word)") }
        }
        #expect(!text.contains("dayone"))
        for item in result.items { for stream in item.media.values { #expect(try !stream.allBytes.isEmpty) } }
    }

    @Test func theMainSampleHasWordsOfEveryScript() throws {
        let expected = try #require(Self.samples.first).expected
        for script in ["en", "ja", "ar", "hi", "emoji"] {
            #expect(strings(expected["words"]?[script]).count >= 20)
        }
    }

    @Test func everyLinkBetweenEntriesOfTheMainSampleLeadsToOne() throws {
        let result = try ImportResult(path: #require(Self.samples.first).path)
        let ids = Set(result.entries.map(\.id.description))
        let links = result.bodies.flatMap {
            $0.split(separator: "(entry:").dropFirst().map { String($0.prefix(36)) }
        }
        #expect(links.count >= 6)
        #expect(links.allSatisfy(ids.contains))
    }

    private func strings(_ value: JSONValue?) -> [String] {
        guard case .array(let elements)? = value else { return [] }
        return elements.compactMap(\.string)
    }
}

/// The samples' media are real files: what their headers say is what the export says.
@Suite struct SampleMediaTests {
    @Test(arguments: SampleImportTests.samples.prefix(1))
    func headersAgreeWithTheExport(_ sample: SampleImportTests.Sample) throws {
        let folder = try TemporaryFolder()
        var types: Set<String> = []
        for item in try ImportResult(path: sample.path).items {
            for attachment in item.entry.attachments {
                let stream = try #require(item.media[attachment.id])
                try folder.write("medium", stream.allBytes)
                let probe = try #require(try MediaProbe.read(folder.path("medium")))
                types.insert(probe.type.name)
                #expect(probe.type.name == attachment.mediaType)
                #expect(
                    probe.pixelWidth == attachment.pixelWidth && probe.pixelHeight == attachment.pixelHeight
                )
                if attachment.kind == .video {
                    #expect(probe.durationSeconds.map { abs($0 - 2) < 0.2 } == true)
                }
                if attachment.kind == .audio { #expect((probe.durationSeconds ?? 0) > 3) }
            }
        }
        #expect(
            types == ["image/jpeg", "image/png", "image/heic", "video/mp4", "audio/mp4", "application/pdf"]
        )
    }
}
