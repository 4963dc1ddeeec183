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
        (try? FileManager.default.contentsOfDirectory(atPath: journal.folder.path("store/drafts"))) ?? []
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
