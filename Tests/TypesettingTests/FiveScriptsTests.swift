import Foundation
import TestSupport
import Testing
import Typesetting

/// One page in five scripts, judged by poppler and qpdf.
struct FiveScriptsTests {
    static let english = """
        The office was affably difficult to find; we sat on the ferry's upper deck until the fog lifted, \
        and then — quite suddenly — the whole bay was there. “Fine,” she said, “we'll stay until the coffee runs out.”
        """
    static let japanese = "朝、窓を開けると雪が積もっていた。「今日は仕事を休もう」と思い、近所の喫茶店まで歩いた。東京タワーは霧の中。"
    static let arabic =
        "استيقظت باكرا هذا الصباح وشربت القهوة على الشرفة، ثم كتبت رسالة طويلة إلى صديقي في القاهرة."
    static let hindi = "आज सुबह बारिश हुई और हम सबने मिलकर चाय पी। शाम को पुराने मित्र से मुलाकात हुई।"
    static let emoji = ["👨‍👩‍👧‍👦", "🇯🇵", "❤️", "1️⃣", "👍🏽", "😀", "🏳️‍🌈", "🧑🏿‍🚀"]

    static func write(to path: String) throws {
        let library = try FontLibrary()
        let typesetter = Typesetter(library: library)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        let document = PDFDocument(
            descriptor: descriptor,
            path: path,
            info: DocumentInfo(title: "Five scripts", author: "A. Writer", date: "2025-01-03T18:20:00+09:00"),
            typesetter: typesetter
        )
        let page = document.beginPage(width: 419.5, height: 595.3)
        var baseline = 500.0
        let texts = [
            (english, "en"), (japanese, "ja"), (arabic, "ar"), (hindi, "hi"),
            ("Emoji " + emoji.joined(separator: " ") + " and the end.", "en"),
        ]
        for (text, language) in texts {
            let style = ParagraphStyle(size: 10.25, leading: 16, firstLineIndent: 12, language: language)
            let paragraph = typesetter.set([TextRun(text)], style, measure: 311)
            let element = document.open(.paragraph, in: document.root)
            element.language = language
            try document.draw(
                paragraph,
                lines: 0..<paragraph.lines.count,
                on: page,
                x: 54,
                baseline: baseline,
                element: element
            )
            try document.close(element)
            baseline -= paragraph.height + 8
        }
        document.addOutline(level: 0, title: "Five scripts", page: page, top: 520)
        document.addDestination("top", page: page, top: 520)
        try document.finish(page)
        _ = try document.finish()
    }

    @Test func everyWordIsFound() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("five.pdf")
        try Self.write(to: path)
        try Tool.run("qpdf", ["--check", path])
        let text = try Tool.run("pdftotext", ["-enc", "UTF-8", path, "-"])
        for sequence in Self.emoji { #expect(text.contains(sequence), "\(sequence)") }
    }
}
