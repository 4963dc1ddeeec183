import JournalKit

/// `docs/cli.md`: every command on one page; and the table of `PRIVACY.md`.
enum MarkdownReference {
    static var text: String {
        var page = """
            # The command line

            Made from the option tables of the program by `journal __generate markdown docs`; a test compares.

            ```
            journal [options] COMMAND [operands] [options]
            jot WORDS...
            ```

            `jot` is a second name for `journal new`. Standard output carries data, standard error messages.

            ## Options of every command


            """
        page += table(HelpText.globalFacts) + "\n## Exit status\n\n| Status | Meaning |\n| ---: | --- |\n"
        for status in ExitStatus.allCases { page += "| \(status.rawValue) | \(escaped(status.meaning)) |\n" }
        page += "\n## Environment\n\n| Variable | Meaning |\n| --- | --- |\n"
        for (name, meaning) in ManPage.environment { page += "| `\(name)` | \(escaped(meaning)) |\n" }
        for command in CommandTable.visible { page += section(command) }
        return page + JSONReference.markdown
    }

    /// Who can read what in general, with a backup of each kind.
    static var privacy: String {
        let statement = PrivacyStatement(
            storePath: "the store",
            configurationPath: "~/.config/journal/config",
            backups: [
                .init(path: "where you had it written", isEncrypted: false),
                .init(path: "where you had it written", isEncrypted: true),
            ]
        )
        var table = "| Data | Where | Who can read it there | Protection |\n| --- | --- | --- | --- |\n"
        for row in statement.rows {
            let cells = [row.data, row.place, row.readers, row.protection]
            table += "| " + cells.map(escaped).joined(separator: " | ") + " |\n"
        }
        return table
    }

    private static func section(_ command: any Command.Type) -> String {
        var text = "\n## \(command.name)\n\n\(command.summary)\n\n```\n\(HelpText.synopsis(command))\n```\n"
        for paragraph in command.discussion { text += "\n\(paragraph)\n" }
        if !command.facts.isEmpty { text += "\n" + table(command.facts) }
        if !command.examples.isEmpty {
            text += "\n| Example | Effect |\n| --- | --- |\n"
            for example in command.examples {
                text += "| `\(escaped(example.line))` | \(escaped(example.effect)) |\n"
            }
        }
        if !command.jsonKeys.isEmpty {
            text += "\nWith `--json`: one object of schema `journal.\(command.name)/1`.\n\n"
            text += "| Key | Holds |\n| --- | --- |\n"
            for (key, holds) in command.jsonKeys { text += "| `\(key)` | \(escaped(holds)) |\n" }
        }
        return text
    }

    private static func table(_ facts: [OptionFacts]) -> String {
        var text = "| Option | Meaning |\n| --- | --- |\n"
        for fact in facts {
            let letter = fact.short.map { "`-\($0)`, " } ?? ""
            let value = fact.placeholder.map { " \($0)" } ?? ""
            text += "| \(letter)`--\(fact.long)\(value)` | \(escaped(fact.help)) |\n"
        }
        return text
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if character == "|" { result += "\\" }
            result.append(character)
        }
    }
}
