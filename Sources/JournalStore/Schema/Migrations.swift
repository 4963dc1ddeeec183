import Glibc
import SQLite

/// Making and opening `private.sqlite`, whatever version wrote it.
enum Migrations {
    /// Makes a database that is complete before it appears under its name.
    static func create(_ folder: StoreFolder, environment: StoreEnvironment) throws {
        FileSystem.removeLeftovers(in: folder.path)
        let temporary = folder.path + "/.new-\(getpid()).sqlite"
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(temporary + suffix) }
        close(try FileSystem.createPrivateFile(temporary))
        do {
            try fill(temporary, environment)
            // The log was emptied, but closing must not checkpoint, so its files are left.
            for suffix in ["-wal", "-shm"] { unlink(temporary + suffix) }
            guard rename(temporary, folder.privateDatabase) == 0 else {
                throw StoreError.system(operation: "rename to", path: folder.privateDatabase, code: errno)
            }
            try FileSystem.syncFolder(folder.path)
        } catch {
            for suffix in ["", "-journal", "-wal", "-shm"] { unlink(temporary + suffix) }
            throw error
        }
    }

    private static func fill(_ path: String, _ environment: StoreEnvironment) throws {
        let database = try Connection(path: path, access: .readWrite)
        // Rows are about 2 kB: pages of 4 kB would hold one each and waste half.
        try database.execute("PRAGMA page_size = 8192;" + Schema.pragmas)
        try database.execute("PRAGMA application_id = \(Schema.applicationID); BEGIN IMMEDIATE")
        try database.execute(Schema.truth)
        try database.execute(Schema.derived)
        try SearchIndex.configure(database)
        try DeviceTable.insert(database, environment)
        try JournalTable.insertStandard(database)
        try database.execute("PRAGMA user_version = \(Schema.version); COMMIT; PRAGMA journal_mode = WAL")
        // The log must be empty and gone before the file is renamed away from it.
        _ = try database.checkpoint(truncating: true)
    }

    /// Checks what a file is before anything is written to it.
    ///
    /// - Returns: The schema version found.
    static func inspect(_ path: String, _ database: Connection) throws -> Int {
        do {
            let application = try database.first("PRAGMA application_id") { $0.int64(at: 0) ?? 0 } ?? 0
            guard application == Schema.applicationID else {
                throw StoreError.foreign(path: path, reason: "it is a database of another program")
            }
            let version = try database.first("PRAGMA user_version") { $0.int(at: 0) ?? 0 } ?? 0
            guard version <= Schema.version else {
                throw StoreError.newer(path: path, found: version, known: Schema.version)
            }
            guard version > 0 else {
                throw StoreError.foreign(path: path, reason: "it has no format version")
            }
            return version
        } catch let error as SQLiteError {
            throw StoreError(error, while: "open the journal", at: path)
        }
    }

    /// Steps from each version to the next, in order; the store is copied beside itself before the first.
    static let steps: [@Sendable (Connection) throws -> Void] = [
        { database in
            try database.execute(
                Schema.changeSet + Schema.tagRecord
                    + "ALTER TABLE journal ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0"
            )
        }
    ]

    static func migrate(_ folder: StoreFolder, _ database: Connection, from version: Int) throws {
        guard version < Schema.version else { return }
        let copy = folder.path + "/private-format-\(version).sqlite"
        if FileSystem.status(copy) == nil {
            let temporary = folder.path + "/.new-\(getpid())-copy.sqlite"
            unlink(temporary)
            close(try FileSystem.createPrivateFile(temporary))
            try database.run("VACUUM INTO ?1") { try $0.bind(temporary, at: 1) }
            let descriptor = open(temporary, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0, fsync(descriptor) == 0 else {
                throw StoreError.system(operation: "sync", path: temporary, code: errno)
            }
            close(descriptor)
            guard rename(temporary, copy) == 0 else {
                throw StoreError.system(operation: "rename to", path: copy, code: errno)
            }
            try FileSystem.syncFolder(folder.path)
        }
        try database.execute("BEGIN IMMEDIATE")
        do {
            for step in steps[(version - 1)...] { try step(database) }
            try database.execute("PRAGMA user_version = \(Schema.version); COMMIT")
        } catch {
            try? database.execute("ROLLBACK")
            throw error
        }
    }
}
