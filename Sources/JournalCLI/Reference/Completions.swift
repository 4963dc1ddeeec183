/// Completion scripts for three shells.
///
/// Only the names of tags and journals are asked from the program. They come from imports too, so no
/// shell may expand them: bash's `compgen -W` would run `$(…)` in a name.
enum Completions {
    static var bash: String {
        var cases = ""
        for command in CommandTable.visible {
            let words = (command.facts + HelpText.globalFacts).map { "--\($0.long)" }.joined(separator: " ")
            let operands = command.takesPaths ? "COMPREPLY+=($(compgen -f -- \"$cur\"))" : ":"
            cases += """
                    \(command.name))
                        if [[ $cur == -* ]]; then
                            COMPREPLY=($(compgen -W "\(words)" -- "$cur"))
                        else
                            \(operands)
                        fi
                        ;;

                """
        }
        let values =
            CommandTable.visible.flatMap { bashValues($0.facts, of: $0.name) }
            + bashValues(HelpText.globalFacts, of: "*")
        let verbs = CommandTable.visible.map { $0.name }.joined(separator: " ")
        let globals = HelpText.globalFacts.map { "--\($0.long)" }.joined(separator: " ")
        return """
            # Completion of journal for bash; made by journal itself.
            _journal_names() {
                local name
                while IFS=$'\\t' read -r name _; do
                    [[ $name == "$cur"* ]] && COMPREPLY+=("$name")
                done < <("${COMP_WORDS[0]}" "$1" --plain 2>/dev/null)
            }
            _journal() {
                local cur prev verb word
                COMPREPLY=()
                cur=${COMP_WORDS[COMP_CWORD]}
                prev=${COMP_WORDS[COMP_CWORD-1]}
                verb=
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    case $word in
                        \(verbs.split(separator: " ").joined(separator: "|"))) verb=$word; break ;;
                    esac
                done
                case $verb,$prev in
            \(values.joined(separator: "\n"))
                esac
                case $verb in
                    "") COMPREPLY=($(compgen -W "\(verbs) \(globals)" -- "$cur")) ;;
            \(cases.dropLast())
                esac
            }
            complete -o filenames -F _journal journal

            """
    }

    private static func bashValues(_ facts: [OptionFacts], of verb: String) -> [String] {
        facts.compactMap { fact -> String? in
            guard fact.placeholder != nil else { return nil }
            let action: String
            if fact.isPath {
                action = "COMPREPLY=($(compgen -f -- \"$cur\"))"
            } else if let listing = fact.listing {
                action = "_journal_names \(listing)"
            } else if !fact.words.isEmpty {
                action = "COMPREPLY=($(compgen -W \"\(fact.words.joined(separator: " "))\" -- \"$cur\"))"
            } else {
                action = ":"
            }
            return "        \(verb),--\(fact.long)) \(action); return ;;"
        }
    }

    static var zsh: String {
        var text = "#compdef journal\n# Completion of journal for zsh; made by journal itself.\n"
        text += "_journal_names() {\n    local -a names\n"
        text += "    names=(${(f)\"$(journal $1 --plain 2>/dev/null | cut -f1)\"})\n    compadd -a names\n}\n"
        text += "_journal() {\n"
        text += "    local -a verbs globals\n    local context state line\n    verbs=(\n"
        for command in CommandTable.visible {
            text += "        '\(zshEscaped(command.name)):\(zshEscaped(command.summary))'\n"
        }
        text += "    )\n    globals=(\n" + HelpText.globalFacts.map(zshSpecification).joined() + "    )\n"
        text += "    _arguments -C $globals '1:command:->verb' '*::argument:->rest'\n    case $state in\n"
        text += "    verb) _describe command verbs ;;\n    rest)\n        case $words[1] in\n"
        for command in CommandTable.visible {
            let operands = command.takesPaths ? "'*:file:_files'" : "'*:argument:'"
            text += "        \(command.name))\n            _arguments $globals \\\n"
            for fact in command.facts {
                let line = zshSpecification(fact).drop { $0 == " " }.dropLast()
                text += "                \(line) \\\n"
            }
            text += "                \(operands) ;;\n"
        }
        return text + "        esac ;;\n    esac\n}\n_journal \"$@\"\n"
    }

    private static func zshSpecification(_ fact: OptionFacts) -> String {
        var value = ""
        if let placeholder = fact.placeholder {
            let words = fact.words.isEmpty ? "" : "(\(fact.words.joined(separator: " ")))"
            let action = fact.isPath ? "_files" : fact.listing.map { "_journal_names \($0)" } ?? words
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

    static var fish: String {
        var text = "# Completion of journal for fish; made by journal itself.\ncomplete -c journal -f\n"
        for command in CommandTable.visible {
            text += "complete -c journal -n __fish_use_subcommand -a \(command.name)"
            text += " -d '\(fishEscaped(command.summary))'\n"
        }
        for fact in HelpText.globalFacts { text += fishLine(fact, condition: nil) }
        for command in CommandTable.visible {
            let condition = "__fish_seen_subcommand_from \(command.name)"
            for fact in command.facts { text += fishLine(fact, condition: condition) }
            if command.takesPaths { text += "complete -c journal -n '\(condition)' -F\n" }
        }
        return text
    }

    private static func fishLine(_ fact: OptionFacts, condition: String?) -> String {
        var line = "complete -c journal"
        if let condition { line += " -n '\(condition)'" }
        if let short = fact.short { line += " -s \(short)" }
        line += " -l \(fact.long)"
        if fact.placeholder != nil {
            line += fact.isPath ? " -r -F" : " -x"
            if let listing = fact.listing {
                line += " -a '(journal \(listing) --plain 2>/dev/null | cut -f1)'"
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
