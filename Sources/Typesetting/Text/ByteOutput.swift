/// Bytes of PDF syntax being put together (ISO 32000-1, 7.2 and 7.3).
package typealias ByteOutput = [UInt8]

extension [UInt8] {
    @inline(__always)
    mutating func write(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func write(_ text: String) {
        append(contentsOf: text.utf8)
    }

    mutating func write(integer value: Int) {
        if value < 0 { append(0x2d) }
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        Swift.withUnsafeMutableBytes(of: &digits) { buffer in
            var magnitude = value.magnitude
            var at = buffer.count
            repeat {
                at -= 1
                buffer[at] = 0x30 + UInt8(truncatingIfNeeded: magnitude % 10)
                magnitude /= 10
            } while magnitude > 0
            append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[at...]))
        }
    }

    /// A real number with at most `decimals` decimals, never an exponent.
    ///
    /// Numbers out of a page's range are held at ±1e9.
    mutating func write(_ value: Double, decimals: Int = 2) {
        let scale = decimals == 2 ? 100.0 : decimals == 3 ? 1000.0 : decimals == 1 ? 10.0 : 100_000.0
        let held = value.isNaN ? 0 : Swift.min(Swift.max(value, -1e9), 1e9)
        let scaled = Int((held * scale).rounded())
        if scaled < 0 { append(0x2d) }
        let magnitude = Int(scaled.magnitude)
        let whole = magnitude / Int(scale)
        var rest = magnitude % Int(scale)
        if whole > 0 || rest == 0 { write(integer: whole) }
        guard rest > 0 else { return }
        append(0x2e)
        var place = Int(scale) / 10
        while rest > 0 {
            append(0x30 + UInt8(rest / place))
            rest %= place
            place /= 10
        }
    }

    /// One byte of a literal string, escaped where it must be.
    @inline(__always)
    mutating func write(literal byte: UInt8) {
        switch byte {
        case 0x28, 0x29, 0x5c:
            append(0x5c)
            append(byte)
        case 0x0d: write("\\r")
        case 0x0a: write("\\n")
        default: append(byte)
        }
    }

    mutating func write(hex value: UInt8) {
        let digits: StaticString = "0123456789ABCDEF"
        append(digits.utf8Start[Int(value >> 4)])
        append(digits.utf8Start[Int(value & 15)])
    }

    /// A text string: UTF-16 with a byte order mark, in hexadecimal (ISO 32000-1, 7.9.2.2).
    mutating func write(textString text: String) {
        write("<FEFF")
        write(utf16Hex: text)
        append(0x3e)
    }

    mutating func write(utf16Hex text: String) {
        for unit in text.utf16 {
            write(hex: UInt8(unit >> 8))
            write(hex: UInt8(unit & 255))
        }
    }

    /// An ASCII literal string in parentheses.
    mutating func write(literalString text: String) {
        append(0x28)
        for byte in text.utf8 { write(literal: byte) }
        append(0x29)
    }

    mutating func write(reference object: Int) {
        write(integer: object)
        write(" 0 R")
    }
}
