// Still pictures.

extension MediaProbe {
    /// Walks the segments of a JPEG (ITU-T T.81, B.2) up to the frame header.
    mutating func readJPEG(_ file: InputFile) throws {
        var offset: Int64 = 2
        for _ in 0..<1000 {
            let header = try file.bytes(at: offset, count: 10)
            guard header.count >= 4, header[0] == 0xff else { return }
            let marker = header[1]
            if marker == 0xff {
                offset += 1
                continue
            }
            if marker == 0x01 || (0xd0...0xd8).contains(marker) {
                offset += 2
                continue
            }
            guard marker != 0xd9, marker != 0xda else { return }
            let length = header.bigEndian16(2)
            guard length >= 2 else { return }
            // SOF0 to SOF15 without DHT, JPG and DAC.
            if (0xc0...0xcf).contains(marker), ![0xc4, 0xc8, 0xcc].contains(marker) {
                if header.count >= 9 { setSize((header.bigEndian16(7), header.bigEndian16(5))) }
                return
            }
            if marker == 0xe1, header.count == 10, header[4..<10].elementsEqual(Array("Exif\0\0".utf8)) {
                try readTIFF(file, at: offset + 10, sizes: false)
            }
            offset += 2 + Int64(length)
        }
    }

    mutating func readPNG(_ head: [UInt8]) {
        if head.count >= 24 { setSize((head.bigEndian32(16), head.bigEndian32(20))) }
    }

    mutating func readBMP(_ head: [UInt8]) {
        guard head.count >= 26 else { return }
        // A negative height means that rows go downwards.
        let height = Int32(bitPattern: head.u32(22))
        setSize((Int(head.u32(18)), Int(height.magnitude)))
    }

    /// The three forms of WebP (RFC 9649, section 2).
    mutating func readWebP(_ head: [UInt8]) {
        guard head.count >= 30 else { return }
        switch String(decoding: head[12..<16], as: UTF8.self) {
        case "VP8 ": setSize((Int(head.u16(26) & 0x3fff), Int(head.u16(28) & 0x3fff)))
        case "VP8L":
            let bits = Int(head.u32(21))
            setSize((bits & 0x3fff + 1, bits >> 14 & 0x3fff + 1))
        case "VP8X":
            let width = Int(head.u32(24) & 0xff_ffff) + 1
            setSize((width, Int(head.u32(26) >> 8) + 1))
        default: break
        }
    }

    /// The first directory of a TIFF (TIFF 6.0, section 2), also inside EXIF.
    mutating func readTIFF(_ file: InputFile, at start: Int64, sizes: Bool = true) throws {
        let header = try file.bytes(at: start, count: 8)
        guard header.count == 8 else { return }
        let isLittle = header[0] == 0x49
        func short(_ bytes: [UInt8], _ offset: Int) -> Int {
            isLittle ? Int(bytes.u16(offset)) : bytes.bigEndian16(offset)
        }
        func long(_ bytes: [UInt8], _ offset: Int) -> Int {
            isLittle ? Int(bytes.u32(offset)) : bytes.bigEndian32(offset)
        }
        let directory = start + Int64(long(header, 4))
        let countBytes = try file.bytes(at: directory, count: 2)
        guard countBytes.count == 2 else { return }
        let count = min(short(countBytes, 0), 512)
        let fields = try file.bytes(at: directory + 2, count: count * 12)
        var size = (width: 0, height: 0)
        for field in stride(from: 0, to: fields.count - 11, by: 12) {
            let value = short(fields, field + 2) == 3 ? short(fields, field + 8) : long(fields, field + 8)
            switch short(fields, field) {
            case 256: size.width = value
            case 257: size.height = value
            case 274 where (1...8).contains(value): orientation = value
            default: break
            }
        }
        if sizes { setSize(size) }
    }
}
