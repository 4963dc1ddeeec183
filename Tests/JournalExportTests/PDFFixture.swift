import Foundation
import JournalModel
import TestSupport

@testable import JournalExport

/// PDF books made of fixtures for the tests of this folder.
enum PDFFixture {
    static let emoji = ["👨‍👩‍👧‍👦", "🇯🇵", "❤️", "1️⃣", "👍🏽", "😀", "🏳️‍🌈", "🧑🏿‍🚀", "#️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"]

    static let english = """
        The office was affably difficult to find; we sat on the ferry's upper deck until the fog lifted, and then the \
        whole bay was there. “Fine,” she said, “we'll stay until the coffee runs out, and afterwards walk home along \
        the canal.” An unbelievably extraordinary afternoon, notwithstanding the interminable photographs.
        """
    static let japanese = "朝、窓を開けると雪が積もっていた。「今日は仕事を休もう」と思い、近所の喫茶店まで歩いた。東京タワーは霧の中で、先だけが赤く光っていた。"
    static let arabic =
        "استيقظت باكرا هذا الصباح وشربت القهوة على الشرفة ثم كتبت رسالة طويلة إلى صديقي في القاهرة وكانت السماء صافية"
    static let hindi = "आज सुबह बारिश हुई और हम सबने मिलकर चाय पी। शाम को पुराने मित्र से मुलाकात हुई और देर तक बातें होती रहीं। इंद्रधनुष दिखा।"

    @discardableResult
    static func book(
        _ source: FixtureSource,
        in folder: TemporaryFolder,
        name: String = "book.pdf",
        change: (inout BookOptions) -> Void = { _ in }
    ) throws -> ExportReport {
        var options = BookOptions()
        change(&options)
        let exporter = PDFExporter(options: options, template: try Template(language: options.language))
        return try exporter.write(source, to: folder.path(name))
    }

    /// What poppler reads, soft hyphens and direction marks taken out, words broken at a line's end joined.
    static func text(_ path: String) throws -> String {
        let raw = try Tool.run("pdftotext", ["-enc", "UTF-8", path, "-"])
        var output = String.UnicodeScalarView()
        var skipsNewline = false
        for scalar in raw.unicodeScalars {
            switch scalar.value {
            case 0xad: skipsNewline = true
            case 0x0a where skipsNewline: skipsNewline = false
            case 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: continue
            default:
                skipsNewline = false
                output.append(scalar)
            }
        }
        return String(output).precomposedStringWithCanonicalMapping
    }

    /// Words of `text` that `found` lacks, both split at white space and common punctuation.
    static func missing(_ text: String, in found: String) -> [String] {
        let separators = CharacterSet.whitespacesAndNewlines.union(CharacterSet(charactersIn: "،.,;“”।؟"))
        let there = Set(found.components(separatedBy: separators))
        return text.precomposedStringWithCanonicalMapping.components(separatedBy: separators)
            .filter { !$0.isEmpty && !there.contains($0) }
    }
}
