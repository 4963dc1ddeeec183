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
