import Bytes

/// The measures of printed pages, from a template's `print.json`.
///
/// Lengths are points (1/72 inch), tracking is in em, gray runs from 0 (black) to 1 (white).
package struct PrintNumbers: Codable, Sendable, Equatable {
    /// One page format; `inner` and `outer` swap sides between left and right pages.
    package struct Paper: Codable, Sendable, Equatable {
        package var width: Double
        package var height: Double
        package var inner: Double
        package var outer: Double
        package var top: Double
        package var bottom: Double
        /// Lines of body text on a full page.
        package var lines: Int
        package var bodySize: Double
        package var leading: Double
    }

    /// Extra inner margin of thick books.
    package struct Gutter: Codable, Sendable, Equatable {
        package var extra: Double
        package var abovePages: Int
    }

    package struct Text: Codable, Sendable, Equatable {
        package var indent: Double
        package var quoteIndent: Double
        package var listIndent: Double
        package var blockSpace: Double
        /// Size of Arabic letters against Latin ones; the other scales likewise.
        package var arabicScale: Double
        /// Leading of Arabic text, in multiples of its size.
        package var arabicLeading: Double
        package var devanagariScale: Double
        /// Of Chinese and Korean characters too, which share their fonts with Japanese.
        package var japaneseScale: Double
    }

    package struct Line: Codable, Sendable, Equatable {
        package var size: Double
        package var leading: Double
        package var tracking: Double
        package var gray: Double
    }

    /// White space around the heading of an entry.
    package struct Space: Codable, Sendable, Equatable {
        package var above: Double
        package var aboveAtTop: Double
        package var below: Double
    }

    package struct Photos: Codable, Sendable, Equatable {
        package var rowHeight: Double
        package var rowMinimum: Double
        package var rowMaximum: Double
        package var gutter: Double
        package var perPage: Int
        /// Height of a single upright photo, as a share of the page's text height.
        package var portraitShare: Double
        /// Width over height from which a photo counts as a panorama.
        package var panorama: Double
    }

    /// By ``BookOptions/Paper`` raw value.
    package var papers: [String: Paper]
    package var gutter: Gutter
    package var text: Text
    package var entryDay: Line
    package var entryTitle: Line
    package var entryMeta: Line
    package var entrySpace: Space
    package var code: Line
    package var table: Line
    package var caption: Line
    package var runningHead: Line
    package var folio: Line
    package var bookTitle: Line
    package var yearOpener: Line
    package var monthOpener: Line
    package var contents: Line
    package var photos: Photos
    /// Thickness of rules.
    package var rule: Double
    /// Background of `==mark==` as `#RRGGBB`.
    package var markColor: String
}

extension PrintNumbers {
    /// ``markColor`` in parts of 0...1, sRGB; `nil` when it has another form than `#RRGGBB`.
    var markComponents: (red: Double, green: Double, blue: Double)? {
        guard markColor.utf8.count == 7, markColor.hasPrefix("#"),
            let bytes = Bytes.bytes(hex: markColor.dropFirst())
        else { return nil }
        return (Double(bytes[0]) / 255, Double(bytes[1]) / 255, Double(bytes[2]) / 255)
    }
}
