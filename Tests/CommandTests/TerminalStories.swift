import Foundation
import TestSupport
import Testing

/// What reaches a terminal, seen on a real one (a pty made by `script(1)`).
@Suite struct TerminalStories {
    private func onTerminal(
        _ journal: JournalProcess,
        _ line: String,
        term: String = "xterm",
        input: String = ""
    ) throws -> JournalProcess.Result {
        var copy = journal
        copy.environment["TERM"] = term
        copy.environment["PAGER"] = copy.environment["PAGER"] ?? "off"
        copy.environment["J"] = JournalProcess.executable
        return try copy.run(
            "/usr/bin/script",
            ["-qec", "stty cols 80; " + line, "/dev/null"],
            input: Array(input.utf8)
        )
    }

    private static let hostile =
        "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}gpj.exe\u{2066}\u{200f}\u{61c}\u{fff9}\rover\u{8}\u{7f} end"

    private func hostileJournal() throws -> JournalProcess {
        let journal = try JournalProcess()
        let tag = "\u{1b}[31mtag"
        try journal(
            "new",
            "-",
            "-q",
            "--tag",
            tag,
            "--title",
            TerminalStories.hostile,
            input: TerminalStories.hostile
        )
        return journal
    }

    @Test(arguments: [
        "show last", "list", "search end", "tags", "list --plain", "show last --json", "status",
    ])
    func anEntryCannotCommandTheTerminal(_ command: String) throws {
        let journal = try hostileJournal()
        let seen = try onTerminal(journal, "$J \(command)", term: "dumb")
        let allowed: Set<Unicode.Scalar> = ["\n", "\r", "\t"]
        let steering = seen.output.unicodeScalars.filter { scalar in
            scalar.value < 0x20 && !allowed.contains(scalar) || (0x7f...0x9f).contains(scalar.value)
                || [0x202e, 0x2066, 0x200f, 0x61c, 0xfff9].contains(scalar.value)
        }
        #expect(steering.isEmpty, "\(steering.map { String($0.value, radix: 16) })")
        // The terminal itself ends every line with a carriage return; none comes from the entry.
        #expect(!seen.output.replacing("\r\n", with: "\n").contains("\r"))
    }

    @Test func whatAnImportCarriesIsInertToo() throws {
        let journal = try JournalProcess()
        let export = """
            {"entries":[{"uuid":"0123456789ABCDEF0123456789ABCDEF","creationDate":"2024-05-01T10:00:00Z",
            "text":"a\u{202e}b\u{9b}c","tags":["\u{2066}"],"unknown":"\u{202e}\u{7f}"}]}
            """
        try journal.folder.write("Diary.json", Array(export.utf8))
        try #require(try journal("import", "Diary.json").status == 0)
        for command in ["show last", "show last --json", "list --json", "list --jsonl", "list"] {
            let seen = try onTerminal(journal, "$J \(command)", term: "dumb").output
            #expect(
                !seen.unicodeScalars.contains { (0x7f...0x9f).contains($0.value) || $0.value == 0x202e },
                "\(command)"
            )
        }
        let raw = try journal("show", "last", "--json").json()["raw"] as? [String: Any]
        #expect(raw?["unknown"] as? String == "\u{202e}\u{7f}")
    }

    @Test func coloursAreTheProgramsOwn() throws {
        let journal = try hostileJournal()
        let seen = try onTerminal(journal, "$J show last").output
        #expect(seen.contains("\u{1b}[1m"))
        for part in seen.split(separator: "\u{1b}").dropFirst() {
            #expect(part.prefixMatch(of: /\[[0-9;]*m/) != nil, "\(part.prefix(12))")
        }
        #expect(!(try onTerminal(journal, "NO_COLOR=1 $J list").output.contains("\u{1b}")))
    }

    @Test func pipedTextIsTheSameUnlessRaw() throws {
        let journal = try hostileJournal()
        #expect(!(try journal("show", "last").output.contains("\u{1b}")))
        #expect(try journal("show", "last", "--raw").output.contains("\u{1b}]0;owned"))
    }

    @Test func anEditorGetsTheTerminal() throws {
        let journal = try JournalProcess()
        // Reading from the terminal would stop an editor that is in another process group.
        let editor = "#!/bin/sh\nstty -a >/dev/null && read -r line </dev/tty && echo \"$line\" >\"$1\"\n"
        try journal.folder.write("ed", Array(editor.utf8))
        let seen = try onTerminal(journal, "EDITOR='sh ./ed' $J new", input: "typed words\n")
        #expect(seen.status == 0)
        #expect(try journal("show", "last").output.contains("typed words"))
    }
}
