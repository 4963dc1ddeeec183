import CTypesetting

/// Turns runs of text into items: by a quick way when every character is of a simple script that the
/// style's own font has, else by way of ICU's boundaries and bidirectional algorithm.
final class ParagraphBuilder {
    let shaper: Shaper
    let library: FontLibrary
    private let itemCell = Cell<[Item]>([])
    var items: [Item] {
        @inline(__always) _read { yield itemCell.value }
        @inline(__always) _modify { yield &itemCell.value }
    }
    private(set) var level: UInt8 = 0
    /// Code points that no font has, with the number of times they occurred.
    private(set) var missing: [UInt32: Int] = [:]
    /// Control characters left out.
    private(set) var droppedCount = 0
    var size = 0.0
    var style = ParagraphStyle(size: 10, leading: 14)
    var language = 0
    private var simpleTables: [Int: [Bool]] = [:]
    private var spaces: [UInt64: Int32] = [:]

    init(shaper: Shaper) {
        self.shaper = shaper
        library = shaper.library
    }

    deinit { itemCell.free() }

    func build(_ runs: [TextRun], _ style: ParagraphStyle) {
        items.removeAll(keepingCapacity: true)
        self.style = style
        size = style.size
        level = style.isRightToLeft == true ? 1 : 0
        language = shaper.number(ofLanguage: style.language)
        if level == 0, runs.allSatisfy(isSimple) {
            for (index, run) in runs.enumerated() { addSimple(run, Int16(truncatingIfNeeded: index)) }
        } else {
            addGeneral(runs)
        }
    }

    // MARK: Simple scripts

