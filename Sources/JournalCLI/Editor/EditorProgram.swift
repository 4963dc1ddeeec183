import Glibc

/// The person's editor: found as POSIX programs find it, started so that it leaves nothing behind.
struct EditorProgram: Sendable, Equatable {
    /// The program and the arguments that come before the file.
    let arguments: [String]

    /// The editor by VISUAL, EDITOR, then the first of `editor`, `nano` and `vi` that is installed.
    ///
    /// - Returns: `nil` when there is none.
    static func find(_ environment: Surroundings) -> EditorProgram? {
        for variable in ["VISUAL", "EDITOR"] {
            if let value = environment[variable], !value.allSatisfy({ $0 == " " }) {
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
        } else {
            arguments = words + EditorProgram.leavingNothing(words[0], environment)
        }
    }

    /// Options that stop known editors from keeping copies, histories and from obeying the text.
    ///
    /// Backup, swap and undo files would outlive the draft; a modeline lets text give orders to vim
    /// (CVE-2019-12735).
    private static func leavingNothing(_ program: String, _ environment: Surroundings) -> [String] {
        switch family(program, environment) {
        case "vim", "nvim", "gvim", "vim.tiny", "vim.basic", "vim.nox", "vim.gtk3":
            // BufReadPre runs after the person's vimrc and before modelines are obeyed.
            let options = ["nomodeline", "noundofile", "nobackup", "nowritebackup"]
            let settings = options.map { "silent! set \($0)" }.joined(separator: " | ")
            let commands = "autocmd BufReadPre,BufNewFile * \(settings)"
            return ["-n", "-i", "NONE", "--cmd", "set nomodeline", "--cmd", commands]
        case "nano": return ["--ignorercfiles"]
        case "emacs":
            let settings = """
                (setq make-backup-files nil auto-save-default nil create-lockfiles nil \
                enable-local-variables nil)
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
    /// - Throws: When the program cannot be started, or says that it failed.
    func edit(_ path: String) throws(CommandFailure) {
        let status = try spawnAndWait(arguments + [path])
        guard status == 0 else {
            throw CommandFailure(
                .nothingMatched,
                code: "editor-failed",
                "the editor '\(arguments[0])' ended with status \(status)",
                next: "the draft is kept: 'journal new --resume'"
            )
        }
    }

    private func spawnAndWait(_ words: [String]) throws(CommandFailure) -> Int32 {
        // While the editor has the terminal, Ctrl-C and Ctrl-\ are its business alone.
        let interrupt = signal(SIGINT, SIG_IGN)
        let quit = signal(SIGQUIT, SIG_IGN)
        defer {
            signal(SIGINT, interrupt)
            signal(SIGQUIT, quit)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in [SIGINT, SIGQUIT, SIGPIPE] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for word in argv { free(word) } }
        var child = pid_t()
        let failure = posix_spawnp(&child, words[0], nil, &attributes, &argv, environ)
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
