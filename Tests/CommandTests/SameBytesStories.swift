import Foundation
import TestSupport
import Testing

/// The same journal gives the same bytes, whatever surrounds the command.
@Suite struct SameBytesStories {
    @Test(arguments: ["book.epub", "book.pdf", "data.zip", "data.jsonl", "data.md"])
    func anotherLanguageZoneAndFolderChangeNothing(_ name: String) throws {
        var journal = try JournalProcess()
        let note = "Morning: ==tea== and [a walk](https://example.org). 日記 مرحبا 😀"
        for (at, title) in [("2024-12-31T23:30:00+09:00", "Eve"), ("2025-01-01T08:00:00+01:00", "Day")] {
            let made = try journal("new", "--at", at, "--title", title, "--tag", "walk", note)
            #expect(made.status == 0, "\(made.errors)")
        }
        let first = journal.folder.path("first-" + name)
        #expect(try journal("export", first).status == 0)
        let elsewhere = try TemporaryFolder()
        for (language, zone) in [
            ("ja_JP.UTF-8", "Pacific/Kiritimati"), ("ar_EG.UTF-8", "America/St_Johns"), ("C", ""),
        ] {
            journal.environment["LANG"] = language
            journal.environment["LC_ALL"] = language
            journal.environment["TZ"] = zone
            journal.environment["HOME"] = elsewhere.path
            let second = elsewhere.path(language + name)
            // By way of a shell, because the command itself is started in the store's own folder.
            let result = try journal.run(
                "/bin/sh",
                [
                    "-c", "cd \"$1\" && exec \"$2\" export \"$3\"", "sh", elsewhere.path,
                    JournalProcess.executable, language + name,
                ]
            )
            #expect(result.status == 0, "\(result.errors)")
            #expect(FileManager.default.contentsEqual(atPath: first, andPath: second), "\(language)")
        }
    }
}
