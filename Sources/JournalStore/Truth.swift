import Glibc
package import JournalModel
import SQLite

/// A row of the operations as it lies in the store, read or not: what a backup keeps.
package struct StoredOperation: Sendable, Equatable {
    package var sequence: Int64
    package var id: [UInt8]
    package var recordKind: Int64
    /// 16 bytes.
    package var record: [UInt8]
    /// Hybrid time.
    package var time: Int64
    /// SHA-256 of the encoding; `nil` for imports and purged operations.
    package var digest: [UInt8]?
    /// Zstandard frame of the encoding; `nil` once purged.
    package var content: [UInt8]?

    package init(
        sequence: Int64,
        id: [UInt8],
        recordKind: Int64,
        record: [UInt8],
        time: Int64,
        digest: [UInt8]?,
        content: [UInt8]?
    ) {
        self.sequence = sequence
        self.id = id
        self.recordKind = recordKind
        self.record = record
        self.time = time
        self.digest = digest
        self.content = content
    }
}

/// A row of what was done at once.
package struct StoredChange: Sendable, Equatable {
    package var sequence: Int64
    package var number: Int64
    package var verb: String
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package var atMilliseconds: Int64
    package var firstOperation: Int64
    package var lastOperation: Int64
    package var undoes: Int64?

    package init(
        sequence: Int64,
        number: Int64,
        verb: String,
        atMilliseconds: Int64,
        firstOperation: Int64,
        lastOperation: Int64,
        undoes: Int64?
    ) {
        self.sequence = sequence
        self.number = number
        self.verb = verb
        self.atMilliseconds = atMilliseconds
        self.firstOperation = firstOperation
        self.lastOperation = lastOperation
        self.undoes = undoes
    }
}

extension Snapshot {
    /// Every operation in the order in which they came, also those that cannot be read.
    package func forEachStoredOperation(_ body: (StoredOperation) throws -> Void) throws {
        try OperationTable.forEachStored(database, body)
    }

    /// Whether every operation of an entry can be read.
    package func isReadable(_ id: EntryID) -> Bool {
        (try? operations.of(RecordID(.entry, id.uuid))) != nil
    }

    /// What was done at once, in order.
    package func storedChanges() throws -> [StoredChange] {
        try database.all(
            """
            SELECT sequence, number, verb, at_ms, first_operation, last_operation, undoes
            FROM change_set ORDER BY sequence
            """
        ) { row in
            StoredChange(
                sequence: row.int64(at: 0) ?? 0,
                number: row.int64(at: 1) ?? 0,
                verb: row.text(at: 2) ?? "",
                atMilliseconds: row.int64(at: 3) ?? 0,
                firstOperation: row.int64(at: 4) ?? 0,
                lastOperation: row.int64(at: 5) ?? 0,
                undoes: row.int64(at: 6)
            )
        }
    }

    /// The last reading of the device's hybrid clock.
    package func clock() throws -> Int64 {
        try database.first("SELECT time FROM device") { $0.int64(at: 0) ?? 0 } ?? 0
    }

    /// SHA-256 of every attachment that some operation names, sorted; those of operations that cannot be read are
    /// taken from the rows.
    package func namedAttachments() throws -> [String] {
        var found: Set<String> = []
        for record in try operations.records() where record.kind == .entry {
            guard let all = try? operations.of(record) else { continue }
            for operation in all { found.formUnion(JournalStore.contents(of: operation)) }
        }
        found.formUnion(
            try database.all("SELECT sha256 FROM attachment WHERE sha256 IS NOT NULL") {
                $0.text(at: 0) ?? ""
            }
        )
        return found.sorted()
    }
}

/// Puts the rows of a backup into a store that is being made.
package struct TruthWriter {
    let database: Connection

    package func put(_ operation: StoredOperation) throws {
        try database.run(
            """
            INSERT INTO operation (sequence, id, record_kind, record, time, digest, content)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """
        ) { insert in
            try insert.bind(operation.sequence, at: 1)
            try insert.bind(operation.id, at: 2)
            try insert.bind(operation.recordKind, at: 3)
            try insert.bind(operation.record, at: 4)
            try insert.bind(operation.time, at: 5)
            try insert.bind(operation.digest, at: 6)
            try insert.bind(operation.content, at: 7)
        }
    }

    package func put(_ change: StoredChange) throws {
        try database.run(
            """
            INSERT INTO change_set (sequence, number, verb, at_ms, first_operation, last_operation, undoes)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """
        ) { insert in
            try insert.bind(change.sequence, at: 1)
            try insert.bind(change.number, at: 2)
            try insert.bind(change.verb, at: 3)
            try insert.bind(change.atMilliseconds, at: 4)
            try insert.bind(change.firstOperation, at: 5)
            try insert.bind(change.lastOperation, at: 6)
            try insert.bind(change.undoes, at: 7)
        }
    }
}

extension JournalStore {
    /// Makes a store from the truth of another: a new device, with nothing of its keys.
    ///
    /// - Parameters:
    ///   - folder: Where no store lies yet.
    ///   - environment: Clock, randomness and waiting.
    ///   - clock: The hybrid time that the new device's clock must not fall behind.
    ///   - fill: Puts every row in.
    /// - Returns: The store, with every table derived.
    /// - Throws: ``StoreError``, or what `fill` throws.
    package static func restored(
        _ folder: StoreFolder,
        environment: StoreEnvironment,
        clock: Int64,
        fill: (TruthWriter) throws -> Void
    ) throws -> JournalStore {
        guard !folder.exists else {
            throw StoreError.foreign(path: folder.path, reason: "a journal lies there already")
        }
        try FileSystem.makePrivateFolder(folder.path)
        chmod(folder.path, 0o700)
        do {
            try Migrations.create(folder, environment: environment)
            let database = try Connection(path: folder.privateDatabase, access: .readWrite)
            try database.execute(Schema.pragmas + "BEGIN IMMEDIATE")
            try fill(TruthWriter(database: database))
            try database.run("UPDATE device SET time = ?1") { try $0.bind(clock, at: 1) }
            try database.execute("COMMIT")
        } catch let error as SQLiteError {
            throw StoreError(error, while: "restore the journal", at: folder.privateDatabase)
        }
        let store = try JournalStore(folder, creating: false, environment: environment)
        try store.rebuild()
        return store
    }
}
