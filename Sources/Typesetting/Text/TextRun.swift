/// Red, green and blue, 0...1, in sRGB.
package struct Color: Hashable, Sendable {
    package var red, green, blue: Double

    package init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// 0 is black, 1 white.
    package init(gray: Double) { self.init(red: gray, green: gray, blue: gray) }

    package static let black = Color(gray: 0)
}

/// Text in one style inside a paragraph.
package struct TextRun: Sendable {
    package struct Decoration: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let underline = Decoration(rawValue: 1)
        package static let strike = Decoration(rawValue: 2)
    }

    /// A line feed in it breaks the line.
    package var text: String
    package var style: FontStyle
    /// Size in proportion to the paragraph's.
    package var scale: Double
    package var color: Color
    package var decoration: Decoration
    /// Fills the room behind the text, as of a marker pen; `nil` leaves it blank.
    package var background: Color?
    /// Index into the paragraph's list of links; `nil` outside links.
    package var link: Int?
    /// Added between all characters, thousandths of an em; for capitals in headings.
    package var tracking: Double

    package init(
        _ text: String,
        style: FontStyle = .regular,
        scale: Double = 1,
        color: Color = .black,
        decoration: Decoration = [],
        link: Int? = nil,
        tracking: Double = 0
    ) {
        self.text = text
        self.style = style
        self.scale = scale
        self.color = color
        self.decoration = decoration
        self.link = link
        self.tracking = tracking
    }
}

package enum Alignment: Equatable, Sendable { case justified, start, center, end }

/// How a paragraph is set; all lengths in points.
package struct ParagraphStyle: Sendable {
    package var size: Double
    package var leading: Double
    package var alignment: Alignment
    package var firstLineIndent: Double
    /// BCP 47; decides line breaks, regional letter forms and hyphenation.
    package var language: String
    package var isHyphenated: Bool
    /// Keeps every space, as in program text.
    package var preservesSpaces: Bool
    /// `nil` takes the direction of the first strong character.
    package var isRightToLeft: Bool?

    package init(
        size: Double,
        leading: Double,
        alignment: Alignment = .justified,
        firstLineIndent: Double = 0,
        language: String = "en",
        isHyphenated: Bool = true,
        preservesSpaces: Bool = false,
        isRightToLeft: Bool? = nil
    ) {
        self.size = size
        self.leading = leading
        self.alignment = alignment
        self.firstLineIndent = firstLineIndent
        self.language = language
        self.isHyphenated = isHyphenated
        self.preservesSpaces = preservesSpaces
        self.isRightToLeft = isRightToLeft
    }
}

/// One step of a paragraph before it is broken into lines, in points at the paragraph's size.
struct Item {
    enum Kind: UInt8 {
        /// A fragment.
        case box
        /// A space; goes away at the ends of lines.
        case space
        /// Room without a character, where a line may be broken.
        case gap
        /// A place where a word may be broken with a hyphen.
        case hyphen
        /// The end of a line as typed.
        case forced
    }

    var kind: Kind
    /// Embedding level (UAX #9); odd is right to left.
    var level: UInt8
    var mayBreak: Bool
    var run: Int16
    var fragment: Int32
    var width: Float
    var stretch: Float
    var shrink: Float
    /// Of a box: what may hang over at the end of a line.
    var hang: Float
}

/// A line of a set paragraph.
package struct Line {
    /// Items from `first` up to, not including, `end`; spaces at both ends are left out.
    var first: Int
    var end: Int
    /// Whether a hyphen is drawn at its end.
    var isHyphenated: Bool
    /// Part of each item's stretch (positive) or shrink (negative) to apply.
    var ratio: Double
    /// Set width, hanging parts left out.
    var width: Double
    var isFirst: Bool
    /// The last, or one that ends where the writer ended it.
    var isClosed: Bool
    /// Whether the writer's text has a space where the line was broken.
    var endsWithSpace = false
}

/// A paragraph broken into lines, ready to be drawn.
package struct SetParagraph {
    package let style: ParagraphStyle
    package let measure: Double
    package let isRightToLeft: Bool
    package internal(set) var lines: [Line]
    let runs: [TextRun]
    var items: [Item]

    /// Width of the widest line.
    package var naturalWidth: Double { lines.reduce(0) { max($0, $1.width) } }

    package var height: Double { Double(lines.count) * style.leading }
}
