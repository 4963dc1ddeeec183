import Glibc

/// Another program that is run for the person: an editor, a pager, systemctl.
///
/// It stays in this process group, so that it may read from the terminal.
struct ChildProgram {
    /// The program and its arguments; never a word of an entry.
    var words: [String]
    /// Descriptors that the program gets, by the number that it sees.
    var descriptors: [Int32: Int32] = [:]
    /// Whether it reads and writes nothing.
    var isSilent = false
    /// Variables besides those of this process.
    var variables: Surroundings = [:]

    /// Why a program cannot be started.
    struct NotStarted: Error {
        let reason: String
    }

    /// Signals of the terminal are the program's business while it has the terminal.
    private static let signals = [SIGINT, SIGQUIT, SIGHUP]

    /// Runs the program and waits until it ends.
    ///
    /// - Returns: Its status, or 128 and the signal that ended it.
    /// - Throws: ``NotStarted``.
    func run() throws(NotStarted) -> Int32 {
        // When the terminal goes away the program ends, and what it was given must still be looked after.
        let before = ChildProgram.signals.map { signal($0, SIG_IGN) }
        defer { for (number, handler) in zip(ChildProgram.signals, before) { signal(number, handler) } }
        return ChildProgram.wait(for: try start())
    }

    /// Starts the program.
    ///
    /// - Returns: Its process id, for ``wait(for:)``.
    /// - Throws: ``NotStarted``.
    func start() throws(NotStarted) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in ChildProgram.signals + [SIGPIPE] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // A descriptor made a copy of itself is kept open for the child (glibc 2.29).
        for (number, own) in descriptors { posix_spawn_file_actions_adddup2(&actions, own, number) }
        if isSilent {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            for stream: Int32 in [1, 2] {
                posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
            }
        }
        var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for word in argv { free(word) } }
        var environment = ChildProgram.environment(with: variables)
        defer { for variable in environment { free(variable) } }
        var child = pid_t()
        let failure = posix_spawnp(&child, words.first ?? "", &actions, &attributes, &argv, &environment)
        guard failure == 0 else { throw NotStarted(reason: String(cString: strerror(failure))) }
        return child
    }

    /// Waits for a program that was started.
    static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1 {
            guard errno == EINTR else { return 1 }
        }
        let ended = status & 0x7f
        return ended == 0 ? (status >> 8) & 0xff : 128 + ended
    }

    private static func environment(with variables: Surroundings) -> [UnsafeMutablePointer<CChar>?] {
        var result: [UnsafeMutablePointer<CChar>?] = []
        var pointer = environ
        while let item = pointer.pointee {
            let name = String(cString: item).prefix { $0 != "=" }
            if variables[String(name)] == nil { result.append(strdup(item)) }
            pointer += 1
        }
        for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
            result.append(strdup(name + "=" + value))
        }
        return result + [nil]
    }

    /// Where a program lies on the search path; `nil` when it is not there.
    static func find(_ program: String, _ environment: Surroundings) -> String? {
        if program.contains("/") { return access(program, X_OK) == 0 ? program : nil }
        let folders = environment["PATH", default: "/usr/local/bin:/usr/bin:/bin"].split(separator: ":")
        return folders.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }
}
