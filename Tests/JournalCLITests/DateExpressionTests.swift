import JournalModel
import Testing

@testable import JournalCLI

@Suite struct DateExpressionTests {
    /// Tuesday, 13:33 in Tokyo.
    private func tokyo() throws -> DateExpression {
        let now = try #require(Timestamp.parse("2026-12-01T13:33:00+09:00")).unixMilliseconds
        return DateExpression(nowMilliseconds: now, zone: JournalZone("Asia/Tokyo"))
    }

    @Test(
        arguments: [
            ("now", "2026-12-01T13:33:00.000+09:00"),
            ("2019-04-27 22:10", "2019-04-27T22:10:00.000+09:00"),
            ("2019-04-27T22:10:30", "2019-04-27T22:10:30.000+09:00"),
            ("2019-04-27T22:10:30.250Z", "2019-04-28T07:10:30.250+09:00"),
            ("yesterday 9am", "2026-11-30T09:00:00.000+09:00"),
            ("Yesterday at 9:30 PM", "2026-11-30T21:30:00.000+09:00"),
            ("9am", "2026-12-01T09:00:00.000+09:00"), ("21:05", "2026-12-01T21:05:00.000+09:00"),
            ("12am", "2026-12-01T00:00:00.000+09:00"), ("noon", "2026-12-01T12:00:00.000+09:00"),
            ("monday 07:15:30", "2026-11-30T07:15:30.000+09:00"),
            ("tuesday 8am", "2026-12-01T08:00:00.000+09:00"),
            ("last tue 8am", "2026-11-24T08:00:00.000+09:00"),
            ("3 days ago 18:00", "2026-11-28T18:00:00.000+09:00"),
            ("20 minutes ago", "2026-12-01T13:13:00.000+09:00"),
            ("an hour ago", "2026-12-01T12:33:00.000+09:00"),
            ("2026-11-30 noon", "2026-11-30T12:00:00.000+09:00"),
            ("昨日 21時", "2026-11-30T21:00:00.000+09:00"), ("昨日21時30分", "2026-11-30T21:30:00.000+09:00"),
            ("昨日の21時半", "2026-11-30T21:30:00.000+09:00"), ("２１時", "2026-12-01T21:00:00.000+09:00"),
            ("一昨日 午後9時", "2026-11-29T21:00:00.000+09:00"),
            ("先週の月曜 9時", "2026-11-23T09:00:00.000+09:00"),
            ("明日 7:00", "2026-12-02T07:00:00.000+09:00"), ("2時間前", "2026-12-01T11:33:00.000+09:00"),
            ("2026年11月30日 6時5分", "2026-11-30T06:05:00.000+09:00"),
        ]
    )
    func momentsAreRead(_ text: String, _ expected: String) throws {
        #expect(try tokyo().moment(text).moment.rfc3339 == expected)
    }

    @Test(
        arguments: [
            "Lunch", "Sun: bright", "sun bright", "may", "5", "nonsenseday", "2024-02-30", "2024-02-30 10:00",
            "25:00", "9:60", "13pm", "0am", "yesterday 9am sharp", "yesterday 9", "24時", "12時60分", "午後13時",
            "", " ", "3 days", "days ago", "-1 days ago", "9999999999 days ago", "2024-1-1", "昨日 夜",
            "2024-13", "10:00 yesterday tomorrow", "１昨日", "last", "31 February",
        ]
    )
    func anythingElseIsRefused(_ text: String) throws {
        let dates = try tokyo()
        #expect(throws: UsageError.self) { try dates.moment(text) }
    }

    @Test(
        arguments: [
            ("2026-11-30", "2026-11-30", "2026-11-30"), ("yesterday", "2026-11-30", "2026-11-30"),
            ("2026-02", "2026-02-01", "2026-02-28"), ("2024", "2024-01-01", "2024-12-31"),
            ("last month", "2026-11-01", "2026-11-30"), ("this week", "2026-11-30", "2026-12-06"),
            ("last week", "2026-11-23", "2026-11-29"), ("last year", "2025-01-01", "2025-12-31"),
            ("6 weeks ago", "2026-10-20", "2026-10-20"), ("a month ago", "2026-11-01", "2026-11-01"),
            ("last monday", "2026-11-30", "2026-11-30"), ("sunday", "2026-11-29", "2026-11-29"),
            ("next friday", "2026-12-04", "2026-12-04"), ("先月", "2026-11-01", "2026-11-30"),
            ("先週", "2026-11-23", "2026-11-29"), ("先週の日曜日", "2026-11-29", "2026-11-29"),
            ("一昨日", "2026-11-29", "2026-11-29"), ("3日前", "2026-11-28", "2026-11-28"),
            ("2026年11月", "2026-11-01", "2026-11-30"), ("2026年", "2026-01-01", "2026-12-31"),
        ]
    )
    func daysAndPeriodsAreRead(_ text: String, _ first: String, _ last: String) throws {
        let days = try tokyo().days(text)
        #expect(days.lowerBound.description == first)
        #expect(days.upperBound.description == last)
    }

