/// Takes location and device facts out of MP4, MOV and M4A files without moving a byte.
///
/// Boxes (ISO/IEC 14496-12; QuickTime File Format) that hold them become `free` boxes full of zeros:
/// `udta` (with `©xyz` and `loci`), `meta` (with `com.apple.quicktime.location.ISO6709`) and `uuid` (XMP).
/// The samples of tracks of timed metadata (GPS of action cameras and phones) become zeros too. What
/// follows the last whole box is left out.
enum MovieStripping {
    static func strip(
        _ bytes: UnsafeRawBufferPointer,
        _ path: String,
        _ format: MediaFormat
    ) throws(FormatError) -> StrippedMedia {
        var scan = BoxScan(bytes)
        let end = try scan.boxes(0..<bytes.count, depth: 0)
        guard scan.hasMovie else { throw .malformed("a film or recording has no table of contents (moov)") }
        var recipe = ByteRecipe()
        var position = 0
        for erased in merged(scan.erased, end: end) {
            recipe.append(
                .file(path: path, offset: Int64(position), count: Int64(erased.lowerBound - position))
            )
            recipe.append(.bytes([UInt8](repeating: 0, count: erased.count)))
            position = erased.upperBound
        }
        recipe.append(.file(path: path, offset: Int64(position), count: Int64(end - position)))
        return StrippedMedia(format: format, recipe: naming(scan.freed, in: recipe, end: end))
    }

    /// Ranges in order, overlapping ones as one, within the bytes that are kept.
    private static func merged(_ ranges: [Range<Int>], end: Int) -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let clipped = range.clamped(to: 0..<end)
            guard !clipped.isEmpty else { continue }
            if let last = merged.last, last.upperBound >= clipped.lowerBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, clipped.upperBound)
            } else {
                merged.append(clipped)
            }
        }
        return merged
    }

    /// Writes `free` over the four letters of the names at the given offsets.
    private static func naming(_ offsets: [Int], in recipe: ByteRecipe, end: Int) -> ByteRecipe {
        var output = ByteRecipe()
        var position = 0
        var rest = offsets.sorted()[...]
        for piece in recipe.pieces {
            let pieceEnd = position + Int(piece.byteCount)
            var done = position
            while let offset = rest.first, offset + 4 <= pieceEnd {
                output.append(part(of: piece, at: position, done..<offset))
                output.append(.bytes(Array("free".utf8)))
                done = offset + 4
                rest.removeFirst()
            }
            output.append(part(of: piece, at: position, done..<pieceEnd))
            position = pieceEnd
        }
        return output
    }

    private static func part(of piece: ByteRecipe.Piece, at start: Int, _ range: Range<Int>)
        -> ByteRecipe.Piece
    {
        switch piece {
        case .bytes(let bytes): .bytes(Array(bytes[range.lowerBound - start..<range.upperBound - start]))
        case .file(let path, let offset, _):
            .file(path: path, offset: offset + Int64(range.lowerBound - start), count: Int64(range.count))
        case .descriptor: piece  // none is made here
        }
    }
}

/// Walks the boxes and notes what is to go.
private struct BoxScan {
    private let bytes: UnsafeRawBufferPointer
    /// Contents that become zeros.
    private(set) var erased: [Range<Int>] = []
    /// Offsets of box names that become `free`.
    private(set) var freed: [Int] = []
    private(set) var hasMovie = false
    private var boxCount = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// - Returns: The end of the last whole box.
    mutating func boxes(_ range: Range<Int>, depth: Int) throws(FormatError) -> Int {
        guard depth < 16 else { throw .limit("boxes of a film are nested deeper than 16") }
        var position = range.lowerBound
        while position + 8 <= range.upperBound, let box = header(at: position, limit: range.upperBound) {
            boxCount += 1
            guard boxCount <= 100_000 else { throw .limit("a film has more than 100,000 boxes") }
            try visit(box, depth)
            position = box.end
        }
        return position
    }

