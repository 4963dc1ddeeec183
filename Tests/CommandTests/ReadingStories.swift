import Foundation
import TestSupport
import Testing

@Suite struct ReadingStories {
    /// Three entries on three days.
    private func filled() throws -> JournalProcess {
        let journal = try JournalProcess()
        for (day, text, tag) in [
            ("2026-11-28", "Walked to the river with Anna.", "walk"),
            ("2026-11-29", "銭湯。湯が熱い。", "bath"), ("2026-11-30", "Lunch: sushi with Ken", "food"),
        ] {
            try journal("new", "--at", "\(day) 21:00", "--tag", tag, "-q", text)
        }
        return journal
    }

    @Test func listsAreNewestFirstAndFitTheWidth() throws {
        let journal = try filled()
        try journal("new", "-q", "--at", "2026-11-27 08:00", String(repeating: "長い文章 ", count: 40))
        let result = try journal("list")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[0].hasPrefix("2026-11-30 Mon  "))
        #expect(lines[0].contains("  21:00  Lunch: sushi with Ken"))
        #expect(lines[0].hasSuffix("#food"))
        #expect(result.errors == "4 entries\n")
        #expect(lines[3].hasSuffix("…"))
    }

    @Test func pagesFollowEachOtherByTheirCursor() throws {
        let journal = try filled()
        let first = try journal("list", "--limit", "2", "--json").json()
        #expect(first["schema"] as? String == "journal.entries/1")
        #expect((first["entries"] as? [Any])?.count == 2)
        let cursor = try #require(first["next"] as? String)
        let second = try journal("list", "--limit", "2", "--json", "--cursor", cursor).json()
        #expect(
            (second["entries"] as? [[String: Any]])?.map { $0["text"] as? String } == [
                "Walked to the river with Anna."
            ]
        )
        #expect(second["next"] is NSNull)
        #expect(try journal("list", "--cursor", "junk").status == 64)
    }

    @Test func anEmptyListIsDoneAndAnEmptySearchIsNot() throws {
        let journal = try filled()
        #expect(try journal("list", "--tag", "nothing").status == 0)
        let result = try journal("search", "nothing", "--json")
        #expect(result.status == 1)
        #expect(result.output == "{\"schema\":\"journal.entries/1\",\"entries\":[],\"next\":null}\n")
        #expect(try journal("show", "2020-01-01").status == 1)
        #expect(try journal("show", "last~7").status == 1)
        #expect(try journal("show", "ffffffff").status == 1)
    }

    @Test func searchFindsJapaneseAndMarksTheHit() throws {
        let journal = try filled()
        #expect(try journal("search", "湯").output.contains("    銭[湯]。"))
        #expect(try journal("search", "銭湯").output.contains("[銭湯]"))
        #expect(try journal("search", "ANNA").output.contains("[Anna]"))
        #expect(try journal("search", "tag:walk").output.split(separator: "\n").count == 1)
        #expect(try journal("search", "from:2026-11-29", "with").output.contains("sushi"))
        #expect(try journal("search", "Anna river").status == 1)
        #expect(try journal("search", "with Anna").status == 0)
        for hostile in ["\"", "AND", "a OR", "NEAR(", "*", "text:x", "'; --", "(("] {
            let result = try journal("search", hostile)
            #expect([0, 1].contains(result.status), "\(hostile): \(result.errors)")
        }
    }

    @Test func selectorsAreIdsLastAndDays() throws {
        let journal = try filled()
        let ids = try journal("list", "--plain").output.split(separator: "\n").map { String($0.prefix(36)) }
        #expect(try journal("show", ids[1]).output.contains("銭湯"))
        #expect(try journal("show", String(ids[1].prefix(8))).output.contains("銭湯"))
        #expect(try journal("show", ids[1].uppercased()).output.contains("銭湯"))
        #expect(try journal("show", "last").output.contains("sushi"))
        #expect(try journal("show", "last~2").output.contains("river"))
        #expect(try journal("show", "2026-11-28").output.contains("river"))
        let two = try journal("show", "last", "last~1")
        #expect(two.output.contains("sushi") && two.output.contains("銭湯"))
        #expect(try journal("show", "last", "2020-01-01").status == 3)
        #expect(try journal("show", "lst").status == 64)
        #expect(try journal("show").status == 64)
    }

    @Test func statusAndDoctorSpeakToMonitors() throws {
        let journal = try filled()
        let status = try journal("status", "--json").json()
        #expect(status["schema"] as? String == "journal.status/1")
        #expect(status["entries"] as? Int == 3)
        #expect(status["from"] as? String == "2026-11-28")
        #expect(status["to"] as? String == "2026-11-30")
        let sync = try #require(status["sync"] as? [String: Any])
        #expect(sync["mode"] as? String == "local")
        #expect(sync["reason"] as? String == "off")
        #expect(sync.keys.sorted() == ["conflicts", "mode", "reason", "since", "waiting"])
        let alone = try journal("status", "--json", "--local-store-only").json()["sync"] as? [String: Any]
        #expect(alone?["reason"] as? String == "local-store-only")
        let doctor = try journal("doctor", "--json")
        #expect(doctor.status == 0)
        #expect(doctor.output == "{\"schema\":\"journal.doctor/1\",\"findings\":[]}\n")
        #expect(try journal("doctor").output.contains("safe to send"))
    }

    @Test func damageIsFoundAndNeverPrintsWords() throws {
        let journal = try filled()
        let script = "sqlite3 store/private.sqlite \"UPDATE entry SET title = 'planted'\""
        try #require(try journal.run("/bin/sh", ["-c", script]).status == 0)
        let result = try journal("doctor", "--json")
        #expect(result.status == 74)
        #expect(result.output.contains("\"severity\":\"damage\""))
        #expect(!result.output.contains("planted") && !result.output.contains("sushi"))
        #expect(try journal("doctor", "--rebuild").status == 0)
        #expect(try journal("doctor").status == 0)
    }

    @Test func aClosedPipeEndsQuietly() throws {
        let journal = try filled()
        let script = "(\"$0\" list --json; echo $? >status) 2>errors | true; sleep 0.2; cat status errors"
        let result = try journal.run("/bin/sh", ["-c", script, JournalProcess.executable])
        #expect(result.output == "0\n")
    }

    @Test func tagsAndJournalsAreCounted() throws {
        let journal = try filled()
        let tags = try journal("tags", "--json").json()["tags"] as? [[String: Any]]
        #expect(tags?.map { $0["name"] as? String } == ["bath", "food", "walk"])
        #expect(try journal("tags").output == "1  #bath\n1  #food\n1  #walk\n")
        #expect(try journal("journals").output == "Journal\n")
    }

    /// The index of time narrows a span of days; no clock on Earth may fall out of it.
    @Test func aDayHoldsWhatWasLivedOnItInEveryZone() throws {
        let journal = try JournalProcess()
        for at in ["2025-01-01T00:00:00+14:00", "2025-01-01T23:59:59-12:00", "2024-12-31T23:59:59+14:00"] {
            #expect(try journal("new", "--at", at, at).status == 0)
        }
        #expect(try journal("new", "--at", "2025-01-01", "--all-day", "whole").status == 0)
        let lines = try journal("export", "-", "--format", "jsonl", "--on", "2025-01-01").output
        let found = lines.split(separator: "\n")
        #expect(found.count == 3)
        #expect(!lines.contains("2024-12-31T23:59:59+14:00"))
        #expect(
            try journal("export", "-", "--format", "jsonl", "--to", "2024-12-31").output.contains("+14:00")
        )
    }
}
