/// Three-way merge of text by words: what both sides wrote is kept, and only a true overlap is a conflict.
///
/// A token is a word, a run of white space, or one mark; in scripts without spaces one character
/// (grapheme cluster) is a token, so that two edits of one Japanese sentence can meet.
package enum TextMerge {
    /// The merge of two versions; `nil` when they overlap.
    ///
    /// Insertions at the same point are both kept, the older first; equal changes count once.
    package static func merge(base: String, older: String, newer: String) -> String? {
        if older == newer || newer == base { return older }
        if older == base { return newer }
        // Two texts begun apart from each other are two paragraphs.
        if base.isEmpty { return older + "\n\n" + newer }
        let baseTokens = tokens(base)
        let left = edits(from: baseTokens, to: tokens(older))
        let right = edits(from: baseTokens, to: tokens(newer))
        guard let left, let right else { return nil }
        var output = ""
        var position = 0
        var l = 0
        var r = 0
        while l < left.count || r < right.count {
            let a = l < left.count ? left[l] : nil
            let b = r < right.count ? right[r] : nil
            if let a, let b, a == b {
                output += baseTokens[position..<a.range.lowerBound].joined() + a.replacement.joined()
                position = a.range.upperBound
                (l, r) = (l + 1, r + 1)
                continue
            }
            if let a, let b, overlaps(a, b) { return nil }
            let takesLeft: Bool
            switch (a, b) {
            case (let a?, let b?):
                takesLeft =
                    (a.range.lowerBound, a.range.upperBound) <= (b.range.lowerBound, b.range.upperBound)
            default: takesLeft = a != nil
            }
            guard let edit = takesLeft ? a : b else { break }
            output += baseTokens[position..<edit.range.lowerBound].joined() + edit.replacement.joined()
            position = edit.range.upperBound
            if takesLeft { l += 1 } else { r += 1 }
        }
        return output + baseTokens[position...].joined()
    }

    /// A part of the base and what stands in its place; an empty part is an insertion.
    struct Edit: Equatable {
        var range: Range<Int>
        var replacement: [Substring]
    }

    private static func overlaps(_ a: Edit, _ b: Edit) -> Bool {
        if a.range.isEmpty && b.range.isEmpty { return false }
        if a.range.isEmpty {
            return b.range.lowerBound < a.range.lowerBound && a.range.lowerBound < b.range.upperBound
        }
        if b.range.isEmpty {
            return a.range.lowerBound < b.range.lowerBound && b.range.lowerBound < a.range.upperBound
        }
        guard a.range.overlaps(b.range) else { return false }
        // Two deletions make one larger deletion, but are cut into pieces only by the general rule.
        return true
    }

    static func tokens(_ text: String) -> [Substring] {
        var tokens: [Substring] = []
        var start = text.startIndex
        var kind = Kind.alone
        for index in text.indices {
            let next = Kind(text[index])
            if index > start, next == .alone || next != kind {
                tokens.append(text[start..<index])
                start = index
            }
            kind = next
        }
        if start < text.endIndex { tokens.append(text[start...]) }
        return tokens
    }

    private enum Kind {
        case word, space, alone

        init(_ character: Character) {
            if character.isWhitespace {
                self = character.isNewline ? .alone : .space
            } else if let scalar = character.unicodeScalars.first,
                scalar.properties.isAlphabetic || character.isNumber,
                !TextScript.isWrittenWithoutSpaces(scalar)
            {
                self = .word
            } else {
                self = .alone
            }
        }
    }

    /// Smallest edit script by Myers' O(ND) algorithm (1986); `nil` when the texts differ too much to be worth it.
    static func edits(from base: [Substring], to target: [Substring]) -> [Edit]? {
        var prefix = 0
        while prefix < base.count, prefix < target.count, base[prefix] == target[prefix] { prefix += 1 }
        var suffix = 0
        while suffix < base.count - prefix, suffix < target.count - prefix,
            base[base.count - 1 - suffix] == target[target.count - 1 - suffix]
        { suffix += 1 }
        let old = Array(base[prefix..<base.count - suffix])
        let new = Array(target[prefix..<target.count - suffix])
        let limit = 4000
        guard min(old.count + new.count, limit) == old.count + new.count || old.isEmpty || new.isEmpty else {
            return [Edit(range: prefix..<prefix + old.count, replacement: new)]
        }
        if old.isEmpty && new.isEmpty { return [] }
        if old.isEmpty || new.isEmpty { return [Edit(range: prefix..<prefix + old.count, replacement: new)] }
        var edits: [Edit] = []
        func add(_ range: Range<Int>, _ replacement: [Substring]) {
            if let last = edits.last, last.range.upperBound == range.lowerBound {
                edits[edits.count - 1].range = last.range.lowerBound..<range.upperBound
                edits[edits.count - 1].replacement += replacement
            } else {
                edits.append(Edit(range: range, replacement: replacement))
            }
        }
        for step in new.difference(from: old).inferringRuns(oldCount: old.count, newCount: new.count) {
            add(prefix + step.old.lowerBound..<prefix + step.old.upperBound, Array(new[step.new]))
        }
        return edits
    }
}

extension CollectionDifference {
    /// The places where old and new part, in order, as ranges of both.
    fileprivate func inferringRuns(oldCount: Int, newCount: Int) -> [(old: Range<Int>, new: Range<Int>)] {
        var removed = Set<Int>()
        var inserted = Set<Int>()
        for change in self {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var runs: [(old: Range<Int>, new: Range<Int>)] = []
        var old = 0
        var new = 0
        while old < oldCount || new < newCount {
            let startOld = old
            let startNew = new
            while removed.contains(old) { old += 1 }
            while inserted.contains(new) { new += 1 }
            if old > startOld || new > startNew {
                runs.append((startOld..<old, startNew..<new))
            } else {
                old += 1
                new += 1
            }
        }
        return runs
    }
}
