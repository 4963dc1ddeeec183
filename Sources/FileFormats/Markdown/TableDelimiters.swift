import Glibc

/// Lengthens the delimiter cells of tables, which MD4C 0.4.8 knows only from three characters on.
enum TableDelimiters {
    /// The text with every cell of a delimiter row at least three dashes long.
    ///
    /// - Returns: `nil` when nothing needs it, which is nearly always.
    static func lengthened(_ text: inout String) -> String? {
        let output = text.withUTF8 { source -> [UInt8]? in
            guard let first = source.baseAddress, memchr(first, 0x7c, source.count) != nil else {
                return nil
            }
            return rewritten(source)
        }
        return output.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func rewritten(_ source: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var output: [UInt8]?
        var copied = 0
        var start = 0
        var previousHasBar = false
        var fence: UInt8?
        while start < source.count {
            var end = start
            var hasBar = false
            while end < source.count, source[end] != 0x0a {
                if source[end] == 0x7c { hasBar = true }
                end += 1
            }
            let line = UnsafeBufferPointer(rebasing: source[start..<end])
            if let mark = fenceMark(line) {
                if fence == nil { fence = mark } else if fence == mark { fence = nil }
            } else if fence == nil, hasBar, previousHasBar, let row = lengthenedRow(line) {
                output = output ?? []
                output?.append(contentsOf: source[copied..<start])
                output?.append(contentsOf: row)
                copied = end
            }
            previousHasBar = hasBar
            start = end + 1
        }
        output?.append(contentsOf: source[copied...])
        return output
    }

    /// The character of a code fence that begins or ends at this line.
    private static func fenceMark(_ line: UnsafeBufferPointer<UInt8>) -> UInt8? {
        guard let first = line.firstIndex(where: { $0 != 0x20 }), first < 4, first + 2 < line.count,
            line[first] == 0x60 || line[first] == 0x7e, line[first + 1] == line[first],
            line[first + 2] == line[first]
        else { return nil }
        return line[first]
    }

    /// The row with short cells filled up; `nil` when it is no delimiter row or has no short cell.
    private static func lengthenedRow(_ line: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var row: [UInt8] = []
        var dashes = 0
        var hasShortCell = false
        for byte in line {
            switch byte {
            case 0x2d: dashes += 1
            case 0x7c, 0x20, 0x09, 0x3a, 0x0d:
                if dashes == 1 || dashes == 2 {
                    hasShortCell = true
                    row.append(contentsOf: repeatElement(0x2d, count: 3 - dashes))
                }
                dashes = 0
            default: return nil
            }
            row.append(byte)
        }
        if dashes == 1 || dashes == 2 {
            hasShortCell = true
            row.append(contentsOf: repeatElement(0x2d, count: 3 - dashes))
        }
        return hasShortCell ? row : nil
    }
}
