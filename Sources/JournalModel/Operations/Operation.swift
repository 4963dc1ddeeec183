import Bytes
package import Foundation

/// Identity of an operation.
///
/// Two kinds, told apart by their length: what a person did is (zone, device, incarnation, counter),
/// 48 bytes; an import is the SHA-256 of its canonical encoding, 32 bytes, and so the same on every device.
package struct OperationID: Hashable, Sendable, Comparable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package init(zone: UUID, device: UUID, incarnation: UInt64, counter: UInt64) {
        var bytes = zone.bytes + device.bytes
        withUnsafeBytes(of: incarnation.bigEndian) { bytes += $0 }
        withUnsafeBytes(of: counter.bigEndian) { bytes += $0 }
        self.bytes = bytes
    }

    package static let importByteCount = 32
    package static let authoredByteCount = 48

    package var isImport: Bool { bytes.count == OperationID.importByteCount }

    package static func < (left: OperationID, right: OperationID) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

/// A hybrid logical clock reading: 48 bits of milliseconds since 1970, 16 bits of counter.
///
/// Kulkarni et al., "Logical Physical Clocks" (2014). Decides only between concurrent changes;
/// what came after what is said by parents.
package struct HybridTime: Hashable, Sendable, Comparable {
    package let value: UInt64

    package init(value: UInt64) { self.value = value }

    /// The reading at a wall clock's time; times before 1970 count as 1970.
    package init(unixMilliseconds: Int64) {
        value = UInt64(min(max(unixMilliseconds, 0), (1 << 47) - 1)) << 16
    }

    package var unixMilliseconds: Int64 { Int64(value >> 16) }

    /// The next reading of a device whose last was this one, at a wall clock's time.
    package func next(unixMilliseconds: Int64) -> HybridTime {
        let now = HybridTime(unixMilliseconds: unixMilliseconds)
        return now > self ? now : HybridTime(value: value &+ 1)
    }

    package static func < (left: HybridTime, right: HybridTime) -> Bool { left.value < right.value }
}

/// The kinds of things that operations make; numbers are part of the format and never reused.
package enum RecordKind: UInt8, Sendable, CaseIterable {
    case entry = 1
    case journal = 2
    case profile = 3
    case tag = 4
}

/// What an operation is about.
package struct RecordID: Hashable, Sendable {
    package let kind: RecordKind
    package let uuid: UUID

    package init(_ kind: RecordKind, _ uuid: UUID) { (self.kind, self.uuid) = (kind, uuid) }
}

/// One change to one record, made at once.
package struct Operation: Hashable, Sendable {
    package var id: OperationID
    package var time: HybridTime
    package var record: RecordID
    /// Sorted by field.
    package var changes: [Change]
    /// Only in an import.
    package var stamp: ImportStamp?

    /// A new value of one field, and the heads of that field which its author had seen.
    package struct Change: Hashable, Sendable {
        package var field: Field
        package var value: FieldValue
        package var parents: [OperationID]

        package init(_ field: Field, _ value: FieldValue, parents: [OperationID] = []) {
            self.field = field
            self.value = value
            self.parents = parents
        }
    }

    /// What orders the import operations of one record; no clock of any device takes part.
    package struct ImportStamp: Hashable, Sendable {
        /// SHA-256 of the item's canonical JSON.
        package var itemHash: [UInt8]
        package var modifiedMilliseconds: Int64
        package var importerRevision: UInt32
        /// How many of the item's attachments had their bytes.
        package var attachmentsFound: UInt32

        package init(
            itemHash: [UInt8],
            modifiedMilliseconds: Int64,
            importerRevision: UInt32,
            attachmentsFound: UInt32
        ) {
            self.itemHash = itemHash
            self.modifiedMilliseconds = modifiedMilliseconds
            self.importerRevision = importerRevision
            self.attachmentsFound = attachmentsFound
        }

        /// Whether an operation with this stamp counts as older than one with the other.
        func precedes(_ other: ImportStamp, id: OperationID, otherID: OperationID) -> Bool {
            if modifiedMilliseconds != other.modifiedMilliseconds {
                return modifiedMilliseconds < other.modifiedMilliseconds
            }
            if importerRevision != other.importerRevision { return importerRevision < other.importerRevision }
            if attachmentsFound != other.attachmentsFound { return attachmentsFound < other.attachmentsFound }
            return id < otherID
        }
    }

    package init(
        id: OperationID,
        time: HybridTime,
        record: RecordID,
        changes: [Change],
        stamp: ImportStamp? = nil
    ) {
        self.id = id
        self.time = time
        self.record = record
        self.changes = changes.sorted { $0.field < $1.field }
        self.stamp = stamp
    }

    /// The import of an item, the same operation on every device, and its encoding, of which its id is the SHA-256.
    package static func imported(record: RecordID, changes: [Change], stamp: ImportStamp) -> (
        operation: Operation, encoded: [UInt8]
    ) {
        var operation = Operation(
            id: OperationID(bytes: []),
            time: HybridTime(unixMilliseconds: stamp.modifiedMilliseconds),
            record: record,
            changes: changes,
            stamp: stamp
        )
        let encoded = OperationCoding.encode(operation)
        operation.id = OperationID(bytes: Digest.of(encoded, .sha256))
        return (operation, encoded)
    }

    /// Whether this operation counts as older than another import of the same record.
    package func precedes(_ other: Operation) -> Bool {
        guard let stamp, let otherStamp = other.stamp else { return false }
        return stamp.precedes(otherStamp, id: id, otherID: other.id)
    }
}
