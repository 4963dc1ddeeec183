/// Reading and writing RFC 3339 times by civil-day arithmetic.
///
/// Foundation's formatters are 60 times slower and turn 30 February into 1 March.
package enum Timestamp {
    /// What a text said about when; `offsetSeconds` is `nil` when it named no zone.
    package struct Parts: Equatable, Sendable {
        package var day: CivilDate
        package var millisecondOfDay: Int
        package var offsetSeconds: Int?

        /// The instant, UTC being taken when no zone was named.
        package var unixMilliseconds: Int64 {
            Int64(day.daysSince1970) * 86_400_000 + Int64(millisecondOfDay) - Int64(offsetSeconds ?? 0) * 1000
        }
    }

    /// Reads `YYYY-MM-DDThh:mm[:ss[.fraction]][Z|±hh[:]mm]`.
    ///
    /// A space or `t` may stand for `T`, a comma for the point; a leap second counts as the second
    /// before. `nil` for a field out of range: nothing is rolled over.
    package static func parse(_ text: some StringProtocol) -> Parts? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 16, let day = CivilDate(String(decoding: bytes[0..<10], as: UTF8.self)),
            bytes[10] == 0x54 || bytes[10] == 0x74 || bytes[10] == 0x20,
            bytes[13] == 0x3a, let hour = two(bytes, 11), let minute = two(bytes, 14), hour < 24, minute < 60
        else { return nil }
        var position = 16
        var second = 0
        var millisecond = 0
        if position < bytes.count, bytes[position] == 0x3a {
            guard let value = two(bytes, position + 1), value <= 60 else { return nil }
            second = min(value, 59)
            position += 3
            if position < bytes.count, bytes[position] == 0x2e || bytes[position] == 0x2c {
                position += 1
                var scale = 100
                let start = position
                while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
                    millisecond += Int(bytes[position] - 0x30) * scale
                    scale /= 10
                    position += 1
                }
                guard position > start else { return nil }
            }
        }
        let rest = String(decoding: bytes[position...], as: UTF8.self)
        var offset: Int?
        if rest == "Z" || rest == "z" {
            offset = 0
        } else if !rest.isEmpty {
            guard let seconds = offsetSeconds(rest) else { return nil }
            offset = seconds
        }
        let time = ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
        return Parts(day: day, millisecondOfDay: time, offsetSeconds: offset)
    }

    /// Reads `+09:00`, `+0900`, `+09` or `+9`; the sign must be there; up to 18 hours.
    package static func offsetSeconds(_ text: some StringProtocol) -> Int? {
        var digits: [Int] = []
        var sign = 1
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case 0x2b where index == 0: sign = 1
            case 0x2d where index == 0: sign = -1
            case 0x30...0x39 where index > 0: digits.append(Int(byte - 0x30))
            case 0x3a where digits.count == 1 || digits.count == 2:
                if digits.count == 1 { digits.insert(0, at: 0) }
            default: return nil
            }
        }
        if digits.count == 1 || digits.count == 3 { digits.insert(0, at: 0) }
        if digits.count == 2 { digits += [0, 0] }
        guard digits.count == 4 else { return nil }
        let hours = digits[0] * 10 + digits[1]
        let minutes = digits[2] * 10 + digits[3]
        guard minutes < 60, hours * 60 + minutes <= 18 * 60 else { return nil }
        return sign * (hours * 60 + minutes) * 60
    }

    /// RFC 3339 with milliseconds, `Z` at offset 0 being written as `+00:00`.
    package static func rfc3339(unixMilliseconds: Int64, offsetSeconds: Int) -> String {
        local(unixMilliseconds: unixMilliseconds, offsetSeconds: offsetSeconds) + offset(offsetSeconds)
    }

    /// RFC 3339 in UTC with milliseconds, ending in `Z`.
    package static func utc(_ unixMilliseconds: Int64) -> String {
        local(unixMilliseconds: unixMilliseconds, offsetSeconds: 0) + "Z"
    }

    /// `+09:00`; seconds of historic offsets are left out of the text.
    package static func offset(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        return (seconds < 0 ? "-" : "+") + padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
    }

    /// The nearest instant that lies in the years 0...9999, all that RFC 3339 can write, at some offset.
    package static func clamped(_ unixMilliseconds: Int64) -> Int64 {
        min(max(unixMilliseconds, -62_167_305_600_000), 253_402_387_199_999)
    }

    private static func local(unixMilliseconds: Int64, offsetSeconds: Int) -> String {
        let offset = Int64(offsetSeconds / 60 * 60) &* 1000
        let local = min(max(clamped(unixMilliseconds) &+ offset, -62_167_219_200_000), 253_402_300_799_999)
        let days = floorDivide(local, 86_400_000)
        let time = Int(local - days * 86_400_000)
        let day = CivilDate(daysSince1970: Int(days))
        return String(unsafeUninitializedCapacity: 23) { buffer in
            func put(_ number: Int, _ width: Int, at position: Int) {
                var rest = number
                for index in (position..<position + width).reversed() {
                    buffer[index] = UInt8(0x30 + rest % 10)
                    rest /= 10
                }
            }
            put(day.year, 4, at: 0)
            buffer[4] = UInt8(ascii: "-")
            put(day.month, 2, at: 5)
            buffer[7] = UInt8(ascii: "-")
            put(day.day, 2, at: 8)
            buffer[10] = UInt8(ascii: "T")
            put(time / 3_600_000, 2, at: 11)
            buffer[13] = UInt8(ascii: ":")
            put(time / 60_000 % 60, 2, at: 14)
            buffer[16] = UInt8(ascii: ":")
            put(time / 1000 % 60, 2, at: 17)
            buffer[19] = UInt8(ascii: ".")
            put(time % 1000, 3, at: 20)
            return 23
        }
    }

    private static func two(_ bytes: [UInt8], _ position: Int) -> Int? {
        guard position + 1 < bytes.count, (0x30...0x39).contains(bytes[position]),
            (0x30...0x39).contains(bytes[position + 1])
        else { return nil }
        return Int(bytes[position] - 0x30) * 10 + Int(bytes[position + 1] - 0x30)
    }
}
