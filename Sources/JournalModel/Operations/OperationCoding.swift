import Bytes
import Foundation

/// The one binary encoding of operations (`docs/journal-format.md`).
///
/// Fixed order, lengths before contents, little-endian. A reader refuses bytes that it would not have written itself.
package enum OperationCoding {
    /// Why bytes are not an operation.
    package enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
        case truncated
        case unknownVersion(UInt8)
        case malformed
        case wrongHash

        package var description: String {
            switch self {
            case .truncated: "an operation ends too early"
            case .unknownVersion(let version): "an operation has version \(version), newer than this program"
            case .malformed: "an operation is not in its one form"
            case .wrongHash: "an import operation does not match its hash"
            }
        }
    }

    static let version: UInt8 = 1

    package static func encode(_ operation: Operation) -> [UInt8] {
        var writer = ByteWriter()
        writer.bytes.reserveCapacity(512)
        writer.byte(version)
        writer.byte(operation.stamp == nil ? 1 : 2)
        if let stamp = operation.stamp {
            writer.block(stamp.itemHash)
            writer.integer(UInt64(bitPattern: stamp.modifiedMilliseconds))
            writer.integer(stamp.importerRevision)
            writer.integer(stamp.attachmentsFound)
        } else {
            writer.block(operation.id.bytes)
        }
        writer.integer(operation.time.value)
        writer.byte(operation.record.kind.rawValue)
        writer.bytes += operation.record.uuid.bytes
        let parents = Set(operation.changes.flatMap(\.parents)).sorted()
        let index = Dictionary(uniqueKeysWithValues: zip(parents, parents.indices))
        writer.integer(UInt32(parents.count))
        for parent in parents { writer.block(parent.bytes) }
        writer.integer(UInt32(operation.changes.count))
        for change in operation.changes {
            writer.integer(change.field.kind.rawValue)
            writer.block(change.field.key)
            write(change.value, to: &writer)
            writer.integer(UInt32(change.parents.count))
            for position in change.parents.compactMap({ index[$0] }).sorted() {
                writer.integer(UInt32(position))
            }
        }
        return writer.bytes
    }

    /// Reads an operation from anywhere.
    ///
    /// - Throws: ``Failure``; never traps on any bytes.
    package static func decode(_ bytes: [UInt8]) throws(Failure) -> Operation {
        var operation = try decode(stored: bytes, id: OperationID(bytes: []))
        if operation.stamp != nil { operation.id = OperationID(bytes: Digest.of(bytes, .sha256)) }
        // One operation, one encoding: anything else could carry the same change under two hashes.
        guard encode(operation) == bytes else { throw .malformed }
        return operation
    }

    /// Reads an operation that this device has checked and stored under `id`.
    ///
    /// - Throws: ``Failure``; never traps on any bytes.
    package static func decode(stored bytes: [UInt8], id storedID: OperationID) throws(Failure) -> Operation {
        var reader = ByteReader(bytes)
        let found = try reader.byte()
        guard found == version else { throw .unknownVersion(found) }
        var stamp: Operation.ImportStamp?
        var id = storedID
        switch try reader.byte() {
        case 1:
            id = OperationID(bytes: try reader.block())
            guard id.bytes.count == OperationID.authoredByteCount else { throw .malformed }
        case 2:
            stamp = Operation.ImportStamp(
                itemHash: try reader.block(),
                modifiedMilliseconds: Int64(bitPattern: try reader.integer()),
                importerRevision: try reader.integer(),
                attachmentsFound: try reader.integer()
            )
        default: throw .malformed
        }
        let time = HybridTime(value: try reader.integer())
        guard let kind = RecordKind(rawValue: try reader.byte()) else { throw .malformed }
        let record = RecordID(kind, Bytes.uuid(bytes: try reader.take(16)))
        var parents: [OperationID] = []
        for _ in 0..<(try reader.count()) {
            let parent = OperationID(bytes: try reader.block())
            if let last = parents.last, !(last < parent) { throw .malformed }
            parents.append(parent)
        }
        var changes: [Operation.Change] = []
        for _ in 0..<(try reader.count()) {
            guard let kind = Field.Kind(rawValue: try reader.integer()) else { throw .malformed }
            let field = Field(kind, key: try reader.text())
            if let last = changes.last, !(last.field < field) { throw .malformed }
            let value = try value(from: &reader)
            var seen: [OperationID] = []
            for _ in 0..<(try reader.count()) {
                let position: UInt32 = try reader.integer()
                guard Int(position) < parents.count else { throw .malformed }
                seen.append(parents[Int(position)])
            }
            changes.append(Operation.Change(field, value, parents: seen))
        }
        guard reader.isAtEnd else { throw .malformed }
        return Operation(id: id, time: time, record: record, changes: changes, stamp: stamp)
    }

    private static func write(_ value: FieldValue, to writer: inout ByteWriter) {
        switch value {
        case .none: writer.byte(0)
        case .bool(let value): writer.byte(value ? 2 : 1)
        case .int(let value):
            writer.byte(3)
            writer.integer(UInt64(bitPattern: value))
        case .text(let text):
            writer.byte(4)
            writer.block(text)
        case .bytes(let bytes):
            writer.byte(5)
            writer.block(bytes)
        case .moment(let moment):
            writer.byte(6)
            writer.byte((moment.unixMilliseconds == nil ? 0 : 1) | (moment.isAllDay ? 2 : 0))
            writer.integer(UInt64(bitPattern: moment.unixMilliseconds ?? 0))
            writer.integer(UInt32(bitPattern: Int32(clamping: moment.offsetSeconds)))
            writer.integer(UInt32(bitPattern: Int32(clamping: moment.day.daysSince1970)))
            writer.block(moment.zoneName)
        case .object(let json):
            writer.byte(7)
            writer.block(json)
        }
    }

    private static func value(from reader: inout ByteReader) throws(Failure) -> FieldValue {
        switch try reader.byte() {
        case 0: return .none
        case 1: return .bool(false)
        case 2: return .bool(true)
        case 3: return .int(Int64(bitPattern: try reader.integer()))
        case 4: return .text(try reader.text())
        case 5: return .bytes(try reader.block())
        case 6:
            let flags = try reader.byte()
            guard flags < 4 else { throw .malformed }
            let instant = Int64(bitPattern: try reader.integer())
            let offset: UInt32 = try reader.integer()
            let days: UInt32 = try reader.integer()
            return .moment(
                EntryMoment(
                    unixMilliseconds: flags & 1 == 0 ? nil : instant,
                    offsetSeconds: Int(Int32(bitPattern: offset)),
                    zoneName: try reader.text(),
                    day: CivilDate(daysSince1970: Int(Int32(bitPattern: days))),
                    isAllDay: flags & 2 != 0
                )
            )
        case 7: return .object(try reader.text())
        default: throw .malformed
        }
    }
}

