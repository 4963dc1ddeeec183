/// How often the scripts occur in a text that tell languages apart.
package struct ScriptCounts: Sendable {
    /// Bytes of UTF-8.
    package private(set) var latin = 0
    /// Words parted by spaces, and one for each ideograph or kana.
    package private(set) var wordCount = 0
    /// Scalars of each language that its script gives away.
    package private(set) var marked: [String: Int] = [:]
    /// Chinese characters, which Japanese and Chinese share.
    package private(set) var ideographs = 0
    /// The direction of the first letter (UAX #9, rules P2 and P3); `nil` when there is no letter.
    package private(set) var isRightToLeft: Bool?

    /// Letters of one language in a row, not yet in ``marked``: most come in long rows.
    private var run = (language: "", count: 0)

    package init() {}

    package init(_ text: String) { add(text) }

    package mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            if isASCII(bytes) { return addASCII(bytes) }
            var index = 0
            var isInWord = false
            defer { endRun() }
            while index < bytes.count {
                let byte = bytes[index]
                if byte < 0x80 {
                    index += 1
                    let isLetter = (byte | 0x20) &- 0x61 < 26
                    if isLetter {
                        latin += 1
                        if isRightToLeft == nil { isRightToLeft = false }
                    }
                    if byte <= 0x20 {
                        isInWord = false
                    } else if !isInWord, isLetter || byte &- 0x30 < 10 {
                        isInWord = true
                        wordCount += 1
                    }
                    continue
                }
                let length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
                var value = UInt32(byte) & (length == 2 ? 0x1f : length == 3 ? 0x0f : 0x07)
                for next in bytes[index + 1..<min(index + length, bytes.count)] {
                    value = value << 6 | UInt32(next & 0x3f)
                }
                index += length
                count(value, &isInWord)
            }
        }
    }

    /// Most text of most journals; no letter of it needs a second look.
    private mutating func addASCII(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        // Each byte beside the one before it, so that many can be looked at together.
        var starts = start[0] > 0x20 ? 1 : 0
        for index in 1..<bytes.count {
            starts &+= (start[index] > 0x20 ? 1 : 0) & (start[index &- 1] <= 0x20 ? 1 : 0)
        }
        wordCount += starts
        latin += bytes.count
        if isRightToLeft == nil, bytes.contains(where: { ($0 | 0x20) &- 0x61 < 26 }) { isRightToLeft = false }
    }

    private mutating func endRun() {
        guard run.count > 0 else { return }
        marked[run.language, default: 0] += run.count
        run.count = 0
    }

    private mutating func count(_ value: UInt32, _ isInWord: inout Bool) {
        let script = Script(value)
        switch script {
        case .none: return
        case .latin: latin += 2
        case .ideograph: ideographs += 1
        case .language(let language, _):
            if run.language != language {
                endRun()
                run.language = language
            }
            run.count += 1
        }
        if isRightToLeft == nil { isRightToLeft = script.isRightToLeft }
        if script.hasNoSpaces {
            wordCount += 1
            isInWord = false
        } else if !isInWord {
            isInWord = true
            wordCount += 1
        }
    }

    /// The language that the letters show.
    ///
    /// - Parameter ideographic: What Chinese characters alone count as: `ja` or `zh`.
    /// - Returns: BCP 47 tag; `nil` for Latin letters and for no letters.
    package func language(ideographic: String) -> String? {
        var best = marked.max { ($0.value, $1.key) < ($1.value, $0.key) }
        let kana = marked["ja"] ?? 0
        if ideographs > 0 {
            // A few kana make a text Japanese, however many Chinese characters it has.
            let language = kana > 0 ? "ja" : ideographic
            let count = ideographs + kana
            if best == nil || best?.key == "ja" || count > best?.value ?? 0 { best = (language, count) }
        }
        // A foreign word in a Latin text does not make the block foreign; its letters are longer.
        guard let best, best.value * 3 >= latin else { return nil }
        return best.key
    }
}

