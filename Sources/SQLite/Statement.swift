import CSQLite

/// A compiled statement, kept by its connection's cache and lent to one caller at a time.
///
/// A class, not `~Copyable`, because a dictionary holds it.
package final class Statement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer
    var isLent = false

    init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
        var prepared: OpaquePointer?
        guard
            sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
                == SQLITE_OK,
            let prepared
        else { throw SQLiteError(on: connection) }
        handle = prepared
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    /// Binds a value, of which SQLite keeps its own copy, to parameter `position`, counted from 1; `nil` is NULL.
    package func bind(_ text: String?, at position: Int32) throws(SQLiteError) {
        guard var text else { return try check(sqlite3_bind_null(handle, position)) }
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                sqlite3_bind_text64(
                    handle,
                    position,
                    characters.baseAddress,
                    UInt64(characters.count),
                    journal_sqlite_copy(),
                    UInt8(SQLITE_UTF8)
                )
            }
        }
        // An empty string may have no address, which SQLite takes for NULL.
        if text.isEmpty {
            return try check(
                sqlite3_bind_text64(handle, position, "", 0, journal_sqlite_copy(), UInt8(SQLITE_UTF8))
            )
        }
        try check(code)
    }

    /// Binds valid UTF-8 as text.
    package func bind(utf8 bytes: [UInt8], at position: Int32) throws(SQLiteError) {
        let code = bytes.withUnsafeBytes { buffer in
            sqlite3_bind_text64(
                handle,
                position,
                buffer.baseAddress?.assumingMemoryBound(to: CChar.self) ?? journal_sqlite_empty(),
                UInt64(buffer.count),
                journal_sqlite_copy(),
                UInt8(SQLITE_UTF8)
            )
        }
        try check(code)
    }

    package func bind(_ bytes: [UInt8]?, at position: Int32) throws(SQLiteError) {
        guard let bytes else { return try check(sqlite3_bind_null(handle, position)) }
        guard !bytes.isEmpty else { return try check(sqlite3_bind_zeroblob(handle, position, 0)) }
        try check(
            sqlite3_bind_blob64(handle, position, bytes, UInt64(bytes.count), journal_sqlite_copy())
        )
    }

    package func bind(_ value: Int64?, at position: Int32) throws(SQLiteError) {
        guard let value else { return try check(sqlite3_bind_null(handle, position)) }
        try check(sqlite3_bind_int64(handle, position, value))
    }

    package func bind(_ value: Int?, at position: Int32) throws(SQLiteError) {
        try bind(value.map(Int64.init), at: position)
    }

    package func bind(_ value: Bool, at position: Int32) throws(SQLiteError) {
        try check(sqlite3_bind_int64(handle, position, value ? 1 : 0))
    }

    package func bind(_ value: Double?, at position: Int32) throws(SQLiteError) {
        guard let value else { return try check(sqlite3_bind_null(handle, position)) }
        try check(sqlite3_bind_double(handle, position, value))
    }

    /// Moves to the next row; `false` when there is none.
    package func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw SQLiteError(on: connection)
        }
    }

    package func isNull(at column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// The text in `column`, counted from 0; `nil` for NULL.
    package func text(at column: Int32) -> String? {
        guard let start = sqlite3_column_text(handle, column) else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The integer in `column`, counted from 0; `nil` for NULL.
    package func int64(at column: Int32) -> Int64? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, column)
    }

    package func int(at column: Int32) -> Int? { int64(at: column).map(Int.init) }

    package func bool(at column: Int32) -> Bool { sqlite3_column_int64(handle, column) != 0 }

    package func double(at column: Int32) -> Double? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_double(handle, column)
    }

    /// A copy of the bytes in `column`, counted from 0; `nil` for NULL.
    package func bytes(at column: Int32) -> [UInt8]? {
        guard sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
        return withBytes(at: column) { Array($0) }
    }

    /// The bytes in `column`, valid until the next step; empty for NULL.
    package func withBytes<Result>(at column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result)
        rethrows
        -> Result
    {
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw SQLiteError(on: connection) }
    }
}
