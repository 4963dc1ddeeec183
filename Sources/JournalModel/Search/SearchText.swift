import Foundation

/// The one segmentation of text into words, for the search index and for what is searched.
///
/// Words are runs of letters, digits and marks with case and diacritics folded. Runs of scripts
/// without spaces become overlapping pairs of characters, and the run's last character a word of its
/// own: so every character begins a word, one character is found by prefix and more by a phrase.
/// Words are joined by spaces for FTS5's `ascii` tokenizer (sqlite.org/fts5.html, section 4.3.2), which
/// takes every byte from 0x80 up as part of a word and folds the case of ASCII letters.
package struct SearchText {
    private var folding = ScalarFolding()

    /// Changes with every change of the segmentation; an index of another revision is rebuilt.
    package static let revision = 1

    package init() {}

    /// A name as it is compared: without case and outer white space, in composed form.
    package static func foldedName(_ name: String) -> String {
        let trimmed = name.trimmingCharacters(in: .whitespacesAndNewlines)
        if trimmed.utf8.allSatisfy({ $0 < 0x80 }) { return trimmed.lowercased() }
        return trimmed.precomposedStringWithCanonicalMapping.lowercased()
    }

    /// Appends the words of `text`, each followed by a space.
    package mutating func append(_ text: String, to output: inout [UInt8]) {
        var text = text
        let isComplete = text.withUTF8 { segment($0, into: &output, endsOpen: false) }
        if !isComplete {
            var composed = text.precomposedStringWithCanonicalMapping
            composed.withUTF8 { _ = segment($0, into: &output, endsOpen: false, isComposed: true) }
        }
    }

    /// The words of what a person searches for; the last is a prefix when `isPrefix`.
    ///
    /// - Parameter text: One word or phrase, without operators.
    /// - Returns: Words without spaces; none when the text has only marks and spaces.
    package mutating func words(searchedFor text: String) -> (words: [String], isPrefix: Bool) {
        var output: [UInt8] = []
        var composed = text.precomposedStringWithCanonicalMapping
        composed.withUTF8 { _ = segment($0, into: &output, endsOpen: true, isComposed: true) }
        let isPrefix = output.last == openMark
        if isPrefix { output.removeLast() }
        return (output.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }, isPrefix)
    }

    /// Stands after a last word that is only the beginning of a pair.
    private let openMark: UInt8 = 0x2a

    /// Appends the words of valid UTF-8; with `endsOpen` the text may go on, so that the last character of a
    /// run at its end is no word of its own.
    ///
    /// - Returns: `false`, with nothing appended, when the text must be composed first.
    private mutating func segment(
        _ source: UnsafeBufferPointer<UInt8>,
        into output: inout [UInt8],
        endsOpen: Bool,
        isComposed: Bool = false
    ) -> Bool {
        let start = output.count
        output.reserveCapacity(start + source.count * 2)
        var run: [UInt8] = []
        var unitStarts: [Int] = []
        var position = 0
        var inWord = false

        func endWord() {
            if inWord { output.append(0x20) }
            inWord = false
        }
        func endRun(isLast: Bool) {
            guard !unitStarts.isEmpty else { return }
            for index in unitStarts.indices.dropLast() {
                let end = index + 2 < unitStarts.count ? unitStarts[index + 2] : run.count
                output.append(contentsOf: run[unitStarts[index]..<end])
                output.append(0x20)
            }
            if !isLast || unitStarts.count == 1 {
                output.append(contentsOf: run[(unitStarts.last ?? 0)...])
                output.append(isLast ? openMark : 0x20)
            }
            run.removeAll(keepingCapacity: true)
            unitStarts.removeAll(keepingCapacity: true)
        }

        while position < source.count {
            let byte = source[position]
            if byte < 0x80 {
                if !unitStarts.isEmpty { endRun(isLast: false) }
                let start = position
                while position < source.count, SearchText.isWord[Int(source[position])] { position += 1 }
                if position > start {
                    output.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<position]))
                    inWord = true
                } else {
                    endWord()
                    position += 1
                }
                continue
            }
            let (scalar, length) = decode(source, position)
            position += length
            if !isComposed,
                scalar.value == 0x3099 || scalar.value == 0x309a || (0x1100...0x11ff).contains(scalar.value)
            {
                output.removeLast(output.count - start)
                return false
            }
            let place = position - length..<position
            let kind: ScalarFolding.Class
            let bytes: UnsafeBufferPointer<UInt8>?
            var changed: [UInt8] = []
            if let plain = folding.plainClass(scalar) {
                (kind, bytes) = (plain, UnsafeBufferPointer(rebasing: source[place]))
            } else {
                let folded = folding.fold(scalar)
                (kind, bytes, changed) = (folded.kind, nil, folded.bytes)
            }
            func add(to target: inout [UInt8]) {
                if let bytes { target.append(contentsOf: bytes) } else { target += changed }
            }
            switch kind {
            case .ignored: break
            case .unit:
                endWord()
                unitStarts.append(run.count)
                add(to: &run)
            case .mark where !unitStarts.isEmpty: add(to: &run)
            case .word, .mark:
                endRun(isLast: false)
                add(to: &output)
                inWord = true
            case .symbol:
                endRun(isLast: false)
                endWord()
                add(to: &output)
                output.append(0x20)
            case .separator:
                endRun(isLast: false)
                endWord()
            }
        }
        endWord()
        endRun(isLast: endsOpen)
        return true
    }

    /// Whether a byte is an ASCII letter or digit.
    private static let isWord: [Bool] = (0..<256).map { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
    }

    /// One scalar of valid UTF-8 and the number of its bytes.
    private func decode(_ source: UnsafeBufferPointer<UInt8>, _ position: Int) -> (Unicode.Scalar, Int) {
        func continuation(_ offset: Int) -> UInt32 {
            position + offset < source.count ? UInt32(source[position + offset] & 0x3f) : 0
        }
        let first = UInt32(source[position])
        let value: UInt32
        let length: Int
        if first < 0xe0 {
            (value, length) = ((first & 0x1f) << 6 | continuation(1), 2)
        } else if first < 0xf0 {
            (value, length) = ((first & 0x0f) << 12 | continuation(1) << 6 | continuation(2), 3)
        } else {
            (value, length) = (
                (first & 0x07) << 18 | continuation(1) << 12 | continuation(2) << 6 | continuation(3), 4
            )
        }
        return (Unicode.Scalar(value) ?? "\u{fffd}", length)
    }
}
