/// What `--help` prints, made from the tables that the parser reads.
enum HelpText {
    private static let width = 80

    /// The program's one screen.
    static var overview: String {
        let commands = CommandTable.visible
        let column = commands.map { $0.name.count }.max() ?? 0
        var lines = [
            "journal: a private journal on this device, with no account and no network.", "",
            "Usage: journal [options] COMMAND [operands] [options]",
            "       jot WORDS...   is short for   journal new WORDS...", "", "Commands:",
        ]
        for command in commands {
            lines.append("  " + DisplayWidth.padded(command.name, to: column + 2) + command.summary)
        }
        lines += ["", "Options of every command:"] + table(globalFacts)
        lines += ["", "Exit status:"]
        lines += ExitStatus.allCases.map { status in
            let number = String(status.rawValue)
            return "  " + String(repeating: " ", count: 3 - number.count) + number + "  " + status.meaning
        }
        lines += ["", "More: journal help COMMAND, man journal."]
        return lines.joined(separator: "\n")
    }

    /// The text of `journal help VERB`.
    static func text(of command: any Command.Type) -> String {
        var lines = ["journal \(command.name): \(command.summary)", ""] + usage(command)
        for paragraph in command.discussion {
            lines.append("")
            lines += DisplayWidth.wrapped(paragraph, to: width)
        }
        let facts = command.facts
        if !facts.isEmpty { lines += ["", "Options:"] + table(facts) }
        if !command.examples.isEmpty {
            lines += ["", "Examples:"]
            for example in command.examples { lines += ["  \(example.line)", "      \(example.effect)"] }
        }
        lines += ["", "Options of every command and exit statuses: journal help."]
        return lines.joined(separator: "\n")
    }

    /// How the command is called.
    static func synopsis(_ command: any Command.Type) -> String {
        ["journal", command.name, command.operands, command.facts.isEmpty ? "" : "[options]"]
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func usage(_ command: any Command.Type) -> [String] {
        let name = "Usage: journal \(command.name) "
        let rest = synopsis(command).dropFirst(name.count - "Usage: ".count)
        return DisplayWidth.wrapped(String(rest), to: width - name.count).enumerated().map { index, line in
            (index == 0 ? name : String(repeating: " ", count: name.count)) + line
        }
    }

    static let globalFacts = GlobalOptions.options.map { OptionFacts($0) }

    private static func table(_ facts: [OptionFacts]) -> [String] {
        let column = min(facts.map(\.spelling.count).max() ?? 0, 26)
        return facts.flatMap { fact in
            let wrapped = DisplayWidth.wrapped(fact.help, to: width - column - 4)
            let indent = String(repeating: " ", count: column + 4)
            var lines = wrapped.enumerated().map { index, line in
                index == 0 ? "  " + DisplayWidth.padded(fact.spelling, to: column + 2) + line : indent + line
            }
            if fact.spelling.count > column {
                lines = ["  " + fact.spelling] + wrapped.map { indent + $0 }
            }
            return lines
        }
    }
}
