import Bytes
import Foundation
import JournalModel
import JournalStore
import Synchronization
import TestSupport

/// A clock and ids that give the same store every time.
final class FixedWorld: Sendable {
    private let ticks = Mutex<Int64>(1_700_000_000_000)
    private let count = Mutex<UInt64>(0)
    let machine = Mutex("machine-a")

    func advance(milliseconds: Int64) { ticks.withLock { $0 += milliseconds } }

    var environment: StoreEnvironment {
        StoreEnvironment(
            now: { [self] in
                ticks.withLock { value in
                    value += 1000
                    return value
                }
            },
            randomUUID: { [self] in
                let next = count.withLock { value in
                    value += 1
                    return value
                }
                return nameBasedUUID(
                    namespace: UUID(uuidString: "00000000-0000-0000-0000-000000000001") ?? UUID(),
                    [String(next)]
                )
            },
            machineID: { [self] in machine.withLock { $0 } },
            lockWaitMilliseconds: 20_000
        )
    }
}

func makeEntry(
    _ number: Int,
    _ body: String,
    at text: String = "2024-03-09T10:00:00Z",
    zone: String = "Asia/Tokyo"
) -> Entry {
    let moment = EntryMoment(
        unixMilliseconds: Timestamp.parse(text)?.unixMilliseconds ?? 0,
        zone: JournalZone(zone)
    )
    var entry = Entry(id: FixedIdentity.entry(app: "test", sourceID: String(number)), happened: moment)
    entry.body = body
    entry.writtenMilliseconds = 1_700_000_000_000
    entry.changedMilliseconds = 1_700_000_000_000
    return entry
}

func imported(_ entry: Entry, modified: Int64 = 1000, raw: String = "{}") -> ImportedEntry {
    var entry = entry
    entry.source = EntrySourceReference(app: "test", id: "x")
    entry.changedMilliseconds = modified
    return ImportedEntry(
        entry: entry,
        journal: .standard,
        itemHash: Digest.of((raw + entry.body).utf8, .sha256),
        modifiedMilliseconds: modified,
        importerRevision: 1,
        raw: Array(raw.utf8),
        media: [:]
    )
}

struct ArrayStream: ByteStream {
    var bytes: [UInt8]
    func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try bytes.withUnsafeBytes { try body($0) }
    }
}
