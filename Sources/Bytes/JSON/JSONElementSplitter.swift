/// Finds the elements of one array in a JSON object that arrives in pieces.
///
/// It knows only strings, brackets and commas, so that a fault inside an element stays inside it, and
/// memory holds one element at most. A byte order mark is passed over; UTF-16 with one is transcoded.
package struct JSONElementSplitter {
    package enum Event {
        /// One element as it came, to be used before returning.
        case element(UnsafeRawBufferPointer)
        /// An element longer than the limit, passed over.
        case oversizedElement(byteCount: Int)
        /// Another member of the object; those over 1 MiB are left out.
        case member(key: String, value: UnsafeRawBufferPointer)
    }

    /// How the text ended.
    package enum Outcome: Equatable, Sendable {
        /// With its closing brace, and this many bytes of anything but white space behind it.
        case complete(trailingBytes: Int)
        /// Before its closing brace, or with something in it that cannot be told apart.
        case brokenOff
        /// It was not an object to begin with.
        case notAnObject
    }

    /// Whether the array has been met.
    package private(set) var foundArray = false
    /// Elements handed out or passed over so far.
    package private(set) var elementCount = 0

    private enum State {
        case start, beforeKey, key, afterKey, beforeValue, memberValue, afterValue
        case betweenElements, element, done, broken, notAnObject
    }

    private let arrayKey: [UInt8]
    private let elementLimit: Int
    private static let memberLimit = 1 << 20
    private var state = State.start
    private var currentKey: [UInt8] = []
    private var trailingBytes = 0
    private var encoding = JSONTextEncoding()

    // The value being passed over.
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var isBare = false
    private var carried: [UInt8] = []
    private var passedBytes = 0

    /// - Parameters:
    ///   - arrayKey: Key of the array in the outermost object.
    ///   - elementLimit: Bytes; longer elements are passed over.
    package init(arrayKey: String, elementLimit: Int = 64 << 20) {
        self.arrayKey = Array(arrayKey.utf8)
        self.elementLimit = elementLimit
    }

    /// Takes the next piece of the text.
    ///
    /// - Parameters:
    ///   - chunk: Any number of bytes.
    ///   - body: Called for each thing that ends in this piece.
    /// - Throws: What `body` throws.
    package mutating func feed(_ chunk: UnsafeRawBufferPointer, _ body: (Event) throws -> Void) throws {
        switch encoding.take(chunk) {
        case .pending: return
        case .asIs(let offset): try scan(UnsafeRawBufferPointer(rebasing: chunk[offset...]), body)
        case .converted(let text): try text.withUnsafeBytes { try scan($0, body) }
        }
    }

    /// Ends the text; what is still open is broken off.
    package mutating func finish(_ body: (Event) throws -> Void) throws -> Outcome {
        let rest = encoding.rest()
        try rest.withUnsafeBytes { try scan($0, body) }
        switch state {
        case .done: return .complete(trailingBytes: trailingBytes)
        case .start, .notAnObject: return .notAnObject
        default: return .brokenOff
        }
    }

    private mutating func scan(_ chunk: UnsafeRawBufferPointer, _ body: (Event) throws -> Void) throws {
        var position = 0
        var valueStart = 0
        while position < chunk.count {
            if state == .element || state == .memberValue {
                guard let end = endOfValue(chunk, from: position) else {
                    carry(chunk[valueStart...])
                    return
                }
                try finishValue(UnsafeRawBufferPointer(rebasing: chunk[valueStart..<end]), body)
                position = end
                continue
            }
            let byte = chunk[position]
            if state == .key {
                takeKeyByte(byte)
            } else if state == .done {
                if !isSpace(byte) { trailingBytes += 1 }
            } else if !isSpace(byte) {
                if startsValue(byte) {
                    valueStart = position
                    continue
                }
                advance(byte)
            }
            position += 1
        }
    }

    private func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
    }

    private mutating func advance(_ byte: UInt8) {
        switch (state, byte) {
        case (.start, 0x7b): state = .beforeKey
        case (.start, _): state = .notAnObject
        case (.beforeKey, 0x22):
            state = .key
            currentKey.removeAll()
        case (.beforeKey, 0x7d): state = .done
        case (.afterKey, 0x3a): state = .beforeValue
        case (.beforeValue, 0x5b):
            foundArray = true
            state = .betweenElements
        case (.afterValue, 0x2c): state = .beforeKey
        case (.afterValue, 0x7d): state = .done
        case (.betweenElements, 0x2c): break
        case (.betweenElements, 0x5d): state = .afterValue
        case (.notAnObject, _): break
        default: state = .broken
        }
    }

    private mutating func takeKeyByte(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == 0x5c {
            isEscaped = true
        } else if byte == 0x22 {
            state = .afterKey
            return
        }
        if currentKey.count < 256 { currentKey.append(byte) }
    }

    /// Enters a value when `byte`, which is still to be read, begins one.
    private mutating func startsValue(_ byte: UInt8) -> Bool {
        if state == .beforeValue {
            guard byte != 0x5b || currentKey != arrayKey else { return false }
            state = .memberValue
        } else if state == .betweenElements, byte != 0x2c, byte != 0x5d, byte != 0x7d {
            state = .element
        } else {
            return false
        }
        (depth, isInString, isEscaped, passedBytes) = (0, false, false, 0)
        isBare = byte != 0x22 && byte != 0x5b && byte != 0x7b
        return true
    }

    /// Offset behind the value's last byte; `nil` when it goes on in the next piece.
    private mutating func endOfValue(_ chunk: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var position = start
        var ignored: UInt64 = 0
        while position < chunk.count {
            if isEscaped {
                isEscaped = false
                position += 1
                continue
            }
            if isInString {
                position = chunk.endOfPlainText(
                    from: position,
                    to: chunk.count,
                    controls: false,
                    highBits: &ignored
                )
                guard position < chunk.count else { return nil }
                if chunk[position] == 0x5c {
                    isEscaped = true
                } else {
                    isInString = false
                    if depth == 0 { return position + 1 }
                }
                position += 1
                continue
            }
            switch chunk[position] {
            case 0x22: isInString = true
            case 0x7b, 0x5b: depth += 1
            case 0x7d, 0x5d:
                if isBare, depth == 0 { return position }
                depth -= 1
                if depth == 0 { return position + 1 }
            case 0x2c, 0x20, 0x0a, 0x0d, 0x09:
                if isBare, depth == 0 { return position }
            default: break
            }
            position += 1
        }
        return nil
    }

    private mutating func carry(_ part: Slice<UnsafeRawBufferPointer>) {
        passedBytes += part.count
        if passedBytes <= limit {
            carried.append(contentsOf: UnsafeRawBufferPointer(rebasing: part))
        } else {
            carried = []
        }
    }

    private var limit: Int { state == .element ? elementLimit : Self.memberLimit }

    private mutating func finishValue(_ last: UnsafeRawBufferPointer, _ body: (Event) throws -> Void) throws {
        let isElement = state == .element
        let byteCount = passedBytes + last.count
        let fits = byteCount <= limit
        var whole: [UInt8] = []
        if passedBytes > 0, fits {
            swap(&whole, &carried)
            whole.append(contentsOf: last)
        }
        state = isElement ? .betweenElements : .afterValue
        if isElement { elementCount += 1 }
        guard fits else {
            carried = []
            if isElement { try body(.oversizedElement(byteCount: byteCount)) }
            return
        }
        func handOut(_ value: UnsafeRawBufferPointer) throws {
            try body(
                isElement
                    ? .element(value)
                    : .member(key: String(decoding: currentKey, as: UTF8.self), value: value)
            )
        }
        guard passedBytes > 0 else { return try handOut(last) }
        try whole.withUnsafeBytes { try handOut($0) }
        whole.removeAll(keepingCapacity: whole.capacity <= 1 << 20)
        carried = whole
    }
}
