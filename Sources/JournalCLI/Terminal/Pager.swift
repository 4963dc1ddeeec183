import Glibc

/// A program such as less between long output and a person.
///
/// It gets the text through a pipe: nothing of it is in a file, an argument or a variable.
final class Pager {
    private let child: pid_t
    private let before: [Int32: __sighandler_t?]
    /// Where output for it is written.
    let descriptor: Int32

    private init(child: pid_t, descriptor: Int32, before: [Int32: __sighandler_t?]) {
        (self.child, self.descriptor, self.before) = (child, descriptor, before)
    }

    /// Starts the pager that a person has chosen.
    ///
    /// - Parameters:
    ///   - environment: JOURNAL_PAGER, then PAGER, then `less` where it is installed.
    ///   - configured: The setting `pager`, which counts before `less`.
    /// - Returns: `nil` when there is none, or it cannot be started.
    static func start(_ environment: Surroundings, configured: String?) -> Pager? {
        guard let words = words(environment, configured: configured) else { return nil }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var variables: Surroundings = [:]
        // Short output is printed and left on the screen; colours are kept.
        if environment["LESS"] == nil { variables["LESS"] = "FRX" }
        // What a person searches for in a journal is nobody's business.
        variables["LESSHISTFILE"] = "-"
        let program = ChildProgram(words: words, descriptors: [STDIN_FILENO: ends[0]], variables: variables)
        // Ctrl-C in a pager stops its search and not this program.
        let before = Dictionary(uniqueKeysWithValues: [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) })
        let child = try? program.start()
        close(ends[0])
        guard let child else {
            close(ends[1])
            for (number, handler) in before { signal(number, handler) }
            return nil
        }
        return Pager(child: child, descriptor: ends[1], before: before)
    }

    /// The command line of the pager; `nil` for none.
    static func words(_ environment: Surroundings, configured: String?) -> [String]? {
        guard environment["TERM"] != "dumb" else { return nil }
        let chosen = [environment["JOURNAL_PAGER"], environment["PAGER"], configured].compactMap { $0 }.first
        let text = chosen ?? "less"
        guard !["", "off", "cat"].contains(text) else { return nil }
        // A pager with options, or a pipe, is read by the shell, as other programs do.
        let words = text.contains(" ") ? ["/bin/sh", "-c", text] : [text]
        return ChildProgram.find(words[0], environment) == nil ? nil : words
    }

    /// Ends the output and waits until the person has read it.
    func finish() {
        close(descriptor)
        _ = ChildProgram.wait(for: child)
        for (number, handler) in before { signal(number, handler) }
    }
}
