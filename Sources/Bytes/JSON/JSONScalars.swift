// Texts, numbers and words.

extension JSONReader {
    /// Reads the text whose opening quotation mark is next.
    mutating func text(limit: Int, _ tooLong: JSONError.Reason) throws(JSONError) -> String {
        let start = position + 1
        var highBits: UInt64 = 0
        let end = bytes.endOfPlainText(from: start, to: bytes.count, controls: true, highBits: &highBits)
        guard end < bytes.count else { throw JSONError(.endOfInput, at: end) }
        guard end - start <= limit else { throw JSONError(tooLong, at: start) }
        guard bytes[end] == 0x22 else {
            return try textWithEscapes(from: start, plainUntil: end, limit: limit, tooLong)
        }
        position = end + 1
        let source = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        // The decoder is fast for UTF-8 and slow for what is declared as ASCII.
        guard highBits != 0 else { return String(decoding: source, as: UTF8.self) }
        return try checkedText(source, at: start)
    }

    private mutating func checkedText(_ source: UnsafeRawBufferPointer, at offset: Int) throws(JSONError)
        -> String
    {
        if let text = String(validating: source, as: UTF8.self) { return text }
        guard mode == .lenient else { throw JSONError(.invalidUTF8, at: offset) }
        repairs.replacedCharacters += invalidSequences(source)
        return String(decoding: source, as: UTF8.self)
    }

    /// Number of U+FFFD that repairing will put in: the decoder's count of errors.
    private func invalidSequences(_ source: UnsafeRawBufferPointer) -> Int {
        var count = 0
        var decoder = UTF8()
        var iterator = source.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue: continue
            case .error: count += 1
            case .emptyInput: return count
            }
        }
    }

    /// Decodes into `scratch`: no escape is shorter than the UTF-8 it stands for.
    private mutating func textWithEscapes(
        from start: Int,
        plainUntil firstStop: Int,
        limit: Int,
        _ tooLong: JSONError.Reason
    ) throws(JSONError) -> String {
        scratch.removeAll(keepingCapacity: true)
        scratch.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<firstStop]))
        var highBits: UInt64 = 0
        position = firstStop
        while true {
            guard position < bytes.count else { throw error(.endOfInput) }
            guard position - start <= limit else { throw JSONError(tooLong, at: start) }
            let byte = bytes[position]
            if byte == 0x22 {
                position += 1
                break
            }
            if byte == 0x5c {
                try appendEscape()
            } else {
                guard mode == .lenient else { throw error(.controlCharacter) }
                repairs.controlCharacters += 1
                scratch.append(byte)
                position += 1
            }
            let next = bytes.endOfPlainText(
                from: position,
                to: bytes.count,
                controls: true,
                highBits: &highBits
            )
            scratch.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[position..<next]))
            position = next
        }
        // The scratch buffer is moved out while it is read: checking may count repairs.
        let decoded = scratch
        scratch = []
        defer { scratch = decoded }
        return try decoded.withUnsafeBufferPointer { source throws(JSONError) in
            try checkedText(UnsafeRawBufferPointer(source), at: start)
        }
    }

    private mutating func appendEscape() throws(JSONError) {
        guard position + 1 < bytes.count else { throw error(.endOfInput) }
        switch bytes[position + 1] {
        case 0x22: scratch.append(0x22)
        case 0x5c: scratch.append(0x5c)
        case 0x2f: scratch.append(0x2f)
        case 0x62: scratch.append(0x08)
        case 0x66: scratch.append(0x0c)
        case 0x6e: scratch.append(0x0a)
        case 0x72: scratch.append(0x0d)
        case 0x74: scratch.append(0x09)
        case 0x75: return try appendUnicodeEscape()
        default: throw error(.badEscape)
        }
        position += 2
    }

    private mutating func appendUnicodeEscape() throws(JSONError) {
        guard let unit = hexUnit(at: position + 2) else { throw error(.badEscape) }
        var scalar = Unicode.Scalar(unit)
        var length = 6
        if unit & 0xfc00 == 0xd800, position + 7 < bytes.count, bytes[position + 6] == 0x5c,
            bytes[position + 7] == 0x75, let low = hexUnit(at: position + 8), low & 0xfc00 == 0xdc00
        {
            scalar = Unicode.Scalar(0x10000 + (UInt32(unit) & 0x3ff) << 10 + UInt32(low) & 0x3ff)
            length = 12
        }
        if scalar == nil {
            guard mode == .lenient else { throw error(.loneSurrogate) }
            repairs.replacedCharacters += 1
        }
        scratch.append(contentsOf: UTF8.encode(scalar ?? "\u{fffd}") ?? UTF8.encodedReplacementCharacter)
        position += length
    }

    private func hexUnit(at offset: Int) -> UInt16? {
        guard offset + 4 <= bytes.count else { return nil }
        var unit: UInt16 = 0
        for byte in bytes[offset..<offset + 4] {
            switch byte {
            case 0x30...0x39: unit = unit << 4 | UInt16(byte - 0x30)
            case 0x41...0x46: unit = unit << 4 | UInt16(byte - 0x41 + 10)
            case 0x61...0x66: unit = unit << 4 | UInt16(byte - 0x61 + 10)
            default: return nil
            }
        }
        return unit
    }

    mutating func number() throws(JSONError) -> String {
        let start = position
        if position < bytes.count, bytes[position] == 0x2d { position += 1 }
        if position < bytes.count, bytes[position] == 0x30 {
            position += 1
        } else {
            guard skipDigits() else {
                throw error(position == start ? .unexpectedByte : .badNumber)
            }
        }
        if position < bytes.count, bytes[position] == 0x2e {
            position += 1
            guard skipDigits() else { throw error(.badNumber) }
        }
        if position < bytes.count, bytes[position] | 0x20 == 0x65 {
            position += 1
            if position < bytes.count, bytes[position] == 0x2b || bytes[position] == 0x2d { position += 1 }
            guard skipDigits() else { throw error(.badNumber) }
        }
        guard position - start <= limits.numberBytes else { throw JSONError(.numberTooLong, at: start) }
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
    }

    private mutating func skipDigits() -> Bool {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        return position > start
    }

    mutating func literal(_ word: StaticString) throws(JSONError) {
        let count = word.utf8CodeUnitCount
        guard position + count <= bytes.count else { throw error(.endOfInput) }
        for index in 0..<count where bytes[position + index] != word.utf8Start[index] {
            throw error(.badLiteral)
        }
        position += count
    }

    /// Passes over `NaN`, `Infinity` and `-Infinity`, which some programs write.
    mutating func skipNonFiniteNumber() -> Bool {
        for word in ["NaN", "Infinity", "-Infinity"] {
            let end = position + word.utf8.count
            guard end <= bytes.count, bytes[position..<end].elementsEqual(word.utf8) else { continue }
            position = end
            repairs.droppedNumbers += 1
            return true
        }
        return false
    }
}
