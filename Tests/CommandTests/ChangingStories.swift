import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct ChangingStories {
    private func entry(_ journal: JournalProcess) throws -> [String: Any] {
        try journal("show", "last", "--json").json()
    }

    @Test func fieldsAreSetAndTakenBackAtOnce() throws {
        let journal = try JournalProcess()
        try journal("new", "one two three")
        let before = try entry(journal)
        let result = try journal(
            "set",
            "last",
            "--tag",
            "#walk",
            "--star",
            "--mood",
            "4",
            "--place",
            "Kamogawa",
            "--people",
            "@Anna",
            "--weather",
            "rain",
            "--title",
            "A title",
            "--journal",
            "Trips",
            "--at",
            "2026-11-30 08:40"
        )
        #expect(result.status == 0)
        #expect(result.output.contains("Back: journal undo"))
        let after = try entry(journal)
        #expect(after["tags"] as? [String] == ["walk"] && after["people"] as? [String] == ["Anna"])
        #expect(after["star"] as? Bool == true && after["mood"] as? Int == 4)
        #expect(after["title"] as? String == "A title" && after["journal"] as? String == "Trips")
        #expect((after["happened"] as? [String: Any])?["day"] as? String == "2026-11-30")
        #expect(after["written"] as? String == before["written"] as? String)
        #expect(try journal("undo").status == 0)
        var back = try entry(journal)
        back["changed"] = before["changed"]
        #expect(back as NSDictionary == before as NSDictionary)
        #expect(try journal("journals").output == "Journal\n")
    }

    @Test func nothingIsSetOnADryRunOrWithoutAField() throws {
        let journal = try JournalProcess()
        try journal("new", "one")
        #expect(try journal("set", "last", "--star", "--dry-run").status == 0)
        #expect(try entry(journal)["star"] as? Bool == false)
        #expect(try journal("set", "last").status == 64)
        #expect(try journal("set", "--star").status == 64)
        #expect(try journal("set", "last", "--mood", "9").status == 64)
        #expect(try journal("set", "last", "--at", "nonsense").status == 64)
        #expect(try journal("set", "ffff", "--star").status == 1)
    }

    @Test func deletingIsSoftAndOnlyEmptyingAsks() throws {
        let journal = try JournalProcess()
        try journal("new", "kept")
        try journal("new", "gone")
        #expect(try journal("delete", "last").output.contains("Back: journal restore"))
        #expect(try journal("list").output.contains("gone") == false)
        #expect(try journal("trash").output.contains("gone"))
        #expect(try journal("restore", "last").status == 0)
        #expect(try journal("list").output.contains("gone"))
        try journal("delete", "last")
        let refused = try journal("trash", "empty")
        #expect(refused.status == 64 && refused.errors.contains("--yes"))
        #expect(try journal("trash", "empty", "--older-than", "30d", "--yes").status == 0)
        #expect(try journal("trash").output.contains("gone"))
        #expect(try journal("trash", "empty", "--yes").status == 0)
        #expect(try journal("trash").output.isEmpty)
        #expect(try journal("restore", "last").status == 1)
        #expect(try journal("doctor").status == 0)
        #expect(try journal("list").output.contains("kept"))
        #expect(try journal("delete").status == 64)
    }

    @Test func versionsAreListedShownAndBroughtBack() throws {
        let journal = try JournalProcess()
        try journal("new", "one two three")
        let id = try #require(try entry(journal)["id"] as? String)
        try journal("set", id, "--title", "named")
        try journal("set", id, "--star")
        let history = try journal("history", id, "--json").json()
        let versions = try #require(history["versions"] as? [[String: Any]])
        #expect(versions.compactMap { $0["number"] as? Int } == [3, 2, 1])
        #expect(versions.compactMap { $0["fields"] as? [String] } == [["star"], ["title"], ["text"]])
        #expect(try journal("history", id, "--diff").output.contains("{+one two three+}"))
        let old = try journal("show", id, "--version", "1", "--json").json()
        #expect(old["title"] is NSNull && old["text"] as? String == "one two three")
        #expect(try journal("show", id, "--version", "9").status == 1)
        #expect(try journal("restore", id, "--version", "1").status == 0)
        #expect(try entry(journal)["title"] is NSNull)
    }

    @Test func filesGoInAndComeOutAsTheyWere() throws {
        let journal = try JournalProcess()
        try journal.folder.write("trip.txt", Array("the bytes".utf8))
        try journal("new", "one")
        let result = try journal("attach", "last", "trip.txt", "--caption", "the bridge")
        #expect(result.status == 0)
        #expect(try journal("show", "last").output.contains("\"the bridge\""))
        try journal("attach", "last", "--number", "1", "--caption", "the river")
        #expect(try journal("show", "last").output.contains("\"the river\""))
        for _ in 0..<2 { #expect(try journal("attach", "last", "--extract", "out").status == 0) }
        #expect(try journal.folder.read("out/trip.txt") == Data("the bytes".utf8))
        #expect(try journal.folder.read("out/trip-2.txt") == Data("the bytes".utf8))
        #expect(try journal("attach", "last", "--remove", "1").status == 0)
        #expect(try journal("show", "last").output.contains("trip.txt") == false)
        #expect(try journal("attach", "last", "--remove", "1").status == 64)
        #expect(try journal("undo").status == 0)
        #expect(try journal("show", "last").output.contains("trip.txt"))
        #expect(try journal("attach", "last", "absent.txt").status == 66)
    }

    @Test func changesAreListedAndTakenBackByNumber() throws {
        let journal = try JournalProcess()
        #expect(try journal("undo").status == 66)
        try journal("new", "one")
        try journal("new", "two")
        let list = try journal("undo", "--list", "--json").json()
        let changes = try #require(list["changes"] as? [[String: Any]])
        #expect(changes.compactMap { $0["verb"] as? String } == ["new", "new"])
        let first = try #require(changes.last?["number"] as? Int)
        #expect(try journal("undo", String(first), "--show").output.contains("one"))
        #expect(try journal("undo", String(first)).status == 0)
        #expect(try journal("list").output.contains("one") == false)
        #expect(try journal("undo", "999").status == 1)
        #expect(try journal("undo", "--list", "3").status == 64)
    }

    @Test func namesAreMergedRenamedAndArchived() throws {
        let journal = try JournalProcess()
        try journal("new", "a", "--tag", "walk", "--journal", "Trips")
        try journal("new", "b", "--tag", "hike")
        #expect(try journal("tags", "rename", "walk", "hike").status == 64)
        #expect(try journal("tags", "merge", "walk", "hike").output.hasPrefix("Changed 1 entry."))
        #expect(try journal("tags", "--plain").output == "hike\t2\n")
        #expect(try journal("tags", "archive", "hike", "--plain").output == "hike\t2\tarchived\n")
        #expect(try journal("journals", "merge", "Trips", "Journal").output.hasPrefix("Moved 1 entry."))
        #expect(try journal("journals", "--plain").output == "Journal\n")
        #expect(try journal("journals", "renam", "a", "b").errors.contains("did you mean"))
        #expect(try journal("journals", "rename", "absent", "b").status == 1)
        #expect(try journal("profile", "--name", "Mio", "--json").json()["name"] as? String == "Mio")
        #expect(try journal("profile", "--paper", "a0").status == 64)
    }
}
