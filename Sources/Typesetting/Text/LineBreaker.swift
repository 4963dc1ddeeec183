/// Breaks items into lines.
///
/// Justified text is broken by total fit (Knuth and Plass, "Breaking Paragraphs into Lines", 1981): the
/// breaks that make the paragraph as a whole most even. Where no such breaks exist, and for text that is
/// not justified, lines are filled one after the other.
struct LineBreaker {
    let items: [Item]
    let measure: Double
    let indent: Double
    /// Width of the hyphen that a break inside a word adds.
    let hyphenWidth: Double
    /// Largest stretch of a line, in parts of its stretch, that total fit takes.
    let tolerance: Double

    private struct Node {
        /// Index of the item that breaks the line; -1 at the beginning.
        var item: Int32
        var previous: Int32
        var fitness: Int8
        var isHyphen: Bool
        var demerits: Double
        /// Sums of everything up to the first item of the next line.
        var width: Double
        var stretch: Double
        var shrink: Double
        var ratio: Double
    }

    /// Breaks by total fit; `nil` when some line would be stretched beyond the tolerance.
    func totalFit() -> [Line]? {
        var nodes = [
            Node(
                item: -1,
                previous: -1,
                fitness: 1,
                isHyphen: false,
                demerits: 0,
                width: -indent,
                stretch: 0,
                shrink: 0,
                ratio: 0
            )
        ]
        var active: [Int32] = [0]
        var width = 0.0
        var stretch = 0.0
        var shrink = 0.0
        var lastHang = 0.0
        for (index, item) in items.enumerated() {
            if item.kind == .box {
                width += Double(item.width)
                lastHang = Double(item.hang)
                continue
            }
            if item.mayBreak {
                let extra = item.kind == .hyphen ? hyphenWidth * 0.5 : -lastHang
                let isForced = item.kind == .forced
                tryBreak(
                    at: index,
                    isHyphen: item.kind == .hyphen,
                    isForced: isForced,
                    lineWidth: width + extra,
                    stretch,
                    shrink,
                    &nodes,
                    &active
                )
                if active.isEmpty { return nil }
            }
            if item.kind == .space || item.kind == .gap {
                width += Double(item.width)
                stretch += Double(item.stretch)
                shrink += Double(item.shrink)
                lastHang = 0
            }
        }
        tryBreak(
            at: items.count,
            isHyphen: false,
            isForced: true,
            lineWidth: width - lastHang,
            stretch,
            shrink,
            &nodes,
            &active
        )
        guard let best = active.min(by: { nodes[Int($0)].demerits < nodes[Int($1)].demerits }) else {
            return nil
        }
        var breaks: [Node] = []
        var at = best
        while at > 0 {
            breaks.append(nodes[Int(at)])
            at = nodes[Int(at)].previous
        }
        return lines(breaks.reversed().map { (Int($0.item), $0.ratio) })
    }

    private func tryBreak(
        at index: Int,
        isHyphen: Bool,
        isForced: Bool,
        lineWidth: Double,
        _ stretch: Double,
        _ shrink: Double,
        _ nodes: inout [Node],
        _ active: inout [Int32]
    ) {
        // The best way to each of four kinds of line: tight, normal, loose, very loose.
        var best = (Double.infinity, Double.infinity, Double.infinity, Double.infinity)
        var from: (Int32, Int32, Int32, Int32) = (-1, -1, -1, -1)
        var ratios = (0.0, 0.0, 0.0, 0.0)
        var kept = 0
        for position in active.indices {
            let number = active[position]
            let node = nodes[Int(number)]
            let natural = lineWidth - node.width
            let room = measure - natural
            var ratio: Double
            if room >= 0 {
                let give = stretch - node.stretch
                ratio = give > 0.001 ? room / give : (room < 0.01 ? 0 : .infinity)
            } else {
                let give = shrink - node.shrink
                ratio = give > 0.001 ? room / give : -.infinity
            }
            if isForced, ratio > 0 { ratio = 0 }
            let isTooLong = ratio < -1
            if !isTooLong, !isForced {
                active[kept] = number
                kept += 1
            }
            guard !isTooLong, ratio <= tolerance else { continue }
            let badness = 100 * abs(ratio * ratio * ratio)
            let penalty = isHyphen ? 60.0 : 0
            var demerits = (1 + badness) * (1 + badness) + penalty * penalty
            if isHyphen, node.isHyphen { demerits += 5000 }
            let fitness: Int8 = ratio < -0.5 ? 0 : ratio <= 0.5 ? 1 : ratio <= 1 ? 2 : 3
            if abs(Int(fitness) - Int(node.fitness)) > 1 { demerits += 3000 }
            demerits += node.demerits
            switch fitness {
            case 0 where demerits < best.0: (best.0, from.0, ratios.0) = (demerits, number, ratio)
            case 1 where demerits < best.1: (best.1, from.1, ratios.1) = (demerits, number, ratio)
            case 2 where demerits < best.2: (best.2, from.2, ratios.2) = (demerits, number, ratio)
            case 3 where demerits < best.3: (best.3, from.3, ratios.3) = (demerits, number, ratio)
            default: break
            }
        }
        active.removeLast(active.count - kept)
        guard from.0 >= 0 || from.1 >= 0 || from.2 >= 0 || from.3 >= 0 else { return }
        let after = sumsAfter(index)
        for (fitness, way) in [
            (best.0, from.0, ratios.0), (best.1, from.1, ratios.1), (best.2, from.2, ratios.2),
            (best.3, from.3, ratios.3),
        ].enumerated() where way.1 >= 0 {
            nodes.append(
                Node(
                    item: Int32(index),
                    previous: way.1,
                    fitness: Int8(fitness),
                    isHyphen: isHyphen,
                    demerits: way.0,
                    width: lineWidth - trailing(index, isHyphen) + after.width,
                    stretch: stretch + after.stretch,
                    shrink: shrink + after.shrink,
                    ratio: way.2
                )
            )
            active.append(Int32(nodes.count - 1))
        }
    }

