import Foundation
import TestSupport
import Testing

@Suite struct LookingStories {
    private let journal: JournalProcess

    init() throws {
        journal = try JournalProcess()
        for (at, words) in [
            ("2023-11-30 09:00", ["A river", "--tag", "water", "--people", "Anna", "--mood", "4"]),
            ("2024-02-29 10:00", ["Leap day rain", "--tag", "water"]),
            ("2025-11-30 23:30", ["Late walk", "--star"]),
        ] {
            _ = try journal.run(JournalProcess.executable, ["new", "--at", at] + words)
        }
    }

    private func run(_ arguments: String..., now: String = "2026-11-30T12:00:00+09:00") throws
        -> JournalProcess.Result
    {
        try journal.run(JournalProcess.executable, ["--now", now] + arguments)
    }

    @Test func todayShowsTheNearestYearFirst() throws {
        let result = try run("today")
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("1 year ago   2025-11-30 Sun"))
        #expect(lines[1].hasPrefix("3 years ago  2023-11-30 Thu"))
        let list = try run("today", "--json").json()
        #expect(list["schema"] as? String == "journal.entries/1")
        #expect((list["entries"] as? [Any])?.count == 2)
        #expect(try run("today", "--date", "02-29").output.contains("Leap day rain"))
        #expect(try run("today", "--date", "02-28").output.contains("Leap day rain"))
        #expect(try run("today", "--date", "2026-02-30").status == 64)
        #expect(try run("today", "--date", "2026").status == 64)
        #expect(try run("today", "--tag", "water").output.contains("A river"))
        #expect(try run("today", "--star", "--window", "2d").output.hasPrefix("1 year ago"))
    }

    @Test func theCalendarMarksDaysAndFitsEightyColumns() throws {
        let year = try run("calendar", "2023")
        #expect(year.output.contains("30*"))
        #expect(year.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(try run("calendar", "2023-11", "--week-start", "sunday").output.contains("Su Mo Tu"))
        #expect(try run("calendar", "2023", "--plain").output == "2023-11-30\t1\n")
        let object = try run("calendar", "--from", "2023", "--to", "2025", "--json").json()
        #expect(object["schema"] as? String == "journal.calendar/1")
        #expect(object["entries"] as? Int == 3)
        let heat = try run("calendar", "--heat", "--from", "2023-11", "--to", "2024-03")
        #expect(heat.output.contains("Thu "))
        #expect(heat.output.contains(":"))
        #expect(heat.output.unicodeScalars.allSatisfy { $0.isASCII })
        #expect(try run("calendar", "sometime").status == 64)
        _ = try run("profile", "--week-start", "saturday")
        #expect(try run("calendar", "2023-11").output.contains("Sa Su Mo"))
        _ = try run("config", "set", "week-start", "sunday")
        #expect(try run("calendar", "2023-11").output.contains("Su Mo Tu"))
    }

    @Test func statisticsAreCountedDrawnAndNeverOverwrite() throws {
        let text = try run("stats", "--streak").output
        #expect(text.contains("Entries  3"))
        #expect(text.contains("Words    7, 2 an entry"))
        #expect(text.contains("Streak   1 day at longest, 0 days now"))
        #expect(text.contains("  water  2  ##"))
        let object = try run("stats", "--by", "mood", "--json").json()
        #expect((object["by"] as? [String: Any])?.keys.sorted() == ["mood"])
        #expect(try run("stats", "--svg", "a.svg").status == 0)
        #expect(try run("stats", "--svg", "a.svg").status == 73)
        #expect(try run("stats", "--svg", "a.svg", "--overwrite", "--by", "tag").status == 0)
        let judge = "import sys, xml.dom.minidom as m; d = m.parse('a.svg'); print(d.documentElement.tagName)"
        #expect(try journal.run("/usr/bin/env", ["python3", "-c", judge]).output == "svg\n")
        #expect(try run("stats", "--from", "2030").output.contains("Entries  0"))
    }

    @Test func searchTakesFiltersExclusionsAndEmptyDays() throws {
        func found(_ words: String...) throws -> [String] {
            try journal.run(JournalProcess.executable, ["search", "--plain"] + words).output
                .split(separator: "\n").map { String($0.split(separator: "\t").last ?? "") }
        }
        #expect(try found("tag:water") == ["Leap day rain", "A river"])
        #expect(try found("tag:water -rain") == ["A river"])
        #expect(try found("people:anna") == ["A river"])
        #expect(try found("star:yes -tag:water from:2024") == ["Late walk"])
        #expect(try found("'", "\"", "AND", "*", "NEAR(") == [])
        #expect(try found("--rank", "river") == ["A river"])
        let days = try run("search", "--empty-days", "--from", "2023-11-29", "--to", "2023-12-01", "--plain")
        #expect(days.output == "2023-11-29\n2023-12-01\n")
        #expect(try run("set", "tag:water", "--star").output.contains("Changed: 2 entries"))
        #expect(try run("set", "tag:nothing", "--star").status == 1)
    }
}
