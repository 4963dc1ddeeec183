import Bytes
package import Foundation
import Glibc

/// Everything a store takes from outside the journal: clock, randomness, and how long to wait.
package struct StoreEnvironment: Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package var now: @Sendable () -> Int64
    package var randomUUID: @Sendable () -> UUID
    /// What tells this machine from others; a copied store is known by it.
    package var machineID: @Sendable () -> String
    /// How long a write waits for another program's.
    package var lockWaitMilliseconds: Int

    package init(
        now: @escaping @Sendable () -> Int64,
        randomUUID: @escaping @Sendable () -> UUID,
        machineID: @escaping @Sendable () -> String = StoreEnvironment.systemMachineID,
        lockWaitMilliseconds: Int = 60_000
    ) {
        self.now = now
        self.randomUUID = randomUUID
        self.machineID = machineID
        self.lockWaitMilliseconds = lockWaitMilliseconds
    }

    /// machine-id(5), or nothing where the system has none.
    package static let systemMachineID: @Sendable () -> String = {
        var bytes: [UInt8] = []
        try? FileStream(path: "/etc/machine-id").read { bytes += $0 }
        return String(decoding: bytes.prefix(64), as: UTF8.self)
    }
}
