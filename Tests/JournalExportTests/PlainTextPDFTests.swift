import Bytes
import Foundation
import JournalModel
import TestSupport
import Testing

@testable import JournalExport

/// What people mean by a PDF of plain text: found, copied, read aloud, opened anywhere, small.
///
/// Poppler is the judge. `PDFTests` holds the checks of words, emoji and links, `PDFPictureTests` that of
/// original picture bytes.
@Suite struct PlainTextPDFTests {
    private static let long =
        "Notwithstanding extraordinarily uncharacteristic circumstances, photographers "
        + "enthusiastically misunderstood international recommendations concerning unforgettable "
        + "neighbourhoods, incomprehensible conversations and straightforward administrative "
        + "responsibilities."

    private func book(_ text: String, _ folder: TemporaryFolder) throws -> String {
        try PDFFixture.book(FixtureSource([.fixture(1, title: "One", text)]), in: folder)
        return folder.path("book.pdf")
    }

    private func words(_ text: String) -> [String] {
        text.components(separatedBy: CharacterSet.whitespacesAndNewlines).filter { !$0.isEmpty }
    }

    /// Letters alone, so that where lines and words end does not matter.
    private func letters(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.precomposedStringWithCanonicalMapping.unicodeScalars.filter { scalar in
                    !scalar.properties.isWhitespace && scalar.value != 0xad
                        && !(0x200e...0x200f).contains(scalar.value)
                        && !(0x202a...0x202e).contains(scalar.value)
                        && !(0x2066...0x2069).contains(scalar.value)
                }
            )
        )
    }

    @Test func noLetterIsLostOrPrivate() throws {
        let folder = try TemporaryFolder()
        let text = try PDFFixture.text(book(EPUBFixture.tour + "\n\n" + PDFFixture.hindi, folder))
        #expect(!text.unicodeScalars.contains { $0 == "\u{fffd}" || (0xe000...0xf8ff).contains($0.value) })
    }

    @Test func everyFontIsEmbeddedInPartAndReadable() throws {
        let folder = try TemporaryFolder()
        let path = try book([PDFFixture.english, PDFFixture.japanese, "😀"].joined(separator: "\n\n"), folder)
        let fonts = try Tool.run("pdffonts", [path]).split(separator: "\n").dropFirst(2)
        #expect(fonts.count >= 3)
        for font in fonts {
            let columns = font.split(separator: " ").suffix(5).prefix(3)
            #expect(columns.first == "yes" && columns.last == "yes", "\(font)")
            #expect(font.contains("Type 3") || columns.dropFirst().first == "yes", "\(font)")
        }
    }

    @Test func aBookOfWordsHoldsNoPicture() throws {
        let folder = try TemporaryFolder()
        let list = try Tool.run("pdfimages", ["-list", book(PDFFixture.english, folder)])
        #expect(list.split(separator: "\n").count <= 2)
    }

    @Test func theStructureGivesTheTextInReadingOrder() throws {
        let folder = try TemporaryFolder()
        let parts = [
            Self.long, PDFFixture.hindi, PDFFixture.japanese, PDFFixture.arabic, PDFFixture.english,
        ]
        let tree = try Tool.run(
            "pdfinfo",
            ["-struct-text", book(parts.joined(separator: "\n\n"), folder)]
        )
        // The text stands in quotation marks, a line of the tree for each line of the page.
        var spoken = ""
        for line in tree.split(separator: "\n") {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("\""), text.hasSuffix("\"") { spoken += text.dropFirst().dropLast() }
        }
        let found = letters(spoken)
        var rest = found[...]
        for part in parts {
            let place = try #require(rest.range(of: letters(part)), "\(part.prefix(20)) in \(found)")
            rest = rest[place.upperBound...]
        }
    }

    @Test func justifiedLinesHaveSingleSpaces() throws {
        let folder = try TemporaryFolder()
        let text = try Tool.run("pdftotext", ["-raw", book(PDFFixture.english, folder), "-"])
        let start = try #require(text.range(of: "The office"))
        #expect(!text[start.lowerBound...].prefix(300).contains("  "))
        for word in ["office", "affably", "difficult", "“Fine,”"] { #expect(text.contains(word), "\(word)") }
    }

    @Test func hyphenatedWordsJoinAgain() throws {
        let folder = try TemporaryFolder()
        let text = Array(repeating: Self.long, count: 6).joined(separator: " ")
        let path = try book(text, folder)
        let raw = try Tool.run("pdftotext", [path, "-"])
        // A soft hyphen ends a line only where a word is broken; a search engine drops it.
        let breaks = raw.components(separatedBy: "\u{ad}\n").count - 1
        #expect(breaks >= 3)
        #expect(!raw.contains("-\n"))
        let joined = words(try PDFFixture.text(path)).joined(separator: " ")
        #expect(joined.contains(words(text).joined(separator: " ").prefix(600)))
    }

    /// Twenty days of a journal as people keep it: no paragraph twice, a photo every fourth day.
    @Test func theFileIsSmall() throws {
        let folder = try TemporaryFolder()
        let words = (PDFFixture.english + " " + Self.long).split(separator: " ").map(String.init)
        // Another stride through the words for every paragraph, so that no two follow one another in the same way.
        let texts = (0..<20).map { day in
            (0..<4).map { part in
                (0..<60).map { words[($0 * (8 * day + 2 * part + 3) + day) % words.count] }.joined(
                    separator: " "
                )
            }.joined(separator: "\n\n")
        }
        let source = FixtureSource(
            texts.enumerated().map { .fixture($0.offset + 1, title: "Day \($0.offset)", $0.element) }
        )
        var photos = 0
        for index in stride(from: 0, to: 20, by: 4) {
            let photo = try SampleMedia.picture("jpg", in: folder, size: "\(800 + index)x600")
            photos += photo.count
            source.entries[index].attachments = [
                try source.attach(photo, to: source.entries[index].id, mediaType: "image/jpeg", in: folder)
            ]
        }
        try PDFFixture.book(source, in: folder)
        let fonts = try fontBytes(folder.path("book.pdf"))
        #expect(fonts > 1000)
        let text = Deflate().deflated(Array(texts.joined(separator: "\n\n").utf8)).count
        let size = try folder.read("book.pdf").count
        #expect(
            size <= 2 * (text + fonts + photos),
            "\(size): text \(text), fonts \(fonts), photos \(photos)"
        )
    }

    /// Bytes of the font programs as they lie in the file.
    private func fontBytes(_ path: String) throws -> Int {
        let script = """
            import re, subprocess, sys
            data = subprocess.run(["qpdf", "--qdf", "--object-streams=disable", "--stream-data=preserve",
                                   sys.argv[1], "-"], capture_output=True).stdout
            wanted = set(re.findall(rb"/FontFile[23]? (\\d+) 0 R", data))
            total = 0
            for number in wanted:
                at = data.index(b"\\n" + number + b" 0 obj")
                reference = re.search(rb"/Length (\\d+)( 0 R)?", data[at:at + 500])
                length = reference.group(1)
                if reference.group(2):
                    found = data.index(b"\\n" + length + b" 0 obj")
                    length = data[found:].split(b"obj", 1)[1].split()[0]
                total += int(length)
            print(total)
            """
        return try #require(
            Int(
                try Tool.run("python3", ["-c", script, path]).trimmingCharacters(in: .whitespacesAndNewlines)
            )
        )
    }

    @Test func aJapaneseWordIsFoundAcrossALineBreak() throws {
        let folder = try TemporaryFolder()
        let path = try book(String(repeating: PDFFixture.japanese, count: 6), folder)
        let raw = try Tool.run("pdftotext", [path, "-"])
        let broken = raw.split(separator: "\n").filter { line in
            line.unicodeScalars.contains { (0x3041...0x9fff).contains($0.value) }
        }
        #expect(broken.count > 8)
        // No space comes between two lines of a paragraph, so the letters meet again.
        let joined = raw.replacing("\n", with: "")
        #expect(joined.components(separatedBy: "近所の喫茶店まで歩いた").count == 7)
        #expect(joined.components(separatedBy: "東京タワーは霧の中で").count == 7)
    }

    @Test func itHoldsNoScriptAndNothingOfTheMachine() throws {
        let folder = try TemporaryFolder()
        let path = try book(PDFFixture.english, folder)
        let plain = try Tool.run(
            "bash",
            ["-c", "qpdf --qdf --object-streams=disable '\(path)' - | LC_ALL=C tr -cd '[:print:]\\n'"]
        )
        for word in ["/JavaScript", "/JS ", "/Launch", "/SubmitForm", "/ImportData", "/GoToR", "/Author"] {
            #expect(!plain.contains(word), "\(word)")
        }
        let host = ProcessInfo.processInfo.hostName
        if host.utf8.count > 3, host != "localhost" { #expect(!plain.contains(host)) }
        #expect(!plain.contains(folder.path))
    }
}
