import FileFormats
import Foundation

/// Draws a cover: the title in plain strokes over a calendar in which written months are dark.
///
/// Each row is a year, each dot a month, the tone says how much was written. A title in letters that
/// ``StrokeLetters`` lacks stays for the title page, which reading programs show in real text.
struct CoverPicture {
    static let width = 1200
    static let height = 1920
    private let book: Book

    init(_ book: Book) { self.book = book }

    func png() -> [UInt8] {
        var canvas = GrayCanvas(width: CoverPicture.width, height: CoverPicture.height, tone: 248)
        title(on: &canvas)
        calendar(on: &canvas)
        return PNGImage.gray(canvas.pixels, width: canvas.width)
    }

    private func title(on canvas: inout GrayCanvas) {
        let words = book.title.uppercased().split(separator: " ").map(String.init)
        guard !words.isEmpty, words.allSatisfy(StrokeLetters.canWrite) else { return }
        let lines = CoverPicture.lines(words)
        let longest = lines.map { Double(StrokeLetters.advance($0)) }.max() ?? 1
        let size = min(84, 900 / longest)
        for (index, line) in lines.enumerated() {
            let width = StrokeLetters.advance(line) * size
            StrokeLetters.write(
                line,
                at: (600 - width / 2, 380 + Double(index) * size * 1.75),
                size: size,
                thickness: max(2.5, size / 15),
                on: &canvas
            )
        }
        let years = CoverPicture.span(book)
        let width = StrokeLetters.advance(years) * 34
        StrokeLetters.write(years, at: (600 - width / 2, 1700), size: 34, thickness: 2.5, on: &canvas)
    }

    private func calendar(on canvas: inout GrayCanvas) {
        let years = book.years.suffix(16)
        let most = Double(book.months.map(\.lines.count).max() ?? 1)
        let step = 66.0
        let top = 1120 - Double(years.count - 1) * step / 2
        for (row, year) in years.enumerated() {
            let months = book.months[year.months]
            for month in 1...12 {
                let count = months.first { $0.month == month }?.lines.count ?? 0
                let share = (Double(count) / most).squareRoot()
                canvas.disc(
                    center: (600 + (Double(month) - 6.5) * step, top + Double(row) * step),
                    radius: count == 0 ? 4 : 9 + 12 * share,
                    tone: count == 0 ? 205 : 150 - 110 * share
                )
            }
        }
    }

    private static func span(_ book: Book) -> String {
        guard let first = book.years.first?.year, let last = book.years.last?.year else { return "" }
        return first == last ? String(first) : "\(first) – \(last)"
    }

    /// Words in at most four lines of about fourteen letters.
    private static func lines(_ words: [String]) -> [String] {
        var lines: [String] = []
        for word in words {
            if let last = lines.last, last.count + word.count < 14 || lines.count == 4 {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(word)
            }
        }
        return lines
    }
}

/// A grey picture with soft edges.
struct GrayCanvas {
    let width: Int
    let height: Int
    private(set) var pixels: [UInt8]

    init(width: Int, height: Int, tone: UInt8) {
        (self.width, self.height) = (width, height)
        pixels = [UInt8](repeating: tone, count: width * height)
    }

    mutating func disc(center: (x: Double, y: Double), radius: Double, tone: Double) {
        line(from: center, to: center, radius: radius, tone: tone)
    }

    /// A stroke with round ends.
    mutating func line(
        from start: (x: Double, y: Double),
        to end: (x: Double, y: Double),
        radius: Double,
        tone: Double
    ) {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let squared = dx * dx + dy * dy
        let left = max(0, Int(min(start.x, end.x) - radius - 1))
        let right = min(width - 1, Int(max(start.x, end.x) + radius + 2))
        let top = max(0, Int(min(start.y, end.y) - radius - 1))
        let bottom = min(height - 1, Int(max(start.y, end.y) + radius + 2))
        guard left <= right, top <= bottom else { return }
        for row in top...bottom {
            for column in left...right {
                let (px, py) = (Double(column) + 0.5 - start.x, Double(row) + 0.5 - start.y)
                let along = squared == 0 ? 0 : min(max((px * dx + py * dy) / squared, 0), 1)
                let (ox, oy) = (px - along * dx, py - along * dy)
                let cover = min(max(radius + 0.5 - (ox * ox + oy * oy).squareRoot(), 0), 1)
                guard cover > 0 else { continue }
                let old = Double(pixels[row * width + column])
                pixels[row * width + column] = UInt8(min(old, old + (tone - old) * cover))
            }
        }
    }
}
