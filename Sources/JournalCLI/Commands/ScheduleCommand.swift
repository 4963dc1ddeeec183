import Glibc
import JournalKit

/// `journal schedule`: backups, checks and jobs by themselves, from timers of the person's own.
struct ScheduleCommand: Command {
    static let name = "schedule"
    static let summary = "Run backups, checks and jobs by themselves."
    static let operands = "[list | add backup|check|job [FILE] | run NAME | remove NAME]"
    static let operandValues: [OperandValues] = [
        .words(["list", "add", "run", "remove", "backup", "check", "job"]), .paths,
    ]
    static let options: [Option<Self>] = [
        .value("daily", "HH:MM", help: "At this time of each day; 03:10 if not given.") {
            (command, text) throws(UsageError) in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ 1...2 ~= $0.utf8.count }),
                let hour = DateWords.number(parts[0]), let minute = DateWords.number(parts[1]),
                hour < 24, minute < 60
            else { throw UsageError("cannot read the time '\(text.prefix(20))'", next: "write it as 03:10") }
            (command.hour, command.minute) = (hour, minute)
        },
        .value(
            "weekly",
            "DAY",
            values: .oneOf(ScheduledJob.weekdays),
            help: "On this day of each week, at the time of --daily."
        ) {
            (command, text) throws(UsageError) in
            guard let day = ScheduledJob.weekdays.firstIndex(of: text) else {
                throw UsageError(
                    "unknown day '\(text.prefix(20))'",
                    next: "choose one of " + ScheduledJob.weekdays.joined(separator: ", ")
                )
            }
            command.cycle = .weekly(day)
        },
        .flag("monthly", help: "On the first of each month.") { $0.cycle = .monthly },
        .flag("hourly", help: "Each hour.") { $0.cycle = .hourly },
        .value("folder", "DIR", values: .path, help: "add backup: the backup folder.") {
            (command, text) throws(UsageError) in command.folder = text
        },
        .value("passphrase-file", "FILE", values: .path, help: "add backup: the passphrase of the folder.") {
            (command, text) throws(UsageError) in command.passphraseFile = text
        },
        .value("name", "NAME", help: "A name of its own; else backup, check or job.") {
            (command, text) throws(UsageError) in
            guard ScheduleCommand.isName(text) else {
                throw UsageError("'\(text.prefix(20))' is no name", next: "use letters, digits, - and _")
            }
            command.jobName = text
        },
        .flag("print", help: "Print the units and write nothing.") { $0.prints = true },
        .flag("cron", help: "Print a line for 'crontab -e' and write nothing.") { $0.printsCron = true },
        .flag("no-sandbox", help: "Leave out what shuts the job off from the machine.") {
            $0.isSandboxed = false
        },
    ]
    static let discussion = [
        """
        'add' writes a timer and a service of your own for systemd, into systemd/user of the configuration folder, \
        and starts the timer. The service has no network, may write only where it must, and makes up for what was \
        missed while the machine was off. 'check' is journal doctor --deep; 'job FILE' is journal job run FILE, \
        which may write anywhere you may. Timers run while you are logged in; 'loginctl enable-linger' lets them \
        run always. Where the kernel lets users make no namespaces, a service needs --no-sandbox.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal schedule add backup --daily 03:10", "Backs up each night."),
        ("journal schedule add check --weekly sun", "Checks everything once a week."),
        ("journal schedule add backup --cron", "Prints a line for cron."),
    ]
    static let jsonKeys: [(key: String, holds: String)] = [
        ("jobs", "Objects with name, when (systemd.time) and command (an array).")
    ]

    var words: [String] = []
    var cycle = ScheduledJob.Cycle.daily
    var hour = 3
    var minute = 10
    var folder: String?
    var passphraseFile: String?
    var jobName: String?
    var prints = false
    var printsCron = false
    var isSandboxed = true

    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 40
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }

    mutating func takeOperand(_ operand: String) throws(UsageError) { words.append(operand) }

    private var action: String { words.first ?? "list" }

    func check() throws(UsageError) {
        let isRight =
            switch action {
            case "list": words.count <= 1
            case "add":
                words.count == 2 && ["backup", "check"].contains(words[1])
                    || words.count == 3 && words[1] == "job"
            case "run", "remove": words.count == 2 && ScheduleCommand.isName(words[1])
            default: false
            }
        guard isRight else {
            throw UsageError(
                "'journal schedule' knows list, add backup, add check, add job FILE, run NAME and remove NAME",
                next: "see 'journal help schedule'"
            )
        }
    }

    func run(_ context: Context) async throws -> ExitStatus {
        switch action {
        case "add": return try await add(context)
        case "run":
            try requireUnit(words[1], context)
            return try systemctl(["start", "journal-\(words[1]).service"], context) ? .done : .nothingMatched
        case "remove": return try remove(context)
        default: return try list(context)
        }
    }

    // MARK: Adding

    private func add(_ context: Context) async throws -> ExitStatus {
        let job = try job(context)
        if printsCron {
            try context.output.line(job.cronLine)
            return .done
        }
        let files = [(job.unit + ".service", job.service), (job.unit + ".timer", job.timer)]
        if prints || context.settings.globals.isDryRun {
            for (name, text) in files {
                try context.output.line("# \(name)")
                try context.output.write(Array(text.utf8))
                try context.output.line("")
            }
            return .done
        }
        let units = try unitsFolder(context)
        for (name, _) in files { try requireOwn(units + "/" + name) }
        ConfigurationFile.makeFolders(above: units + "/x")
        for (name, text) in files {
            try ReferenceFile.write(text, to: units + "/" + name, mode: 0o600)
        }
        // A service that may write to a folder only finds it when it is there.
        for path in job.writable {
            ConfigurationFile.makeFolders(above: path)
            mkdir(path, 0o700)
        }
        let isStarted =
            try systemctl(["daemon-reload"], context)
            && systemctl(["enable", "--now", job.unit + ".timer"], context)
        try context.output.line("\(job.name)  \(job.calendar)  \(units)/\(job.unit).timer")
        guard !isStarted else { return .done }
        context.messages.note(
            "the timer is written and not started; run: systemctl --user enable --now \(job.unit).timer"
        )
        return .partial
    }

    private func job(_ context: Context) throws -> ScheduledJob {
        guard let program = Installation.program else {
            throw CommandFailure(.configuration, code: "failed", "the place of this program is not known")
        }
        let store = context.settings.storePath
        var job = ScheduledJob(
            name: jobName ?? words[1],
            summary: "",
            words: [program, "--store", store, "--no-input", "--quiet"],
            cycle: cycle,
            hour: hour,
            minute: minute,
            writable: [store],
            isSandboxed: isSandboxed
        )
        switch words[1] {
        case "backup":
            let target = folder.map { absolute($0, in: context.folder) } ?? context.backupPath
            job.summary = "Backup of a journal"
            job.words += ["backup", "now", "--folder", target]
            job.writable.append(target)
            if let passphraseFile {
                job.words += ["--passphrase-file", absolute(passphraseFile, in: context.folder)]
            } else if BackupFolder(path: target).isEncrypted == true {
                throw UsageError(
                    "the backup folder is encrypted and nobody will be there to type its passphrase",
                    next: "give a file with --passphrase-file"
                ).failure
            }
        case "check":
            job.summary = "Check of a journal"
            job.words += ["doctor", "--deep"]
        default:
            job.summary = "Jobs of a journal"
            job.words += ["job", "run", absolute(words[2], in: context.folder)]
            // What a jobs file writes, and where, is the person's business.
            job.isSandboxed = false
        }
        guard job.words.allSatisfy({ !$0.contains("\n") }) else {
            throw UsageError("a path with a line break cannot be scheduled").failure
        }
        return job
    }

    // MARK: Looking and removing

    private func list(_ context: Context) throws -> ExitStatus {
        let units = try unitsFolder(context)
        var jobs: [(name: String, calendar: String, command: [String])] = []
        for name in ScheduleCommand.names(in: units) {
            guard let timer = ScheduleCommand.own(units + "/journal-\(name).timer"),
                let service = ScheduleCommand.own(units + "/journal-\(name).service")
            else { continue }
            func value(_ key: String, _ text: String) -> String {
                text.split(separator: "\n").first { $0.hasPrefix(key + "=") }
                    .map { String($0.dropFirst(key.count + 1)) } ?? ""
            }
            let command = ScheduledJob.unquoted(value("ExecStart", service))
            jobs.append((name, value("OnCalendar", timer), command))
        }
        switch context.format {
        case .json, .jsonLines:
            try context.output.line(
                JSONText.object([
                    ("schema", .string("journal.schedule/1")),
                    (
                        "jobs",
                        .array(
                            jobs.map {
                                .object([
                                    ("name", .string($0.name)), ("when", .string($0.calendar)),
                                    ("command", .array($0.command.map { .string($0) })),
                                ])
                            }
                        )
                    ),
                ]).text
            )
        case .text, .plain:
            for job in jobs {
                let fields = [job.name, job.calendar, job.command.dropFirst().joined(separator: " ")]
                let separator = context.format == .plain ? "\t" : "  "
                try context.output.line(fields.map(SafeText.line).joined(separator: separator))
            }
            if jobs.isEmpty { context.messages.note("nothing is scheduled: journal schedule add backup") }
        }
        return .done
    }

    private func remove(_ context: Context) throws -> ExitStatus {
        let unit = "journal-" + words[1]
        try requireUnit(words[1], context)
        guard !context.settings.globals.isDryRun else {
            context.messages.note("would remove \(unit)")
            return .done
        }
        let units = try unitsFolder(context)
        _ = try systemctl(["disable", "--now", unit + ".timer"], context)
        for ending in [".timer", ".service"] { unlink(units + "/" + unit + ending) }
        _ = try systemctl(["daemon-reload"], context)
        context.messages.note("removed \(words[1])")
        return .done
    }

    private func requireUnit(_ name: String, _ context: Context) throws {
        guard ScheduleCommand.own(try unitsFolder(context) + "/journal-\(name).timer") != nil else {
            throw CommandFailure(
                .nothingMatched,
                code: "no-such-job",
                "nothing called '\(name)' is scheduled",
                next: "see: journal schedule list"
            )
        }
    }

    // MARK: Units

    private func unitsFolder(_ context: Context) throws -> String {
        guard let folder = ConfigurationFile.configurationFolder(context.environment) else {
            throw CommandFailure(.configuration, code: "no-home", "there is no home for timers; set HOME")
        }
        return String(folder.dropLast("/journal".count)) + "/systemd/user"
    }

    private static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let item = readdir(directory) {
            let name = withUnsafePointer(to: &item.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasPrefix("journal-"), name.hasSuffix(".timer") else { continue }
            names.append(String(name.dropFirst(8).dropLast(6)))
        }
        return names.sorted()
    }

    /// The text of a unit that was made here; `nil` for any other file.
    private static func own(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let bytes = try? readAll(descriptor, limit: 1 << 16, named: "a unit") else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.hasPrefix(ScheduledJob.mark) ? text : nil
    }

    private func requireOwn(_ path: String) throws {
        guard access(path, F_OK) == 0, ScheduleCommand.own(path) == nil else { return }
        throw CommandFailure(
            .cannotCreate,
            code: "output-exists",
            "\(path) is there and was not made by 'journal schedule'",
            next: "give the job another name with --name"
        )
    }

    /// - Returns: Whether systemctl did it; `false` also where there is none.
    private func systemctl(_ arguments: [String], _ context: Context) throws -> Bool {
        guard let program = ChildProgram.find("systemctl", context.environment) else { return false }
        let child = ChildProgram(words: [program, "--user", "--quiet"] + arguments, isSilent: true)
        return (try? child.run()) == 0
    }
}
