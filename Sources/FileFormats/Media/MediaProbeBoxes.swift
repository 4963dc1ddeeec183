// Files made of boxes (ISO/IEC 14496-12): MP4, QuickTime, HEIF.

extension MediaProbe {
    private struct Box {
        var type: String
        var contents: Range<Int64>
    }

    /// The boxes between two offsets, headers only.
    private static func boxes(_ file: InputFile, _ range: Range<Int64>) throws -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound, boxes.count < 2000 {
            let header = try file.bytes(at: offset, count: 16)
            guard header.count >= 8 else { break }
            var length = Int64(header.bigEndian32(0))
            var start = offset + 8
            if length == 1 {
                guard header.count == 16, let large = Int64(exactly: header.bigEndian64(8)) else { break }
                (length, start) = (large, offset + 16)
            } else if length == 0 {
                length = range.upperBound - offset
            }
            let (end, overflows) = offset.addingReportingOverflow(length)
            guard !overflows, end >= start, end <= range.upperBound else { break }
            boxes.append(Box(type: String(decoding: header[4..<8], as: UTF8.self), contents: start..<end))
            offset = end
        }
        return boxes
    }

    private static func box(_ path: [String], _ file: InputFile, _ range: Range<Int64>) throws -> Range<
        Int64
    >? {
        guard let first = path.first else { return range }
        for box in try boxes(file, range) where box.type == first {
            // `meta` has a version and flags before its boxes.
            let skipped: Int64 = first == "meta" ? 4 : 0
            guard box.contents.count >= skipped else { return nil }
            return try self.box(
                Array(path.dropFirst()),
                file,
                box.contents.lowerBound + skipped..<box.contents.upperBound
            )
        }
        return nil
    }

    /// Duration from `mvhd`, size and rotation from the first track that has a size.
    mutating func readMovie(_ file: InputFile) throws {
        guard let movie = try Self.box(["moov"], file, 0..<file.byteCount) else { return }
        for box in try Self.boxes(file, movie) {
            if box.type == "mvhd" { try readMovieHeader(file.bytes(at: box.contents.lowerBound, count: 32)) }
            if box.type == "trak", pixelWidth == nil, let header = try Self.box(["tkhd"], file, box.contents)
            {
                try readTrackHeader(file.bytes(at: header.lowerBound, count: 96))
            }
        }
    }

    private mutating func readMovieHeader(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return }
        let isLong = bytes[0] == 1
        let scale = bytes.bigEndian32(isLong ? 20 : 12)
        let length = isLong ? Double(bytes.bigEndian64(24)) : Double(bytes.bigEndian32(16))
        if scale > 0 { setDuration(length / Double(scale)) }
    }

    private mutating func readTrackHeader(_ bytes: [UInt8]) {
        let matrix = bytes.first == 1 ? 52 : 40
        guard bytes.count >= matrix + 44 else { return }
        // 16.16 fixed point.
        setSize((bytes.bigEndian32(matrix + 36) >> 16, bytes.bigEndian32(matrix + 40) >> 16))
        switch (
            Int32(truncatingIfNeeded: bytes.bigEndian32(matrix)),
            Int32(truncatingIfNeeded: bytes.bigEndian32(matrix + 4))
        ) {
        case (0, 1...): orientation = 6
        case (0, ..<0): orientation = 8
        case (..<0, 0): orientation = 3
        default: break
        }
    }

    /// The largest picture and its rotation (ISO/IEC 23008-12, 6.5.3 and 6.5.10); tiles are smaller.
    mutating func readHEIF(_ file: InputFile) throws {
        guard let properties = try Self.box(["meta", "iprp", "ipco"], file, 0..<file.byteCount) else {
            return
        }
        var largest = 0
        var rotation: Int?
        for property in try Self.boxes(file, properties) {
            let bytes = try file.bytes(at: property.contents.lowerBound, count: 12)
            if property.type == "ispe", bytes.count == 12 {
                let size = (width: bytes.bigEndian32(4), height: bytes.bigEndian32(8))
                let (area, overflows) = size.width.multipliedReportingOverflow(by: size.height)
                if !overflows, area > largest {
                    largest = area
                    setSize(size)
                }
            } else if property.type == "irot", rotation == nil, let angle = bytes.first {
                rotation = Int(angle & 3)
            }
        }
        // `irot` counts quarter turns against the clock.
        orientation = [1, 8, 3, 6][rotation ?? 0]
    }
}
