/// Completion for zsh.
extension Completions {
    static var zsh: String {
        var text = "#compdef journal\n# Completion of journal for zsh; made by journal itself.\n"
        text += """
            _journal_store() {
                local index=${words[(I)--store]}
                reply=(${place:+--store} ${place:+"$place"})
                (( index && index < CURRENT )) && reply=(--store ${${(Q)words[index+1]}/#\\~\\//$HOME/})
            }
            _journal_names() {
                local -a names reply
                _journal_store
                names=(${(f)"$(journal $reply $1 --plain 2>/dev/null | cut -f1)"})
                compadd -a names
            }
            _journal_entries() {
                local -a lines fields ids shown reply
                local line
                _journal_store
                lines=(${(f)"$(journal $reply list --limit 100 --plain 2>/dev/null)"})
                for line in $lines; do
                    fields=("${(@ps:\\t:)line}")
                    ids+=("${fields[1][1,8]}")
                    shown+=("${fields[1][1,8]}  ${fields[2][1,10]}  ${fields[5]}")
                done
                compadd -V entries -l -d shown -a ids
            }

            """
        text += "_journal() {\n"
        text += "    local -a verbs globals\n    local context state line place\n    verbs=(\n"
        for command in CommandTable.visible {
            text += "        '\(zshEscaped(command.name)):\(zshEscaped(command.summary))'\n"
        }
        text += "    )\n    globals=(\n" + HelpText.globalFacts.map(zshSpecification).joined() + "    )\n"
        text +=
            "    _arguments -C $globals '1:command:->verb' '*::argument:->rest'\n    place=${${(Q)opt_args[--store]}/#\\~\\//$HOME/}\n    case $state in\n"
        text += "    verb) _describe command verbs ;;\n    rest)\n        case $words[1] in\n"
        for command in CommandTable.visible {
            let operands = zshOperands(command.operandValues)
            text += "        \(command.name))\n            _arguments $globals \\\n"
            for fact in command.facts {
                let line = zshSpecification(fact).drop { $0 == " " }.dropLast()
                text += "                \(line) \\\n"
            }
            text += "                \(operands) ;;\n"
        }
        return text + "        esac ;;\n    esac\n}\n_journal \"$@\"\n"
    }

    private static func zshOperands(_ values: [OperandValues]) -> String {
        let actions = values.map { value -> String in
            switch value {
            case .paths: "_files"
            case .entries: "_journal_entries"
            case .names(let listing): "_journal_names \(listing)"
            case .words(let words): "compadd \(words.joined(separator: " "))"
            }
        }
        guard !actions.isEmpty else { return "'*:argument:'" }
        return "'*:argument:{\(actions.joined(separator: "; "))}'"
    }

    private static func zshSpecification(_ fact: OptionFacts) -> String {
        var value = ""
        if let placeholder = fact.placeholder {
            let words = fact.words.isEmpty ? "" : "(\(fact.words.joined(separator: " ")))"
            let action = fact.isPath ? "_files" : fact.listing.map { " _journal_names \($0)" } ?? words
            value = ":\(placeholder.lowercased()):\(action)"
        }
        let equals = fact.placeholder == nil ? "" : "="
        return "        '--\(fact.long)\(equals)[\(zshEscaped(fact.help))]\(value)'\n"
    }

    private static func zshEscaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "'": result += "'\\''"
            case "[", "]", ":", "\\": result += "\\\(character)"
            default: result.append(character)
            }
        }
        return result
    }
}