    /// Characters below U+3000 that need no choice of font, direction or line break beyond spaces and dashes.
    private func simpleTable(_ resource: Int) -> [Bool] {
        if let table = simpleTables[resource] { return table }
        var table = [Bool](repeating: false, count: 0x3000)
        let face = library.resources[resource].face
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7e, 0xa0...0xac, 0xae...0x24f, 0x250...0x2ff, 0x370...0x3ff, 0x400...0x52f,
            0x1e00...0x1fff, 0x2010...0x2027, 0x2030...0x205e, 0x20a0...0x20bf, 0x2100...0x214f,
            0x2150...0x218f, 0x2190...0x2193, 0x2200...0x22ff,
        ]
        for range in ranges {
            for code in range where face.covers(code) && !typesetting_has_emoji_presentation(code) {
                table[Int(code)] = true
            }
        }
        table[0x0a] = true
        table[0x09] = true
        simpleTables[resource] = table
        return table
    }

    private func isSimple(_ run: TextRun) -> Bool {
        let table = simpleTable(library.primary(run.style))
        var text = run.text
        return text.withUTF8 { bytes in
            table.withUnsafeBufferPointer { table in
                var at = 0
                while at < bytes.count {
                    let byte = bytes[at]
                    var code = Int(byte)
                    if byte < 0x80 {
                        at += 1
                    } else if byte < 0xe0 {
                        code = Int(byte & 0x1f) << 6 | Int(bytes[at + 1] & 0x3f)
                        at += 2
                    } else if byte < 0xf0 {
                        code =
                            Int(byte & 0x0f) << 12 | Int(bytes[at + 1] & 0x3f) << 6
                            | Int(bytes[at + 2] & 0x3f)
                        at += 3
                    } else {
                        return false
                    }
                    guard code < table.count, table[code] else { return false }
                }
                return true
            }
        }
    }

    private func addSimple(_ run: TextRun, _ index: Int16) {
        let font = library.primary(run.style)
        let context = Shaper.context(font: font, language: language, rightToLeft: false)
        let space = spaceFragment(context)
        var text = run.text
        text.withUTF8 { bytes in
            var start = 0
            var at = 0
            while at < bytes.count {
                let byte = bytes[at]
                if byte == 0x20 || byte == 0x0a || byte == 0x09 {
                    addWord(bytes, start, at, context, run, index)
                    if byte == 0x0a {
                        addForced(index)
                    } else {
                        addSpace(space, run, index, level: 0)
                    }
                    start = at + 1
                } else if byte == 0x2d || byte == 0xe2 || byte == 0x2f, at > start {
                    // After a hyphen, an en or em dash, or a slash between letters a line may end.
                    let length = byte == 0xe2 ? 3 : 1
                    let isDash =
                        byte != 0xe2
                        || at + 2 < bytes.count && bytes[at + 1] == 0x80
                            && (bytes[at + 2] == 0x90 || bytes[at + 2] == 0x93 || bytes[at + 2] == 0x94)
                    let next = at + length
                    if isDash, next < bytes.count, Self.isLetter(bytes[next]), !(run.style.family == .mono) {
                        addWord(bytes, start, next, context, run, index)
                        addGap(0, 0, index, level: 0)
                        start = next
                    }
                    at = next - 1
                }
                at += 1
            }
            addWord(bytes, start, bytes.count, context, run, index)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x41...0x5a).contains(byte & 0xdf)
    }

    @inline(__always)
    private func addWord(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ start: Int,
        _ end: Int,
        _ context: UInt64,
        _ run: TextRun,
        _ index: Int16
    ) {
        guard end > start else { return }
        let word = UnsafeBufferPointer(rebasing: bytes[start..<end])
        // French and others set a space before these marks; it never ends a line (UAX #14, LB13).
        if let last = items.last, last.kind == .space {
            switch bytes[start] {
            case 0x21, 0x3f, 0x3a, 0x3b, 0x29, 0x5d, 0x7d, 0x25: items[items.count - 1].mayBreak = false
            case 0xc2 where end > start + 1 && bytes[start + 1] == 0xbb:
                items[items.count - 1].mayBreak = false
            default: break
            }
        }
        addBox(shaper.fragment(word, context: context), run, index, level: 0)
    }

    // MARK: Items

    func addBox(_ fragment: Int32, _ run: TextRun, _ index: Int16, level: UInt8) {
        let shaped = shaper.cache.fragments[Int(fragment)]
        let scale = Float(size * run.scale)
        var width = shaped.width * scale
        if run.tracking != 0 {
            width +=
                Float(shaper.cache.text(fragment).count { $0 & 0xc0 != 0x80 }) * Float(run.tracking / 1000)
                * scale
        }
        items.append(
            Item(
                kind: .box,
                level: level,
                mayBreak: false,
                run: index,
                fragment: fragment,
                width: width,
                stretch: 0,
                shrink: 0,
                hang: shaped.hang * scale
            )
        )
    }

    func addSpace(_ fragment: Int32, _ run: TextRun, _ index: Int16, level: UInt8) {
        let scale = Float(size * run.scale)
        let width = shaper.cache.fragments[Int(fragment)].width * scale + Float(run.tracking / 1000) * scale
        if style.preservesSpaces {
            let isLeading = items.last.map { $0.kind == .forced || $0.kind == .box && $0.mayBreak } ?? true
            items.append(
                Item(
                    kind: isLeading ? .box : .space,
                    level: level,
                    mayBreak: true,
                    run: index,
                    fragment: fragment,
                    width: width,
                    stretch: 0,
                    shrink: 0,
                    hang: 0
                )
            )
            return
        }
        if let last = items.last, last.kind == .space || last.kind == .forced { return }
        if items.isEmpty { return }
        items.append(
            Item(
                kind: .space,
                level: level,
                mayBreak: true,
                run: index,
                fragment: fragment,
                width: width,
                stretch: width * 0.5,
                shrink: width * 0.3,
                hang: 0
            )
        )
    }

    func addGap(_ width: Float, _ stretch: Float, _ index: Int16, level: UInt8, mayBreak: Bool = true) {
        items.append(
            Item(
                kind: .gap,
                level: level,
                mayBreak: mayBreak,
                run: index,
                fragment: -1,
                width: width,
                stretch: stretch,
                shrink: 0,
                hang: 0
            )
        )
    }

    func addForced(_ index: Int16) {
        items.append(
            Item(
                kind: .forced,
                level: 0,
                mayBreak: true,
                run: index,
                fragment: -1,
                width: 0,
                stretch: 0,
                shrink: 0,
                hang: 0
            )
        )
    }

    func spaceFragment(_ context: UInt64) -> Int32 {
        if let known = spaces[context] { return known }
        let fragment = [UInt8(0x20)].withUnsafeBufferPointer { shaper.fragment($0, context: context) }
        spaces[context] = fragment
        return fragment
    }

    func setLevel(_ new: UInt8) { level = new }
    func forgetSpaces() { spaces = [:] }
    func report(missing code: UInt32) { missing[code, default: 0] += 1 }
    func reportDropped() { droppedCount += 1 }
}
