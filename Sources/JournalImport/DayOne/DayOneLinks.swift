/// Bare URLs of Day One's in running text.
enum DayOneLinks {
    /// What stands for a URL that led to an entry and had no words of its own.
    static let bareText = "linked entry"

    /// Cuts text at URLs that lead to an entry; `nil` when there is none.
    static func split(_ text: [UInt8]) -> [(text: [UInt8], entryID: String?)]? {
        guard contains(text, "://view?") else { return nil }
        var parts: [(text: [UInt8], entryID: String?)] = []
        var plain: [UInt8] = []
        var position = 0
        while position < text.count {
            if let found = url(in: text, at: position) {
                if !plain.isEmpty { parts.append((plain, nil)) }
                plain = []
                parts.append(([], found.entryID))
                position = found.end
            } else {
                plain.append(text[position])
                position += 1
            }
        }
        if !plain.isEmpty { parts.append((plain, nil)) }
        return parts
    }

    /// The URL that begins at an offset, when it leads to an entry.
    static func url(in text: [UInt8], at start: Int) -> (entryID: String, end: Int)? {
        guard text[start] | 0x20 == 0x64, text[start...].prefix(6).elementsEqual("dayone".utf8) else {
            return nil
        }
        let end = text[start...].prefix(512).firstIndex { byte in
            byte <= 0x20 || byte >= 0x7f || [0x22, 0x28, 0x29, 0x3c, 0x3e, 0x5b, 0x5c, 0x5d].contains(byte)
        }
        let stop = end ?? min(text.count, start + 512)
        guard let id = DayOneMedia.entryID(inLink: String(decoding: text[start..<stop], as: UTF8.self)) else {
            return nil
        }
        // A full stop or comma behind a URL belongs to the sentence.
        let word = id.utf8.reversed().drop { MarkdownEscaping.isPunctuation($0) && $0 != 0x2d }
        let dropped = id.utf8.count - word.count
        guard dropped < id.utf8.count else { return nil }
        return (String(decoding: id.utf8.dropLast(dropped), as: UTF8.self), stop - dropped)
    }

    private static func contains(_ text: [UInt8], _ needle: StaticString) -> Bool {
        text.withUnsafeBufferPointer { bytes in
            let needle = UnsafeBufferPointer(start: needle.utf8Start, count: needle.utf8CodeUnitCount)
            guard bytes.count >= needle.count, let first = needle.first else { return false }
            for start in 0...(bytes.count - needle.count) where bytes[start] == first {
                if bytes[start..<start + needle.count].elementsEqual(needle) { return true }
            }
            return false
        }
    }
}
