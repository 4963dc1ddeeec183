import Glibc

/// Reads a descriptor to its end.
///
/// - Parameters:
///   - descriptor: Open for reading.
///   - limit: Most bytes to take.
///   - name: What it is called in an error.
///   - stops: Whether an interruption ends it early.
/// - Returns: All bytes; what there was until then when it was interrupted.
/// - Throws: When there are more, or reading fails.
func readAll(
    _ descriptor: Int32,
    limit: Int,
    named name: String,
    stops: Bool = false
) throws(CommandFailure) -> [UInt8] {
    var result: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
        if stops {
            // No handler restarts `poll` (signal(7)), so that a reader that waits notices the signal; one
            // that comes just before it is noticed a moment later.
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if Interruption.requested { return result }
            if poll(&waiting, 1, 200) <= 0 { continue }
        }
        let count = read(descriptor, &piece, piece.count)
        if count == 0 { return result }
        if count < 0 {
            guard errno == EINTR else {
                let reason = String(cString: strerror(errno))
                throw CommandFailure(.inputOutput, code: "read-failed", "\(name) cannot be read: \(reason)")
            }
            continue
        }
        result.append(contentsOf: piece[..<count])
        if result.count > limit {
            throw CommandFailure(
                .dataBroken,
                code: "too-large",
                "\(name) is larger than \(size(Int64(limit)))",
                next: "add it with --attach instead"
            )
        }
    }
}

/// The text without white space at its end.
func withoutTrailingSpace(_ text: String) -> String {
    var text = text[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
}
