import Bytes
import JournalStore

/// Operations in a row, as one object of a backup (`docs/backup-format.md`, "Segments").
///
/// Since operations are only ever added, all segments but the last stay the same from one backup to the next.
enum SegmentCoding {
    static let magic = Array("JRNLSEG1".utf8)
    /// A segment ends with the operation that reaches either.
    static let operationCount = 1024
    static let contentByteCount = 4 << 20

    static func append(_ operation: StoredOperation, to bytes: inout [UInt8]) {
        if bytes.isEmpty { bytes += magic }
        append(UInt64(bitPattern: operation.sequence), to: &bytes)
        append(UInt64(bitPattern: operation.recordKind), to: &bytes)
        append(UInt64(bitPattern: operation.time), to: &bytes)
        for part in [operation.id, operation.record, operation.digest, operation.content] {
            append(part.map { UInt32($0.count) } ?? .max, to: &bytes)
            bytes += part ?? []
        }
    }

    /// - Returns: The operations, and whether the bytes ended after one; nothing when they are no segment.
    static func decode(_ bytes: [UInt8]) -> (operations: [StoredOperation], isWhole: Bool) {
        guard bytes.starts(with: magic) else { return ([], false) }
        var rest = bytes[magic.count...]
        var operations: [StoredOperation] = []
        while !rest.isEmpty {
            guard let sequence: UInt64 = take(&rest), let kind: UInt64 = take(&rest),
                let time: UInt64 = take(&rest), let id = part(&rest), let record = part(&rest),
                let digest = part(&rest), let content = part(&rest)
            else { return (operations, false) }
            operations.append(
                StoredOperation(
                    sequence: Int64(bitPattern: sequence),
                    id: id ?? [],
                    recordKind: Int64(bitPattern: kind),
                    record: record ?? [],
                    time: Int64(bitPattern: time),
                    digest: digest,
                    content: content
                )
            )
        }
        return (operations, true)
    }

    private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }

    private static func take<Value: FixedWidthInteger>(_ rest: inout ArraySlice<UInt8>) -> Value? {
        let count = MemoryLayout<Value>.size
        guard rest.count >= count else { return nil }
        var value: Value = 0
        for byte in rest.prefix(count).reversed() { value = value << 8 | Value(byte) }
        rest = rest.dropFirst(count)
        return value
    }

    /// A part that may be absent: `.some(nil)`; `nil` when the bytes break off.
    private static func part(_ rest: inout ArraySlice<UInt8>) -> [UInt8]?? {
        guard let count: UInt32 = take(&rest) else { return nil }
        if count == .max { return .some(nil) }
        guard rest.count >= Int(count) else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return Array(rest.prefix(Int(count)))
    }
}
