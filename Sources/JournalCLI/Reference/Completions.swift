/// Completion scripts for three shells.
///
/// Names of tags and journals and ids of entries are asked from the program, for the journal that the line names.
/// They come from imports too, so no shell may expand them: bash's `compgen -W` would run `$(…)` in a name.
enum Completions {
    static var bash: String {
        var cases = ""
        for command in CommandTable.visible {
            let words = (command.facts + HelpText.globalFacts).map { "--\($0.long)" }.joined(separator: " ")
            let operands = command.operandValues.map(bashOperand).joined(separator: "; ")
            cases += """
                    \(command.name))
                        if [[ $cur == -* ]]; then
                            COMPREPLY=($(compgen -W "\(words)" -- "$cur"))
                        else
                            \(operands.isEmpty ? ":" : operands)
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
                done < <("${COMP_WORDS[0]}" "${store[@]}" "$1" --plain 2>/dev/null)
            }
            _journal_entries() {
                local id
                while IFS=$'\\t' read -r id _; do
                    [[ ${id:0:8} == "$cur"* ]] && COMPREPLY+=("${id:0:8}")
                done < <("${COMP_WORDS[0]}" "${store[@]}" list --limit 100 --plain 2>/dev/null)
            }
            _journal() {
                local cur prev verb word before
                local -a store
                COMPREPLY=()
                cur=${COMP_WORDS[COMP_CWORD]}
                prev=${COMP_WORDS[COMP_CWORD-1]}
                verb=
                before=
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    if [[ $before == --store ]]; then
                        store=(--store "${word/#\\~\\//$HOME/}")
                    else
                        case $word in
                            \(verbs.split(separator: " ").joined(separator: "|"))) verb=${verb:-$word} ;;
                        esac
                    fi
                    before=$word
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

    private static func bashOperand(_ values: OperandValues) -> String {
        switch values {
        case .paths: "COMPREPLY+=($(compgen -f -- \"$cur\"))"
        case .entries: "_journal_entries"
        case .names(let listing): "_journal_names \(listing)"
        case .words(let words):
            "COMPREPLY+=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$cur\"))"
        }
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
}
