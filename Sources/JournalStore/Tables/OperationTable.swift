import Bytes
package import JournalModel
import SQLite

/// The operations: the truth of the store.
package final class OperationTable {
    /// An entry of 64 MiB, its source object and room for the rest.
    fileprivate static let limitBytes = 256 << 20
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
        let proof = OperationProof()
        var found: [Int64] = []
        var empty: [[UInt8]: Int64] = [:]
        var purged: Set<OperationID> = []
        try OperationTable.forEachStored(database) { row in
            try visit()
            guard row.content != nil else {
                empty[row.id] = row.sequence
                return
            }
            guard let operation = proof.operation(row) else { return found.append(row.sequence) }
            for change in operation.changes where change.field.kind == .purged {
                purged.formUnion(change.parents)
            }
        }
        let unexplained = empty.filter { !purged.contains(OperationID(bytes: $0.key)) }.values
        return (found + unexplained).sorted()
    }

    /// Visits every row in the order in which they came, also those that cannot be read.
    static func forEachStored(_ database: Connection, _ body: (StoredOperation) throws -> Void) throws {
        try database.withStatement(
            "SELECT sequence, id, record_kind, record, time, digest, content FROM operation ORDER BY sequence"
        ) { row in
            while try row.step() {
                try body(
                    StoredOperation(
                        sequence: row.int64(at: 0) ?? 0,
                        id: row.bytes(at: 1) ?? [],
                        recordKind: row.int64(at: 2) ?? 0,
                        record: row.bytes(at: 3) ?? [],
                        time: row.int64(at: 4) ?? 0,
                        digest: row.isNull(at: 5) ? nil : row.bytes(at: 5),
                        content: row.isNull(at: 6) ? nil : row.bytes(at: 6)
                    )
                )
            }
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

/// Proves rows of operations by what they hold themselves.
package struct OperationProof {
    private let zstandard = Zstandard()

    package init() {}

    /// - Parameter row: With content.
    /// - Returns: The operation; `nil` when any column is not what was written.
    func operation(_ row: StoredOperation) -> Operation? {
        guard let content = row.content,
            let encoded = try? content.withUnsafeBytes({
                try zstandard.decompress($0, limitBytes: OperationTable.limitBytes)
            }),
            let operation = try? OperationCoding.decode(encoded),
            operation.id.bytes == row.id,
            Digest.of(encoded, .sha256) == row.digest ?? row.id,
            operation.record.kind.rawValue == row.recordKind,
            operation.record.uuid.bytes == row.record,
            Int64(bitPattern: operation.time.value) == row.time
        else { return nil }
        return operation
    }

    /// Whether a row is what was written; one without content cannot be told.
    package func isWhole(_ row: StoredOperation) -> Bool { row.content == nil || operation(row) != nil }
}
