import Bytes
package import JournalModel

package import struct Foundation.UUID

/// What an entry was after one operation.
package struct StoredVersion: Sendable {
    /// From 1, oldest first; the same on every device that has the same operations.
    package var number: Int
    /// Milliseconds since 1970-01-01T00:00:00Z; of an import, when its source last changed it.
    package var atMilliseconds: Int64
    /// Who wrote it; `nil` for an import.
    package var device: UUID?
    package var isThisDevice: Bool
    /// What it gave a value to.
    package var fields: [Field.Kind]
    package var entry: Entry
}

extension JournalStore {
    /// The versions of an entry, oldest first; empty when there is no such entry or it was purged.
    package func history(of id: EntryID) throws -> [StoredVersion] {
        let record = RecordID(.entry, id.uuid)
        let all = try operations.of(record)
        guard !RecordView(record, all).isPurged else { return [] }
        let ordered = JournalStore.ordered(
            all.filter { operation in !operation.changes.contains { $0.field.kind == .purged } }
        )
        let own = try DeviceTable.read(database)?.id
        var versions: [StoredVersion] = []
        for (index, operation) in ordered.enumerated() {
            let device =
                operation.id.isImport ? nil : Bytes.uuid(bytes: operation.id.bytes[16..<32])
            versions.append(
                StoredVersion(
                    number: index + 1,
                    atMilliseconds: operation.time.unixMilliseconds,
                    device: device,
                    isThisDevice: device != nil && device == own,
                    fields: operation.changes.map(\.field.kind),
                    entry: EntryFields.entry(RecordView(record, Array(ordered[...index])))
                )
            )
        }
        return versions
    }

    /// Parents before children, and where that leaves a choice by time, then id.
    private static func ordered(_ operations: [Operation]) -> [Operation] {
        var waiting = operations.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
        var missing = Set(operations.map(\.id))
        var result: [Operation] = []
        while !waiting.isEmpty {
            let next =
                waiting.firstIndex { operation in
                    operation.changes.allSatisfy { missing.isDisjoint(with: $0.parents) }
                } ?? waiting.startIndex
            let operation = waiting.remove(at: next)
            missing.remove(operation.id)
            result.append(operation)
        }
        return result
    }
}
