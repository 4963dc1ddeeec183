import Glibc

extension Context {
    /// Asks before something that cannot be undone.
    ///
    /// - Parameter question: Ends in a question mark; says what would be lost.
    /// - Throws: When nobody is there to answer and `--yes` was not given, and when the answer is not yes.
    func confirm(_ question: String) throws(CommandFailure) {
        if settings.globals.assumesYes { return }
        guard terminal.inputIsTerminal, terminal.errorIsTerminal, !settings.globals.hasNoInput else {
            throw CommandFailure(
                .usage,
                code: "not-confirmed",
                "this cannot be undone, and there is no terminal to ask on",
                next: "add --yes"
            )
        }
        messages.clearProgress()
        _ = writeAll(Array((SafeText.line(question) + " Type yes: ").utf8), to: STDERR_FILENO)
        let answer = readLine()?.lowercased() ?? ""
        guard answer == "yes" || answer == "y" else {
            throw CommandFailure(.nothingMatched, code: "not-confirmed", "nothing was changed")
        }
    }
}
