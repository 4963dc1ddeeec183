import Glibc

/// The person's editor: found as POSIX programs find it, started so that it leaves nothing behind.
struct EditorProgram: Sendable, Equatable {
    /// The program and the arguments that come before the file.
    let arguments: [String]
    /// Whether it is vim, whose swap file can give back what was not saved.
    private let isVim: Bool

    /// The editor by VISUAL, EDITOR, the configuration, then the first of `editor`, `nano` and `vi` that is
    /// installed.
    ///
    /// - Returns: `nil` when there is none.
    static func find(_ environment: Surroundings, configured: String? = nil) -> EditorProgram? {
        for value in [environment["VISUAL"], environment["EDITOR"], configured] {
            if let value, !value.allSatisfy({ $0 == " " }) {
                return EditorProgram(command: value, environment)
            }
        }
        let installed = ["editor", "nano", "vi"].first { executable($0, environment) != nil }
        return installed.map { EditorProgram(command: $0, environment) }
    }

    private init(command: String, _ environment: Surroundings) {
        let words = command.split(separator: " ").map(String.init)
        if command.contains(where: { "\"'\\$`|&;<>(){}*?~\n\t".contains($0) }) {
            // The variables hold shell words by convention, so a shell takes quotes apart.
            arguments = ["/bin/sh", "-c", "\(command) \"$@\"", "editor"]
            isVim = false
        } else {
            let family = EditorProgram.family(words[0], environment)
            arguments = words + EditorProgram.leavingNothing(family)
            isVim = EditorProgram.vims.contains(family)
        }
    }

    private static let vims: Set<String> = [
        "vim", "nvim", "gvim", "vim.tiny", "vim.basic", "vim.nox", "vim.gtk3",
    ]

    /// Options that stop known editors from keeping copies elsewhere, histories, and from obeying the text.
    ///
    /// Backups and undo files would outlive the draft; a modeline lets text give orders to vim
    /// (CVE-2019-12735). What an editor keeps for its own crash stays beside the draft, from where it is
    /// taken back.
    private static func leavingNothing(_ family: String) -> [String] {
        switch family {
        case _ where vims.contains(family):
            // BufReadPre runs after the person's vimrc and before modelines are obeyed.
            let options = [
                "nomodeline", "noundofile", "nobackup", "nowritebackup", "directory=.", "swapfile",
                "updatetime=500", "updatecount=20",
            ]
            let settings = options.map { "silent! set \($0)" }.joined(separator: " | ")
            let commands = "autocmd BufReadPre,BufNewFile * \(settings)"
            return ["-i", "NONE", "--cmd", "set nomodeline", "--cmd", commands]
        case "nano": return ["--ignorercfiles"]
        case "emacs":
            let settings = """
                (setq make-backup-files nil create-lockfiles nil enable-local-variables nil \
                auto-save-file-name-transforms nil auto-save-interval 20 auto-save-timeout 1)
                """
            return ["--eval", settings]
        case "micro":
            return [
                "-backup", "false", "-savehistory", "false", "-saveundo", "false", "-savecursor", "false",
            ]
        case "joe", "jmacs", "jstar": return ["-nobackups"]
        default: return []
        }
    }

    /// The name behind links such as Debian's `editor` and `vi`.
    private static func family(_ program: String, _ environment: Surroundings) -> String {
        let named = lastComponent(program)
        guard ["vi", "editor", "view"].contains(named), let path = executable(program, environment),
            let resolved = realpath(path, nil)
        else { return named }
        defer { free(resolved) }
        return lastComponent(String(cString: resolved))
    }

    private static func executable(_ program: String, _ environment: Surroundings) -> String? {
        if program.contains("/") { return access(program, X_OK) == 0 ? program : nil }
        let folders = environment["PATH", default: "/usr/local/bin:/usr/bin:/bin"].split(separator: ":")
        return folders.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }

    private static func lastComponent(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Opens a file and waits until the editor ends.
    ///
    /// The editor stays in this process group, so that it may read from the terminal.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - lock: A descriptor that the editor holds open as long as it lives.
    /// - Throws: When the program cannot be started, or says that it failed.
    func edit(_ path: String, holding lock: Int32) throws(CommandFailure) {
        let status = try spawnAndWait(arguments + [path], holding: lock)
        guard status == 0 else {
            throw CommandFailure(
                .nothingMatched,
                code: "editor-failed",
                "the editor '\(arguments[0])' ended with status \(status)",
                next: "the draft is kept: 'journal new --resume'"
            )
        }
    }

    /// Lets vim write what its swap file holds into the draft.
    ///
    /// - Returns: Whether vim did.
    func recoverSwap(of path: String) -> Bool {
        guard isVim else { return false }
        let words = [arguments[0], "-i", "NONE", "-u", "NONE", "-es", "-r", path, "-c", "w!", "-c", "qa!"]
        return (try? spawnAndWait(words, isSilent: true)) == 0
    }

    private func spawnAndWait(
        _ words: [String],
        holding lock: Int32? = nil,
        isSilent: Bool = false
    ) throws(CommandFailure) -> Int32 {
        // While the editor has the terminal, Ctrl-C and Ctrl-\ are its business alone; when the terminal
        // goes away the editor ends, and its draft must still be looked after.
        let ours = [SIGINT, SIGQUIT, SIGHUP]
        let before = ours.map { signal($0, SIG_IGN) }
        defer { for (number, handler) in zip(ours, before) { signal(number, handler) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in ours + [SIGPIPE] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // A descriptor made a copy of itself is kept open for the child (glibc 2.29).
        if let lock { posix_spawn_file_actions_adddup2(&actions, lock, lock) }
        if isSilent {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            for stream: Int32 in [1, 2] {
                posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
            }
        }

        var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for word in argv { free(word) } }
        var child = pid_t()
        let failure = posix_spawnp(&child, words[0], &actions, &attributes, &argv, environ)
        guard failure == 0 else {
            throw CommandFailure(
                .configuration,
                code: "editor-not-started",
                "the editor '\(words[0])' cannot be started: \(String(cString: strerror(failure)))",
                next: "set VISUAL or EDITOR to an editor that is installed"
            )
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1 {
            guard errno == EINTR else { return 1 }
        }
        let ended = status & 0x7f
        return ended == 0 ? (status >> 8) & 0xff : 128 + ended
    }
}
