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

    /// Whether nobody reads standard output any more, as after `| head`.
    static func readerIsGone() -> Bool {
        var state = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLERR) != 0
    }

    /// Forgets what is buffered: half a document helps nobody.
    func discard() { buffer.removeAll() }

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
