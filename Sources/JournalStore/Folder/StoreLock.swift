import Glibc

/// The one lock of a store: held around every write and every checkpoint.
///
/// `flock` on a file of the store; the kernel lets go of it when its holder dies, so that nothing is
/// ever left to be removed by hand. Debian 12's SQLite needs it: a commit that resets the log while
/// another connection checkpoints can lose a transaction (sqlite.org/wal.html, section 11).
final class StoreLock {
    private let path: String
    private let descriptor: Int32

    init(path: String) throws {
        self.path = path
        let opened = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw StoreError.system(operation: "open", path: path, code: errno) }
        descriptor = opened
        fchmod(descriptor, 0o600)
    }

    deinit { close(descriptor) }

    /// Runs `body` while no other process or connection writes.
    ///
    /// Waits for the lock as long as it is told, and no longer when its task is cancelled.
    ///
    /// - Throws: ``StoreError/busy(path:holder:)`` when it was not had in time; `CancellationError`; what
    ///   `body` throws.
    func hold<Result>(waitMilliseconds: Int, _ body: () throws -> Result) throws -> Result {
        try acquire(waitMilliseconds)
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }

    private func acquire(_ waitMilliseconds: Int) throws {
        var waited = 0
        var pause = 1
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw StoreError.system(operation: "lock", path: path, code: errno)
            }
            guard waited < waitMilliseconds else { throw StoreError.busy(path: path, holder: holder()) }
            try Task.checkCancellation()
            // Unequal pauses keep waiters from waking in step.
            let milliseconds = min(pause + Int(getpid()) % 3, max(waitMilliseconds - waited, 1))
            usleep(UInt32(milliseconds) * 1000)
            waited += milliseconds
            pause = min(pause * 2, 16)
        }
        record()
    }

    private func record() {
        ftruncate(descriptor, 0)
        var text = "\(getpid())\n"
        _ = text.withUTF8 { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    private func holder() -> String? {
        let text = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { buffer in
            let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
            return count > 1 ? String(decoding: buffer[..<(count - 1)], as: UTF8.self) : nil
        }
        return text.flatMap { Int($0) }.map { "process \($0)" }
    }
}
