import Foundation
import JournalModel
import TestSupport
import Testing

@testable import JournalExport

/// What a book says about its accessibility (EPUB Accessibility 1.1, section 2), which must hold for that book.
@Suite struct AccessibilityTests {
    enum Content: String, CaseIterable, Sendable {
        case text
        case photo
        case recording
        case film
    }

    private func book(_ content: Content, _ folder: TemporaryFolder) throws -> String {
        let source = FixtureSource([.fixture(1, title: "One", "# A\n\n### B\n\n| a | b |\n|-|-|\n| 1 | 2 |")])
        let id = source.entries[0].id
        switch content {
        case .text: break
        case .photo:
            let bytes = try SampleMedia.picture("jpg", in: folder)
            source.entries[0].attachments = [
                try source.attach(bytes, to: id, mediaType: "image/jpeg", in: folder)
            ]
        case .recording:
            let bytes = try SampleMedia.recording("m4a", in: folder)
            source.entries[0].attachments = [
                try source.attach(bytes, to: id, kind: .audio, mediaType: "audio/mp4", in: folder)
            ]
        case .film:
            let bytes = try SampleMedia.recording("mp4", in: folder)
            source.entries[0].attachments = [
                try source.attach(bytes, to: id, kind: .video, mediaType: "video/mp4", in: folder)
            ]
        }
        try EPUBFixture.book(source, in: folder)
        return try EPUBFixture.member("EPUB/package.opf", in: folder)
    }

    private func values(_ property: String, in package: String) -> [String] {
        package.components(separatedBy: "<meta property=\"schema:\(property)\">").dropFirst()
            .map { String($0.prefix { $0 != "<" }) }
    }

    @Test(arguments: Content.allCases)
    func thePackageSaysWhatHolds(_ content: Content) throws {
        let folder = try TemporaryFolder()
        let package = try book(content, folder)
        let expected: (modes: [String], sufficient: [String], alternative: Bool, hazard: String) =
            switch content {
            case .text: (["textual"], ["textual"], false, "none")
            case .photo: (["textual", "visual"], ["textual"], true, "none")
            case .recording: (["textual", "auditory"], [], false, "none")
            case .film: (["textual", "visual", "auditory"], [], false, "unknown")
            }
        #expect(values("accessMode", in: package) == expected.modes)
        #expect(values("accessModeSufficient", in: package) == expected.sufficient)
        let features = ["tableOfContents", "readingOrder", "structuralNavigation", "displayTransformability"]
        #expect(
            values("accessibilityFeature", in: package)
                == features + (expected.alternative ? ["alternativeText"] : [])
        )
        #expect(values("accessibilityHazard", in: package) == [expected.hazard])
        #expect(values("accessibilitySummary", in: package).first?.contains("headings and contents") == true)
        #expect(!package.contains("pageNavigation"))
        #expect(package.contains("xml:lang=\"en\""))
    }

    @Test func everyPageKeepsItsOrder() throws {
        let folder = try TemporaryFolder()
        _ = try book(.photo, folder)
        try Tool.run("unzip", ["-q", folder.path("book.epub"), "-d", folder.path("out")])
        let output = try Tool.run(
            "python3",
            [
                "-c",
                """
                import glob, sys, xml.etree.ElementTree as T
                X = "{http://www.w3.org/1999/xhtml}"
                pages = glob.glob(sys.argv[1] + "/EPUB/**/*.xhtml", recursive=True)
                for path in sorted(pages):
                    root = T.parse(path).getroot()
                    assert root.get("lang") and root.get("{http://www.w3.org/XML/1998/namespace}lang"), path
                    levels = [int(e.tag[-1]) for e in root.iter() if e.tag[:-1] == X + "h" and e.tag[-1].isdigit()]
                    assert levels.count(1) <= 1, (path, levels)
                    assert all(b - a <= 1 for a, b in zip(levels, levels[1:])), (path, levels)
                    for image in root.iter(X + "img"):
                        assert image.get("alt"), path
                    for table in root.iter(X + "table"):
                        assert list(table.iter(X + "th")), path
                print(len(pages))
                """, folder.path("out"),
            ]
        )
        #expect(try #require(Int(output.trimmingCharacters(in: .whitespacesAndNewlines))) >= 5)
    }
}
