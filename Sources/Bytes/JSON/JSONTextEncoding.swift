/// Turns pieces of JSON text into UTF-8 without a byte order mark.
///
/// RFC 8259, section 8.1 asks for UTF-8; UTF-16 is recognised by its mark only, never guessed.
struct JSONTextEncoding {
    enum Piece {
        /// Too little has come to decide.
        case pending
        /// The piece itself from this offset on.
        case asIs(from: Int)
        case converted([UInt8])
    }

    private enum Form { case unknown, utf8, utf16(isBigEndian: Bool) }

    private var form = Form.unknown
    private var head: [UInt8] = []
    private var oddByte: UInt8?
    private var highSurrogate: UInt16?

    mutating func take(_ chunk: UnsafeRawBufferPointer) -> Piece {
        switch form {
        case .utf8: return .asIs(from: 0)
        case .utf16(let isBigEndian): return .converted(transcode(chunk, isBigEndian))
        case .unknown: break
        }
        if head.isEmpty, chunk.count >= 3 {
            if chunk.starts(with: [0xef, 0xbb, 0xbf]) {
                form = .utf8
                return .asIs(from: 3)
            }
            if chunk[0] != 0xfe, chunk[0] != 0xff {
                form = .utf8
                return .asIs(from: 0)
            }
        }
        head.append(contentsOf: chunk)
        return head.count < 3 ? .pending : .converted(decide())
    }

    /// What was held back, at the end of the text.
    mutating func rest() -> [UInt8] {
        if case .unknown = form { return decide() }
        let isIncomplete = oddByte != nil || highSurrogate != nil
        return isIncomplete ? UTF8.encodedReplacementCharacter.map { $0 } : []
    }

    private mutating func decide() -> [UInt8] {
        let text = head
        head = []
        if text.starts(with: [0xfe, 0xff]) || text.starts(with: [0xff, 0xfe]) {
            let isBigEndian = text[0] == 0xfe
            form = .utf16(isBigEndian: isBigEndian)
            return text.dropFirst(2).withUnsafeBytes { transcode($0, isBigEndian) }
        }
        form = .utf8
        return text.starts(with: [0xef, 0xbb, 0xbf]) ? Array(text.dropFirst(3)) : text
    }

    private mutating func transcode(_ chunk: UnsafeRawBufferPointer, _ isBigEndian: Bool) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(chunk.count)
        for byte in chunk {
            guard let first = oddByte else {
                oddByte = byte
                continue
            }
            oddByte = nil
            let unit = isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
            append(unit, to: &output)
        }
        return output
    }

    private mutating func append(_ unit: UInt16, to output: inout [UInt8]) {
        if let high = highSurrogate {
            highSurrogate = nil
            if unit & 0xfc00 == 0xdc00 {
                let value = 0x10000 + (UInt32(high) & 0x3ff) << 10 + UInt32(unit) & 0x3ff
                encode(Unicode.Scalar(value), to: &output)
                return
            }
            encode(nil, to: &output)
        }
        if unit & 0xfc00 == 0xd800 {
            highSurrogate = unit
        } else {
            encode(Unicode.Scalar(unit), to: &output)
        }
    }

    private func encode(_ scalar: Unicode.Scalar?, to output: inout [UInt8]) {
        output.append(contentsOf: UTF8.encode(scalar ?? "\u{fffd}") ?? UTF8.encodedReplacementCharacter)
    }
}
