/// Capitals, figures and a few marks as strokes on a grid of 4 by 6, for the cover.
///
/// A font would have to be shipped or found; these need neither and look the same everywhere.
enum StrokeLetters {
    private static let gap = 1.9

    static func canWrite(_ text: String) -> Bool { text.allSatisfy { letters[$0] != nil } }

    /// Width in multiples of the height of a capital.
    static func advance(_ text: String) -> Double {
        let units = text.reduce(0.0) { $0 + (letters[$1]?.width ?? 2) + gap }
        return max(units - gap, 0) / 6
    }

    /// Draws a line of text; characters that ``canWrite(_:)`` refuses are left out.
    ///
    /// - Parameters:
    ///   - text: Capitals, figures and marks.
    ///   - origin: Left end of the top of the line, in pixels.
    ///   - size: Height of a capital in pixels.
    ///   - thickness: Of the strokes, in pixels.
    ///   - canvas: Where to.
    static func write(
        _ text: String,
        at origin: (x: Double, y: Double),
        size: Double,
        thickness: Double,
        on canvas: inout GrayCanvas
    ) {
        let unit = size / 6
        var left = origin.x
        for character in text {
            guard let letter = letters[character] else { continue }
            for stroke in letter.strokes {
                for (start, end) in zip(stroke, stroke.dropFirst()) {
                    canvas.line(
                        from: (left + start.x * unit, origin.y + start.y * unit),
                        to: (left + end.x * unit, origin.y + end.y * unit),
                        radius: thickness / 2,
                        tone: 40
                    )
                }
            }
            left += (letter.width + gap) * unit
        }
    }

    private typealias Point = (x: Double, y: Double)

    private struct Letter: Sendable {
        var width: Double
        var strokes: [[(x: Double, y: Double)]]

        /// - Parameter shape: Strokes parted by spaces, each point two digits, across and down; `~` before
        ///   a stroke rounds its corners, `@` also closes it.
        init(_ shape: String) {
            var width = 0.0
            strokes = shape.split(separator: " ").map { stroke in
                let digits = stroke.utf8.filter { (0x30...0x39).contains($0) }.map { Double($0 - 0x30) }
                let points = stride(from: 0, to: digits.count - 1, by: 2).map {
                    (x: digits[$0], y: digits[$0 + 1])
                }
                width = max(width, points.map(\.x).max() ?? 0)
                return switch stroke.first {
                case "~": StrokeLetters.rounded(points, isClosed: false)
                case "@": StrokeLetters.rounded(points, isClosed: true)
                default: points
                }
            }
            self.width = strokes.isEmpty ? 2 : width
        }
    }

    /// Cuts corners three times over (Chaikin's curve); the ends of an open stroke stay.
    private static func rounded(_ points: [Point], isClosed: Bool) -> [Point] {
        var points = points
        for _ in 0..<3 {
            var cut: [Point] = []
            let pairs = zip(points, points.dropFirst() + (isClosed ? points.prefix(1) : []))
            for (start, end) in pairs {
                cut.append((start.x * 0.75 + end.x * 0.25, start.y * 0.75 + end.y * 0.25))
                cut.append((start.x * 0.25 + end.x * 0.75, start.y * 0.25 + end.y * 0.75))
            }
            if !isClosed, let first = points.first, let last = points.last {
                cut[0] = first
                cut[cut.count - 1] = last
            }
            points = cut
        }
        return isClosed ? points + points.prefix(1) : points
    }

    private static let letters: [Character: Letter] = [
        "A": Letter("062046 1434"), "B": Letter("0006 ~00404303 ~03434606"), "C": Letter("~414000064645"),
        "D": Letter("0006 ~00404606"), "E": Letter("30000636 0323"), "F": Letter("300006 0323"),
        "G": Letter("~414000064643 4323"), "H": Letter("0006 4046 0343"), "I": Letter("0006"),
        "J": Letter("~30360605"), "K": Letter("0006 4003 1246"), "L": Letter("000636"),
        "M": Letter("0600244046"), "N": Letter("06004640"), "O": Letter("@00404606"),
        "P": Letter("0006 ~00404303"), "Q": Letter("@00404606 2547"), "R": Letter("0006 ~00404303 1346"),
        "S": Letter("~4140000343460605"), "T": Letter("0040 2026"), "U": Letter("~00064640"),
        "V": Letter("002640"), "W": Letter("0016213640"), "X": Letter("0046 4006"),
        "Y": Letter("0023 4023 2326"), "Z": Letter("00400646"), "0": Letter("@00303606"),
        "1": Letter("012026"), "2": Letter("~0100303206 0636"), "3": Letter("~0100303313 ~1333360605"),
        "4": Letter("200434 2026"), "5": Letter("300003 ~0333360605"), "6": Letter("~300003 @03333606 0304"),
        "7": Letter("003016"), "8": Letter("@00303303 @03333606"), "9": Letter("@00303303 ~323606"),
        "-": Letter("0323"), "–": Letter("0343"), "'": Letter("0001"), "’": Letter("0001"),
        ".": Letter("0606"), ",": Letter("0607"), ":": Letter("0202 0505"),
        " ": Letter(""),
    ]
}
