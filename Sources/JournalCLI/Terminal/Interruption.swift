import Glibc
import Synchronization

/// Ctrl-C and the request to end: long work stops at its next safe place, anything else at once.
///
/// The store survives being killed anywhere; stopping gently only lets an unfinished output file be
/// removed and the status be 130.
enum Interruption {
    private static let wasRequested = Atomic(false)
    private static let isGentle = Atomic(false)
    private static let hidesInput = Atomic(false)
    // Written only while `hidesInput` is off, read by the handler only while it is on.
    nonisolated(unsafe) private static var visible = termios()

    /// Takes over SIGINT and SIGTERM.
    static func install() {
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in
                let isFirst = !Interruption.wasRequested.exchange(true, ordering: .relaxed)
                // Calls that a signal handler may make (POSIX, signal-safety).
                if Interruption.hidesInput.load(ordering: .acquiring) {
                    tcsetattr(STDIN_FILENO, TCSANOW, &Interruption.visible)
                }
                if !(isFirst && Interruption.isGentle.load(ordering: .relaxed)) {
                    _exit(ExitStatus.interrupted.rawValue)
                }
            }
        }
        _ = wasRequested.load(ordering: .relaxed)
        _ = isGentle.load(ordering: .relaxed)
        _ = hidesInput.load(ordering: .relaxed)
    }

    /// Reads from the terminal without showing what is typed; it shows again afterwards, whatever ends it.
    static func hidingInput<Result>(_ body: () -> Result) -> Result {
        guard tcgetattr(STDIN_FILENO, &visible) == 0 else { return body() }
        hidesInput.store(true, ordering: .releasing)
        var quiet = visible
        quiet.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &visible)
            hidesInput.store(false, ordering: .releasing)
        }
        return body()
    }

    /// Says whether ``requested`` is asked often from here on, so that the work stops by itself.
    static func stopsGently(_ isGentle: Bool) { self.isGentle.store(isGentle, ordering: .relaxed) }

    /// Whether the person wants the work to stop.
    static var requested: Bool { wasRequested.load(ordering: .relaxed) }
}
