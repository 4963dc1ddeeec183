import Glibc

/// A secret, which never comes from the command line or the environment.
enum Secret {
    /// Reads the first line of a file that only its owner can read.
    ///
    /// - Parameters:
    ///   - path: Absolute path.
    ///   - what: What it holds, for the message.
    /// - Returns: The bytes without the line end.
    /// - Throws: When it is not there, empty, or open to others.
    static func file(_ path: String, _ what: String) throws(CommandFailure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure(
                .inputMissing,
                code: "input-missing",
                "the \(what) file \(path) cannot be read: \(String(cString: strerror(errno)))"
            )
        }
        defer { close(descriptor) }
        var found = stat()
        guard fstat(descriptor, &found) == 0, found.st_mode & 0o077 == 0 else {
            throw CommandFailure(
                .configuration,
                code: "open-secret",
                "other users can read the \(what) file \(path)",
                next: "chmod 600 would mend that"
            )
        }
        let bytes = try readAll(descriptor, limit: 64 << 10, named: path, stops: false)
        let line = Array(bytes.prefix { $0 != 0x0a && $0 != 0x0d })
        guard !line.isEmpty else {
            throw CommandFailure(.dataBroken, code: "empty-secret", "the \(what) file \(path) is empty")
        }
        return line
    }

    /// Asks on the terminal, without showing what is typed.
    static func prompt(_ question: String, isNew: Bool, _ context: Context) throws(CommandFailure) -> [UInt8]
    {
        guard context.terminal.inputIsTerminal, context.terminal.errorIsTerminal,
            !context.settings.globals.hasNoInput
        else {
            throw CommandFailure(
                .notPermitted,
                code: "needs-passphrase",
                "a passphrase is needed, and there is no terminal to ask on",
                next: "give it with --passphrase-file"
            )
        }
        let first = ask(question + ": ")
        guard !first.isEmpty, !isNew || ask(question + " again: ") == first else {
            throw CommandFailure(
                .notPermitted,
                code: "no-passphrase",
                first.isEmpty ? "no passphrase was given" : "the two are not equal",
                next: "try again"
            )
        }
        return first
    }

    private static func ask(_ question: String) -> [UInt8] {
        _ = writeAll(Array(question.utf8), to: STDERR_FILENO)
        defer { _ = writeAll([0x0a], to: STDERR_FILENO) }
        return Interruption.hidingInput { Array((readLine() ?? "").utf8) }
    }
}
