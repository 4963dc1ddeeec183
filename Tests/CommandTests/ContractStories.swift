import Foundation
import TestSupport
import Testing

/// The JSON that scripts rely on, key by key.
@Suite struct ContractStories {
    private static let entryKeys = [
        "activity", "archived", "attachments", "changed", "conflicts", "happened", "id", "journal", "mood",
        "music", "people", "pinned", "place", "raw", "schema", "share", "source", "star", "tags", "template",
        "text", "title", "trashed", "weather", "written",
    ]

    @Test func anEntryHasEveryKeyWhateverIsInIt() throws {
        let journal = try JournalProcess()
        try journal.folder.write("a.txt", Array("x".utf8))
        let made = try journal(
            "new",
            "--json",
            "--now",
            "2026-12-01T13:33:00+09:00",
            "--attach",
            "a.txt",
            "It rained."
        ).json()
        #expect(made.keys.sorted() == ContractStories.entryKeys)
        #expect(made["schema"] as? String == "journal.entry/1")
        let happened = try #require(made["happened"] as? [String: Any])
        #expect(happened.keys.sorted() == ["allDay", "at", "day", "offset", "zone"])
        #expect(happened["at"] as? String == "2026-12-01T13:33:00.000+09:00")
        #expect(happened["offset"] as? String == "+09:00")
        #expect(happened["zone"] as? String == "Asia/Tokyo")
        #expect(happened["day"] as? String == "2026-12-01")
        #expect(made["written"] as? String == "2026-12-01T04:33:00.000Z")
        #expect(made["text"] as? String == "It rained.")
        let attachment = try #require((made["attachments"] as? [[String: Any]])?.first)
        #expect(
            attachment.keys.sorted() == [
                "bytes", "camera", "caption", "duration", "height", "id", "kind", "mediaType", "missing",
                "name",
                "order", "place", "sha256", "taken", "width",
            ]
        )
        let id = try #require(made["id"] as? String)
        let shown = try journal("show", id, "--json").output
        #expect(shown == (try journal("show", "last", "--json").output))
        #expect(shown == (try journal("export", "-", "--format", "jsonl").output))
        #expect(
            try journal("show", "2026-12-01", "--json").json()["schema"] as? String == "journal.entries/1"
        )
    }

    @Test func anAllDayEntryHasNoInstant() throws {
        let journal = try JournalProcess()
        let made = try journal("new", "--json", "--all-day", "--at", "2026-11-30", "x").json()
        let happened = try #require(made["happened"] as? [String: Any])
        #expect(happened["at"] is NSNull)
        #expect(happened["allDay"] as? Bool == true)
        #expect(happened["day"] as? String == "2026-11-30")
    }

    @Test func exportsAreOldestFirstAndListsNewestFirst() throws {
        let journal = try JournalProcess()
        for day in ["2026-11-29", "2026-11-28", "2026-11-30"] {
            try journal("new", "-q", "--at", "\(day) 09:00", day)
        }
        func days(_ text: String) throws -> [String] {
            try text.split(separator: "\n").map { line in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                return try #require(object?["text"] as? String)
            }
        }
        let exported = try days(try journal("export", "-", "--format", "jsonl").output)
        #expect(exported == ["2026-11-28", "2026-11-29", "2026-11-30"])
        let limited = try days(try journal("export", "-", "--format", "jsonl", "--limit", "2").output)
        #expect(limited == ["2026-11-29", "2026-11-30"])
        let none = try journal("export", "-", "--format", "jsonl", "--limit", "2", "--tag", "none")
        #expect(none.output == "" && none.status == 0)
        #expect(try days(try journal("list", "--jsonl").output) == exported.reversed())
        #expect(
            try days(try journal("list", "--jsonl", "--from", "2026-11-29", "--to", "2026-11-29").output) == [
                "2026-11-29"
            ]
        )
    }

    @Test func anExportIsNeverReplacedUnasked() throws {
        let journal = try JournalProcess()
        try journal("new", "-q", "x")
        #expect(try journal("export", "book.md").status == 0)
        let again = try journal("export", "book.md")
        #expect(again.status == 73)
        #expect(again.errors.contains("--overwrite"))
        let report = try journal("export", "book.md", "--overwrite", "--json").json()
        #expect(report["schema"] as? String == "journal.export/1")
        for key in [
            "file", "format", "entries", "attachments", "bytes", "missingGlyphs", "dropped", "broken",
        ] {
            #expect(report[key] != nil, "\(key)")
        }
        #expect(report["file"] as? String == "book.md")
        #expect(report["entries"] as? Int == 1)
        #expect(try journal("export", "-").status == 64)
        #expect(try journal("export", "x.docx").status == 64)
        #expect(try journal("export", "no/such/folder/x.md").status == 73)
    }

    @Test func aSingleFileSaysWhatItLeavesOut() throws {
        let journal = try JournalProcess()
        try journal.folder.write("a.txt", Array("x".utf8))
        try journal("new", "-q", "x", "--attach", "a.txt")
        let result = try journal("export", "-", "--format", "md")
        #expect(result.status == 0)
        #expect(result.errors.hasPrefix("1 attachment is not in the output"))
        #expect(try journal("export", "all.zip").errors == "")
        #expect(try journal.run("/usr/bin/unzip", ["-l", "all.zip"]).output.contains(".txt"))
    }

    @Test func aReaderThatStopsEndsAnExportQuietly() throws {
        let journal = try JournalProcess()
        try journal("new", "-q", "-", input: String(repeating: "word ", count: 100_000))
        let script = "(\"$0\" export - --format jsonl; echo $? >status) 2>errors | true; cat status errors"
        #expect(try journal.run("/bin/bash", ["-c", script, JournalProcess.executable]).output == "0\n")
    }

    @Test func aFullDiskIsToldWithItsOwnNumber() throws {
        let journal = try JournalProcess()
        try journal("new", "-q", "x")
        let script = "\"$0\" list --json >/dev/full; echo $?"
        #expect(try journal.run("/bin/sh", ["-c", script, JournalProcess.executable]).output == "74\n")
    }
}
