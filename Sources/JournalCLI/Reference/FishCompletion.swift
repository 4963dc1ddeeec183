/// Completion for fish.
extension Completions {
    static var fish: String {
        var text = """
            # Completion of journal for fish; made by journal itself.
            function __journal_ask
                set -l line (commandline -opc)
                set -l place (contains -i -- --store $line)
                and set -l store --store (string replace -r '^~/' "$HOME/" -- $line[(math $place + 1)])
                journal $store $argv --plain 2>/dev/null
            end
            function __journal_entries
                for line in (__journal_ask list --limit 100)
                    set -l fields (string split \\t -- $line)
                    printf '%s\\t%s %s\\n' (string sub -l 8 -- $fields[1]) (string sub -l 10 -- $fields[2]) $fields[5]
                end
            end
            complete -c journal -f

            """
        for command in CommandTable.visible {
            text += "complete -c journal -n __fish_use_subcommand -a \(command.name)"
            text += " -d '\(fishEscaped(command.summary))'\n"
        }
        for fact in HelpText.globalFacts { text += fishLine(fact, condition: nil) }
        for command in CommandTable.visible {
            let condition = "__fish_seen_subcommand_from \(command.name)"
            for fact in command.facts { text += fishLine(fact, condition: condition) }
            for values in command.operandValues {
                text += "complete -c journal -n '\(condition)'" + fishOperand(values) + "\n"
            }
        }
        return text
    }

    private static func fishOperand(_ values: OperandValues) -> String {
        switch values {
        case .paths: " -F"
        case .entries: " -k -a '(__journal_entries)'"
        case .names(let listing): " -a '(__journal_ask \(listing) | cut -f1)'"
        case .words(let words): " -a '\(words.joined(separator: " "))'"
        }
    }

    private static func fishLine(_ fact: OptionFacts, condition: String?) -> String {
        var line = "complete -c journal"
        if let condition { line += " -n '\(condition)'" }
        if let short = fact.short { line += " -s \(short)" }
        line += " -l \(fact.long)"
        if fact.placeholder != nil {
            line += fact.isPath ? " -r -F" : " -x"
            if let listing = fact.listing {
                line += " -a '(__journal_ask \(listing) | cut -f1)'"
            }
            if !fact.words.isEmpty { line += " -a '\(fact.words.joined(separator: " "))'" }
        }
        return line + " -d '\(fishEscaped(fact.help))'\n"
    }

    private static func fishEscaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if character == "'" || character == "\\" { result += "\\" }
            result.append(character)
        }
    }
}
