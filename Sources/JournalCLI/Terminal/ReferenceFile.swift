import Glibc

/// A small file that the command writes beside its main work: a report, a page of the manual.
enum ReferenceFile {
    /// Writes a file, replacing one that is there.
    ///
    /// - Parameters:
    ///   - text: Its contents.
    ///   - path: Absolute path.
    ///   - mode: Permissions of the file.
    /// - Throws: When it cannot be made or written whole.
    static func write(_ text: String, to path: String, mode: mode_t) throws(CommandFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw CommandFailure(
                .cannotCreate,
                code: "output-failed",
                "\(path) cannot be written: \(String(cString: strerror(errno)))"
            )
        }
        defer { close(descriptor) }
        fchmod(descriptor, mode)
        let failure = writeAll(Array(text.utf8), to: descriptor)
        guard failure == 0 else {
            let reason = String(cString: strerror(failure))
            throw CommandFailure(.inputOutput, code: "output-failed", "\(path) cannot be written: \(reason)")
        }
    }
}
