import Glibc
import JournalModel

/// What a person set once for this device: lines of `key = value`, with `#` before what is only a remark.
///
/// Holds no secret. What belongs to the journal itself, on every device, is in `journal profile`.
struct ConfigurationFile: Sendable, Equatable {
    /// What may be set.
    enum Key: String, CaseIterable, Sendable {
        case zone, journal, editor, pager, color, language, backup
        case weekStart = "week-start"

        var help: String {
            switch self {
            case .zone: "The zone of new entries, such as Asia/Tokyo; else the device's."
            case .journal: "The journal of new entries that name none."
            case .editor: "The editor, when neither VISUAL nor EDITOR is set."
            case .pager: "The pager, when neither JOURNAL_PAGER nor PAGER is set; off for none."
            case .color: "auto, always or never."
            case .language: "Language of templates and prompts, such as en or ja."
            case .backup: "The backup folder; else the store's path with -backup added."
            case .weekStart: "monday, sunday or saturday; else that of the profile."
            }
        }

        /// What is wrong with a value; `nil` when it can be taken.
        func fault(in value: String) -> String? {
            let isRight =
                switch self {
                case .zone: JournalZone(value).isKnown
                case .color: ["auto", "always", "never"].contains(value)
                case .weekStart: ["monday", "sunday", "saturday"].contains(value)
                case .language:
                    value.utf8.count <= 35
                        && value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
                case .journal, .editor, .pager, .backup: true
                }
            if value.contains("\n") || value.contains("\0") { return "it must be one line" }
            return isRight && !value.isEmpty ? nil : help
        }
    }

    /// Absolute path.
    let path: String
    private(set) var values: [Key: String] = [:]
    private var lines: [String] = []

    /// By JOURNAL_CONFIG, else `journal/config` in the XDG configuration folder.
    ///
    /// - Returns: `nil` when there is no home to keep it in.
    static func path(_ environment: Surroundings, folder: String) -> String? {
        if let path = environment["JOURNAL_CONFIG"], !path.isEmpty { return absolute(path, in: folder) }
        return configurationFolder(environment).map { $0 + "/config" }
    }

    /// Where a person's own configuration, templates and prompts lie (XDG Base Directory Specification 0.8).
    static func configurationFolder(_ environment: Surroundings) -> String? {
        if let path = environment["XDG_CONFIG_HOME"], path.hasPrefix("/") { return path + "/journal" }
        guard let home = environment["HOME"], !home.isEmpty else { return nil }
        return home + "/.config/journal"
    }

    /// Reads a file; one that is not there says nothing.
    ///
    /// - Throws: For a line that cannot be understood, with its number.
    init(path: String) throws(CommandFailure) {
        self.path = path
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT || errno == ENOTDIR { return }
        guard descriptor >= 0 else { throw failure(nil, String(cString: strerror(errno))) }
        defer { close(descriptor) }
        let bytes = try readAll(descriptor, limit: 1 << 20, named: "the configuration \(path)")
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw failure(nil, "it is not UTF-8 text")
        }
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        for (index, line) in lines.enumerated() {
            guard let (name, value) = ConfigurationFile.setting(line) else {
                if ConfigurationFile.isRemark(line) { continue }
                throw failure(index + 1, "it is no 'key = value'")
            }
            guard let key = Key(rawValue: name) else {
                let near = Suggestion.nearest(to: name, among: Key.allCases.map(\.rawValue))
                throw failure(
                    index + 1,
                    "unknown key '\(name.prefix(40))'" + (near.map { ", did you mean '\($0)'?" } ?? "")
                )
            }
            if let fault = key.fault(in: value) { throw failure(index + 1, "\(name): \(fault)") }
            values[key] = value
        }
    }

    /// An empty one.
    init(emptyAt path: String) { self.path = path }

    /// Sets a key, or clears it with `nil`, and writes the file; remarks and the order of lines stay.
    ///
    /// - Throws: When the file cannot be written; it is as it was then.
    mutating func set(_ key: Key, _ value: String?) throws(CommandFailure) {
        let line = value.map { "\(key.rawValue) = \($0)" }
        var isPlaced = false
        var result: [String] = []
        for old in lines {
            guard ConfigurationFile.setting(old)?.name == key.rawValue else {
                result.append(old)
                continue
            }
            if !isPlaced, let line { result.append(line) }
            isPlaced = true
        }
        if !isPlaced, let line { result.append(line) }
        lines = result
        values[key] = value
        try write()
    }

    private func write() throws(CommandFailure) {
        // The file may be a link into a folder that a person keeps elsewhere; it stays one.
        let target = realpath(path, nil).map { pointer in
            defer { free(pointer) }
            return String(cString: pointer)
        }
        let file = target ?? path
        ConfigurationFile.makeFolders(above: file)
        let temporary = "\(file).\(getpid()).new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable() }
        defer { close(descriptor) }
        let text = lines.map { $0 + "\n" }.joined()
        guard writeAll(Array(text.utf8), to: descriptor) == 0, fsync(descriptor) == 0,
            rename(temporary, file) == 0
        else {
            let failure = unwritable()
            unlink(temporary)
            throw failure
        }
    }

    private func unwritable() -> CommandFailure {
        CommandFailure(
            .cannotCreate,
            code: "output-failed",
            "the configuration \(path) cannot be written: \(String(cString: strerror(errno)))"
        )
    }

    /// Makes the folders that lead to a file, for this person alone.
    static func makeFolders(above path: String) {
        var index = path.index(after: path.startIndex)
        while let slash = path[index...].firstIndex(of: "/") {
            mkdir(String(path[..<slash]), 0o700)
            index = path.index(after: slash)
        }
    }

    private static func isRemark(_ line: String) -> Bool {
        let start = line.drop { $0 == " " || $0 == "\t" || $0 == "\r" }
        return start.isEmpty || start.hasPrefix("#")
    }

    private static func setting(_ line: String) -> (name: String, value: String)? {
        guard !isRemark(line), let equals = line.firstIndex(of: "=") else { return nil }
        let name = trimmed(line[..<equals])
        return (name, trimmed(line[line.index(after: equals)...]))
    }

    private static func trimmed(_ text: Substring) -> String {
        withoutTrailingSpace(String(text.drop { $0.isWhitespace }))
    }

    private func failure(_ line: Int?, _ what: String) -> CommandFailure {
        let place = line.map { "\(path), line \($0)" } ?? "the configuration \(path)"
        return CommandFailure(
            .configuration,
            code: "configuration",
            "\(place): \(what)",
            next: "mend it, or see 'journal help config'"
        )
    }
}
