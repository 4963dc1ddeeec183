import CSQLite

/// Why SQLite refused, in its own numbers and words.
package struct SQLiteError: Error, Equatable, Sendable {
    /// Extended result code.
    ///
    /// For example 2067, `SQLITE_CONSTRAINT_UNIQUE`. Table: <https://sqlite.org/rescode.html>.
    package let extendedCode: Int32

    /// SQLite's message, in English; never holds a bound value, which is private text.
    package let message: String

    /// The low byte of ``extendedCode``, for example 11 (`SQLITE_CORRUPT`).
    package var primaryCode: Int32 { extendedCode & 0xff }

    /// Whether the file is damaged or is no database (`SQLITE_CORRUPT`, `SQLITE_NOTADB`).
    package var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

    /// Whether another connection stood in the way (`SQLITE_BUSY`, `SQLITE_LOCKED`).
    package var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

    /// Whether the disk is full, failed or may not be written.
    ///
    /// `SQLITE_FULL`, `SQLITE_IOERR`, `SQLITE_CANTOPEN` and `SQLITE_READONLY`.
    package var isDisk: Bool {
        [SQLITE_FULL, SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY].contains(primaryCode)
    }

    package init(extendedCode: Int32, message: String) {
        self.extendedCode = extendedCode
        self.message = message
    }

    /// Reads the error a connection just reported, before any other call replaces it.
    init(on connection: OpaquePointer?) {
        extendedCode = sqlite3_extended_errcode(connection)
        message = String(cString: sqlite3_errmsg(connection))
    }
}

extension SQLiteError: CustomStringConvertible {
    package var description: String { "SQLite \(extendedCode): \(message)" }
}
