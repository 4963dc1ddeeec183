/// A command line that was understood: the verb with its options, and the global options.
struct Invocation: Sendable {
    var globals: GlobalOptions
    var command: any Command

    /// Reads a command line the GNU way; does nothing else.
    ///
    /// Understood are `--name value`, `--name=value`, `-n value`, `-nvalue`, bundled switches `-ab`,
    /// and `--` before operands that begin with a dash. Global options stand before or after the verb.
    ///
    /// - Parameters:
    ///   - arguments: What follows the program's name.
    ///   - program: The name it was called by; `jot` means `journal new`.
    /// - Returns: The command to run.
    /// - Throws: What was not understood, with the nearest known spelling.
    static func parse(
        _ arguments: some Sequence<String>,
        program: String = "journal"
    ) throws(UsageError) -> Invocation {
        var rest = Array(arguments)[...]
        var globals = GlobalOptions()
        var verb: String? = program == "jot" ? NewCommand.name : nil
        while verb == nil, let argument = rest.popFirst() {
            if argument.hasPrefix("-"), argument != "-" {
                guard argument != "--" else { continue }
                var reader = OptionReader(argument, owner: "journal")
                try reader.read(GlobalOptions.options, from: &rest, into: &globals)
                if globals.wantsHelp || globals.wantsVersion { break }
                try reader.refuseRest(known: GlobalOptions.options.map(\.long))
            } else {
                verb = argument
            }
        }
        if globals.wantsVersion { return Invocation(globals: globals, command: VersionCommand()) }
        guard let verb else { return Invocation(globals: globals, command: HelpCommand()) }
        guard let type = CommandTable.command(named: verb) else {
            // One word of what may be an entry is as much as an error may repeat.
            let near = Suggestion.nearest(to: verb, among: CommandTable.visible.map { $0.name })
            throw UsageError(
                "'\(verb.prefix(24))' is no command of journal",
                next: near.map { "did you mean 'journal \($0)'?" } ?? "see 'journal help'"
            )
        }
        let command = try parse(type, &rest, &globals)
        if globals.wantsHelp {
            return Invocation(globals: globals, command: HelpCommand(about: verb))
        }
        if globals.wantsVersion { return Invocation(globals: globals, command: VersionCommand()) }
        try command.check()
        return Invocation(globals: globals, command: command)
    }

    private static func parse<Verb: Command>(
        _ type: Verb.Type,
        _ rest: inout ArraySlice<String>,
        _ globals: inout GlobalOptions
    ) throws(UsageError) -> any Command {
        var command = Verb()
        var onlyOperands = false
        let owner = "journal \(Verb.name)"
        while let argument = rest.popFirst() {
            if onlyOperands || argument == "-" || !argument.hasPrefix("-") {
                try command.takeOperand(argument)
            } else if argument == "--" {
                onlyOperands = true
                command.endOptions()
            } else {
                var reader = OptionReader(argument, owner: owner)
                while !reader.isDone {
                    let before = reader
                    try reader.read(Verb.options, from: &rest, into: &command)
                    try reader.read(GlobalOptions.options, from: &rest, into: &globals)
                    if reader == before {
                        try reader.refuseRest(
                            known: Verb.options.map(\.long) + GlobalOptions.options.map(\.long)
                        )
                    }
                }
                if globals.wantsHelp { break }
            }
        }
        return command
    }
}

/// One argument that begins with a dash, read against one option table after the other.
struct OptionReader: Equatable {
    private let owner: String
    private var long: (name: String, value: String?)?
    private var letters: Substring

    init(_ argument: String, owner: String) {
        self.owner = owner
        guard argument.hasPrefix("--") else {
            letters = argument.dropFirst()
            return
        }
        letters = ""
        let parts = argument.dropFirst(2).split(
            separator: "=",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        long = (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
    }

    var isDone: Bool { long == nil && letters.isEmpty }

    static func == (left: OptionReader, right: OptionReader) -> Bool {
        left.long?.name == right.long?.name && left.letters == right.letters
    }

    /// Takes as much of the argument as the table knows.
    mutating func read<Target>(
        _ table: [Option<Target>],
        from rest: inout ArraySlice<String>,
        into target: inout Target
    ) throws(UsageError) {
        if let (name, value) = long {
            guard let option = table.first(where: { $0.long == name }) else { return }
            long = nil
            try option.take(inline: value, from: &rest, into: &target)
        }
        while let letter = letters.first, let option = table.first(where: { $0.short == letter }) {
            letters = letters.dropFirst()
            var inline: String?
            if option.placeholder != nil, !letters.isEmpty {
                inline = String(letters)
                letters = ""
            }
            try option.take(inline: inline, from: &rest, into: &target)
        }
    }

    /// Throws when something is left that no table knew.
    func refuseRest(known: [String]) throws(UsageError) {
        if let (name, _) = long {
            let near = Suggestion.nearest(to: name, among: known)
            throw UsageError(
                "unknown option --\(name.prefix(40)) for '\(owner)'",
                next: near.map { "did you mean --\($0)?" } ?? "see '\(owner) --help'"
            )
        }
        if let letter = letters.first {
            throw UsageError("unknown option -\(letter) for '\(owner)'", next: "see '\(owner) --help'")
        }
    }
}

/// The nearest spelling that exists.
enum Suggestion {
    /// The candidate with the fewest single-letter changes, if they are few for its length.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let allowed = word.count <= 3 ? 1 : 2
        let ranked = candidates.map { (distance(word, $0), $0) }.filter { $0.0 <= allowed }
        return ranked.min { ($0.0, $0.1) < ($1.0, $1.1) }?.1
    }

    /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
    static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.unicodeScalars)
        let right = Array(right.unicodeScalars)
        guard abs(left.count - right.count) <= 2 else { return .max }
        var rows = [Array(0...right.count)]
        for i in 0..<left.count {
            var row = [i + 1]
            for j in 0..<right.count {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
