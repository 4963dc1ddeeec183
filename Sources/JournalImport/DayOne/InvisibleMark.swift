/// Characters of three bytes that Day One's editor leaves in texts.
///
/// No-break spaces and joiners are not among them: they are the writer's.
enum InvisibleMark {
    /// U+200B, U+FEFF or U+FFFC: to be dropped.
    case noise
    /// U+2028 or U+2029.
    case lineBreak

    @inline(__always)
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) {
        guard bytes[position] == 0xe2 || bytes[position] == 0xef, position + 2 < bytes.count else {
            return nil
        }
        switch (bytes[position], bytes[position + 1], bytes[position + 2]) {
        case (0xe2, 0x80, 0x8b), (0xef, 0xbb, 0xbf), (0xef, 0xbf, 0xbc): self = .noise
        case (0xe2, 0x80, 0xa8), (0xe2, 0x80, 0xa9): self = .lineBreak
        default: return nil
        }
    }
}
