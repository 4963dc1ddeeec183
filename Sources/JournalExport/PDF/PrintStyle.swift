import JournalModel
import Typesetting

/// Everything that decides how a book's text is set on paper.
struct PrintStyle {
    let numbers: PrintNumbers
    let paper: PrintNumbers.Paper
    let strings: BookStrings
    /// BCP 47 tag of the book's own words.
    let language: String
    /// What Chinese characters alone count as.
    let ideographic: String
    let isPlain: Bool

    /// Language and direction of a text: what its letters show, else the book's.
    func language(of text: String) -> (tag: String, isForeign: Bool, isRightToLeft: Bool) {
        let counts = ScriptCounts(text)
        let own = language.split(separator: "-").first.map(String.init) ?? language
        let found = counts.language(ideographic: ideographic)
        let isForeign = found != nil && found != own
        let direction = counts.isRightToLeft ?? isRightToLeft(language: found ?? language)
        return (isForeign ? found ?? language : language, isForeign, direction)
    }

    /// Background of marked text.
    var markColor: Color? {
        numbers.markComponents.map { Color(red: $0.red, green: $0.green, blue: $0.blue) }
    }

    /// Leading of running text: scripts with tall letters or dense ones need more room between lines.
    private func leading(_ tag: String) -> Double {
        let leading =
            switch tag.prefix(2) {
            case "ja", "zh", "ko": paper.leading * 1.22
            case "ar", "fa", "ur": paper.bodySize * numbers.text.arabicScale * numbers.text.arabicLeading
            case "he", "yi": paper.leading * 1.26
            case "hi", "bn", "ta", "te", "ml", "th", "my", "km": paper.leading * 1.14
            default: paper.leading
            }
        return (leading * 2).rounded() / 2
    }

    /// The style of running text.
    func body(
        _ text: String,
        indent: Double = 0,
        alignment: Alignment = .justified
    ) -> (style: ParagraphStyle, language: String?) {
        let (tag, isForeign, isRightToLeft) = language(of: text)
        let style = ParagraphStyle(
            size: paper.bodySize,
            leading: leading(tag),
            alignment: isPlain && alignment == .justified ? .start : alignment,
            firstLineIndent: indent,
            language: tag,
            isRightToLeft: isRightToLeft
        )
        return (style, isForeign ? tag : nil)
    }

    /// The style of a line of the template: heading, meta, caption.
    func line(_ line: PrintNumbers.Line, _ text: String, alignment: Alignment = .start)
        -> (style: ParagraphStyle, language: String?)
    {
        let (tag, isForeign, isRightToLeft) = language(of: text)
        let style = ParagraphStyle(
            size: line.size,
            leading: (line.leading * (tag.hasPrefix("ar") || tag.hasPrefix("fa") ? 1.2 : 1) * 2).rounded()
                / 2,
            alignment: alignment,
            language: tag,
            isHyphenated: false,
            isRightToLeft: isRightToLeft
        )
        return (style, isForeign ? tag : nil)
    }
}
