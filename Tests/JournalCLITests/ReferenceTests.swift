import Foundation
import Testing

@testable import JournalCLI

@Suite struct ReferenceTests {
    private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func helpManualCompletionsAndPageListEveryOption() {
        let page = MarkdownReference.text
        for command in CommandTable.visible {
            let help = HelpText.text(of: command)
            let manual = ManPage.text(of: command).replacing("\\-", with: "-")
            #expect(page.contains("\n## \(command.name)\n"))
            for fact in command.facts {
                #expect(help.contains("--\(fact.long)"))
                #expect(manual.contains("--\(fact.long)"))
                #expect(page.contains("--\(fact.long)"))
                for script in [Completions.bash, Completions.zsh] {
                    #expect(script.contains("--\(fact.long)"))
                }
                #expect(Completions.fish.contains("-l \(fact.long)"))
            }
        }
        for fact in HelpText.globalFacts {
            #expect(HelpText.overview.contains("--\(fact.long)"))
            #expect(ManPage.overview.replacing("\\-", with: "-").contains("--\(fact.long)"))
        }
    }

    @Test func helpFitsEightyColumns() {
        for text in [HelpText.overview] + CommandTable.visible.map({ HelpText.text(of: $0) }) {
            for line in text.split(separator: "\n") where DisplayWidth.columns(line) > 80 {
                Issue.record("\(line)")
            }
        }
    }

    /// `--version` is the one exception: with a value after it, it names a version of an entry.
    @Test func noOptionOfACommandHidesAGlobalOne() {
        let long = Set(GlobalOptions.options.map(\.long))
        let short = Set(GlobalOptions.options.compactMap(\.short))
        for command in CommandTable.all {
            let own = command.facts
            let versions = own.filter { $0.long == "version" && $0.placeholder == "N" }
            #expect(long.subtracting(versions.map(\.long)).isDisjoint(with: own.map(\.long)))
            #expect(short.isDisjoint(with: own.compactMap(\.short)))
            #expect(Set(own.map(\.long)).count == own.count)
        }
    }

    @Test func privacyIsToldAsTheProgramTellsIt() throws {
        let text = try String(contentsOf: root.appending(path: "PRIVACY.md"), encoding: .utf8)
        #expect(text.contains(MarkdownReference.privacy), "run: journal __generate privacy DIR")
    }

    @Test func thePageInTheRepositoryIsTheOneThatTheTablesMake() throws {
        let committed = try String(contentsOf: root.appending(path: "docs/cli.md"), encoding: .utf8)
        #expect(committed == MarkdownReference.text, "run: journal __generate markdown docs")
    }

    @Test func textInTheManualIsNeverAControlLine() {
        #expect(ManPage.escaped(".so /etc/passwd") == "\\&.so /etc/passwd")
        #expect(ManPage.escaped("a\\b-c") == "a\\eb\\-c")
    }
}
