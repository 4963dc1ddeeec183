import Bytes
package import JournalModel
import SQLite

/// The operations: the truth of the store.
package final class OperationTable {
    /// An entry of 64 MiB, its source object and room for the rest.
    private static let limitBytes = 256 << 20
    private let zstandard = Zstandard()
    private let database: Connection
    /// Sequence numbers of what was appended since ``beginTransaction()``.
    private(set) var appended: ClosedRange<Int64>?

    init(_ database: Connection) { self.database = database }

    func beginTransaction() { appended = nil }

    func append(_ operation: Operation) throws { try append(operation, OperationCoding.encode(operation)) }

    func append(_ operation: Operation, _ encoded: [UInt8]) throws {
        guard encoded.count <= OperationTable.limitBytes else {
            throw StoreError.tooLarge(limitBytes: OperationTable.limitBytes)
        }
        let content = try zstandard.compress(encoded)
        try database.run(
            "INSERT INTO operation (id, record_kind, record, time, digest, content) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        ) { insert in
            try insert.bind(operation.id.bytes, at: 1)
            try insert.bind(Int64(operation.record.kind.rawValue), at: 2)
            try insert.bind(operation.record.uuid.bytes, at: 3)
            try insert.bind(Int64(bitPattern: operation.time.value), at: 4)
            // An import's id is its digest already.
            try insert.bind(operation.id.isImport ? nil : Digest.of(encoded, .sha256), at: 5)
            try insert.bind(content, at: 6)
        }
        let sequence = database.lastInsertedRow
        appended = (appended?.lowerBound ?? sequence)...sequence
    }

    /// All operations of a record that have not been purged, in the order in which they came.
    package func of(_ record: RecordID) throws -> [Operation] { try numbered(record).map(\.operation) }

    /// As ``of(_:)``, with the sequence numbers.
    func numbered(_ record: RecordID) throws -> [(sequence: Int64, operation: Operation)] {
        try database.all(
            """
            SELECT sequence, content, id FROM operation
            WHERE record = ?1 AND record_kind = ?2 AND content IS NOT NULL ORDER BY sequence
            """
        ) { select in
            try select.bind(record.uuid.bytes, at: 1)
            try select.bind(Int64(record.kind.rawValue), at: 2)
        } row: {
            (sequence: $0.int64(at: 0) ?? 0, operation: try self.decode($0))
        }
    }

    /// Records of a span of operations, each once, in the order of its first one there.
    func records(in span: ClosedRange<Int64>) throws -> [RecordID] {
        try database.all(
            """
            SELECT record_kind, record FROM operation WHERE sequence BETWEEN ?1 AND ?2
            GROUP BY record_kind, record ORDER BY min(sequence)
            """
        ) {
            try $0.bind(span.lowerBound, at: 1)
            try $0.bind(span.upperBound, at: 2)
        } row: {
            OperationTable.record($0)
        }.compactMap { $0 }
    }

    /// Forgets what the operations of a record said; that they were is still known.
    func purgeContent(of record: RecordID) throws {
        try database.run(
            "UPDATE operation SET content = NULL, digest = NULL WHERE record = ?1 AND record_kind = ?2"
        ) {
            try $0.bind(record.uuid.bytes, at: 1)
            try $0.bind(Int64(record.kind.rawValue), at: 2)
        }
    }

    /// Visits every operation that has not been purged, in the order in which they came.
    func forEach(_ body: (Operation) throws -> Void) throws {
        try database.withStatement(
            "SELECT sequence, content, id FROM operation WHERE content IS NOT NULL ORDER BY sequence"
        ) { row in
            while try row.step() { try body(try self.decode(row)) }
        }
    }

    func ids(of record: RecordID) throws -> [OperationID] {
        try database.all("SELECT id FROM operation WHERE record = ?1 AND record_kind = ?2 ORDER BY sequence")
        {
            try $0.bind(record.uuid.bytes, at: 1)
            try $0.bind(Int64(record.kind.rawValue), at: 2)
        } row: {
            OperationID(bytes: $0.bytes(at: 0) ?? [])
        }
    }

    /// Every record that has operations, in the order of its first one.
    func records() throws -> [RecordID] {
        try database.all(
            "SELECT record_kind, record FROM operation GROUP BY record_kind, record ORDER BY min(sequence)"
        ) { OperationTable.record($0) }.compactMap { $0 }
    }

    private static func record(_ row: Statement) -> RecordID? {
        RecordKind(rawValue: UInt8(clamping: row.int64(at: 0) ?? 0)).map {
            RecordID($0, Bytes.uuid(bytes: row.bytes(at: 1) ?? []))
        }
    }

    /// Sequence numbers of operations that are not what was written.
    ///
    /// One without content must have been purged by another.
    func damaged(_ visit: () throws -> Void) throws -> [Int64] {
        try database.withStatement("SELECT sequence, content, id, digest FROM operation ORDER BY sequence") {
            row in
            var found: [Int64] = []
            var empty: [[UInt8]: Int64] = [:]
            var purged: Set<OperationID> = []
            while try row.step() {
                try visit()
                let sequence = row.int64(at: 0) ?? 0
                let id = row.bytes(at: 2) ?? []
                guard !row.isNull(at: 1) else {
                    empty[id] = sequence
                    continue
                }
                guard
                    let encoded = try? row.withBytes(
                        at: 1,
                        { bytes in
                            try self.zstandard.decompress(bytes, limitBytes: OperationTable.limitBytes)
                        }
                    ),
                    let operation = try? OperationCoding.decode(encoded),
                    operation.id.bytes == id,
                    Digest.of(encoded, .sha256) == row.bytes(at: 3) ?? id
                else {
                    found.append(sequence)
                    continue
                }
                for change in operation.changes where change.field.kind == .purged {
                    purged.formUnion(change.parents)
                }
            }
            let unexplained = empty.filter { !purged.contains(OperationID(bytes: $0.key)) }.values
            return (found + unexplained).sorted()
        }
    }

    private func decode(_ row: Statement) throws -> Operation {
        do {
            let encoded = try row.withBytes(at: 1) { bytes in
                try self.zstandard.decompress(bytes, limitBytes: OperationTable.limitBytes)
            }
            return try OperationCoding.decode(stored: encoded, id: OperationID(bytes: row.bytes(at: 2) ?? []))
        } catch {
            throw StoreError.damagedOperation(sequence: row.int64(at: 0) ?? 0, reason: "\(error)")
        }
    }
}
