import Glibc
import Synchronization

/// Standard error: lines for people, and how far long work has come.
final class Messages: Sendable {
    private let descriptor: Int32
    private let isQuiet: Bool
    private let isVerbose: Bool
    private let showsProgress: Bool
    private let width: Int
    private let clock = ContinuousClock()
    private let started: ContinuousClock.Instant
    /// When the progress line was last written; `nil` while there is none.
    private let shown = Mutex<ContinuousClock.Instant?>(nil)

    /// Writes to a descriptor that stays open.
    ///
    /// - Parameters:
    ///   - descriptor: File descriptor; standard error if not given.
    ///   - isQuiet: Whether notes and progress are left out.
    ///   - isVerbose: Whether details are shown.
    ///   - showsProgress: Whether a person looks.
    ///   - width: Columns of the terminal.
    init(
        descriptor: Int32 = STDERR_FILENO,
        isQuiet: Bool = false,
        isVerbose: Bool = false,
        showsProgress: Bool = false,
        width: Int = 80
    ) {
        self.descriptor = descriptor
        self.isQuiet = isQuiet
        self.isVerbose = isVerbose
        self.showsProgress = showsProgress && !isQuiet
        self.width = width
        started = clock.now
    }

    /// A message that `--quiet` leaves out.
    func note(_ text: String) {
        guard !isQuiet else { return }
        clearProgress()
        _ = writeAll(Array((SafeText.line(text) + "\n").utf8), to: descriptor)
    }

    /// A message that only `--verbose` shows, such as places and times; never a word of an entry.
    func detail(_ text: @autoclosure () -> String) {
        if isVerbose { note(text()) }
    }

    /// How long the program has run: seconds with two decimals.
    var elapsed: String {
        let hundredths = (clock.now - started) / .milliseconds(10)
        return "\(Int(hundredths) / 100).\(String(Int(hundredths) % 100 + 100).dropFirst()) s"
    }

    /// Shows how far long work has come, on a terminal and only after half a second.
    ///
    /// - Parameters:
    ///   - phase: What is being done.
    ///   - done: How many are done.
    ///   - total: Of how many; `nil` when unknown.
    func progress(_ phase: String, _ done: Int, of total: Int?) {
        guard showsProgress else { return }
        let now = clock.now
        shown.withLock { last in
            guard now - started > .milliseconds(500), now - (last ?? started) > .milliseconds(100) else {
                return
            }
            last = now
            let share = total.map { $0 > 0 ? " of \(grouped($0)), \(min(100, done * 100 / $0)) %" : "" } ?? ""
            let text = SafeText.line("\(phase) \(grouped(done))\(share)")
            let line = "\r\u{1b}[K" + DisplayWidth.truncated(text, to: width - 1)
            _ = writeAll(Array(line.utf8), to: descriptor)
        }
    }

    /// Takes the progress line away.
    func clearProgress() {
        shown.withLock { last in
            guard last != nil else { return }
            last = nil
            _ = writeAll(Array("\r\u{1b}[K".utf8), to: descriptor)
        }
    }
}
