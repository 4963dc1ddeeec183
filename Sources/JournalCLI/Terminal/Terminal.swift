import Glibc

/// What is known about the places that input comes from and output goes to.
struct Terminal: Sendable, Equatable {
    /// Whether a person may answer.
    var inputIsTerminal: Bool
    /// Whether a person looks at standard output.
    var outputIsTerminal: Bool
    /// Whether a person looks at standard error.
    var errorIsTerminal: Bool
    /// Columns of standard output; 80 when it is no terminal.
    var width: Int
    /// Whether standard output takes colours.
    var hasColour: Bool

    init(
        inputIsTerminal: Bool = false,
        outputIsTerminal: Bool = false,
        errorIsTerminal: Bool = false,
        width: Int = 80,
        hasColour: Bool = false
    ) {
        self.inputIsTerminal = inputIsTerminal
        self.outputIsTerminal = outputIsTerminal
        self.errorIsTerminal = errorIsTerminal
        self.width = width
        self.hasColour = hasColour
    }

    /// The terminal of this process.
    static func current(_ colour: GlobalOptions.Colour, _ environment: Surroundings) -> Terminal {
        let outputIsTerminal = isatty(STDOUT_FILENO) == 1
        return Terminal(
            inputIsTerminal: isatty(STDIN_FILENO) == 1,
            outputIsTerminal: outputIsTerminal,
            errorIsTerminal: isatty(STDERR_FILENO) == 1,
            width: outputIsTerminal ? columns(STDOUT_FILENO) ?? 80 : 80,
            hasColour: usesColour(colour, outputIsTerminal: outputIsTerminal, environment)
        )
    }

    /// By `--color`, then NO_COLOR (no-color.org: set and not empty), then TERM, then who looks.
    static func usesColour(
        _ colour: GlobalOptions.Colour,
        outputIsTerminal: Bool,
        _ environment: Surroundings
    ) -> Bool {
        switch colour {
        case .always: true
        case .never: false
        case .auto:
            outputIsTerminal && environment["NO_COLOR", default: ""].isEmpty
                && environment["TERM", default: "dumb"] != "dumb"
        }
    }

    private static func columns(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return nil }
        return Int(size.ws_col)
    }
}

/// The few roles that have a colour (ECMA-48 SGR), the same in every command.
enum Style: String, Sendable {
    case strong = "1"
    case faint = "2"
    case bad = "31"
    case good = "32"
    case warning = "33"
    case hit = "1;33"
    case identity = "36"

    /// The text in this style, or as it is where there is no colour.
    func callAsFunction(_ text: String, _ terminal: Terminal) -> String {
        terminal.hasColour && !text.isEmpty ? "\u{1b}[\(rawValue)m\(text)\u{1b}[0m" : text
    }
}

/// Variables of the environment, as given to the process.
typealias Surroundings = [String: String]