    @Test(arguments: ["2024-02-30", "nonsenseday", "2024-00", "9am", "2024-01-01T10:00", "99999", "last", ""])
    func anUnreadableDayIsNeverIgnored(_ text: String) throws {
        let dates = try tokyo()
        #expect(throws: UsageError.self) { try dates.days(text) }
    }

    @Test func aDayWithoutATimeIsAWholeDay() throws {
        let reading = try tokyo().moment("2026-11-30")
        #expect(reading.moment.isAllDay)
        #expect(reading.moment.day.description == "2026-11-30")
    }

    @Test func aSkippedTimeMovesForwardAndARepeatedOneIsTheEarlierAndBothAreSaid() throws {
        let berlin = DateExpression(nowMilliseconds: 0, zone: JournalZone("Europe/Berlin"))
        let skipped = try berlin.moment("2024-03-31 02:30")
        #expect(skipped.moment.rfc3339 == "2024-03-31T03:30:00.000+02:00")
        #expect(skipped.note?.contains("does not exist") == true)
        let repeated = try berlin.moment("2024-10-27 02:30")
        #expect(repeated.moment.rfc3339 == "2024-10-27T02:30:00.000+02:00")
        #expect(repeated.note?.contains("occurs twice") == true)
        #expect(try berlin.moment("2024-10-27 12:00").note == nil)
    }

    @Test func anOffsetTellsTheDayAsItWasLivedAndZOnlyTheInstant() throws {
        let device = DateExpression(nowMilliseconds: 0, zone: JournalZone("Asia/Tokyo"), zoneIsGiven: false)
        let lisbon = try device.moment("2019-04-27T22:10:00+01:00").moment
        #expect(lisbon.day.description == "2019-04-27")
        #expect(lisbon.offset == "+01:00")
        let instant = try device.moment("2019-04-27T22:10:00Z").moment
        #expect(instant.day.description == "2019-04-28")
        #expect(instant.zoneName == "Asia/Tokyo")
        #expect(try device.moment("2019-04-27T22:10:00+09:00").moment.zoneName == "Asia/Tokyo")
    }

    @Test func theFirstDayMayNotComeAfterTheLast() throws {
        var selection = Selection()
        (selection.from, selection.to) = ("2024-05", "2024-01")
        let dates = try tokyo()
        #expect(throws: UsageError.self) { try selection.query(dates) }
        (selection.from, selection.to) = ("2024-01", "2024-05")
        let query = try selection.query(dates)
        #expect(query.from?.description == "2024-01-01")
        #expect(query.to?.description == "2024-05-31")
    }

    @Test func selectorsAreToldApart() throws {
        let dates = try tokyo()
        #expect(try Selector.parse("last", dates) == .last(0))
        #expect(try Selector.parse("last~2", dates) == .last(2))
        #expect(try Selector.parse("7a3f", dates) == .prefix("7a3f"))
        #expect(try Selector.parse("0F2C9A1B-33", dates) == .prefix("0f2c9a1b33"))
        #expect(try Selector.parse("12345678", dates) == .prefix("12345678"))
        #expect(try Selector.parse("2026", dates) == .prefix("2026"))
        let day = try #require(CivilDate("2026-11-30"))
        #expect(try Selector.parse("2026-11-30", dates) == .days(day...day))
        #expect(try Selector.parse("yesterday", dates) == .days(day...day))
        let november = try #require(CivilDate("2026-11-01"))
        #expect(try Selector.parse("2026-11", dates) == .days(november...day))
        let id = "0f2c9a1b-33aa-4bcd-8eef-001122334455"
        #expect(try Selector.parse(id, dates) == .id(try #require(EntryID(id))))
        for text in ["lst", "last~", "last~-1", "2026-02-30", "", "zz", "a-7"] {
            #expect(throws: UsageError.self) { try Selector.parse(text, dates) }
        }
    }
}
