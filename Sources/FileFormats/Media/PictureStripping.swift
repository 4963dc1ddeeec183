import Glibc

enum JPEGStripping {
    /// Keeps what a decoder needs: leaves out EXIF, XMP, IPTC, comments, other makers' segments and all
    /// that follows the picture (motion photos, second pictures).
    ///
    /// Markers: ITU-T T.81, annex B; the ICC profile (APP2) and Adobe's colour transform (APP14) stay.
    static func strip(_ bytes: UnsafeRawBufferPointer, _ path: String) throws(FormatError) -> StrippedMedia {
        var media = StrippedMedia(format: .jpeg, recipe: ByteRecipe())
        func keep(_ range: Range<Int>) {
            media.recipe.append(.file(path: path, offset: Int64(range.lowerBound), count: Int64(range.count)))
        }
        keep(0..<2)
        var position = 2
        var hasScan = false
        while true {
            guard position + 1 < bytes.count, bytes[position] == 0xff else {
                // Cut off within the picture: readers show what there is once an end is given.
                guard hasScan else { throw .malformed("a JPEG picture breaks off before its first scan") }
                media.recipe.append(.bytes([0xff, 0xd9]))
                return media
            }
            let marker = bytes[position + 1]
            if marker == 0xff {  // fill byte
                position += 1
                continue
            }
            if marker == 0xd9 {
                keep(position..<position + 2)
                guard hasScan else { throw .malformed("a JPEG picture has no scan") }
                return media
            }
            if marker == 0x01 || (0xd0...0xd7).contains(marker) {
                position += 2
                continue
            }
            guard let length = bytes.bigEndian16(position + 2), length >= 2,
                position + 2 + length <= bytes.count
            else {
                guard hasScan else { throw .malformed("a JPEG segment is longer than its file") }
                media.recipe.append(.bytes([0xff, 0xd9]))
                return media
            }
            let end = position + 2 + length
            let content = position + 4
            switch marker {
            case 0xe1:
                if bytes.holds("Exif\0\0", at: content), end > content + 6 {
                    let tiff = UnsafeRawBufferPointer(rebasing: bytes[content + 6..<end])
                    media.orientation = ExifOrientation.read(tiff) ?? media.orientation
                }
            case 0xe0: if bytes.holds("JFIF\0", at: content) { keep(position..<end) }
            case 0xe2: if bytes.holds("ICC_PROFILE\0", at: content) { keep(position..<end) }
            case 0xee: if bytes.holds("Adobe", at: content) { keep(position..<end) }
            case 0xe3...0xed, 0xef, 0xfe: break
            case 0xda:
                hasScan = true
                let scanEnd = endOfScan(bytes, end)
                keep(position..<scanEnd)
                position = scanEnd
                continue
            default:
                if (0xc0...0xcf).contains(marker), marker != 0xc4, marker != 0xc8, marker != 0xcc {
                    media.pixelHeight = bytes.bigEndian16(content + 1)
                    media.pixelWidth = bytes.bigEndian16(content + 3)
                }
                keep(position..<end)
            }
            position = end
        }
    }

    /// Where the entropy-coded data that begins at `start` gives way to a marker that is no restart.
    private static func endOfScan(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
        guard let first = bytes.baseAddress else { return start }
        var position = start
        while position + 1 < bytes.count {
            guard let found = memchr(first + position, 0xff, bytes.count - position - 1) else { break }
            position = UnsafeRawPointer(found) - first
            let next = bytes[position + 1]
            if next != 0, next != 0xff, !(0xd0...0xd7).contains(next) { return position }
            position += next == 0xff ? 1 : 2
        }
        return bytes.count
    }
}

enum PNGStripping {
    /// Chunks that decide how the picture looks (PNG, third edition, section 11); no others stay.
    private static let kept: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "bKGD",
        "pHYs",
        "acTL", "fcTL", "fdAT",
    ]

    static func strip(_ bytes: UnsafeRawBufferPointer, _ path: String) throws(FormatError) -> StrippedMedia {
        var media = StrippedMedia(format: .png, recipe: ByteRecipe())
        media.recipe.append(.file(path: path, offset: 0, count: 8))
        var position = 8
        while let length = bytes.bigEndian32(position), position + 12 + length <= bytes.count {
            let type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            if type == "IHDR" {
                media.pixelWidth = bytes.bigEndian32(position + 8)
                media.pixelHeight = bytes.bigEndian32(position + 12)
            }
            if type == "eXIf" {
                let tiff = UnsafeRawBufferPointer(rebasing: bytes[position + 8..<position + 8 + length])
                media.orientation = ExifOrientation.read(tiff) ?? 1
            }
            if kept.contains(type) {
                media.recipe.append(.file(path: path, offset: Int64(position), count: Int64(length + 12)))
            }
            position += length + 12
            if type == "IEND" { return media }
        }
        throw .malformed("a PNG picture breaks off")
    }
}

enum GIFStripping {
    /// Leaves out comments, application data other than the loop count, and what follows the end
    /// (GIF89a, sections 18 to 27).
    static func strip(_ bytes: UnsafeRawBufferPointer, _ path: String) throws(FormatError) -> StrippedMedia {
        guard bytes.count > 13 else { throw .malformed("a GIF picture breaks off") }
        var media = StrippedMedia(format: .gif, recipe: ByteRecipe())
        media.pixelWidth = Int(bytes[6]) | Int(bytes[7]) << 8
        media.pixelHeight = Int(bytes[8]) | Int(bytes[9]) << 8
        func keep(_ range: Range<Int>) {
            media.recipe.append(.file(path: path, offset: Int64(range.lowerBound), count: Int64(range.count)))
        }
        var position = 13 + tableSize(bytes[10])
        guard position < bytes.count else { throw .malformed("a GIF picture breaks off") }
        keep(0..<position)
        while position < bytes.count {
            let start = position
            switch bytes[start] {
            case 0x3b:
                keep(start..<start + 1)
                return media
            case 0x2c where start + 10 < bytes.count:
                let end = try endOfBlocks(bytes, start + 10 + tableSize(bytes[start + 9]) + 1)
                keep(start..<end)
                position = end
            case 0x21 where start + 2 < bytes.count:
                let end = try endOfBlocks(bytes, start + 2)
                let label = bytes[start + 1]
                let isLoop =
                    bytes.holds("NETSCAPE2.0", at: start + 3) || bytes.holds("ANIMEXTS1.0", at: start + 3)
                if label == 0xf9 || label == 0x01 || label == 0xff && isLoop { keep(start..<end) }
                position = end
            default: throw .malformed("a GIF picture has an unknown block")
            }
        }
        throw .malformed("a GIF picture breaks off")
    }

    private static func tableSize(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    private static func endOfBlocks(_ bytes: UnsafeRawBufferPointer, _ start: Int) throws(FormatError) -> Int
    {
        var position = start
        while position < bytes.count {
            let length = Int(bytes[position])
            position += length + 1
            if length == 0 { return position }
        }
        throw .malformed("a GIF picture breaks off")
    }
}
