import JournalModel

/// What stands before or after any verb.
struct GlobalOptions: Sendable, Equatable {
    /// What standard output carries.
    enum Format: Sendable { case text, json, jsonLines, plain }
    /// Whether output is coloured.
    enum Colour: String, CaseIterable, Sendable { case auto, always, never }

    var store: String?
    var isLocalOnly = false
    var format = Format.text
    var isQuiet = false
    var isVerbose = false
    var assumesYes = false
    var isDryRun = false
    var hasNoInput = false
    var zone: JournalZone?
    /// Milliseconds since 1970-01-01T00:00:00Z.
    var nowMilliseconds: Int64?
    var colour: Colour?
    var hasNoPager = false
    /// How long to wait for the lock, in milliseconds.
    var waitMilliseconds = 60_000
    var wantsHelp = false
    var wantsVersion = false

    static let options: [Option<GlobalOptions>] = [
        .value(
            "store",
            "DIR",
            values: .path,
            help: "The folder of the journal; else JOURNAL_HOME, else $XDG_DATA_HOME/journal."
        ) { (options, text) throws(UsageError) in
            guard !text.isEmpty else { throw UsageError("option --store needs the path of a folder") }
            options.store = text
        },
        .flag("local-store-only", help: "Open no connection and no remote folder.") { $0.isLocalOnly = true },
        .flag("json", help: "Print one JSON document.") { $0.format = .json },
        .flag("jsonl", help: "Print one JSON object a line.") { $0.format = .jsonLines },
        .flag("plain", help: "Print one record a line, fields separated by tabs.") { $0.format = .plain },
        .flag("quiet", short: "q", help: "Leave out messages that are not errors.") { $0.isQuiet = true },
        .flag("verbose", short: "v", help: "Say more on standard error.") { $0.isVerbose = true },
        .flag("yes", short: "y", help: "Answer yes to every question.") { $0.assumesYes = true },
        .flag("dry-run", short: "n", help: "Say what would be done and change nothing.") {
            $0.isDryRun = true
        },
        .flag("no-input", help: "Ask nothing and open no editor; fail instead.") { $0.hasNoInput = true },
        .value("tz", "ZONE", help: "The writer's time zone, such as Asia/Tokyo; else that of this device.") {
            (options, text) throws(UsageError) in
            let zone = JournalZone(text)
            guard zone.isKnown else {
                throw UsageError(
                    "unknown time zone '\(text)'",
                    next: "use an IANA name such as Europe/Lisbon"
                )
            }
            options.zone = zone
        },
        .value("now", "RFC3339", help: "The time to take for now, for scripts and tests.") {
            (options, text) throws(UsageError) in
            guard let parts = Timestamp.parse(text), parts.offsetSeconds != nil else {
                throw UsageError(
                    "cannot read --now '\(text)'",
                    next: "write it as 2026-12-01T13:33:00+09:00"
                )
            }
            options.nowMilliseconds = parts.unixMilliseconds
        },
        .choice("color", "WHEN", of: Colour.self, help: "Use colours: auto, always or never.") {
            $0.colour = $1
        },
        .flag("no-pager", help: "Print long output at once, without a pager.") { $0.hasNoPager = true },
        .value(
            "wait",
            "DURATION",
            help: "How long to wait for another writer, such as 10s or 2m; 60s if not given."
        ) {
            (options, text) throws(UsageError) in
            guard let milliseconds = duration(text) else {
                throw UsageError(
                    "cannot read the duration '\(text)'",
                    next: "write it as 500ms, 10s, 2m or 1h"
                )
            }
            options.waitMilliseconds = milliseconds
        },
        .flag("help", short: "h", help: "Explain the program or the verb.") { $0.wantsHelp = true },
        .flag("version", help: "Print the version.") { $0.wantsVersion = true },
    ]

    /// Reads `90`, `90s`, `500ms`, `2m` or `1h` as milliseconds, up to a day.
    static func duration(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits) else { return nil }
        let unit: Int
        switch text.dropFirst(digits.count) {
        case "ms": unit = 1
        case "", "s": unit = 1000
        case "m": unit = 60_000
        case "h": unit = 3_600_000
        default: return nil
        }
        let (milliseconds, overflows) = number.multipliedReportingOverflow(by: unit)
        return overflows || milliseconds > 86_400_000 ? nil : milliseconds
    }

    /// Whether programs read the output, told from arguments that may not all be understood.
    static func wantsJSON(_ arguments: some Sequence<String>) -> Bool {
        arguments.prefix { $0 != "--" }.contains { $0 == "--json" || $0 == "--jsonl" }
    }
}
