/// A face within the book's one family, as text asks for it.
package struct FontStyle: Hashable, Sendable {
    package enum Family: UInt8, Sendable { case serif, mono }

    package var family: Family
    package var isBold: Bool
    package var isItalic: Bool

    package init(_ family: Family = .serif, bold: Bool = false, italic: Bool = false) {
        self.family = family
        isBold = bold
        isItalic = italic
    }

    package static let regular = FontStyle()
    package static let bold = FontStyle(bold: true)
    package static let italic = FontStyle(italic: true)
    package static let mono = FontStyle(.mono)

    /// 0...7, for tables.
    var index: Int { Int(family.rawValue) << 2 | (isBold ? 2 : 0) | (isItalic ? 1 : 0) }
}
