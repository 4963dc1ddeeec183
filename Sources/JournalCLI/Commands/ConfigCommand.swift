import JournalModel

/// `journal config`: what is set for this device.
struct ConfigCommand: Command {
    static let name = "config"
    static let summary = "Show or change what is set for this device."
    static let operands = "[list | get KEY | set KEY VALUE | unset KEY | path]"
    static let operandValues: [OperandValues] = [
        .words(["list", "get", "set", "unset", "path"] + ConfigurationFile.Key.allCases.map(\.rawValue))
    ]
    static let options: [Option<Self>] = []
    static var discussion: [String] {
        [
            """
            An option comes before the environment, that before this file, that before the default. The file \
            is plain text, journal/config in the XDG configuration folder or the file that JOURNAL_CONFIG \
            names; it holds no secret. The keys:
            """
        ] + ConfigurationFile.Key.allCases.map { "\($0.rawValue): \($0.help)" }
    }
    static let examples: [(line: String, effect: String)] = [
        ("journal config", "Lists what is set."),
        ("journal config set zone Asia/Tokyo", "New entries are of this zone."),
        ("journal config set journal Diary", "New entries go to this journal."),
    ]
    static let jsonKeys: [(key: String, holds: String)] = [
        ("path", "The file."),
        ("settings", "An object with each key and its value, null when it is not set."),
    ]

    var words: [String] = []

    mutating func takeOperand(_ operand: String) throws(UsageError) { words.append(operand) }

    private var action: String { words.first ?? "list" }

    func check() throws(UsageError) {
        try NameAction.check(
            words,
            verb: Self.name,
            counts: ["list": 0, "get": 1, "set": 2, "unset": 1, "path": 0]
        )
        if words.count > 1 { _ = try key() }
        if action == "set", let fault = try key().fault(in: words[2]) {
            throw UsageError("\(words[1]) cannot be '\(words[2].prefix(40))'", next: fault)
        }
    }

    private func key() throws(UsageError) -> ConfigurationFile.Key {
        guard let key = ConfigurationFile.Key(rawValue: words[1]) else {
            let names = ConfigurationFile.Key.allCases.map(\.rawValue)
            let near = Suggestion.nearest(to: words[1], among: names)
            throw UsageError(
                "unknown key '\(words[1].prefix(40))'",
                next: near.map { "did you mean '\($0)'?" } ?? "choose one of \(names.joined(separator: ", "))"
            )
        }
        return key
    }

    func run(_ context: Context) async throws -> ExitStatus {
        guard let path = ConfigurationFile.path(context.environment, folder: context.folder) else {
            throw CommandFailure(
                .configuration,
                code: "no-home",
                "there is no place for the configuration: HOME is not set",
                next: "name a file with JOURNAL_CONFIG"
            )
        }
        if action == "path", context.format == .text || context.format == .plain {
            try context.output.line(SafeText.line(path))
            return .done
        }
        var file = try ConfigurationFile(path: path)
        if !context.settings.globals.isDryRun {
            if action == "set" { try file.set(key(), words[2]) }
            if action == "unset" { try file.set(key(), nil) }
        }
        if context.format == .json || context.format == .jsonLines {
            let members = ConfigurationFile.Key.allCases.map { key in
                (key.rawValue, JSONText.optional(file.values[key]))
            }
            try context.output.line(
                JSONText.object([
                    ("schema", .string("journal.config/1")), ("path", .string(path)),
                    ("settings", .object(members)),
                ]).text
            )
        } else if action == "get" {
            guard let value = try file.values[key()] else { return .nothingMatched }
            try context.output.line(SafeText.line(value))
        } else if action == "list" {
            for key in ConfigurationFile.Key.allCases {
                guard let value = file.values[key] else { continue }
                try context.output.line("\(key.rawValue) = \(SafeText.line(value))")
            }
            if file.values.isEmpty { context.messages.note("nothing is set: journal help config") }
        }
        return .done
    }
}
