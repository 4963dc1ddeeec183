import Glibc
import JournalModel

/// The global options with every default filled in from the surroundings.
struct Settings: Sendable {
    /// Absolute path of the store folder.
    let storePath: String
    /// Where the writer is.
    let zone: JournalZone
    /// Whether ``zone`` was named with `--tz`.
    let zoneIsGiven: Bool
    /// Journal of new entries that name none.
    let journal: String?
    /// BCP 47 tag for templates and prompts, when one is set.
    let language: String?
    /// What the configuration file says.
    let file: ConfigurationFile
    /// A person's own `templates` and `prompts`.
    let configurationFolder: String?
    /// Where drafts may lie, the place for new ones first.
    let draftFolders: [String]
    /// Now: milliseconds since 1970-01-01T00:00:00Z.
    let nowMilliseconds: Int64
    let globals: GlobalOptions

    /// Fills in what the command line left open.
    ///
    /// - Parameters:
    ///   - globals: What the command line said.
    ///   - environment: Variables of the environment.
    ///   - folder: The working directory.
    ///   - file: What is set for this device.
    /// - Throws: When there is no home to keep a journal in.
    init(
        _ globals: GlobalOptions,
        environment: Surroundings,
        folder: String,
        file: ConfigurationFile
    ) throws(CommandFailure) {
        self.globals = globals
        storePath = absolute(try Settings.store(globals, environment), in: folder)
        zoneIsGiven = globals.zone != nil
        self.file = file
        zone = globals.zone ?? file.values[.zone].map { JournalZone($0) } ?? Settings.deviceZone(environment)
        journal = file.values[.journal]
        language = file.values[.language] ?? Settings.language(environment)
        configurationFolder = ConfigurationFile.configurationFolder(environment)
        let state = Settings.stateFolder(environment).map { $0 + "/drafts" }
        draftFolders = [storePath + "/drafts"] + (state.map { [$0] } ?? [])
        nowMilliseconds = globals.nowMilliseconds ?? Settings.clock()
    }

    private static func store(
        _ globals: GlobalOptions,
        _ environment: Surroundings
    ) throws(CommandFailure) -> String {
        if let path = globals.store { return path }
        if let path = environment["JOURNAL_HOME"], !path.isEmpty { return path }
        // XDG Base Directory Specification 0.8: a relative path must be ignored.
        if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") { return path + "/journal" }
        guard let home = environment["HOME"], !home.isEmpty else {
            throw CommandFailure(
                .configuration,
                code: "no-home",
                "there is no place for the journal: HOME is not set",
                next: "name a folder with --store DIR"
            )
        }
        return home + "/.local/share/journal"
    }

    /// For drafts that the store itself cannot take (XDG Base Directory Specification 0.8).
    private static func stateFolder(_ environment: Surroundings) -> String? {
        if let path = environment["XDG_STATE_HOME"], path.hasPrefix("/") { return path + "/journal" }
        guard let home = environment["HOME"], !home.isEmpty else { return nil }
        return home + "/.local/state/journal"
    }

    /// By LC_ALL, LC_MESSAGES, LANG (POSIX, section 8.2): `ja_JP.UTF-8` is `ja`.
    private static func language(_ environment: Surroundings) -> String? {
        let name = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        let subtag = (name ?? "").prefix { $0.isASCII && $0.isLetter }
        return (2...3).contains(subtag.count) ? subtag.lowercased() : nil
    }

    private static func clock() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// By TZ, else by the link that systemd's `localtime(5)` describes, else UTC.
    private static func deviceZone(_ environment: Surroundings) -> JournalZone {
        if let name = environment["TZ"], !name.isEmpty {
            let plain = name.hasPrefix(":") ? String(name.dropFirst()) : name
            if let zone = named(plain) { return zone }
        }
        if let target = realpath("/etc/localtime", nil) {
            defer { free(target) }
            if let zone = named(String(cString: target)) { return zone }
        }
        return .utc
    }

    private static func named(_ text: String) -> JournalZone? {
        let parts = text.split(separator: "/")
        let name: String
        if let index = parts.firstIndex(of: "zoneinfo") {
            name = parts[(index + 1)...].joined(separator: "/")
        } else {
            name = text
        }
        let zone = JournalZone(name == "Etc/UTC" ? "UTC" : name)
        return zone.isKnown ? zone : nil
    }

    var dates: DateExpression {
        DateExpression(nowMilliseconds: nowMilliseconds, zone: zone, zoneIsGiven: zoneIsGiven)
    }
}

/// A path that does not depend on the working directory.
func absolute(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : folder + "/" + path
}