    private struct Box {
        var start: Int
        var name: String
        var content: Int
        var end: Int
    }

    private func header(at position: Int, limit: Int) -> Box? {
        guard let size32 = bytes.bigEndian32(position) else { return nil }
        let letters = bytes[position + 4..<position + 8]
        guard letters.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else { return nil }
        var content = position + 8
        var size = size32
        if size32 == 1 {
            guard let size64 = bytes.bigEndian64(position + 8) else { return nil }
            (size, content) = (size64, position + 16)
        } else if size32 == 0 {
            size = limit - position
        }
        guard size >= content - position, size <= limit - position else { return nil }
        let name = String(String.UnicodeScalarView(letters.map { Unicode.Scalar($0) }))
        return Box(start: position, name: name, content: content, end: position + size)
    }

    private mutating func visit(_ box: Box, _ depth: Int) throws(FormatError) {
        switch box.name {
        case "moov":
            hasMovie = true
            _ = try boxes(box.content..<box.end, depth: depth + 1)
        case "trak":
            if let samples = metadataSamples(box) {
                erased += samples
                free(box)
            } else {
                _ = try boxes(box.content..<box.end, depth: depth + 1)
            }
        case "mdia", "minf", "moof", "traf", "edts": _ = try boxes(box.content..<box.end, depth: depth + 1)
        case "udta", "meta", "uuid": free(box)
        default: break
        }
    }

    private mutating func free(_ box: Box) {
        freed.append(box.start + 4)
        erased.append(box.content..<box.end)
    }

    /// Where the samples of a track of timed metadata lie; `nil` for every other track.
    private func metadataSamples(_ track: Box) -> [Range<Int>]? {
        guard let media = child("mdia", of: track), let handler = child("hdlr", of: media),
            handler.end >= handler.content + 12
        else { return nil }
        let isMetadata = ["meta", "camm", "gpmd", "mebx"].contains {
            bytes.holds($0, at: handler.content + 8)
        }
        guard isMetadata else { return nil }
        guard let information = child("minf", of: media), let table = child("stbl", of: information),
            let sizes = child("stsz", of: table), let chunks = child("stsc", of: table)
        else { return [] }
        let offsets = child("stco", of: table).map { ($0, 4) } ?? child("co64", of: table).map { ($0, 8) }
        guard let (chunkTable, width) = offsets, let chunkCount = bytes.bigEndian32(chunkTable.content + 4),
            chunkCount <= (chunkTable.end - chunkTable.content) / width,
            let runCount = bytes.bigEndian32(chunks.content + 4)
        else { return [] }
        let fixedSize = bytes.bigEndian32(sizes.content + 4) ?? 0
        var sample = 0
        var run = 0
        var ranges: [Range<Int>] = []
        for chunk in 0..<chunkCount {
            while run + 1 < runCount, let next = bytes.bigEndian32(chunks.content + 8 + (run + 1) * 12),
                next <= chunk + 1
            {
                run += 1
            }
            guard let samples = bytes.bigEndian32(chunks.content + 12 + run * 12), samples <= 1 << 20 else {
                break
            }
            let entry = chunkTable.content + 8 + chunk * width
            guard let start = width == 4 ? bytes.bigEndian32(entry) : bytes.bigEndian64(entry),
                start < bytes.count
            else {
                break
            }
            var length = fixedSize * samples
            if fixedSize == 0 {
                for _ in 0..<samples {
                    guard let size = bytes.bigEndian32(sizes.content + 12 + sample * 4) else { break }
                    length += size
                    sample += 1
                }
            }
            ranges.append(start..<min(start + length, bytes.count))
        }
        return ranges
    }

    private func child(_ name: String, of parent: Box) -> Box? {
        var position = parent.content
        while position + 8 <= parent.end, let box = header(at: position, limit: parent.end) {
            if box.name == name { return box }
            position = box.end
        }
        return nil
    }
}
