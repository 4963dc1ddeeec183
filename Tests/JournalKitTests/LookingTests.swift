import Foundation
import JournalKit
import JournalModel
import Testing

@Suite struct LookingTests {
    private func journal(_ moments: [(String, String)], text: String = "one two") async throws -> Journal {
        let journal = try await Journal.open(.inMemory(.empty))
        for (stamp, zone) in moments {
            let parts = try #require(Timestamp.parse(stamp))
            let moment = EntryMoment(unixMilliseconds: parts.unixMilliseconds, zone: JournalZone(zone))
            try await journal.add(EntryDraft(text: text, happened: .at(moment)))
        }
        return journal
    }

    private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

    @Test func daysAreThoseThatWereLived() async throws {
        let journal = try await journal([
            ("2024-02-29T23:30:00+13:00", "Pacific/Auckland"),
            ("2024-03-01T00:30:00-05:00", "America/New_York"),
            ("2024-02-29T00:10:00+05:45", "Asia/Kathmandu"),
        ])
        let days = try await journal.days()
        #expect(days.map(\.day.description) == ["2024-02-29", "2024-03-01"])
        #expect(days.map(\.count) == [2, 1])
        var query = EntryQuery()
        query.from = try day("2024-03-01")
        #expect(try await journal.days(query).map(\.count) == [1])
    }

    @Test func otherYearsComeNearestFirstAndTheOwnYearNot() async throws {
        let journal = try await journal([
            ("2025-12-01T08:00:00Z", "UTC"), ("2026-12-01T08:00:00Z", "UTC"), ("2018-12-01T08:00:00Z", "UTC"),
            ("2027-12-01T08:00:00Z", "UTC"), ("2025-12-01T09:00:00Z", "UTC"), ("2025-12-02T09:00:00Z", "UTC"),
        ])
        let years = try await journal.onThisDay(try day("2026-12-01"), limitPerYear: 1)
        #expect(years.map(\.yearsAgo) == [1, -1, 8])
        #expect(years.map(\.count) == [2, 1, 1])
        #expect(years.map(\.entries.count) == [1, 1, 1])
        let window = try await journal.onThisDay(try day("2026-12-01"), windowDays: 1)
        #expect(window.map(\.count) == [3, 1, 1])
    }

    @Test func theLeapDayIsNeverForgotten() async throws {
        let journal = try await journal([
            ("2024-02-29T08:00:00Z", "UTC"), ("2025-02-28T08:00:00Z", "UTC"), ("2020-02-29T08:00:00Z", "UTC"),
        ])
        func years(_ text: String) async throws -> [Int] {
            try await journal.onThisDay(try day(text)).map(\.year)
        }
        #expect(try await years("2026-02-28") == [2025, 2024, 2020])
        #expect(try await years("2026-03-01") == [])
        #expect(try await years("2028-02-29") == [2025, 2024, 2020])
        #expect(try await years("2028-02-28") == [2025])
    }

    @Test func aWindowReachesOverTheYearsEnd() async throws {
        let journal = try await journal([("2023-12-31T08:00:00Z", "UTC"), ("2024-01-01T08:00:00Z", "UTC")])
        let years = try await journal.onThisDay(try day("2026-01-01"), windowDays: 1)
        #expect(years.map(\.yearsAgo) == [2])
        #expect(years.map(\.count) == [2])
    }

    @Test func statisticsCountByTheEntrysOwnClock() async throws {
        let journal = try await journal([
            ("2026-11-29T23:30:00+13:00", "Pacific/Auckland"),
            ("2026-11-30T00:30:00-05:00", "America/New_York"),
            ("2026-12-01T08:00:00Z", "UTC"),
        ])
        try await journal.add(
            EntryDraft(
                text: "銭湯",
                happened: .at(EntryMoment(allDay: try day("2026-12-03"), zone: .utc)),
                tags: ["湯", "a<b"],
                people: ["Anna"],
                mood: 4,
                place: "Ueno"
            )
        )
        let statistics = try await journal.statistics(today: try day("2026-12-04"))
        #expect(statistics.entryCount == 4)
        #expect(statistics.wordCount == 8)
        #expect(statistics.dayCount == 4)
        #expect(statistics.longestStreakDays == 3)
        #expect(statistics.currentStreakDays == 1)
        func group(_ grouping: JournalStatistics.Grouping) -> [String: Int] {
            Dictionary((statistics.groups[grouping] ?? []).map { ($0.name, $0.count) }) { $0 + $1 }
        }
        #expect(group(.hour).filter { $0.value > 0 } == ["23": 1, "00": 1, "08": 1])
        #expect(group(.weekday).filter { $0.value > 0 } == ["Sun": 1, "Mon": 1, "Tue": 1, "Thu": 1])
        #expect(group(.mood).filter { $0.value > 0 } == ["4": 1])
        #expect(group(.tag) == ["湯": 1, "a<b": 1])
        #expect(group(.person) == ["Anna": 1])
        #expect(group(.place) == ["Ueno": 1])
        #expect(group(.journal) == [JournalInfo.standard.name: 4])
        let svg = statistics.svg([.tag, .hour, .media])
        #expect(svg.contains("a&lt;b"))
        #expect(!svg.contains("Entries by media"))
        #expect(svg == statistics.svg([.tag, .hour, .media]))
    }

    @Test func theBestMatchIsFirstWhenRanked() async throws {
        let journal = try await Journal.open(.inMemory(.empty))
        try await journal.add(EntryDraft(text: "river river river"))
        try await journal.add(
            EntryDraft(text: "a river among very many other words that say nothing of water at all")
        )
        var query = EntryQuery()
        query.text = "river"
        #expect(try await journal.ranked(query, limit: 5).map(\.body.count) == [17, 68])
        query.excludedTexts = ["water"]
        #expect(try await journal.entries(query).entries.map(\.body.count) == [17])
        #expect(try await journal.ranked(query, limit: 5).count == 1)
    }
}
