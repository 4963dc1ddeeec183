/// A PNG file (ISO/IEC 15948) as a PDF takes it.
///
/// The compressed pixels of most files are also what PDF's own predictor reads and stay as they are;
/// interlaced files and those with transparency are taken apart into colours and a mask.
package struct PNGPicture {
    package let width: Int
    package let height: Int
    let depth: Int
    let colorType: UInt8
    let isInterlaced: Bool
    private(set) var palette: [UInt8] = []
    private(set) var transparency: [UInt8] = []
    private(set) var profile: [UInt8]?
    /// The joined IDAT chunks: one zlib stream.
    private(set) var compressed: [UInt8] = []

    private static let mostDecodedPixels = 40_000_000

    /// Reads the chunks; pixels are decoded only when they must be.
    ///
    /// - Throws: `picture` when the file is damaged or too large.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(TypesettingError) {
        guard bytes.count > 33, bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else {
            throw .picture(reason: "not a PNG file")
        }
        func integer(_ at: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[at + $1]) } }
        width = integer(16)
        height = integer(20)
        depth = Int(bytes[24])
        colorType = bytes[25]
        isInterlaced = bytes[28] != 0
        guard (1...60_000).contains(width), (1...60_000).contains(height), width * height <= 100_000_000,
            [1, 2, 4, 8, 16].contains(depth), [0, 2, 3, 4, 6].contains(colorType)
        else { throw .picture(reason: "a PNG header that is damaged or over 100 megapixels") }
        var at = 8
        while at + 12 <= bytes.count {
            let count = integer(at)
            guard count <= bytes.count - at - 12 else { throw .picture(reason: "a PNG file that breaks off") }
            let chunk = bytes[(at + 8)..<(at + 8 + count)]
            switch integer(at + 4) {
            case 0x504c_5445: palette = Array(chunk)
            case 0x7452_4e53: transparency = Array(chunk)
            case 0x4944_4154: compressed.append(contentsOf: chunk)
            case 0x6943_4350: profile = Self.profile(chunk)
            default: break
            }
            at += 12 + count
        }
        guard !compressed.isEmpty, colorType != 3 || palette.count >= 3 else {
            throw .picture(reason: "a PNG file without pixels")
        }
    }

    private static func profile(_ chunk: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        guard let end = chunk.firstIndex(of: 0), end + 2 < chunk.endIndex else { return nil }
        return Deflater.inflate(UnsafeBufferPointer(rebasing: chunk[(end + 2)...]), limit: 4 << 20)
    }

    /// Whether the compressed pixels can be used as they are.
    var passesThrough: Bool { !isInterlaced && transparency.isEmpty && colorType < 4 }

    /// Samples of a pixel.
    var channelCount: Int {
        switch colorType {
        case 2: 3
        case 4: 2
        case 6: 4
        default: 1
        }
    }

    /// Colours (1 or 3 bytes a pixel) and the mask (1 byte a pixel), if there is one.
    func decode() throws(TypesettingError) -> (colors: [UInt8], channels: Int, alpha: [UInt8]?) {
        guard width * height <= Self.mostDecodedPixels else {
            throw .picture(reason: "a PNG file with transparency over 40 megapixels")
        }
        let bits = depth * channelCount
        var size = 0
        for pass in passes { size += pass.height * ((pass.width * bits + 7) / 8 + 1) }
        guard let raw = compressed.withUnsafeBufferPointer({ Deflater.inflate($0, limit: size) }),
            raw.count == size
        else { throw .picture(reason: "a PNG file with damaged pixels") }
        let isGray = colorType == 0 || colorType == 4
        let channels = isGray ? 1 : 3
        let hasAlpha = colorType >= 4 || !transparency.isEmpty
        var colors = [UInt8](repeating: 0, count: width * height * channels)
        var alpha = [UInt8](repeating: 255, count: hasAlpha ? width * height : 0)
        var at = 0
        for pass in passes where pass.width > 0 {
            let rowBytes = (pass.width * bits + 7) / 8
            var above = [UInt8](repeating: 0, count: rowBytes)
            for y in 0..<pass.height {
                var row = Array(raw[(at + 1)..<(at + 1 + rowBytes)])
                Self.unfilter(&row, above, raw[at], distance: max(bits / 8, 1))
                at += 1 + rowBytes
                for x in 0..<pass.width {
                    let pixel = (pass.y + y * pass.stepY) * width + pass.x + x * pass.stepX
                    spread(row, x, pixel, channels, &colors, &alpha)
                }
                above = row
            }
        }
        return (colors, channels, hasAlpha ? alpha : nil)
    }

    private struct Pass {
        var x, y, stepX, stepY, width, height: Int
    }

    /// The whole image, or the seven passes of Adam7 (8.2).
    private var passes: [Pass] {
        guard isInterlaced else {
            return [Pass(x: 0, y: 0, stepX: 1, stepY: 1, width: width, height: height)]
        }
        let starts = [
            (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
        ]
        return starts.compactMap { x, y, stepX, stepY in
            let columns = (width - x + stepX - 1) / stepX
            let rows = (height - y + stepY - 1) / stepY
            return columns > 0 && rows > 0
                ? Pass(x: x, y: y, stepX: stepX, stepY: stepY, width: columns, height: rows) : nil
        }
    }

    /// Undoes a row's filter (9.2).
    private static func unfilter(_ row: inout [UInt8], _ above: [UInt8], _ filter: UInt8, distance: Int) {
        for index in row.indices {
            let left = index >= distance ? Int(row[index - distance]) : 0
            let up = Int(above[index])
            let corner = index >= distance ? Int(above[index - distance]) : 0
            let predicted: Int
            switch filter {
            case 1: predicted = left
            case 2: predicted = up
            case 3: predicted = (left + up) / 2
            case 4:
                let estimate = left + up - corner
                let (a, b, c) = (abs(estimate - left), abs(estimate - up), abs(estimate - corner))
                predicted = a <= b && a <= c ? left : b <= c ? up : corner
            default: predicted = 0
            }
            row[index] = row[index] &+ UInt8(truncatingIfNeeded: predicted)
        }
    }

    /// Writes one pixel at eight bits a sample.
    private func spread(
        _ row: [UInt8],
        _ x: Int,
        _ pixel: Int,
        _ channels: Int,
        _ colors: inout [UInt8],
        _ alpha: inout [UInt8]
    ) {
        func sample(_ number: Int) -> Int {
            switch depth {
            case 16: return Int(row[number * 2]) << 8 | Int(row[number * 2 + 1])
            case 8: return Int(row[number])
            default:
                let bit = number * depth
                return Int(row[bit / 8]) >> (8 - depth - bit % 8) & ((1 << depth) - 1)
            }
        }
        func eightBits(_ value: Int) -> UInt8 {
            depth == 16
                ? UInt8(value >> 8) : depth == 8 ? UInt8(value) : UInt8(value * 255 / ((1 << depth) - 1))
        }
        func key(_ number: Int) -> Int {
            Int(transparency[number * 2]) << 8 | Int(transparency[number * 2 + 1])
        }
        switch colorType {
        case 3:
            let index = sample(x)
            for channel in 0..<3 where index * 3 + channel < palette.count {
                colors[pixel * 3 + channel] = palette[index * 3 + channel]
            }
            if !alpha.isEmpty, index < transparency.count { alpha[pixel] = transparency[index] }
        case 0, 4:
            let value = sample(x * channelCount)
            colors[pixel] = eightBits(value)
            if colorType == 4 {
                alpha[pixel] = eightBits(sample(x * 2 + 1))
            } else if transparency.count >= 2, value == key(0) {
                alpha[pixel] = 0
            }
        default:
            var isKey = colorType == 2 && transparency.count >= 6
            for channel in 0..<3 {
                let value = sample(x * channelCount + channel)
                colors[pixel * 3 + channel] = eightBits(value)
                if isKey { isKey = value == key(channel) }
            }
            if colorType == 6 {
                alpha[pixel] = eightBits(sample(x * 4 + 3))
            } else if isKey {
                alpha[pixel] = 0
            }
        }
    }
}
