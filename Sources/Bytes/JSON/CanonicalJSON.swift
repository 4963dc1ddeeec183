extension JSONValue {
    /// Reads one JSON text, with nothing but white space around it.
    ///
    /// - Parameters:
    ///   - text: UTF-8, a byte order mark being allowed.
    ///   - mode: Whether to refuse or to repair what other programs got wrong.
    ///   - limits: Bounds on size and nesting.
    /// - Throws: Where and why the text was refused.
    package init(
        parsing text: some Sequence<UInt8>,
        mode: JSONReader.Mode = .strict,
        limits: JSONReader.Limits = JSONReader.Limits()
    ) throws(JSONError) {
        self = try Array(text).withUnsafeBufferPointer { bytes throws(JSONError) in
            var reader = JSONReader(UnsafeRawBufferPointer(bytes), mode: mode, limits: limits)
            let value = try reader.value()
            try reader.finish()
            return value
        }
    }

    /// Appends this value as canonical JSON: keys sorted by their UTF-8, no white space, only `"`, `\` and
    /// C0 controls escaped, numbers as they came.
    package func appendCanonical(to output: inout [UInt8]) {
        switch self {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let text): output.append(contentsOf: text.utf8)
        case .string(let text): JSONValue.appendQuoted(text, to: &output)
        case .array(let elements):
            output.append(0x5b)
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(0x2c) }
                element.appendCanonical(to: &output)
            }
            output.append(0x5d)
        case .object(let members):
            output.append(0x7b)
            var isFirst = true
            for index in JSONValue.keyOrder(members) {
                if !isFirst { output.append(0x2c) }
                isFirst = false
                JSONValue.appendQuoted(members[index].key, to: &output)
                output.append(0x3a)
                members[index].value.appendCanonical(to: &output)
            }
            output.append(0x7d)
        }
    }

    private static func appendQuoted(_ text: String, to output: inout [UInt8]) {
        output.append(0x22)
        var text = text
        text.withUTF8 { source in
            let bytes = UnsafeRawBufferPointer(source)
            var highBits: UInt64 = 0
            var start = 0
            while true {
                let stop = bytes.endOfPlainText(
                    from: start,
                    to: bytes.count,
                    controls: true,
                    highBits: &highBits
                )
                output.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<stop]))
                guard stop < bytes.count else { break }
                appendEscaped(bytes[stop], to: &output)
                start = stop + 1
            }
        }
        output.append(0x22)
    }

    private static func appendEscaped(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(0x5c)
        switch byte {
        case 0x22, 0x5c: output.append(byte)
        case 0x0a: output.append(UInt8(ascii: "n"))
        case 0x0d: output.append(UInt8(ascii: "r"))
        case 0x09: output.append(UInt8(ascii: "t"))
        default:
            output.append(contentsOf: "u00".utf8)
            output.append(contentsOf: hex([byte]).utf8)
        }
    }

    /// Positions of `members` in the order of their keys' UTF-8; equal keys stay in theirs.
    private static func keyOrder(_ members: [Member]) -> [Int] {
        // The first eight bytes as a big-endian number decide nearly every comparison.
        var order = members.indices.map { (prefix: prefix(of: members[$0].key), index: $0) }
        order.sort { left, right in
            if left.prefix != right.prefix { return left.prefix < right.prefix }
            let (first, second) = (members[left.index].key.utf8, members[right.index].key.utf8)
            if first.elementsEqual(second) { return left.index < right.index }
            return first.lexicographicallyPrecedes(second)
        }
        return order.map(\.index)
    }

    private static func prefix(of key: String) -> UInt64 {
        var key = key
        return key.withUTF8 { bytes in
            var value: UInt64 = 0
            for index in 0..<8 { value = value << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
            return value
        }
    }

    /// Keeps the last member of each key; returns how many were removed.
    static func removeRepeatedKeys(_ members: inout [Member]) -> Int {
        guard mayRepeat(members) else { return 0 }
        let order = keyOrder(members)
        var removed: Set<Int> = []
        for (current, next) in zip(order, order.dropFirst())
        where members[current].key.utf8.elementsEqual(members[next].key.utf8) {
            removed.insert(current)
        }
        guard !removed.isEmpty else { return 0 }
        members = members.indices.filter { !removed.contains($0) }.map { members[$0] }
        return removed.count
    }

    /// Whether a key comes twice; true without looking for large objects.
    private static func mayRepeat(_ members: [Member]) -> Bool {
        guard members.count > 1 else { return false }
        guard members.count <= 32 else { return true }
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: members.count) { prefixes in
            for (index, member) in members.enumerated() {
                let prefix = prefix(of: member.key)
                for earlier in 0..<index where prefixes[earlier] == prefix {
                    if members[earlier].key.utf8.elementsEqual(member.key.utf8) { return true }
                }
                prefixes[index] = prefix
            }
            return false
        }
    }
}
