/// A piece of text that is never broken, shaped and written as PDF text operands.
///
/// Everything is in ems of the surrounding Latin text, so that one fragment serves every size.
struct Fragment {
    /// Resource number of its font.
    var font: Int32
    /// The operand bytes in the cache's arena, to stand between `[(` and `)]TJ`.
    var start: Int32
    var count: Int32
    /// Advance, em.
    var width: Float
    /// How far its end may hang beyond the measure, em: white space inside full-width punctuation, half a full stop.
    var hang: Float
    /// Whether its codes alone do not say its text, so that it is drawn inside an ActualText span.
    var needsActualText = false
}

/// Fragments by font, direction, language and text: an open-addressing table over one arena of bytes.
final class FragmentCache {
    private struct Key {
        var context: UInt64
        var hash: UInt64
        var start: Int32
        var count: Int32
    }

    private let fragmentCell = Cell<[Fragment]>([])
    private let arenaCell = Cell(UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 20))
    private let keyCell = Cell<[Key]>([])
    private let slotCell = Cell([Int32](repeating: -1, count: 1 << 12))
    private var arenaCapacity = 1 << 20
    private var arenaCount = 0

    var fragments: [Fragment] { @inline(__always) _read { yield fragmentCell.value } }
    var arena: UnsafeMutablePointer<UInt8> { @inline(__always) get { arenaCell.value } }

    deinit {
        arenaCell.value.deallocate()
        arenaCell.free()
        fragmentCell.free()
        keyCell.free()
        slotCell.free()
    }

    @inline(__always)
    static func hash(_ text: UnsafeBufferPointer<UInt8>, _ context: UInt64) -> UInt64 {
        var value = context &* 0x9e37_79b9_7f4a_7c15 ^ 0xcbf2_9ce4_8422_2325
        for byte in text { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return value ^ value >> 29
    }

    @inline(__always)
    func find(_ text: UnsafeBufferPointer<UInt8>, _ context: UInt64, _ hash: UInt64) -> Int32? {
        let mask = slotCell.value.count - 1
        var at = Int(truncatingIfNeeded: hash) & mask
        while true {
            let index = slotCell.value[at]
            if index < 0 { return nil }
            let key = keyCell.value[Int(index)]
            if key.hash == hash, key.context == context, Int(key.count) == text.count,
                equal(arena + Int(key.start), text)
            {
                return index
            }
            at = (at + 1) & mask
        }
    }

    @inline(__always)
    private func equal(_ stored: UnsafeMutablePointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in 0..<text.count where stored[index] != text[index] { return false }
        return true
    }

    /// Adds a fragment; `font`, `width` and `hang` are kept, its bytes are copied.
    func add(
        _ fragment: Fragment,
        operands: [UInt8],
        text: UnsafeBufferPointer<UInt8>,
        context: UInt64,
        hash: UInt64
    ) -> Int32 {
        if (keyCell.value.count + 1) * 2 > slotCell.value.count { grow() }
        let index = Int32(keyCell.value.count)
        let start = store(text)
        keyCell.value.append(Key(context: context, hash: hash, start: start, count: Int32(text.count)))
        var stored = fragment
        stored.start = operands.withUnsafeBufferPointer(store)
        stored.count = Int32(operands.count)
        fragmentCell.value.append(stored)
        insert(index)
        return index
    }

    /// The text a fragment was made of.
    func text(_ index: Int32) -> UnsafeBufferPointer<UInt8> {
        let key = keyCell.value[Int(index)]
        return UnsafeBufferPointer(start: arena + Int(key.start), count: Int(key.count))
    }

    /// Bytes of text and operands held.
    var byteCount: Int { arenaCount }

    /// Forgets everything; fragments of paragraphs set before must not be drawn any more.
    func removeAll() {
        fragmentCell.value = []
        keyCell.value = []
        slotCell.value = [Int32](repeating: -1, count: 1 << 12)
        arenaCount = 0
    }

    private func insert(_ index: Int32) {
        let mask = slotCell.value.count - 1
        var at = Int(truncatingIfNeeded: keyCell.value[Int(index)].hash) & mask
        while slotCell.value[at] >= 0 { at = (at + 1) & mask }
        slotCell.value[at] = index
    }

    private func grow() {
        slotCell.value = [Int32](repeating: -1, count: slotCell.value.count * 2)
        for index in keyCell.value.indices { insert(Int32(index)) }
    }

    private func store(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        if arenaCount + bytes.count > arenaCapacity {
            let capacity = max(arenaCapacity * 2, arenaCount + bytes.count)
            let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
            grown.update(from: arena, count: arenaCount)
            arena.deallocate()
            arenaCell.value = grown
            arenaCapacity = capacity
        }
        let start = arenaCount
        for byte in bytes.indices { arena[start + byte] = bytes[byte] }
        arenaCount += bytes.count
        return Int32(start)
    }
}
