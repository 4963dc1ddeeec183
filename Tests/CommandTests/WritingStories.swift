import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct WritingStories {
    @Test func theFirstEntryNeedsNoSetUp() throws {
        let journal = try JournalProcess()
        let result = try journal("new", "--now", "2026-12-01T13:33:00+09:00", "It", "rained.")
        #expect(result.status == 0)
        #expect(result.output.hasSuffix("  Tue 1 Dec 2026 13:33 (+09:00 Asia/Tokyo)\n"))
        #expect(try journal("show", "last").output.contains("It rained."))
    }

    @Test func initAsksNothingAndLeavesAJournalAlone() throws {
        let journal = try JournalProcess()
        let first = try journal("init")
        #expect(first.status == 0)
        #expect(first.output.hasPrefix("Created a journal for you at ~/store."))
        try journal("new", "kept")
        let second = try journal("init", "--json")
        #expect(second.status == 0)
        #expect(try second.json()["created"] as? Bool == false)
        #expect(try journal("list").output.contains("kept"))
    }

    @Test func aReadOfAJournalThatIsNotThereMakesNone() throws {
        let journal = try JournalProcess()
        for verb in ["list", "status", "doctor"] {
            let result = try journal(verb)
            #expect(result.status == 66)
            #expect(result.errors.contains("journal init"))
        }
        #expect(access(journal.folder.path("store"), F_OK) != 0)
    }

    @Test func onlyTheWriterCanReadAnythingUnderAnyMask() throws {
        let journal = try JournalProcess()
        try journal.folder.write("a.txt", Array("attached".utf8))
        let script = "umask 000; \"$0\" new with a file --attach a.txt && \"$0\" doctor"
        #expect(try journal.run("/bin/sh", ["-c", script, JournalProcess.executable]).status == 0)
        let root = journal.folder.path("store")
        var count = 0
        for case let name as String in try #require(FileManager.default.enumerator(atPath: root)) {
            var facts = stat()
            #expect(lstat(root + "/" + name, &facts) == 0)
            #expect(facts.st_mode & 0o077 == 0, "\(name)")
            count += 1
        }
        #expect(count > 3)
    }

    @Test func theEchoSaysWhatBecameOfTheDate() throws {
        let journal = try JournalProcess()
        let now = ["--now", "2026-12-01T13:33:00+09:00"]
        func echo(_ at: String, _ zone: String = "Asia/Tokyo") throws -> String {
            try journal.run(JournalProcess.executable, ["new", "--at", at, "--tz", zone, "x"] + now).output
        }
        #expect(
            try echo("yesterday 9am").hasSuffix(
                "Mon 30 Nov 2026 09:00 (+09:00 Asia/Tokyo), from \"yesterday 9am\"\n"
            )
        )
        #expect(try echo("昨日 21時").contains("2026-11-30 (月) 21:00 (+09:00 Asia/Tokyo)"))
        #expect(try echo("2024-03-31 02:30", "Europe/Berlin").contains("03:30 (+02:00 Europe/Berlin)"))
        #expect(try echo("2024-03-31 02:30", "Europe/Berlin").contains("does not exist in Europe/Berlin"))
        #expect(try echo("2024-10-27 02:30", "Europe/Berlin").contains("occurs twice in Europe/Berlin"))
        #expect(try echo("2026-11-30").contains("Mon 30 Nov 2026, all day"))
    }

    @Test(arguments: ["Lunch", "2024-02-30", "nonsenseday", "25:00"])
    func anUnreadableDateStopsEverything(_ text: String) throws {
        let journal = try JournalProcess()
        #expect(try journal("new", "--at", text, "words").status == 64)
        #expect(access(journal.folder.path("store"), F_OK) != 0)
        try journal("new", "words")
        for verb in ["list", "export"] {
            let result = try journal(verb, "--on", text, "--format", "jsonl", "-")
            #expect(result.status == 64)
            #expect(result.output == "")
        }
        #expect(try journal("list", "--from", text).status == 64)
    }

    @Test func standardInputIsTakenWholeAndOnlyWhenAsked() throws {
        let journal = try JournalProcess()
        #expect(try journal("new", "-", input: "one\r\ntwo\n\n").status == 0)
        #expect(try journal("show", "last").output.contains("one\ntwo\n"))
        let unasked = try journal("new", input: "one")
        #expect(unasked.status == 64)
        #expect(unasked.errors.contains("- to read standard input"))
        #expect(try journal("new", "-", input: "").status == 1)
        #expect(try journal("new", "").status == 1)
        let broken = try journal.run(JournalProcess.executable, ["new", "-"], input: [0x61, 0xff])
        #expect(broken.status == 65)
        #expect(try journal("list").output.split(separator: "\n").count == 1)
    }

    @Test func everythingGivenIsKept() throws {
        let journal = try JournalProcess()
        try journal.folder.write("bridge.txt", Array("stone".utf8))
        let result = try journal(
            "new",
            "--title",
            "The bridge",
            "--tag",
            "#walk",
            "--tag",
            "River",
            "--star",
            "--mood",
            "4",
            "--journal",
            "Travel",
            "--attach",
            "bridge.txt",
            "--plain",
            "High water."
        )
        #expect(result.status == 0)
        let shown = try journal("show", result.output.trimmingCharacters(in: .newlines)).output
        for part in [
            "Travel", "The bridge", "High water.", "#walk", "#River", "★", "mood 4", "bridge.txt", "5 B",
        ] {
            #expect(shown.contains(part), "\(part) in \(shown)")
        }
    }

    @Test func aMissingAttachmentStopsTheEntry() throws {
        let journal = try JournalProcess()
        let result = try journal("new", "words", "--attach", "nothing.jpg")
        #expect(result.status == 66)
        #expect(result.errors.contains("nothing.jpg"))
        #expect(access(journal.folder.path("store"), F_OK) != 0)
    }

    @Test func wordsOnTheCommandLineBringOneWarning() throws {
        let journal = try JournalProcess()
        #expect(try journal("new", "words").errors.contains("shell's history"))
        #expect(try journal("new", "words", "--quiet").errors == "")
        #expect(try journal("new", "-", input: "words").errors == "")
    }

    @Test func aDryRunWritesNothing() throws {
        let journal = try JournalProcess()
        let result = try journal("new", "--dry-run", "words")
        #expect(result.status == 0)
        #expect(result.errors.contains("nothing was written"))
        #expect(access(journal.folder.path("store"), F_OK) != 0)
        #expect(try journal("init", "-n").status == 0)
        #expect(access(journal.folder.path("store"), F_OK) != 0)
    }

    @Test func jotIsASecondName() throws {
        let journal = try JournalProcess()
        let link = journal.folder.path("jot")
        #expect(symlink(JournalProcess.executable, link) == 0)
        #expect(try journal.run(link, ["list", "of", "things"]).status == 0)
        #expect(try journal("show", "last").output.contains("list of things"))
    }

    @Test func aBusyJournalSaysSo() throws {
        let journal = try JournalProcess()
        try journal("new", "first")
        let script = "exec 9<>store/lock; flock -x 9; \"$0\" new --wait 200ms second; echo $?"
        let result = try journal.run("/bin/sh", ["-c", script, JournalProcess.executable])
        #expect(result.output.hasSuffix("75\n"))
    }
}
