// Eight bytes at a time: a comparison by subtraction leaves the top bit of each matching byte set.
// Borrows can set bits above a true match but never below, so the lowest bit set is always true
// (H. S. Warren, "Hacker's Delight", section 6-1).

private let ones: UInt64 = 0x0101_0101_0101_0101
private let tops: UInt64 = 0x8080_8080_8080_8080

@inline(__always)
private func zeroBytes(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & tops }

extension UnsafeRawBufferPointer {
    /// Offset of the first quotation mark, backslash or, if asked for, C0 control; `end` when there is none.
    ///
    /// `highBits` becomes other than 0 when a byte on the way is not ASCII, and may when one just behind is.
    @inline(__always)
    func endOfPlainText(from start: Int, to end: Int, controls: Bool, highBits: inout UInt64) -> Int {
        var position = start
        while position &+ 8 <= end {
            let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: position, as: UInt64.self))
            var found = zeroBytes(word ^ (ones &* 0x22)) | zeroBytes(word ^ (ones &* 0x5c))
            if controls { found |= (word &- (ones &* 0x20)) & ~word & tops }
            highBits |= word & tops
            if found != 0 { return position &+ found.trailingZeroBitCount / 8 }
            position &+= 8
        }
        while position < end {
            let byte = self[position]
            if byte == 0x22 || byte == 0x5c || (controls && byte < 0x20) { return position }
            highBits |= UInt64(byte & 0x80)
            position &+= 1
        }
        return end
    }
}
