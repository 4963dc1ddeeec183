/// A zip made record by record, so that each record can lie.
package struct HandMadeZip {
    package struct Member {
        package var name: [UInt8]
        package var data: [UInt8]
        package var method: UInt16 = 0
        package var flags: UInt16 = 0x800
        package var madeBySystem: UInt8 = 3
        package var mode: UInt32 = 0o100644
        /// Bytes when decompressed; as many as ``data`` unless given.
        package var byteCount: Int?
        package var checksum: UInt32?
        /// Name in the local header, when it differs.
        package var localName: [UInt8]?
        package var localByteCount: Int?
        package var hasDescriptor = false
        /// Where the directory says the local header is.
        package var claimedOffset: Int?
        /// Bytes put before the local header that belong to nothing.
        package var gap: [UInt8] = []

        package init(_ name: String, _ data: some Sequence<UInt8> = "x".utf8) {
            (self.name, self.data) = (Array(name.utf8), Array(data))
        }
    }

    package var members: [Member]
    package var comment: [UInt8] = []
    package var countChange = 0

    package init(_ members: [Member]) { self.members = members }

    package var bytes: [UInt8] {
        var output: [UInt8] = []
        var directory: [UInt8] = []
        for member in members {
            output += member.gap
            let offset = member.claimedOffset ?? output.count
            let checksum = member.checksum ?? Self.crc32(member.data)
            let size = UInt32(member.byteCount ?? member.data.count)
            let flags = member.flags | (member.hasDescriptor ? 8 : 0)
            let sizes = Self.le(checksum) + Self.le(UInt32(member.data.count)) + Self.le(size)
            let localSizes =
                Self.le(checksum) + Self.le(UInt32(member.data.count))
                + Self.le(member.localByteCount.map { UInt32($0) } ?? size)
            let start = Self.le(flags) + Self.le(member.method) + Self.le(UInt32(0x5a21_0000))
            let localName = member.localName ?? member.name
            output += Self.le(UInt32(0x0403_4b50)) + Self.le(UInt16(20)) + start
            output += member.hasDescriptor ? [UInt8](repeating: 0, count: 12) : localSizes
            output += Self.le(UInt16(localName.count)) + Self.le(UInt16(0)) + localName + member.data
            if member.hasDescriptor { output += Self.le(UInt32(0x0807_4b50)) + sizes }
            directory +=
                Self.le(UInt32(0x0201_4b50)) + [20, member.madeBySystem] + Self.le(UInt16(20)) + start + sizes
            directory += Self.le(UInt16(member.name.count)) + [UInt8](repeating: 0, count: 8)
            directory += Self.le(member.mode << 16) + Self.le(UInt32(offset)) + member.name
        }
        let count = Self.le(UInt16(members.count + countChange))
        return output + directory + Self.le(UInt32(0x0605_4b50)) + Self.le(UInt32(0)) + count + count
            + Self.le(UInt32(directory.count)) + Self.le(UInt32(output.count))
            + Self.le(UInt16(comment.count)) + comment
    }

    /// A deflate stream of one byte repeated: one fixed block of matches of 258 bytes (RFC 1951, 3.2.6).
    ///
    /// - Parameter matches: Number of matches; the result expands to `matches * 258 + 1` bytes.
    /// - Returns: About 13 bits for each match.
    package static func deflatedZeros(matches: Int) -> [UInt8] {
        var output: [UInt8] = []
        var (buffer, filled) = (UInt32(0), 0)
        func put(_ bits: UInt32, _ count: Int) {
            buffer |= bits << filled
            filled += count
            while filled >= 8 {
                output.append(UInt8(buffer & 255))
                buffer >>= 8
                filled -= 8
            }
        }
        put(0b011, 3)
        put(0b0000_1100, 8)  // literal 0, its code 00110000 from the top
        for _ in 0..<matches {
            put(0b1010_0011, 8)  // length 258, its code 11000101 from the top
            put(0, 5)  // distance 1
        }
        put(0, 7)
        if filled > 0 { put(0, 8 - filled) }
        return output
    }

    package static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var value: UInt32 = 0xffff_ffff
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
        }
        return ~value
    }

    private static func le(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