    /// What `lineWidth` holds beyond the items themselves.
    private func trailing(_ index: Int, _ isHyphen: Bool) -> Double {
        if isHyphen { return hyphenWidth * 0.5 }
        guard index > 0, items[index - 1].kind == .box else { return 0 }
        return -Double(items[index - 1].hang)
    }

    /// Room that vanishes at the beginning of the line after a break.
    private func sumsAfter(_ index: Int) -> (width: Double, stretch: Double, shrink: Double) {
        var sums = (width: 0.0, stretch: 0.0, shrink: 0.0)
        var at = index
        while at < items.count, items[at].kind == .space || items[at].kind == .gap || at == index {
            if items[at].kind == .space || items[at].kind == .gap {
                sums.width += Double(items[at].width)
                sums.stretch += Double(items[at].stretch)
                sums.shrink += Double(items[at].shrink)
            }
            at += 1
        }
        return sums
    }

    /// Fills lines one after the other; always succeeds.
    ///
    /// - Parameter justifies: Whether lines are spread to the measure as far as `tolerance` lets them.
    /// - Returns: Lines in order.
    func firstFit(justifies: Bool) -> [Line] {
        var breaks: [(item: Int, ratio: Double)] = []
        var start = 0
        var width = indent
        var lastBreak = -1
        var index = 0
        while index < items.count {
            let item = items[index]
            if item.kind == .forced {
                breaks.append((index, 0))
                start = index + 1
                (width, lastBreak) = (0, -1)
            } else if item.kind != .box {
                if item.mayBreak, index > start { lastBreak = index }
                if index > start { width += Double(item.width) }
            } else if width + Double(item.width) - Double(item.hang) > measure + 0.01, lastBreak >= 0 {
                breaks.append((lastBreak, justifies ? .nan : 0))
                index = lastBreak
                start = lastBreak + 1
                (width, lastBreak) = (0, -1)
            } else {
                width += Double(item.width)
            }
            index += 1
        }
        breaks.append((items.count, 0))
        return lines(breaks)
    }

    /// Lines between breaks; a ratio that is no number is worked out here.
    private func lines(_ breaks: [(item: Int, ratio: Double)]) -> [Line] {
        var lines: [Line] = []
        lines.reserveCapacity(breaks.count)
        var start = 0
        for (item, ratio) in breaks {
            var first = start
            while first < item, items[first].kind != .box { first += 1 }
            var end = item
            while end > first, items[end - 1].kind != .box { end -= 1 }
            let isHyphenated = item < items.count && items[item].kind == .hyphen
            var line = Line(
                first: first,
                end: end,
                isHyphenated: isHyphenated,
                ratio: ratio,
                width: 0,
                isFirst: lines.isEmpty,
                isClosed: item == items.count || items[item].kind == .forced
            )
            line.endsWithSpace =
                item < items.count && items[end..<max(item + 1, end)].contains { $0.kind == .space }
            lines.append(line)
            start = item + 1
        }
        return lines
    }
}
