import Bytes

/// Writes a grey picture as PNG (third edition), eight bits a pixel.
package enum PNGImage {
    /// - Parameters:
    ///   - pixels: Row by row from the top, 0 black to 255 white.
    ///   - width: Pixels in a row; divides the number of pixels.
    /// - Returns: The file.
    package static func gray(_ pixels: [UInt8], width: Int) -> [UInt8] {
        let height = width > 0 ? pixels.count / width : 0
        var rows: [UInt8] = []
        rows.reserveCapacity(pixels.count + height)
        for row in 0..<height {
            rows.append(0)  // no filter: the drawing has large even areas
            rows += pixels[row * width..<(row + 1) * width]
        }
        var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        chunk("IHDR", number(width) + number(height) + [8, 0, 0, 0, 0], &file)
        chunk("IDAT", Deflate(level: 9).zlibFramed(rows), &file)
        chunk("IEND", [], &file)
        return file
    }

    private static func chunk(_ type: String, _ content: [UInt8], _ file: inout [UInt8]) {
        let body = Array(type.utf8) + content
        file += number(content.count) + body + number(Int(Deflate.crc32(body)))
    }

    private static func number(_ value: Int) -> [UInt8] {
        [UInt8(value >> 24 & 255), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }
}
