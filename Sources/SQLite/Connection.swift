import CSQLite

/// One open database file, owned by one actor or one task and therefore not `Sendable`.
package final class Connection {
    private let handle: OpaquePointer
    private var cache: [String: Statement] = [:]

    package enum Access: Sendable { case readWrite, readOnly }

    /// Opens a file that must exist.
    ///
    /// - Throws: ``SQLiteError`` 14 (cannot open). A file that is no database is found at its first use (26).
    package init(path: String, access: Access) throws(SQLiteError) {
        let mode = access == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        var opened: OpaquePointer?
        // NOMUTEX: Swift already guarantees one owner. NOFOLLOW: a planted link must not be written through.
        let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
        guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else {
            // SQLite allocates a handle even when it fails, so that the message can be read from it.
            defer { sqlite3_close_v2(opened) }
            throw SQLiteError(on: opened)
        }
        handle = opened
        sqlite3_busy_timeout(handle, 10_000)
        // Debian 12's SQLite has the WAL-reset race (sqlite.org/wal.html, section 11): only the holder of
        // the store's lock may checkpoint, so closing must not.
        journal_sqlite_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        journal_sqlite_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        journal_sqlite_flag(handle, SQLITE_DBCONFIG_DQS_DML, 0)
        journal_sqlite_flag(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
        journal_sqlite_flag(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        sqlite3_wal_autocheckpoint(handle, 0)
    }

    deinit {
        cache.removeAll()  // statements first, then the connection they belong to
        sqlite3_close_v2(handle)
    }

    /// Runs statements that bind nothing and return nothing.
    package func execute(_ sql: String) throws(SQLiteError) {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw SQLiteError(on: handle) }
    }

    /// Runs `body` with the compiled `sql`, reset and unbound afterwards even if `body` throws.
    package func withStatement<Result>(_ sql: String, _ body: (Statement) throws -> Result) throws -> Result {
        let statement: Statement
        if let cached = cache[sql], !cached.isLent {
            statement = cached
        } else {
            // A nested use of the same text gets a statement of its own.
            statement = try Statement(sql, on: handle)
            if cache[sql] == nil { cache[sql] = statement }
        }
        statement.isLent = true
        defer {
            statement.reset()
            statement.isLent = false
        }
        return try body(statement)
    }

    /// Runs a statement to its end.
    package func run(_ sql: String, _ bind: (Statement) throws -> Void = { _ in }) throws {
        try withStatement(sql) { statement in
            try bind(statement)
            while try statement.step() {}
        }
    }

    /// What `row` makes of the first row; `nil` when there is none.
    package func first<Value>(
        _ sql: String,
        _ bind: (Statement) throws -> Void = { _ in },
        row: (Statement) throws -> Value
    ) throws -> Value? {
        try withStatement(sql) { statement in
            try bind(statement)
            return try statement.step() ? try row(statement) : nil
        }
    }

    /// What `row` makes of every row, in order.
    package func all<Value>(
        _ sql: String,
        _ bind: (Statement) throws -> Void = { _ in },
        row: (Statement) throws -> Value
    ) throws -> [Value] {
        try withStatement(sql) { statement in
            try bind(statement)
            var values: [Value] = []
            while try statement.step() { values.append(try row(statement)) }
            return values
        }
    }

    /// Rowid of the last row inserted on this connection.
    package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Whether a transaction is open.
    package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Moves the write-ahead log into the database.
    ///
    /// - Parameter truncating: Also cuts the log's file to nothing, which waits for readers to finish.
    /// - Returns: Whether everything was moved.
    /// - Throws: ``SQLiteError``, but not when another connection stood in the way.
    package func checkpoint(truncating: Bool) throws(SQLiteError) -> Bool {
        var logged: Int32 = 0
        var moved: Int32 = 0
        let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
        let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, &logged, &moved)
        if code & 0xff == SQLITE_BUSY { return false }
        guard code == SQLITE_OK else { throw SQLiteError(on: handle) }
        return logged == moved
    }

    /// How long SQLite itself waits for a lock before it reports `SQLITE_BUSY`.
    package func setBusyTimeout(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

    /// SQLite's version, such as `3.40.1`.
    package static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