private struct ByteWriter {
    var bytes: [UInt8] = []

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func integer(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func block(_ block: [UInt8]) {
        integer(UInt32(clamping: block.count))
        bytes.append(contentsOf: block)
    }

    mutating func block(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            integer(UInt32(clamping: utf8.count))
            bytes.append(contentsOf: utf8)
        }
    }
}

private struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ count: Int) throws(OperationCoding.Failure) -> ArraySlice<UInt8> {
        guard count <= bytes.count - position else { throw .truncated }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func byte() throws(OperationCoding.Failure) -> UInt8 {
        guard position < bytes.count else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func integer<Value: FixedWidthInteger>() throws(OperationCoding.Failure) -> Value {
        var value: Value = 0
        for (index, byte) in try take(Value.bitWidth / 8).enumerated() {
            value |= Value(truncatingIfNeeded: byte) << Value(truncatingIfNeeded: index * 8)
        }
        return value
    }

    /// A number of things, each of which takes at least one byte more.
    mutating func count() throws(OperationCoding.Failure) -> Int {
        let value: UInt32 = try integer()
        guard Int(value) <= bytes.count - position else { throw .truncated }
        return Int(value)
    }

    mutating func block() throws(OperationCoding.Failure) -> [UInt8] {
        let length: UInt32 = try integer()
        return Array(try take(Int(length)))
    }

    mutating func text() throws(OperationCoding.Failure) -> String {
        let length: UInt32 = try integer()
        let slice = try take(Int(length))
        guard let text = slice.withUnsafeBufferPointer({ String(validating: $0, as: UTF8.self) }) else {
            throw .malformed
        }
        return text
    }
}
