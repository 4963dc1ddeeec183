import JournalModel
import Testing

@testable import JournalCLI

@Suite struct ParserTests {
    private func new(_ arguments: [String], program: String = "journal") throws -> NewCommand {
        try #require(try Invocation.parse(arguments, program: program).command as? NewCommand)
    }

    @Test(
        arguments: [
            ["new", "--tag", "rain"], ["new", "--tag=rain"], ["new", "--tag", "#rain"],
            ["--json", "new", "--tag=rain"],
        ]
    )
    func everySpellingSetsTheTag(_ arguments: [String]) throws {
        #expect(try new(arguments).tags == ["rain"])
    }

    @Test func globalOptionsStandBeforeAndAfterTheVerb() throws {
        let spread = try Invocation.parse([
            "--store", "/a", "-qv", "new", "x", "--json", "-ny", "--tz=Asia/Tokyo", "--wait", "2m",
        ])
        #expect(spread.globals.store == "/a")
        #expect(spread.globals.isQuiet && spread.globals.isVerbose)
        #expect(spread.globals.isDryRun && spread.globals.assumesYes)
        #expect(spread.globals.format == .json)
        #expect(spread.globals.zone?.name == "Asia/Tokyo")
        #expect(spread.globals.waitMilliseconds == 120_000)
    }

    @Test func everyGlobalOptionOfTheContractIsThere() {
        let known = Set(GlobalOptions.options.map(\.long))
        let contract = [
            "store", "local-store-only", "json", "jsonl", "plain", "quiet", "verbose", "yes", "dry-run",
            "no-input", "tz", "now", "color", "wait",
        ]
        #expect(known.isSuperset(of: contract))
    }

    @Test func aWordThatIsNoCommandIsNeverAnEntry() {
        #expect(
            throws: UsageError("'hepl' is no command of journal", next: "did you mean 'journal help'?")
        ) { try Invocation.parse(["hepl", "river"]) }
        #expect(throws: UsageError.self) { try Invocation.parse(["Lunch:", "sushi"]) }
    }

    @Test(
        arguments: [
            (["new", "--tga", "x"], "unknown option --tga for 'journal new'; did you mean --tag?"),
            (["new", "--jsno"], "unknown option --jsno for 'journal new'; did you mean --json?"),
            (["new", "--tag"], "option --tag needs a value"),
            (["new", "--star=yes"], "option --star takes no value"),
            (["new", "-z"], "unknown option -z for 'journal new'; see 'journal new --help'"),
            (["--color", "pink", "new"], "unknown color 'pink'; choose one of auto, always, never"),
            (["new", "--now", "noon"], "cannot read --now 'noon'; write it as 2026-12-01T13:33:00+09:00"),
            (
                ["new", "--tz", "Mars/Olympus"],
                "unknown time zone 'Mars/Olympus'; use an IANA name such as Europe/Lisbon"
            ),
            (["new", "-", "x"], "text comes either from words or from standard input, not from both"),
        ]
    )
    func mistakesAreNamedWithTheNextStep(_ arguments: [String], _ message: String) {
        let error = #expect(throws: UsageError.self) { try Invocation.parse(arguments) }
        #expect(error?.failure.line == "journal: " + message)
        #expect(error?.failure.status == .usage)
    }

    @Test func twoDashesLetWordsBeginWithADash() throws {
        #expect(try new(["new", "--", "-5", "degrees", "--tag"]).words == ["-5", "degrees", "--tag"])
        #expect(try new(["-q", "--", "new", "x"]).words == ["x"])
    }

    @Test func jotMeansNew() throws {
        #expect(try new(["list", "of", "things"], program: "jot").words == ["list", "of", "things"])
        #expect(try Invocation.parse(["--help"], program: "jot").command is HelpCommand)
    }

    @Test func helpAndVersionNeedNothingElse() throws {
        #expect(try Invocation.parse(["--help"]).command is HelpCommand)
        #expect(try Invocation.parse([]).command is HelpCommand)
        #expect(try Invocation.parse(["--version", "nonsense"]).command is VersionCommand)
        #expect(try Invocation.parse(["new", "-h", "--nonsense"]).command is HelpCommand)
    }

    @Test(arguments: [("90", 90_000), ("500ms", 500), ("10s", 10_000), ("1h", 3_600_000), ("0", 0)])
    func durationsAreRead(_ text: String, _ milliseconds: Int) {
        #expect(GlobalOptions.duration(text) == milliseconds)
    }

    @Test(arguments: ["", "s", "-1", "1d", "9999999999999999999h", "1000h", "1.5s"])
    func otherDurationsAreRefused(_ text: String) { #expect(GlobalOptions.duration(text) == nil) }

    @Test func theNearestSpellingIsFewChangesAway() {
        #expect(Suggestion.nearest(to: "serch", among: ["search", "show"]) == "search")
        #expect(Suggestion.nearest(to: "lsit", among: ["list", "init"]) == "list")
        #expect(Suggestion.nearest(to: "breakfast", among: ["list", "init"]) == nil)
    }

    @Test func jsonIsKnownEvenWhenTheRestIsNotUnderstood() {
        #expect(GlobalOptions.wantsJSON(["nonsense", "--json"]))
        #expect(!GlobalOptions.wantsJSON(["new", "--", "--json"]))
        let failure = CommandFailure(.busy, code: "busy", "a \"b\"\u{1b}", next: nil)
        #expect(
            failure.json
                == #"{"schema":"journal.error/1","error":{"code":"busy","message":"a \"b\"\u001b","next":null}}"#
        )
    }

    @Test func theStoreIsFoundByOptionThenVariableThenHome() throws {
        func path(_ option: String?, _ environment: [String: String]) throws -> String {
            var globals = GlobalOptions()
            globals.store = option
            let file = ConfigurationFile(emptyAt: "/config")
            return try Settings(globals, environment: environment, folder: "/folder", file: file).storePath
        }
        let all = ["JOURNAL_HOME": "/b", "XDG_DATA_HOME": "/c", "HOME": "/d"]
        #expect(try path("a", all) == "/folder/a")
        #expect(try path(nil, all) == "/b")
        #expect(try path(nil, ["XDG_DATA_HOME": "/c", "HOME": "/d"]) == "/c/journal")
        #expect(try path(nil, ["XDG_DATA_HOME": "c", "HOME": "/d"]) == "/d/.local/share/journal")
        #expect(throws: CommandFailure.self) { try path(nil, [:]) }
    }
}
