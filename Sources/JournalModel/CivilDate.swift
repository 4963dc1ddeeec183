/// A day of the proleptic Gregorian calendar, with no time and no zone.
public struct CivilDate: Hashable, Sendable {
    /// Year, 1 BCE being 0; 0...9999 here.
    public let year: Int
    /// Month, 1...12.
    public let month: Int
    /// Day of the month, 1...31.
    public let day: Int

    /// A day that exists; `nil` for 30 February and the like.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilDate.dayCount(year: year, month: month)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The day that is `days` after 1970-01-01; clamped to the years 0...9999.
    public init(daysSince1970 days: Int) {
        // Counting from 1 March of year 0 puts the leap day at the end of the year.
        let shifted = min(max(days, -719_528), 2_932_896) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days after 1970-01-01; negative before.
    public var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Day of the week by ISO 8601: Monday is 1, Sunday is 7.
    public var isoWeekday: Int { (daysSince1970 % 7 + 10) % 7 + 1 }

    /// Reads `YYYY-MM-DD`; `nil` for any other shape and for days that do not exist.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == 0x2d, bytes[7] == 0x2d else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else {
            return nil
        }
        self.init(year: year, month: month, day: day)
    }

    /// Number of days in a month.
    public static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The day `count` days later, or earlier when negative.
    public func adding(days count: Int) -> CivilDate {
        let (sum, isTooFar) = daysSince1970.addingReportingOverflow(count)
        return CivilDate(daysSince1970: isTooFar ? (count < 0 ? .min : .max) : sum)
    }
}

extension CivilDate: Comparable, CustomStringConvertible {
    /// Orders by time.
    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// `YYYY-MM-DD`.
    public var description: String {
        padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
    }
}

/// Decimal digits of a number that is not negative, with leading zeros up to `width`.
package func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
