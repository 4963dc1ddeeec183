import Glibc

/// Where the words of a new entry come from when they are not on the command line.
enum TextInput {
    /// Most bytes that standard input may bring: the limit of one entry.
    private static let limit = 64 << 20

    /// Reads standard input to its end.
    ///
    /// - Returns: The text without white space at its end; line ends of other systems become newlines. When
    ///   the person stops it, what had come.
    /// - Throws: When it is not UTF-8 or too large for an entry.
    static func standardInput() throws(CommandFailure) -> String {
        let bytes = try readAll(STDIN_FILENO, limit: limit, named: "standard input", stops: true)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(
                .dataBroken,
                code: "not-utf8",
                "standard input is not UTF-8 text",
                next: "convert it, as with iconv, or attach it as a file"
            )
        }
        return withoutTrailingSpace(withPlainNewlines(text))
    }

    /// Makes sure that an editor may be opened.
    ///
    /// - Throws: When nobody is there to write, or text waits on standard input unasked.
    static func requireEditor(_ context: Context) throws(CommandFailure) {
        let environment = context.environment
        let isChosen =
            ["VISUAL", "EDITOR"].contains { !environment[$0, default: ""].isEmpty }
            || context.settings.file.values[.editor] != nil
        let waits = !context.terminal.inputIsTerminal && hasWaitingInput
        guard !context.settings.globals.hasNoInput, !waits, context.terminal.inputIsTerminal || isChosen
        else {
            throw CommandFailure(
                .usage,
                code: "no-text",
                waits
                    ? "standard input is only read when it is asked for"
                    : "there is no text, and no terminal to write on",
                next: "give the words, or - to read standard input"
            )
        }
    }

    /// Whether a pipe or file on standard input has bytes already.
    private static var hasWaitingInput: Bool {
        var count: Int32 = 0
        return ioctl(STDIN_FILENO, UInt(FIONREAD), &count) == 0 && count > 0
    }

    /// The text as it comes back from an editor that changed nothing.
    static func comparable(_ text: String) -> String { withoutTrailingSpace(withPlainNewlines(text)) }

    static func withPlainNewlines(_ text: String) -> String {
        guard text.utf8.contains(0x0d) else { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count)
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if scalar == "\n", previous == "\r" {
                previous = scalar
                continue
            }
            result.unicodeScalars.append(scalar == "\r" ? "\n" : scalar)
            previous = scalar
        }
        return result
    }
}
