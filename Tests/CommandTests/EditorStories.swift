import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct EditorStories {
    /// A journal whose editor is a shell script.
    private func journal(editor script: String) throws -> JournalProcess {
        var journal = try JournalProcess()
        try journal.folder.write("ed", Array("#!/bin/sh\n\(script)\n".utf8))
        // Through sh, because a file just written cannot always be executed while other tests fork.
        journal.environment["VISUAL"] = "sh \(journal.folder.path("ed"))"
        return journal
    }

    private func drafts(_ journal: JournalProcess) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: journal.folder.path("store/drafts"))
        return (names ?? []).filter { $0.hasSuffix(".md") || !$0.hasPrefix("draft-") }
    }

    @Test func whatIsSavedBecomesTheEntry() throws {
        let journal = try journal(editor: "printf 'First line\\n\\nSecond.\\n\\n' >\"$1\"")
        let result = try journal("new", "--tag", "quiet")
        #expect(result.status == 0)
        #expect(result.output.contains("#quiet"))
        #expect(try journal("show", "last").output.contains("First line\n\nSecond.\n"))
        #expect(drafts(journal).isEmpty)
    }

    @Test func theDraftIsPrivateWhileItIsWritten() throws {
        let journal = try journal(editor: "stat -c '%a' \"$1\" \"$(dirname \"$1\")\" >modes; echo x >\"$1\"")
        #expect(try journal("new").status == 0)
        #expect(String(decoding: try journal.folder.read("modes"), as: UTF8.self) == "600\n700\n")
    }

    @Test func copiesThatTheEditorLeavesAreRemovedAndReported() throws {
        let journal = try journal(
            editor:
                "d=$(dirname \"$1\"); b=$(basename \"$1\"); echo w >\"$1\"; cp \"$1\" \"$1~\"; cp \"$1\" \"$d/.$b.swp\""
        )
        let result = try journal("new")
        #expect(result.status == 0)
        #expect(result.errors == "removed 2 copies that the editor left beside the draft\n")
        #expect(drafts(journal).isEmpty)
    }

    @Test func aFailedEditorKeepsTheDraftAndResumeGoesOn() throws {
        var journal = try journal(editor: "echo half >\"$1\"; exit 3")
        let failed = try journal("new")
        #expect(failed.status == 1)
        #expect(failed.errors.contains("journal new --resume"))
        #expect(drafts(journal).count == 1)
        try journal.folder.write("ed", Array("#!/bin/sh\necho whole >>\"$1\"\n".utf8))
        journal.environment["EDITOR"] = "unused"
        #expect(try journal("new", "--resume").status == 0)
        #expect(try journal("show", "last").output.contains("half\nwhole"))
        #expect(drafts(journal).isEmpty)
        #expect(try journal("new", "--resume").status == 1)
    }

    @Test func anEmptyDraftWritesNothing() throws {
        let journal = try journal(editor: "true")
        let result = try journal("new")
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(try journal("list").output == "")
        #expect(drafts(journal).isEmpty)
    }

    @Test func withoutATerminalTheMessageNamesTheWayOut() throws {
        var journal = try JournalProcess()
        journal.environment["VISUAL"] = nil
        let result = try journal("new")
        #expect(result.status == 64)
        #expect(result.errors.contains("- to read standard input"))
        journal.environment["VISUAL"] = "true"
        #expect(try journal("new", "--no-input").status == 64)
        journal.environment["VISUAL"] = "no-such-editor-here"
        #expect(try journal("new").status == 78)
    }

    @Test func aResumedDraftKeepsWhatTheOptionsSaid() throws {
        var journal = try journal(editor: "echo half >\"$1\"; kill -9 $$")
        try journal.folder.write("note.txt", Array("attached".utf8))
        let options = [
            "--at", "yesterday 9am", "--tag", "雨", "--people", "Anna", "--journal", "Trips", "--mood", "4",
            "--star", "--title", "On the way", "--place", "Kamogawa", "--attach", "note.txt",
        ]
        let now = ["--now", "2026-12-01T13:33:00+09:00"]
        let failed = try journal.run(JournalProcess.executable, now + ["new"] + options)
        #expect(failed.status == 1)
        journal.environment["VISUAL"] = "true"
        journal.environment["TZ"] = "Europe/Lisbon"
        let later = ["--now", "2027-03-01T00:00:00Z"]
        #expect(try journal.run(JournalProcess.executable, later + ["new", "--resume"]).status == 0)
        let entry = try journal("show", "last", "--json").json()
        let happened = try #require(entry["happened"] as? [String: Any])
        #expect(happened["at"] as? String == "2026-11-30T09:00:00.000+09:00")
        #expect(entry["text"] as? String == "half")
        #expect(entry["tags"] as? [String] == ["雨"])
        #expect(entry["people"] as? [String] == ["Anna"])
        #expect(entry["journal"] as? String == "Trips")
        #expect(entry["mood"] as? Int == 4)
        #expect(entry["star"] as? Bool == true)
        #expect(entry["title"] as? String == "On the way")
        #expect((entry["attachments"] as? [Any])?.count == 1)
        #expect(drafts(journal).isEmpty)
    }

    @Test func whatAnEditorSavedBeforeItDiedIsTakenBack() throws {
        var journal = try journal(
            editor: "echo begun >\"$1\"; printf 'begun and more' >\"$1.save\"; kill -9 $$"
        )
        #expect(try journal("new").status == 1)
        #expect(drafts(journal).count == 1)
        journal.environment["VISUAL"] = "true"
        #expect(try journal("new", "--resume").status == 0)
        #expect(try journal("show", "last", "--json").json()["text"] as? String == "begun and more")
    }

    @Test func textThatCannotBeStoredIsKeptAsADraft() throws {
        var journal = try journal(editor: "true")
        #expect(try journal("new", "first").status == 0)
        let script = "flock 9; \(JournalProcess.executable) new --wait 0 --tag late -; echo $?"
        let busy = try journal.run(
            "/bin/sh",
            ["-c", "(\(script)) 9>>store/lock"],
            input: Array("from a pipe".utf8)
        )
        #expect(busy.output == "75\n")
        #expect(busy.errors.contains("--resume"))
        #expect(!busy.errors.contains("pipe"))
        journal.environment["VISUAL"] = "true"
        #expect(try journal("new", "--resume").status == 0)
        let entry = try journal("show", "last", "--json").json()
        #expect(entry["text"] as? String == "from a pipe")
        #expect(entry["tags"] as? [String] == ["late"])
    }

    @Test func aStoreThatCannotBeMadeCostsNoText() throws {
        var journal = try journal(editor: "true")
        try journal.folder.write("file", [])
        journal.environment["JOURNAL_HOME"] = journal.folder.path("file/store")
        let refused = try journal("new", "-", input: "precious")
        #expect(refused.status != 0)
        #expect(refused.errors.contains(".local/state/journal/drafts"))
        journal.environment["JOURNAL_HOME"] = journal.folder.path("store")
        #expect(try journal("new", "--resume").status == 0)
        #expect(try journal("show", "last", "--json").json()["text"] as? String == "precious")
    }

    @Test func aTemplateThatWasNotTouchedWritesNothing() throws {
        var journal = try journal(editor: "true")
        let untouched = try journal("new", "--template", "evening")
        #expect(untouched.status == 1)
        #expect(drafts(journal).isEmpty)
        journal.environment["VISUAL"] = "sh \(journal.folder.path("ed"))"
        try journal.folder.write("ed", Array("echo 'It rained.' >>\"$1\"".utf8))
        let now = ["--now", "2026-12-01T21:00:00+09:00"]
        _ = try journal.run(JournalProcess.executable, now + ["new", "--template", "evening"])
        let entry = try journal("show", "last", "--json").json()
        #expect((entry["text"] as? String)?.hasPrefix("# Tuesday, 2026-12-01\n") == true)
        #expect((entry["text"] as? String)?.hasSuffix("It rained.") == true)
        #expect(entry["tags"] as? [String] == ["evening"])
        let unknown = try journal("new", "--template", "evenig")
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("did you mean 'evening'?"))
    }

    @Test func onesOwnTemplateReplacesTheShippedOne() throws {
        let journal = try journal(editor: "echo end >>\"$1\"")
        let folder = ".config/journal/templates"
        try FileManager.default.createDirectory(
            atPath: journal.folder.path(folder),
            withIntermediateDirectories: true
        )
        let own = "---\ntitle: Night\njournal: Dreams\n---\n{{date}} {{time}} {{zone}}"
        try journal.folder.write(folder + "/evening.md", Array(own.utf8))
        let now = ["--now", "2026-12-01T21:05:00+09:00"]
        _ = try journal.run(JournalProcess.executable, now + ["new", "--template", "evening"])
        let entry = try journal("show", "last", "--json").json()
        #expect(entry["text"] as? String == "2026-12-01 21:05 Asia/Tokyo\nend")
        #expect(entry["title"] as? String == "Night")
        #expect(entry["journal"] as? String == "Dreams")
        try journal.folder.write(folder + "/bad.md", Array("one\n{{dote}}".utf8))
        let bad = try journal("new", "--template", "bad")
        #expect(bad.status == 78)
        #expect(bad.errors.contains("line 2"))
    }

    @Test func entriesAreEditedOneOrManyAtOnce() throws {
        var journal = try journal(editor: "sed -i 's/rain/snow #winter/' \"$1\"")
        for (day, text) in [("2026-11-29", "Some rain."), ("2026-11-30", "%% rain"), ("2026-12-01", "Sun.")] {
            _ = try journal("new", "--at", "\(day) 9:00", "--", text)
        }
        #expect(try journal("edit", "last").errors.contains("nothing was changed"))
        let result = try journal("edit", "--to", "2026-11-30")
        #expect(result.status == 0)
        #expect(result.output.contains("Changed: 2 entries.  Back: journal undo"))
        let texts = try journal("export", "-", "--format", "jsonl").output
        #expect(texts.contains("\"text\":\"Some snow #winter.\""))
        #expect(texts.contains("\"text\":\"%% snow #winter\""))
        #expect(try journal("list", "--tag", "winter", "--plain").output.split(separator: "\n").count == 2)
        #expect(try journal("undo").status == 0)
        #expect(try journal("search", "snow").status == 1)
        journal.environment["VISUAL"] = "sh \(journal.folder.path("ed"))"
        try journal.folder.write("ed", Array("sed -i '1d' \"$1\"".utf8))
        let broken = try journal("edit", "--to", "2026-11-30")
        #expect(broken.status == 65)
        #expect(broken.errors.contains("--resume"))
        #expect(drafts(journal).count == 1)
    }

    @Test func twoEditsOfOneEntryLoseNothing() throws {
        var journal = try journal(
            editor: """
                if test -e inner; then sed -i 's/one/ONE/' "$1"; else touch inner;
                \(JournalProcess.executable) edit last >/dev/null; sed -i 's/three/THREE/' "$1"; fi
                """
        )
        _ = try journal("new", "one two three")
        let result = try journal("edit", "last")
        #expect(result.status == 0)
        #expect(result.errors.contains("merged with what was written meanwhile"))
        #expect(try journal("show", "last", "--json").json()["text"] as? String == "ONE two THREE")
        journal.environment["VISUAL"] = "true"
        #expect(drafts(journal).isEmpty)
    }

    @Test func anEditThatWasCutOffGoesOnFromWhatWasSeen() throws {
        var journal = try journal(editor: "sed -i 's/three/THREE/' \"$1\"; kill -9 $$")
        _ = try journal("new", "one two three")
        #expect(try journal("edit", "last").status == 1)
        journal.environment["VISUAL"] = "sed -i s/one/ONE/"
        #expect(try journal("edit", "last").status == 0)
        journal.environment["VISUAL"] = "true"
        #expect(try journal("new", "--resume").status == 0)
        #expect(try journal("show", "last", "--json").json()["text"] as? String == "ONE two THREE")
        #expect(try journal("list", "--plain").output.split(separator: "\n").count == 1)
        #expect(drafts(journal).isEmpty)
    }

    @Test(arguments: ["vim.tiny", "vim.basic"])
    func aKilledVimLosesNothing(_ vim: String) throws {
        let journal = try JournalProcess()
        guard access("/usr/bin/\(vim)", X_OK) == 0 else { return }
        let drive = """
            import os, pty, time, signal, sys, glob
            pid, fd = pty.fork()
            if pid == 0:
                os.environ["VISUAL"] = sys.argv[1]
                os.execv(sys.argv[2], [sys.argv[2], "new"])
            time.sleep(1)
            os.write(fd, b"iwords that were never saved, and some more of them")
            deadline = time.time() + 20
            while time.time() < deadline:
                time.sleep(0.2)
                swaps = glob.glob("store/drafts/.*.swp")
                if swaps and b"never saved, and some more" in open(swaps[0], "rb").read(): break
            os.system("pkill -9 -P %d" % pid)
            os.waitpid(pid, 0)
            """
        try journal.folder.write("drive.py", Array(drive.utf8))
        _ = try journal.run("/usr/bin/env", ["python3", "drive.py", vim, JournalProcess.executable])
        var resuming = journal
        resuming.environment["VISUAL"] = "true"
        #expect(try resuming("new", "--resume").status == 0)
        let text = try journal("show", "last", "--json").json()["text"] as? String
        #expect(text?.hasPrefix("words that were never saved, and some more") == true)
        #expect(drafts(journal).isEmpty)
    }

    @Test(arguments: ["vi", "vim.tiny", "vim.basic"])
    func vimLeavesNothingBehind(_ vim: String) throws {
        let journal = try JournalProcess()
        guard access("/usr/bin/\(vim)", X_OK) == 0 else { return }
        let vimrc = "set backup undofile backupdir=. undodir=. directory=. modeline modelines=5\n"
        try journal.folder.write(".vimrc", Array(vimrc.utf8))
        let line = "VISUAL=\(vim) \(JournalProcess.executable) new"
        let keys = "isecret words\u{1b}:wq\n"
        let seen = try journal.run("/usr/bin/script", ["-qec", line, "/dev/null"], input: Array(keys.utf8))
        #expect(seen.status == 0, "\(seen.output)")
        #expect(try journal("show", "last").output.contains("secret words"))
        let files = try journal.run(
            "/bin/sh",
            ["-c", "find . -newer .vimrc -type f ! -path './store/*.sqlite*'"]
        )
        #expect(files.output.split(separator: "\n").allSatisfy { $0.hasSuffix("lock") || $0.contains("-") })
        #expect(drafts(journal).isEmpty)
        let found = try journal.run("/bin/grep", ["-rlI", "secret words", "."])
        #expect(found.output == "")
    }
}
