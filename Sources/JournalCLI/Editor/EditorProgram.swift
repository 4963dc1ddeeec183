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
        let installed = ["editor", "nano", "vi"].first { ChildProgram.find($0, environment) != nil }
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
        guard ["vi", "editor", "view"].contains(named), let path = ChildProgram.find(program, environment),
            let resolved = realpath(path, nil)
        else { return named }
        defer { free(resolved) }
        return lastComponent(String(cString: resolved))
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
        let status = try run(arguments + [path], holding: lock)
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
        return (try? ChildProgram(words: words, isSilent: true).run()) == 0
    }

    private func run(_ words: [String], holding lock: Int32) throws(CommandFailure) -> Int32 {
        do { return try ChildProgram(words: words, descriptors: [lock: lock]).run() } catch {
            throw CommandFailure(
                .configuration,
                code: "editor-not-started",
                "the editor '\(words[0])' cannot be started: \(error.reason)",
                next: "set VISUAL or EDITOR to an editor that is installed"
            )
        }
    }
}
