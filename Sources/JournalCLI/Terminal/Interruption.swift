import Glibc
import Synchronization

/// Ctrl-C and the request to end: long work stops at its next safe place, anything else at once.
///
/// The store survives being killed anywhere; stopping gently only lets an unfinished output file be
/// removed and the status be 130.
enum Interruption {
    private static let wasRequested = Atomic(false)
    private static let isAwaited = Atomic(false)

    /// Takes over SIGINT and SIGTERM.
    static func install() {
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in
                let isFirst = !Interruption.wasRequested.exchange(true, ordering: .relaxed)
                // The only call here that is allowed in a signal handler (POSIX, signal-safety).
                if !(isFirst && Interruption.isAwaited.load(ordering: .relaxed)) {
                    _exit(ExitStatus.interrupted.rawValue)
                }
            }
        }
        _ = wasRequested.load(ordering: .relaxed)
        _ = isAwaited.load(ordering: .relaxed)
    }

    /// Says that ``requested`` is asked often from here on, until the work is done.
    static func await(_ isLong: Bool) { isAwaited.store(isLong, ordering: .relaxed) }

    /// Whether the person wants the work to stop.
    static var requested: Bool { wasRequested.load(ordering: .relaxed) }
}
