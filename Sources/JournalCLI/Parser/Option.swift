/// One option of one command: how it is spelled, what it says in `--help`, what it sets.
///
/// Help, manual, completions and `docs/cli.md` are made from these values, so that they cannot
/// differ from what the parser reads.
struct Option<Target>: Sendable {
    /// What a value names, for completion.
    enum Values: Sendable, Equatable {
        /// Free text.
        case text
        /// A path of a file or folder.
        case path
        /// One of a fixed set of words.
        case oneOf([String])
        /// A name that the journal holds, listed one a line by this verb with `--plain`.
        case names(of: String)
    }

    /// Name after the two dashes.
    let long: String
    /// Letter after one dash.
    let short: Character?
    /// Name of the value in capitals; `nil` for a switch.
    let placeholder: String?
    /// One sentence for `--help`.
    let help: String
    /// What may be given.
    let values: Values
    let apply: @Sendable (inout Target, String) throws(UsageError) -> Void

    /// A switch.
    static func flag(
        _ long: String,
        short: Character? = nil,
        help: String,
        _ set: @escaping @Sendable (inout Target) -> Void
    ) -> Option {
        Option(long: long, short: short, placeholder: nil, help: help, values: .text) {
            (target, _) throws(UsageError) in set(&target)
        }
    }

    /// An option that takes a value.
    static func value(
        _ long: String,
        short: Character? = nil,
        _ placeholder: String,
        values: Values = .text,
        help: String,
        _ set: @escaping @Sendable (inout Target, String) throws(UsageError) -> Void
    ) -> Option {
        Option(long: long, short: short, placeholder: placeholder, help: help, values: values, apply: set)
    }

    /// An option that takes one word of a fixed set.
    static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
        _ long: String,
        short: Character? = nil,
        _ placeholder: String,
        of type: Choice.Type,
        help: String,
        _ set: @escaping @Sendable (inout Target, Choice) -> Void
    ) -> Option where Choice.RawValue == String {
        let words = Choice.allCases.map(\.rawValue)
        return value(long, short: short, placeholder, values: .oneOf(words), help: help) {
            (target, text) throws(UsageError) in
            guard let choice = Choice(rawValue: text) else {
                throw UsageError(
                    "unknown \(long) '\(text)'",
                    next: "choose one of \(words.joined(separator: ", "))"
                )
            }
            set(&target, choice)
        }
    }

    /// The spelling with its value: `--tag TAG`.
    var spelling: String { "--\(long)" + (placeholder.map { " \($0)" } ?? "") }

    func take(
        inline: String?,
        from rest: inout ArraySlice<String>,
        into target: inout Target
    ) throws(UsageError) {
        if placeholder == nil {
            guard inline == nil else { throw UsageError("option --\(long) takes no value") }
            try apply(&target, "")
        } else if let value = inline ?? rest.popFirst() {
            try apply(&target, value)
        } else {
            throw UsageError("option --\(long) needs a value")
        }
    }
}

/// The facts of an option without its target's type, for everything that is written about it.
struct OptionFacts: Sendable {
    let long: String
    let short: Character?
    let placeholder: String?
    let help: String
    /// Words to choose from, or empty.
    let words: [String]
    /// Whether the value is a path.
    let isPath: Bool
    /// The verb that lists the values, or `nil`.
    let listing: String?

    init<Target>(_ option: Option<Target>) {
        (long, short, placeholder, help) = (option.long, option.short, option.placeholder, option.help)
        if case .oneOf(let words) = option.values { self.words = words } else { words = [] }
        isPath = option.values == .path
        if case .names(let verb) = option.values { listing = verb } else { listing = nil }
    }

    /// `-n, --dry-run`, or four spaces in place of the letter.
    var spelling: String {
        (short.map { "-\($0), " } ?? "    ") + "--\(long)" + (placeholder.map { " \($0)" } ?? "")
    }
}
