import Foundation

/// Places where words may be broken, by Liang's patterns.
///
/// Franklin M. Liang, "Word Hy-phen-a-tion by Com-put-er", 1983: a digit between letters of a pattern
/// weighs for (odd) or against (even) a break there; the heaviest counts. Files are those of Debian's
/// `hyphen-*` packages; without one, words of that language are not broken.
final class Hyphenation {
    /// Open addressing by the pattern's hash; a pattern's weights lie in ``weights`` from `start` on.
    private var slots: [(hash: UInt64, start: Int32, count: Int32)] = []
    private var weights: [UInt8] = []
    private var patterns: [(hash: UInt64, start: Int32, count: Int32)] = []
    private var longest = 0
    private var leftMinimum = 2
    private var rightMinimum = 3

    /// - Parameter path: A pattern file in UTF-8, or in ISO 8859-1 as far as its patterns are ASCII.
    init?(path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        for line in data.split(separator: 0x0a).dropFirst() { add(Array(line)) }
        if patterns.isEmpty { return nil }
        var capacity = 1024
        while capacity < patterns.count * 3 { capacity *= 2 }
        slots = [(hash: UInt64, start: Int32, count: Int32)](repeating: (0, 0, 0), count: capacity)
        for pattern in patterns {
            var at = Int(truncatingIfNeeded: pattern.hash) & (capacity - 1)
            while slots[at].count > 0 { at = (at + 1) & (capacity - 1) }
            slots[at] = pattern
        }
        patterns = []
    }

    private func add(_ line: [UInt8]) {
        if line.starts(with: Array("LEFTHYPHENMIN ".utf8)) {
            leftMinimum = Self.number(line) ?? leftMinimum
            return
        }
        if line.starts(with: Array("RIGHTHYPHENMIN ".utf8)) {
            rightMinimum = Self.number(line) ?? rightMinimum
            return
        }
        // Lines in capitals are settings, those with a slash carry replacements, % begins a remark.
        guard let first = line.first, !(0x41...0x5a).contains(first), first != 0x25, !line.contains(0x2f),
            line.allSatisfy({ $0 < 0x80 })
        else { return }
        var letters: [UInt8] = []
        var found: [UInt8] = [0]
        for byte in line where byte > 0x20 {
            if (0x30...0x39).contains(byte) {
                found[found.count - 1] = byte - 0x30
            } else {
                letters.append(byte)
                found.append(0)
            }
        }
        guard !letters.isEmpty, letters.count < 32 else { return }
        longest = max(longest, letters.count)
        patterns.append((letters.reduce(Self.seed, Self.mix), Int32(weights.count), Int32(found.count)))
        weights.append(contentsOf: found)
    }

    private static func number(_ line: [UInt8]) -> Int? {
        Int(
            String(
                decoding: line.drop { $0 != 0x20 }.dropFirst().filter { (0x30...0x39).contains($0) },
                as: UTF8.self
            )
        )
    }

    /// Words shorter than this are never broken: what remains of them on a line is too little.
    private static let shortestWord = 6

    private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325
    @inline(__always)
    private static func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }

    /// Offsets inside `word` (ASCII letters) before which it may be broken, ascending.
    func breaks(_ word: UnsafeBufferPointer<UInt8>) -> [Int] {
        guard word.count >= max(leftMinimum + rightMinimum, Self.shortestWord) else { return [] }
        var text: [UInt8] = [0x2e]
        for byte in word { text.append(byte | 0x20) }
        text.append(0x2e)
        var marks = [UInt8](repeating: 0, count: text.count + 1)
        for start in text.indices {
            var hash = Self.seed
            for end in start..<min(start + longest, text.count) {
                hash = Self.mix(hash, text[end])
                var at = Int(truncatingIfNeeded: hash) & (slots.count - 1)
                while slots[at].count > 0, slots[at].hash != hash { at = (at + 1) & (slots.count - 1) }
                let found = slots[at]
                guard Int(found.count) == end - start + 2 else { continue }
                for offset in 0..<Int(found.count) {
                    marks[start + offset] = max(marks[start + offset], weights[Int(found.start) + offset])
                }
            }
        }
        var result: [Int] = []
        for offset in leftMinimum...(word.count - rightMinimum) where marks[offset + 1] & 1 == 1 {
            result.append(offset)
        }
        return result
    }

    /// Pattern files by the language's first subtag.
    static func path(language: String, folder: String) -> String? {
        let tag = language.lowercased().prefix { $0 != "-" && $0 != "_" && $0 != "@" }
        let file: String
        switch tag {
        case "en": file = language.lowercased().hasPrefix("en-gb") ? "hyph_en_GB.dic" : "hyph_en_US.dic"
        case "de": file = "hyph_de_DE.dic"
        case "fr": file = "hyph_fr.dic"
        case "es": file = "hyph_es.dic"
        case "it": file = "hyph_it_IT.dic"
        case "pt": file = "hyph_pt_PT.dic"
        case "nl": file = "hyph_nl_NL.dic"
        default: return nil
        }
        return folder + "/" + file
    }
}
