/// Counts bidirectional controls of a block, so that what a writer left open cannot turn the next one.
///
/// UAX #9, section 2: embeddings and overrides end with U+202C, isolates with U+2069.
struct BidiBalance {
    private var open: [Unicode.Scalar] = []

    mutating func add(_ text: String) {
        var text = text
        // All of them begin with the bytes E2 80 or E2 81, which few texts have.
        let isConcerned = text.withUTF8 { bytes in
            if isASCII(bytes) { return false }
            var index = 0
            while index + 1 < bytes.count {
                if bytes[index] == 0xe2, bytes[index + 1] == 0x80 || bytes[index + 1] == 0x81 { return true }
                index += 1
            }
            return false
        }
        guard isConcerned else { return }
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x202a, 0x202b, 0x202d, 0x202e: open.append("\u{202c}")
            case 0x2066...0x2068: open.append("\u{2069}")
            case 0x202c, 0x2069: if open.last == scalar { open.removeLast() }
            default: break
            }
        }
    }

    /// What has to follow the block's text.
    mutating func closers() -> String {
        defer { open.removeAll() }
        return String(String.UnicodeScalarView(open.reversed().prefix(128)))
    }

    /// The text with what it leaves open closed at its end.
    static func balanced(_ text: String) -> String {
        var balance = BidiBalance()
        balance.add(text)
        return balance.isBalanced ? text : text + balance.closers()
    }

    var isBalanced: Bool { open.isEmpty }
}
