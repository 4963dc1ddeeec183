import Foundation
import TestSupport
import Testing

/// What another journal of the command line loses or mistakes, each shown not to happen here.
@Suite struct TrapStories {
    private let journal: JournalProcess
    /// A Tuesday.
    private let now = ["--now", "2026-12-01T13:33:00+09:00"]

    init() throws { journal = try JournalProcess() }

    private func run(_ arguments: String...) throws -> JournalProcess.Result {
        try journal.run(JournalProcess.executable, now + arguments)
    }

    @Test(
        arguments: [
            "Lunch: sushi with Ken", "Sun: bright today", "May: I saw May in the park", "5: five things",
        ]
    )
    func noWordIsEatenAndTheDateIsNow(_ text: String) throws {
        let words = text.split(separator: " ").map(String.init)
        let result = try journal.run(JournalProcess.executable, now + ["new"] + words)
        #expect(result.output.contains("Tue 1 Dec 2026 13:33"))
        #expect(!result.output.contains("from"))
        let entry = try run("show", "last", "--json").json()
        #expect(entry["text"] as? String == text)
    }

    @Test func aTakenPrefixIsEchoedAndADashDashTurnsItOff() throws {
        let taken = try run("new", "yesterday", "9am:", "Walked to the river.")
        #expect(taken.output.contains("Mon 30 Nov 2026 09:00 (+09:00 Asia/Tokyo), from \"yesterday 9am\""))
        #expect(try run("show", "last", "--json").json()["text"] as? String == "Walked to the river.")
        let kept = try run("new", "--", "yesterday", "9am:", "Walked.")
        #expect(kept.output.contains("Tue 1 Dec 2026 13:33"))
        #expect(try run("show", "last", "--json").json()["text"] as? String == "yesterday 9am: Walked.")
    }

    @Test(arguments: ["2024-02-30", "nonsenseday"])
    func anUnreadableDayStopsEverything(_ day: String) throws {
        _ = try run("new", "one")
        _ = try run("new", "two")
        for verb in ["list", "show", "search", "export", "edit"] {
            let operand = verb == "search" ? ["one"] : verb == "export" ? ["-"] : []
            let result = try journal.run(JournalProcess.executable, [verb] + operand + ["--on", day])
            #expect(result.status == 64, "\(verb)")
            #expect(result.output == "")
        }
        #expect(try run("delete", day).status == 64)
        #expect(try run("set", day, "--star").status == 64)
        #expect(try run("list", "--json").json()["entries"].map { ($0 as? [Any])?.count } == 2)
    }

    @Test func aWordThatIsNoCommandIsNeverAnEntry() throws {
        _ = try run("init")
        let search = try run("serch", "river")
        #expect(search.status == 64)
        #expect(search.errors.contains("did you mean 'journal search'?"))
        #expect(try run("wrk", "met", "the", "new", "team").status == 64)
        #expect(try run("list").output == "")
    }

    @Test func eightAtOnceAreAllKept() throws {
        let line = "seq 8 | xargs -P 8 -I@ \(JournalProcess.executable) new parallel @"
        let result = try journal.run("/bin/sh", ["-c", line])
        #expect(result.status == 0)
        #expect(result.output.split(separator: "\n").count == 8)
        #expect(try run("list", "--plain").output.split(separator: "\n").count == 8)
    }

    @Test func aFileIsNeverOverwrittenUnasked() throws {
        _ = try run("new", "one")
        #expect(try run("export", "out.md").status == 0)
        let before = try journal.folder.read("out.md")
        _ = try run("new", "two")
        let again = try run("export", "out.md")
        #expect(again.status == 73)
        #expect(again.errors.contains("--overwrite"))
        #expect(try journal.folder.read("out.md") == before)
        #expect(try run("export", "out.md", "--overwrite").status == 0)
    }

    @Test func withoutATerminalTheQuestionNamesItsOption() throws {
        _ = try run("new", "one")
        #expect(try run("delete", "last").status == 0)
        let asked = try run("trash", "empty")
        #expect(asked.status == 64)
        #expect(asked.errors.contains("--yes"))
        #expect(try run("trash", "--plain").output.split(separator: "\n").count == 1)
    }

    @Test func anEntryInJSONHasItsIdMomentZoneAndDay() throws {
        _ = try run("new", "--at", "2026-11-30 21:00:05", "--tz", "Europe/Lisbon", "x")
        let entry = try run("show", "last", "--json").json()
        #expect((entry["id"] as? String)?.count == 36)
        let happened = try #require(entry["happened"] as? [String: Any])
        #expect(happened["at"] as? String == "2026-11-30T21:00:05.000+00:00")
        #expect(happened["offset"] as? String == "+00:00")
        #expect(happened["zone"] as? String == "Europe/Lisbon")
        #expect(happened["day"] as? String == "2026-11-30")
    }

    @Test func findingNothingIsStatusOne() throws {
        _ = try run("new", "one")
        #expect(try run("search", "absent").status == 1)
        #expect(try run("search", "one").status == 0)
    }

    @Test func aWeekdayIsEchoedAsItsDate() throws {
        #expect(try run("new", "last monday 9am: x").output.contains("Mon 30 Nov 2026 09:00"))
        #expect(try run("new", "--at", "last tuesday 9am", "x").output.contains("Tue 24 Nov 2026 09:00"))
        #expect(try run("new", "--at", "tuesday 9am", "x").output.contains("Tue 1 Dec 2026 09:00"))
    }
}
