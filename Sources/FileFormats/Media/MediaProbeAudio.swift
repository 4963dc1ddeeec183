// Recordings.

extension MediaProbe {
    /// Bytes of `data` by the byte rate of `fmt ` (RIFF).
    mutating func readWAV(_ file: InputFile) throws {
        var offset: Int64 = 12
        var bytesPerSecond = 0
        for _ in 0..<100 {
            let header = try file.bytes(at: offset, count: 24)
            guard header.count >= 8 else { return }
            let length = Int64(header.u32(4))
            switch String(decoding: header[0..<4], as: UTF8.self) {
            case "fmt " where header.count >= 20: bytesPerSecond = Int(header.u32(16))
            case "data":
                let held = min(length, file.byteCount - offset - 8)
                if bytesPerSecond > 0 { setDuration(Double(held) / Double(bytesPerSecond)) }
                return
            default: break
            }
            offset += 8 + length + length % 2
        }
    }

    /// STREAMINFO (RFC 9639, section 8.2): 20 bits of sample rate, 36 bits of sample count.
    mutating func readFLAC(_ head: [UInt8]) {
        guard head.count >= 26 else { return }
        let rate = head.bigEndian32(18) >> 12
        let samples = head.bigEndian64(18) & 0xf_ffff_ffff
        if rate > 0 { setDuration(Double(samples) / Double(rate)) }
    }

    /// The position of the last page (RFC 3533, section 6), in samples.
    mutating func readOgg(_ file: InputFile, _ head: [UInt8]) throws {
        guard head.count >= 44 else { return }
        let isOpus = type.fileExtension == "opus"
        // Opus always counts at 48 kHz, after samples to be skipped (RFC 7845, section 4).
        let rate = isOpus ? 48_000 : Int(head.u32(40))
        let skipped = isOpus ? Double(head.u16(38)) : 0
        let length = Int(min(file.byteCount, 70_000))
        let tail = try file.bytes(at: file.byteCount - Int64(length), count: length)
        guard rate > 0, tail.count >= 14 else { return }
        for offset in stride(from: tail.count - 14, through: 0, by: -1)
        where tail[offset] == 0x4f && tail[offset..<offset + 4].elementsEqual("OggS".utf8) {
            let position = tail.u64(offset + 6)
            guard position != .max else { continue }
            setDuration((Double(position) - skipped) / Double(rate))
            return
        }
    }

    /// The frame count that an encoder left, else bytes by bit rate (ISO/IEC 11172-3, 2.4.2.3).
    mutating func readMP3(_ file: InputFile, _ head: [UInt8]) throws {
        var offset: Int64 = 0
        if head.starts(with: "ID3".utf8), head.count >= 10 {
            // ID3v2: seven bits a byte.
            offset = 10 + head[6..<10].reduce(0) { $0 << 7 | Int64($1 & 0x7f) }
        }
        let bytes = try file.bytes(at: offset, count: 4096)
        guard
            let start = bytes.indices.dropLast(200).first(where: { index in
                bytes[index] == 0xff && bytes[index + 1] & 0xe6 == 0xe2 && bytes[index + 2] & 0xf0 != 0xf0
                    && bytes[index + 2] & 0x0c != 0x0c
            })
        else { return }
        let version = bytes[start + 1] >> 3 & 3
        let isFirst = version == 3
        let index = Int(bytes[start + 2] >> 4)
        let bitRate = (isFirst ? Self.bitRates1 : Self.bitRates2)[index]
        let rate =
            [44_100, 48_000, 32_000][Int(bytes[start + 2] >> 2 & 3)] / (isFirst ? 1 : version == 2 ? 2 : 4)
        let isMono = bytes[start + 3] >> 6 == 3
        let tag = start + 4 + (isFirst ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
        if tag + 12 <= bytes.count, bytes[tag + 7] & 1 == 1,
            ["Xing", "Info"].contains(String(decoding: bytes[tag..<tag + 4], as: UTF8.self))
        {
            let samples = Double(bytes.bigEndian32(tag + 8)) * (isFirst ? 1152 : 576)
            setDuration(samples / Double(rate))
        } else if bitRate > 0 {
            setDuration(Double(file.byteCount - offset - Int64(start)) / (Double(bitRate) * 125))
        }
    }

    private static let bitRates1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0]
    private static let bitRates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0]

    /// Frames of the packet table, or bytes of constant packets, by the sample rate of `desc` (Apple CAF 1.0).
    mutating func readCAF(_ file: InputFile) throws {
        var offset: Int64 = 8
        var rate = 0.0
        var bytesPerPacket = 0
        var framesPerPacket = 0
        for _ in 0..<100 {
            let header = try file.bytes(at: offset, count: 44)
            guard header.count >= 12, let length = Int64(exactly: header.bigEndian64(4)), length < 1 << 50
            else { return }
            switch String(decoding: header[0..<4], as: UTF8.self) {
            case "desc" where header.count == 44:
                rate = Double(bitPattern: header.bigEndian64(12))
                (bytesPerPacket, framesPerPacket) = (header.bigEndian32(28), header.bigEndian32(32))
            case "pakt" where header.count >= 28:
                if rate > 0 { setDuration(Double(header.bigEndian64(20)) / rate) }
            case "data" where bytesPerPacket > 0 && rate > 0:
                setDuration(Double(length - 4) / Double(bytesPerPacket) * Double(framesPerPacket) / rate)
            default: break
            }
            offset += 12 + length
        }
    }
}
