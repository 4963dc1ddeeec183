import Glibc
import Synchronization

/// Ctrl-C and the request to end: long work stops at its next safe place, anything else at once.
///
/// The store survives being killed anywhere; stopping gently only lets an unfinished output file be
/// removed and the status be 130.
enum Interruption {
    private static let wasRequested = Atomic(false)
    private static let isGentle = Atomic(false)

    /// Takes over SIGINT and SIGTERM.
    static func install() {
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in
                let isFirst = !Interruption.wasRequested.exchange(true, ordering: .relaxed)
                // The only call here that is allowed in a signal handler (POSIX, signal-safety).
                if !(isFirst && Interruption.isGentle.load(ordering: .relaxed)) {
                    _exit(ExitStatus.interrupted.rawValue)
                }
            }
        }
        _ = wasRequested.load(ordering: .relaxed)
        _ = isGentle.load(ordering: .relaxed)
    }

    /// Says whether ``requested`` is asked often from here on, so that the work stops by itself.
    static func stopsGently(_ isGentle: Bool) { self.isGentle.store(isGentle, ordering: .relaxed) }

    /// Whether the person wants the work to stop.
    static var requested: Bool { wasRequested.load(ordering: .relaxed) }
}
