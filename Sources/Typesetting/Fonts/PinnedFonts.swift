/// A font file by name, with the size it is set at beside Latin text.
struct PinnedFont: Hashable {
    /// File name inside one of the font folders.
    var file: String
    /// The bold file, where there is one.
    var boldFile: String?
    /// Number of the font in a collection, counted from 0.
    var index: UInt32 = 0
    /// Size in proportion to the Latin text around it, so that both look equally large.
    var scale: Double = 1
}

/// The fonts of a book, by script and language.
///
/// A fixed list, so that a book looks the same wherever it is made; what a machine's font settings
/// would pick plays no part. File names are those of Debian's `fonts-noto-core`, `fonts-noto-cjk` and
/// `fonts-noto-color-emoji`.
enum PinnedFonts {
    static let folders = ["/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto"]

    static func primary(_ style: FontStyle) -> String {
        switch (style.family, style.isBold, style.isItalic) {
        case (.serif, false, false): "NotoSerif-Regular.ttf"
        case (.serif, true, false): "NotoSerif-Bold.ttf"
        case (.serif, false, true): "NotoSerif-Italic.ttf"
        case (.serif, true, true): "NotoSerif-BoldItalic.ttf"
        case (.mono, false, _): "NotoSansMono-Regular.ttf"
        case (.mono, true, _): "NotoSansMono-Bold.ttf"
        }
    }

    static let emoji = "NotoColorEmoji.ttf"

    /// The regional form of Han characters that a language is written in (the order of fonts in the collection).
    static func han(_ language: String) -> PinnedFont {
        let tag = language.lowercased()
        let index: UInt32
        if tag.hasPrefix("zh-hk") || tag.hasPrefix("zh-mo") || tag.hasPrefix("yue") {
            index = 4
        } else if tag.hasPrefix("zh-tw") || tag.hasPrefix("zh-hant") {
            index = 3
        } else if tag.hasPrefix("zh") {
            index = 2
        } else if tag.hasPrefix("ko") {
            index = 1
        } else {
            index = 0
        }
        return PinnedFont(
            file: "NotoSerifCJK-Regular.ttc",
            boldFile: "NotoSerifCJK-Bold.ttc",
            index: index
        )
    }

    /// By ISO 15924 script code.
    static let byScript: [String: PinnedFont] = {
        var fonts: [String: PinnedFont] = [
            "Arab": PinnedFont(
                file: "NotoNaskhArabic-Regular.ttf",
                boldFile: "NotoNaskhArabic-Bold.ttf"
            ),
            "Deva": PinnedFont(
                file: "NotoSerifDevanagari-Regular.ttf",
                boldFile: "NotoSerifDevanagari-Bold.ttf"
            ),
            "Tibt": PinnedFont(file: "NotoSerifTibetan-Regular.ttf", boldFile: "NotoSerifTibetan-Bold.ttf"),
        ]
        let serif = [
            "Armn": "Armenian", "Beng": "Bengali", "Ethi": "Ethiopic", "Geor": "Georgian", "Gujr": "Gujarati",
            "Guru": "Gurmukhi", "Hebr": "Hebrew", "Khmr": "Khmer", "Knda": "Kannada", "Laoo": "Lao",
            "Mlym": "Malayalam", "Mymr": "Myanmar", "Sinh": "Sinhala", "Taml": "Tamil", "Telu": "Telugu",
            "Thai": "Thai",
        ]
        for (script, name) in serif {
            fonts[script] = PinnedFont(
                file: "NotoSerif\(name)-Regular.ttf",
                boldFile: "NotoSerif\(name)-Bold.ttf"
            )
        }
        let sans = [
            "Adlm": "Adlam", "Bali": "Balinese", "Cans": "CanadianAboriginal", "Cher": "Cherokee",
            "Copt": "Coptic", "Goth": "Gothic", "Java": "Javanese", "Mong": "Mongolian", "Nkoo": "NKo",
            "Olck": "OlChiki", "Orya": "Oriya", "Runr": "Runic", "Syrc": "Syriac", "Tfng": "Tifinagh",
            "Thaa": "Thaana", "Yiii": "Yi", "Vaii": "Vai", "Phag": "PhagsPa", "Egyp": "EgyptianHieroglyphs",
        ]
        for (script, name) in sans {
            fonts[script] = PinnedFont(
                file: "NotoSans\(name)-Regular.ttf",
                boldFile: "NotoSans\(name)-Bold.ttf"
            )
        }
        return fonts
    }()

    /// Asked in this order for what the primary font and the script's own font lack.
    static let lastResorts = [
        PinnedFont(file: "NotoSansSymbols-Regular.ttf", boldFile: "NotoSansSymbols-Bold.ttf"),
        PinnedFont(file: "NotoSansSymbols2-Regular.ttf"),
        PinnedFont(file: "NotoSansMath-Regular.ttf"),
        PinnedFont(file: "NotoMusic-Regular.ttf"),
        PinnedFont(file: "NotoSans-Regular.ttf", boldFile: "NotoSans-Bold.ttf"),
    ]
}