/// Whether no byte has its highest bit set; eight bytes are looked at together.
func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index + 8 <= raw.count {
        if raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 {
            return false
        }
        index += 8
    }
    while index < raw.count {
        if raw[index] >= 0x80 { return false }
        index += 1
    }
    return true
}

private enum Script {
    case none
    case latin
    case ideograph
    case language(String, isRightToLeft: Bool)

    init(_ value: UInt32) {
        switch value {
        case 0xc0...0x24f where value != 0xd7 && value != 0xf7, 0x1e00...0x1eff: self = .latin
        case 0x370...0x3ff: self = .language("el", isRightToLeft: false)
        case 0x404, 0x406, 0x407, 0x454, 0x456, 0x457, 0x490, 0x491:
            self = .language("uk", isRightToLeft: false)
        case 0x400...0x52f: self = .language("ru", isRightToLeft: false)
        case 0x530...0x58f: self = .language("hy", isRightToLeft: false)
        case 0x5d0...0x5f4, 0xfb1d...0xfb4f: self = .language("he", isRightToLeft: true)
        // Letters that Arabic lacks: Persian first, then Urdu.
        case 0x67e, 0x686, 0x698: self = .language("fa", isRightToLeft: true)
        case 0x679, 0x688, 0x691, 0x6ba, 0x6d2: self = .language("ur", isRightToLeft: true)
        case 0x620...0x64a, 0x66e...0x6d3, 0x6fa...0x6ff, 0x750...0x77f, 0x8a0...0x8ff, 0xfb50...0xfdff,
            0xfe70...0xfefc:
            self = .language("ar", isRightToLeft: true)
        case 0x590...0x8ff: self = .none
        case 0x904...0x939, 0x958...0x961, 0x972...0x97f: self = .language("hi", isRightToLeft: false)
        case 0x985...0x9b9: self = .language("bn", isRightToLeft: false)
        case 0xb85...0xbb9: self = .language("ta", isRightToLeft: false)
        case 0xe01...0xe2e: self = .language("th", isRightToLeft: false)
        case 0x10a0...0x10ff: self = .language("ka", isRightToLeft: false)
        case 0x1100...0x11ff, 0xac00...0xd7a3: self = .language("ko", isRightToLeft: false)
        case 0x3041...0x30ff, 0xff66...0xff9d: self = .language("ja", isRightToLeft: false)
        case 0x3400...0x9fff, 0xf900...0xfaff, 0x20000...0x3134f: self = .ideograph
        default: self = .none
        }
    }

    var isRightToLeft: Bool {
        if case .language(_, let isRightToLeft) = self { return isRightToLeft }
        return false
    }

    var hasNoSpaces: Bool {
        switch self {
        case .ideograph: true
        case .language(let language, _): language == "ja" || language == "th"
        default: false
        }
    }
}

/// How much of a journal is in which language.
struct LanguageShares: Sendable {
    private var letters: [String: Int] = [:]
    private var ideographs = 0
    private var latin = 0

    mutating func add(_ counts: ScriptCounts) {
        latin += counts.latin
        ideographs += counts.ideographs
        for (language, count) in counts.marked { letters[language, default: 0] += count }
    }

    /// What Chinese characters alone count as in this journal.
    var ideographic: String { (letters["ja"] ?? 0) * 10 > ideographs ? "ja" : "zh" }

    /// Languages with at least 5 % of the letters, most used first; `main` stands for Latin letters.
    func shared(main: String) -> [String] {
        var shares = letters
        shares[ideographic, default: 0] += ideographs
        shares[main, default: 0] += latin
        let total = max(shares.values.reduce(0, +), 1)
        let used = shares.filter { $0.value * 20 >= total }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        return used.isEmpty ? [main] : used
    }
}

/// Whether a language is written from right to left.
package func isRightToLeft(language: String) -> Bool {
    ["ar", "he", "fa", "ur", "yi", "ps", "sd", "ug", "dv"]
        .contains(language.split(separator: "-").first.map { $0.lowercased() } ?? "")
}
