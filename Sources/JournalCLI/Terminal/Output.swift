import Glibc

/// Standard output, buffered; a reader that went away ends it quietly.
final class Output {
    /// The reader has closed its end, as `head` does.
    struct Closed: Error {}

    private let descriptor: Int32
    private let limit: Int
    private var buffer: [UInt8] = []

    /// Writes to a descriptor that stays open.
    ///
    /// - Parameters:
    ///   - descriptor: File descriptor; standard output if not given.
    ///   - limit: Bytes after which the buffer is handed on.
    init(descriptor: Int32 = STDOUT_FILENO, limit: Int = 65_536) {
        (self.descriptor, self.limit) = (descriptor, limit)
    }

    /// Writes text and a newline.
    func line(_ text: String = "") throws {
        buffer.append(contentsOf: text.utf8)
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= limit { try flush() }
    }

    /// Writes bytes as they are.
    func write(_ bytes: some Sequence<UInt8>) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= limit { try flush() }
    }

    /// Hands on what is buffered.
    ///
    /// - Throws: ``Closed``, or a ``CommandFailure`` when the place is full or broken.
    func flush() throws {
        let written = writeAll(buffer, to: descriptor)
        buffer.removeAll(keepingCapacity: true)
        switch written {
        case 0: return
        case EPIPE: throw Closed()
        default:
            throw CommandFailure(
                .inputOutput,
                code: "output-failed",
                "standard output cannot be written: \(String(cString: strerror(written)))"
            )
        }
    }
}

/// Writes everything, through interruptions and short writes.
///
/// - Returns: 0, or the error number of `write(2)`.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { source in
        var done = 0
        while done < source.count {
            let count = write(descriptor, source.baseAddress.map { $0 + done }, source.count - done)
            if count > 0 {
                done += count
            } else if errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wait, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}

/// Standard error: lines for people, progress, errors.
final class Messages {
    private let descriptor: Int32
    private let isQuiet: Bool
    private let showsProgress: Bool
    private let width: Int
    private let clock: ContinuousClock
    private let started: ContinuousClock.Instant
    private var shown: ContinuousClock.Instant?

    init(
        descriptor: Int32 = STDERR_FILENO,
        isQuiet: Bool = false,
        showsProgress: Bool = false,
        width: Int = 80
    ) {
        self.descriptor = descriptor
        self.isQuiet = isQuiet
        self.showsProgress = showsProgress && !isQuiet
        self.width = width
        clock = ContinuousClock()
        started = clock.now
    }

    /// A message that `--quiet` leaves out.
    func note(_ text: String) {
        if !isQuiet { always(SafeText.line(text)) }
    }

    /// A line that is always shown, and is inert already.
    func always(_ text: String) {
        clearProgress()
        _ = writeAll(Array((text + "\n").utf8), to: descriptor)
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
        guard now - started > .milliseconds(500), now - (shown ?? started) > .milliseconds(100) else {
            return
        }
        shown = now
        let share = total.map { $0 > 0 ? " of \(grouped($0)), \(min(100, done * 100 / $0)) %" : "" } ?? ""
        let text = DisplayWidth.truncated("\(phase): \(grouped(done))\(share)", to: width - 1)
        _ = writeAll(Array("\r\u{1b}[K\(SafeText.line(text))".utf8), to: descriptor)
    }

    /// Takes the progress line away.
    func clearProgress() {
        guard shown != nil else { return }
        shown = nil
        _ = writeAll(Array("\r\u{1b}[K".utf8), to: descriptor)
    }
}

/// A number with its thousands apart: 8,021.
func grouped(_ number: some BinaryInteger) -> String {
    let digits = String(number.magnitude)
    var result = ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.utf8.count - index) % 3 == 0 { result.append(",") }
        result.append(digit)
    }
    return number < 0 ? "-" + result : result
}

/// A size for people, in powers of 1000 as disks are sold (IEC 80000-13: kB, MB, GB).
func size(_ bytes: Int64) -> String {
    guard bytes >= 1000 else { return "\(bytes) B" }
    var value = Double(bytes) / 1000
    var unit = 0
    let units = ["kB", "MB", "GB", "TB"]
    while value >= 999.5, unit < units.count - 1 {
        value /= 1000
        unit += 1
    }
    let tenths = Int((value * 10).rounded())
    return value < 99.95
        ? "\(tenths / 10).\(tenths % 10) \(units[unit])" : "\(Int(value.rounded())) \(units[unit])"
}
