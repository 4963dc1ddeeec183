import Testing

@testable import JournalModel

@Suite struct EntryMomentTests {
    private func milliseconds(_ text: String) throws -> Int64 {
        try #require(Timestamp.parse(text)).unixMilliseconds
    }

    @Test func anEveningInUTCIsTheNextDayInTokyo() throws {
        let moment = EntryMoment(
            unixMilliseconds: try milliseconds("2024-03-09T23:30:00Z"),
            zone: JournalZone("Asia/Tokyo")
        )
        #expect(moment.day.description == "2024-03-10")
        #expect(moment.rfc3339 == "2024-03-10T08:30:00.000+09:00")
    }

    @Test(
        arguments: [
            ("GMT+1200", 43_200), ("gmt+0530", 19_800), ("US/Pacific", -28_800), ("asia/tokyo", 32_400),
            ("GMT-03:00", -10_800), ("Z", 0), ("america/new_york", -18_000), ("+09:00", 32_400),
        ]
    )
    func zonesOfImportsAreKnown(_ name: String, _ offset: Int) throws {
        let zone = JournalZone(name)
        #expect(zone.isKnown)
        #expect(zone.offsetSeconds(atUnixMilliseconds: try milliseconds("2024-01-15T12:00:00Z")) == offset)
    }

    @Test func anUnknownZoneKeepsItsNameAndCountsAsUTC() throws {
        let moment = EntryMoment(unixMilliseconds: 0, zone: JournalZone("Mars/Olympus"))
        #expect(moment.zoneName == "Mars/Olympus")
        #expect(moment.offsetSeconds == 0)
        #expect(moment.day.description == "1970-01-01")
        #expect(!JournalZone("CST").isKnown)
    }

    @Test func aTimeInTheGapMovesForwardAndARepeatedOneIsTheEarlier() throws {
        let zone = JournalZone("Europe/Berlin")
        let spring = try #require(CivilDate("2024-03-31"))
        let skipped = zone.instant(day: spring, millisecondOfDay: 9_000_000)
        #expect(skipped.kind == .skipped)
        #expect(skipped.unixMilliseconds == (try milliseconds("2024-03-31T03:30:00+02:00")))
        let autumn = try #require(CivilDate("2024-10-27"))
        let repeated = zone.instant(day: autumn, millisecondOfDay: 9_000_000)
        #expect(repeated.kind == .repeated)
        #expect(repeated.unixMilliseconds == (try milliseconds("2024-10-27T02:30:00+02:00")))
        let plain = zone.instant(day: autumn, millisecondOfDay: 43_200_000)
        #expect(plain.kind == .unique)
    }

    @Test func anAllDayEntrySortsAtTheStartOfItsDay() throws {
        let day = try #require(CivilDate("2024-06-01"))
        let allDay = EntryMoment(allDay: day, zone: JournalZone("Asia/Tokyo"))
        #expect(allDay.sortMilliseconds == (try milliseconds("2024-06-01T00:00:00+09:00")))
        #expect(allDay.rfc3339 == nil)
    }

    @Test(
        arguments: [
            "2024-02-30T10:00:00Z", "yesterday", "2024-13-01T00:00:00Z", "2024-01-01T25:00:00Z", "",
            "2024-01-01T10:00:00+25:00",
        ]
    )
    func nothingIsRolledOver(_ text: String) { #expect(Timestamp.parse(text) == nil) }

    @Test func fractionsOffsetsAndSpacesAreRead() throws {
        #expect(
            try milliseconds("2024-01-01T10:00:00.25+05:00") == (try milliseconds("2024-01-01T05:00:00.250Z"))
        )
        #expect(try milliseconds("2024-01-01 05:00:00") == (try milliseconds("2024-01-01T05:00:00Z")))
        #expect(Timestamp.parse("0001-01-01T00:00:00Z")?.day.year == 1)
    }

    @Test func everyDayOfFourCenturiesComesBack() {
        for days in stride(from: -200_000, to: 200_000, by: 1) {
            let date = CivilDate(daysSince1970: days)
            #expect(date.daysSince1970 == days)
        }
        #expect(CivilDate(daysSince1970: 0).isoWeekday == 4)
        #expect(CivilDate("2026-12-01")?.isoWeekday == 2)
    }

    @Test(arguments: [Int64.min, .min + 1, -62_167_219_200_001, 253_402_300_800_000, .max - 1, .max])
    func noInstantIsTooFarAway(_ instant: Int64) {
        let moment = EntryMoment(unixMilliseconds: instant, zone: JournalZone("Asia/Tokyo"))
        #expect((0...9999).contains(moment.day.year))
        #expect(moment.rfc3339?.utf8.count == 29)
        #expect(moment.millisecondOfDay.map { (0..<86_400_000).contains($0) } == true)
        let decoded = EntryMoment(
            unixMilliseconds: instant,
            offsetSeconds: instant < 0 ? -.max : .max,
            zoneName: "x",
            day: moment.day,
            isAllDay: false
        )
        #expect(decoded.rfc3339 != nil && decoded.millisecondOfDay != nil)
        #expect(Timestamp.utc(instant).utf8.count == 24)
        #expect((0...9999).contains(moment.day.adding(days: Int(instant)).year))
    }

    @Test func theLastEveningIsKeptInEveryZone() throws {
        let text = "9999-12-31T23:59:59.000-18:00"
        let moment = EntryMoment(unixMilliseconds: try milliseconds(text), zone: JournalZone("GMT-18:00"))
        #expect(moment.rfc3339 == text)
        #expect(moment.day.description == "9999-12-31")
    }
}
