/// What a run of the command says to the shell: the numbers of BSD's `sysexits.h` where it has one.
///
/// These are part of the program's contract: scripts and timers decide by them.
enum ExitStatus: Int32, Sendable, CaseIterable {
    /// Done; an empty list is done too.
    case done = 0
    /// Nothing matched, or a failure that no other number describes.
    case nothingMatched = 1
    /// Done in part: the report names what was left out.
    case partial = 3
    /// The command line was not understood.
    case usage = 64
    /// The input's contents are broken.
    case dataBroken = 65
    /// The input is not there.
    case inputMissing = 66
    /// A remote did not answer.
    case unavailable = 69
    /// The output cannot be made, or is there already.
    case cannotCreate = 73
    /// The disk failed, or what is on it is damaged.
    case inputOutput = 74
    /// Another program held the lock for too long.
    case busy = 75
    /// Not allowed.
    case notPermitted = 77
    /// The configuration is broken.
    case configuration = 78
    /// Stopped by the person; safe to run again.
    case interrupted = 130

    /// What the number means, in the words of the manual.
    var meaning: String {
        switch self {
        case .done: "Done."
        case .nothingMatched: "Nothing matched, or a failure that has no better number."
        case .partial: "Done in part; the report says what was left out."
        case .usage: "The command line was not understood, or a date could not be read."
        case .dataBroken: "The input's contents are broken."
        case .inputMissing: "The input is missing."
        case .unavailable: "A remote cannot be reached."
        case .cannotCreate: "The output cannot be created, or it exists already."
        case .inputOutput: "The disk failed, or damage was found."
        case .busy: "Busy: the lock was not had in time; try again later."
        case .notPermitted: "Not allowed."
        case .configuration: "The configuration is broken."
        case .interrupted: "Interrupted; safe to run again."
        }
    }
}
