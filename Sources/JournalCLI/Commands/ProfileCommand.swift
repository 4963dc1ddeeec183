import JournalKit
import JournalModel

/// `journal profile`: the little that the journal knows of the person.
struct ProfileCommand: Command {
    static let name = "profile"
    static let summary = "Show or change your name, language and paper."
    static let options: [Option<Self>] = [
        .value("name", "TEXT|none", help: "Your name, as books carry it.") {
            (command, text) throws(UsageError) in command.personName = .some(text == "none" ? nil : text)
        },
        .value("language", "TAG|none", help: "Your language, such as en or ja (BCP 47).") {
            (command, text) throws(UsageError) in
            let isTag = text.utf8.allSatisfy {
                $0 == 0x2d || Character(Unicode.Scalar($0)).isLetter || $0 < 0x3a
            }
            guard text == "none" || isTag && text.utf8.count <= 35 && !text.isEmpty else {
                throw UsageError("cannot read the language '\(text)'", next: "give a tag such as en or pt-BR")
            }
            command.language = .some(text == "none" ? nil : text)
        },
        .value(
            "week-start",
            "DAY|none",
            values: .oneOf(["monday", "saturday", "sunday", "none"]),
            help: "The first day of the week: monday, saturday or sunday."
        ) {
            (command, text) throws(UsageError) in
            guard text == "none" || ProfileCommand.days[text] != nil else {
                throw UsageError("unknown day '\(text)'", next: "choose monday, saturday or sunday")
            }
            command.weekStart = .some(ProfileCommand.days[text])
        },
        .value(
            "paper",
            "SIZE|none",
            values: .oneOf(papers + ["none"]),
            help: "The paper of printed books: a5, a4, letter or 6x9."
        ) {
            (command, text) throws(UsageError) in
            guard text == "none" || ProfileCommand.papers.contains(text) else {
                throw UsageError(
                    "unknown paper '\(text)'",
                    next: "choose one of \(ProfileCommand.papers.joined(separator: ", "))"
                )
            }
            command.paper = .some(text == "none" ? nil : text)
        },
    ]
    static let discussion = [
        """
        The profile is part of the journal, the same on every device. It is printed nowhere but in what you \
        export.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal profile", "Shows it."), ("journal profile --name Mio --language ja", "Changes it."),
    ]
    static let jsonKeys: [(key: String, holds: String)] = [
        ("name, language, paper", "Text or null."), ("weekStart", "monday, saturday, sunday, or null."),
    ]

    private static let days = ["monday": 1, "saturday": 6, "sunday": 7]
    private static let papers = ["a5", "a4", "letter", "6x9"]

    var personName: String??
    var language: String??
    var weekStart: Int??
    var paper: String??

    func run(_ context: Context) async throws -> ExitStatus {
        let changes = personName != nil || language != nil || weekStart != nil || paper != nil
        let isTrial = context.settings.globals.isDryRun
        let journal = try await context.open(creating: changes && !isTrial)
        var profile = try await journal.profile()
        if let personName { profile.name = personName }
        if let language { profile.language = language }
        if let weekStart { profile.weekStart = weekStart }
        if let paper { profile.paper = paper }
        if changes, !isTrial { try await journal.setProfile(profile) }
        let day = ProfileCommand.days.first { $0.value == profile.weekStart }?.key
        let values = [
            ("name", profile.name), ("language", profile.language), ("weekStart", day),
            ("paper", profile.paper),
        ]
        switch context.format {
        case .json, .jsonLines:
            let members = values.map { ($0.0, JSONText.optional($0.1)) }
            try context.output.line(
                JSONText.object([("schema", .string("journal.profile/1"))] + members).text
            )
        case .plain:
            for (key, value) in values { try context.output.line("\(key)\t\(SafeText.line(value ?? ""))") }
        case .text:
            for (label, value) in zip(["Name", "Language", "Week", "Paper"], values.map(\.1)) {
                let text = value.map { SafeText.line($0) } ?? Style.faint("not set", context.terminal)
                try context.output.line(DisplayWidth.padded(label, to: 10) + text)
            }
        }
        if changes, isTrial { context.messages.note("nothing was written: --dry-run") }
        return .done
    }
}
