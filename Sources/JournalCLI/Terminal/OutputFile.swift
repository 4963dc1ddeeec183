import Glibc

/// A small file that a person asked for.
enum OutputFile {
    /// Writes a text beside its place and moves it there when it is whole.
    ///
    /// - Parameters:
    ///   - text: What is written.
    ///   - path: Absolute path.
    ///   - isOverwriting: Whether a file that is there is replaced.
    /// - Throws: When there is one and it may not be replaced, or it cannot be written.
    static func write(_ text: String, to path: String, overwriting isOverwriting: Bool) throws(CommandFailure)
    {
        let temporary = "\(path).\(getpid()).part"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer {
            close(descriptor)
            unlink(temporary)
        }
        let code = writeAll(Array(text.utf8), to: descriptor)
        guard code == 0, fsync(descriptor) == 0 else { throw failure(path, errno) }
        // A link never replaces a file, so that two programs cannot both be first.
        let status = isOverwriting ? rename(temporary, path) : link(temporary, path)
        guard status == 0 else {
            if errno == EEXIST {
                throw CommandFailure(
                    .cannotCreate,
                    code: "output-exists",
                    "\(path) exists",
                    next: "give another name, or --overwrite to replace it"
                )
            }
            throw failure(path, errno)
        }
    }

    private static func failure(_ path: String, _ code: Int32) -> CommandFailure {
        CommandFailure(
            .cannotCreate,
            code: "output-failed",
            "\(path) cannot be written: \(String(cString: strerror(code)))"
        )
    }
}
