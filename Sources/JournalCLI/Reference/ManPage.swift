/// Manual pages in the `man` macros of roff (man(7)).
enum ManPage {
    /// `journal(1)`.
    static var overview: String {
        var page = header("journal", "a private journal on this device")
        page +=
            section("SYNOPSIS") + paragraph("\\fBjournal\\fR [options] \\fICOMMAND\\fR [operands] [options]")
        page += ".PP\n" + paragraph("\\fBjot\\fR \\fIWORDS\\fR...")
        page += section("DESCRIPTION")
        page += paragraph(
            escaped(
                """
                journal keeps a journal in a folder of this device. It needs no account and uses no network. \
                Every change can be undone, and everything can be taken out again. jot is a second name for \
                journal new.
                """
            )
        )
        page += section("COMMANDS")
        for command in CommandTable.visible {
            let operands = command.operands.isEmpty ? "" : " " + escaped(command.operands)
            page += item("\\fB\(escaped(command.name))\\fR\(operands)", command.summary)
        }
        page += section("OPTIONS") + paragraph("Taken before and after the command.")
        page += options(HelpText.globalFacts)
        page += section("EXIT STATUS")
        for status in ExitStatus.allCases { page += item("\\fB\(status.rawValue)\\fR", status.meaning) }
        page += section("ENVIRONMENT")
        for (name, meaning) in environment { page += item("\\fB\(name)\\fR", meaning) }
        let pages = CommandTable.visible.map { "\\fBjournal\\-\(escaped($0.name))\\fR(1)" }
        return page + section("SEE ALSO") + paragraph(pages.joined(separator: ", "))
    }

    /// `journal-VERB(1)`.
    static func text(of command: any Command.Type) -> String {
        var page = header("journal-\(command.name)", lowerCased(command.summary))
        page += section("SYNOPSIS") + paragraph("\\fB\(escaped(HelpText.synopsis(command)))\\fR")
        page += section("DESCRIPTION")
        page += paragraphs([command.summary] + command.discussion)
        if !command.facts.isEmpty { page += section("OPTIONS") + options(command.facts) }
        if !command.examples.isEmpty {
            page += section("EXAMPLES")
            for example in command.examples {
                page += item("\\fB\(escaped(example.line))\\fR", example.effect)
            }
        }
        return page + section("SEE ALSO") + paragraph("\\fBjournal\\fR(1)")
    }

    /// What the program reads from its surroundings.
    static let environment: [(name: String, meaning: String)] = [
        ("JOURNAL_HOME", "The folder of the journal when --store is not given."),
        ("XDG_DATA_HOME", "The journal is in its folder journal when JOURNAL_HOME is not set either."),
        ("VISUAL, EDITOR", "The editor that new opens; else editor, nano or vi."),
        ("JOURNAL_PAGER, PAGER", "The pager of long output on a terminal; else less. off or empty for none."),
        ("JOURNAL_CONFIG", "The file of settings; else journal/config in XDG_CONFIG_HOME or ~/.config."),
        ("TZ", "The writer's time zone when --tz is not given."),
        ("NO_COLOR", "Output is not coloured when this is set and not empty."),
    ]

    private static func header(_ name: String, _ summary: String) -> String {
        """
        .TH \(name.uppercased()) 1 "" "journal \(Program.version)" "Journal"
        .SH NAME
        \(escaped(name)) \\- \(escaped(summary))

        """
    }

    private static func lowerCased(_ sentence: String) -> String {
        sentence.prefix(1).lowercased() + sentence.dropFirst().dropLast(sentence.hasSuffix(".") ? 1 : 0)
    }

    private static func section(_ title: String) -> String { ".SH \(title)\n" }
    private static func paragraph(_ text: String) -> String { text + "\n" }

    private static func paragraphs(_ texts: [String]) -> String {
        texts.map { paragraph(escaped($0)) }.joined(separator: ".PP\n")
    }

    private static func item(_ term: String, _ text: String) -> String { ".TP\n\(term)\n\(escaped(text))\n" }

    private static func options(_ facts: [OptionFacts]) -> String {
        facts.map { fact in
            let letter = fact.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
            let value = fact.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? ""
            return item("\(letter)\\fB\\-\\-\(escaped(fact.long))\\fR\(value)", fact.help)
        }.joined()
    }

    /// Text that roff prints as it is: no control line, no escape, hyphens that can be copied.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\n": result += " "
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }
}
