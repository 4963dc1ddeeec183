import TestSupport
import Testing

@Suite struct UsageStories {
    @Test func aMistypedCommandIsRefusedWithASuggestion() throws {
        let journal = try JournalProcess()
        let result = try journal("nwe", "river")
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.errors == "journal: 'nwe' is no command of journal; did you mean 'journal new'?\n")
    }

    @Test func errorsAreObjectsForPrograms() throws {
        let journal = try JournalProcess()
        let result = try journal("new", "--json", "--nonsense")
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix(#"{"schema":"journal.error/1","error":{"code":"usage","#))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test func helpAndVersionGoToStandardOutput() throws {
        let journal = try JournalProcess()
        #expect(try journal("--version").output.hasPrefix("journal "))
        #expect(try journal("help", "new").output.contains("--at TIME"))
        #expect(try journal("new", "--help").output == (try journal("help", "new").output))
        #expect(try journal().status == 0)
    }
}

@Suite struct ReferenceStories {
    private func completed(_ journal: JournalProcess, _ words: [String]) throws -> [String] {
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        let script = """
            source ./journal.bash; COMP_WORDS=('\(JournalProcess.executable)' \(line)); COMP_CWORD=\(words.count)
            _journal; printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try journal.run("/bin/bash", ["-c", script]).output.split(separator: "\n").map(String.init)
    }

    @Test func bashCompletesVerbsOptionsAndValues() throws {
        let journal = try JournalProcess()
        #expect(try journal("__generate", "completions", ".").status == 0)
        #expect(try completed(journal, ["expo"]) == ["export"])
        #expect(try completed(journal, ["export", "--pap"]) == ["--paper"])
        #expect(try completed(journal, ["export", "--paper", ""]) == ["a5", "a4", "letter", "6x9"])
        #expect(try completed(journal, ["-q", "list", "--cur"]) == ["--cursor"])
    }

    @Test func aTagIsCompletedAndNeverExpanded() throws {
        let journal = try JournalProcess()
        try journal("__generate", "completions", ".")
        try journal("new", "-q", "x", "--tag", "walk", "--tag", "$(touch planted)")
        #expect(try completed(journal, ["list", "--tag", "wa"]) == ["walk"])
        #expect(try completed(journal, ["list", "--tag", ""]).count == 2)
        #expect((try? journal.folder.read("planted")) == nil)
    }

    @Test func manualPagesAreSoundRoff() throws {
        let journal = try JournalProcess()
        #expect(try journal("__generate", "man", ".").status == 0)
        let result = try journal.run(
            "/bin/sh",
            ["-c", "cat journal*.1 | groff -k -man -ww -Tutf8 -P-cbou >text; cat text"]
        )
        #expect(result.errors == "")
        #expect(result.output.contains("EXIT STATUS"))
    }
}
