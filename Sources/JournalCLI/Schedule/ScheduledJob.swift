/// A command that is run again and again, as systemd units or as a cron line.
struct ScheduledJob: Sendable, Equatable {
    /// When it runs, in the machine's zone.
    enum Cycle: Sendable, Equatable {
        case hourly
        case daily
        /// By the day's position in the week, Monday 0.
        case weekly(Int)
        /// On the first of each month.
        case monthly
    }

    static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    /// The first line of every unit that is written here; only such files are changed or removed.
    static let mark = "# Made by journal schedule."

    /// Letters, digits, `-` and `_`.
    var name: String
    var summary: String
    /// Absolute path of the program, then its arguments.
    var words: [String]
    var cycle = Cycle.daily
    var hour = 3
    var minute = 10
    /// Folders that it may write to.
    var writable: [String] = []
    /// Whether the rest of the machine is closed to it.
    var isSandboxed = true

    /// File name of the units without its ending.
    var unit: String { "journal-" + name }

    /// As `OnCalendar` in systemd.time(7).
    var calendar: String {
        let time = "\(two(hour)):\(two(minute)):00"
        return switch cycle {
        case .hourly: "*-*-* *:\(two(minute)):00"
        case .daily: "*-*-* " + time
        case .weekly(let day): ScheduledJob.weekdays[day] + " *-*-* " + time
        case .monthly: "*-*-01 " + time
        }
    }

    /// One line for crontab(5).
    var cronLine: String {
        let when =
            switch cycle {
            case .hourly: "\(minute) * * * *"
            case .daily: "\(minute) \(hour) * * *"
            case .weekly(let day): "\(minute) \(hour) * * \((day + 1) % 7)"
            case .monthly: "\(minute) \(hour) 1 * *"
            }
        let command = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
        // A percent sign ends a cron command.
        return when + " " + command.replacing("%", with: "\\%")
    }

    var service: String {
        var lines = [
            ScheduledJob.mark, "[Unit]", "Description=" + summary, "", "[Service]", "Type=oneshot",
            "ExecStart=" + words.map(ScheduledJob.quoted).joined(separator: " "),
            // 3: done in part, which the report on standard error explains.
            "SuccessExitStatus=3", "UMask=0077", "Nice=10", "IOSchedulingClass=idle", "LimitCORE=0",
            "NoNewPrivileges=yes",
        ]
        if isSandboxed {
            // A user's own service manager can close the machine only inside a user namespace.
            lines += [
                "PrivateUsers=yes", "PrivateNetwork=yes", "PrivateTmp=yes", "PrivateDevices=yes",
                "ProtectSystem=strict", "ProtectKernelTunables=yes", "ProtectControlGroups=yes",
                "RestrictAddressFamilies=AF_UNIX", "RestrictSUIDSGID=yes", "RestrictRealtime=yes",
                "LockPersonality=yes", "SystemCallArchitectures=native",
            ]
            lines += writable.map { "ReadWritePaths=" + ScheduledJob.quoted("-" + $0) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    var timer: String {
        [
            ScheduledJob.mark, "[Unit]", "Description=When: " + summary, "", "[Timer]",
            "OnCalendar=" + calendar,
            // What was missed while the machine was off is made up for.
            "Persistent=true", "RandomizedDelaySec=60", "", "[Install]", "WantedBy=timers.target",
        ].joined(separator: "\n") + "\n"
    }

    /// A word as systemd.service(5) reads it, section "Command lines".
    static func quoted(_ word: String) -> String {
        let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("%", with: "%%").replacing("$", with: "$$")
        return "\"" + escaped + "\""
    }

    /// The words of a line that ``quoted(_:)`` made.
    static func unquoted(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var rest = line[...]
        while let character = rest.popFirst() {
            guard word != nil else {
                if character == "\"" { word = "" }
                continue
            }
            switch character {
            case "\"":
                words.append(word ?? "")
                word = nil
            case "\\", "%", "$": word?.append(rest.popFirst() ?? character)
            default: word?.append(character)
            }
        }
        return words
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
