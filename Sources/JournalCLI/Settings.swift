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
    /// Now: milliseconds since 1970-01-01T00:00:00Z.
    let nowMilliseconds: Int64
    let globals: GlobalOptions

    /// Fills in what the command line left open.
    ///
    /// - Parameters:
    ///   - globals: What the command line said.
    ///   - environment: Variables of the environment.
    ///   - folder: The working directory.
    /// - Throws: When there is no home to keep a journal in.
    init(
        _ globals: GlobalOptions,
        environment: Surroundings,
        folder: String
    ) throws(CommandFailure) {
        self.globals = globals
        storePath = absolute(try Settings.store(globals, environment), in: folder)
        zoneIsGiven = globals.zone != nil
        zone = globals.zone ?? Settings.deviceZone(environment)
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
