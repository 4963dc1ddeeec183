import Glibc
import SQLite

/// What this device remembers for itself and never syncs: `local.sqlite`, a log of the jobs done here.
///
/// Nothing of it is needed to read the journal; it may be removed at any time.
final class LocalDatabase {
    private static let applicationID = 0x4a52_4e6c  // "JRNl"
    private static let version = 1
    private static let schema = """
        CREATE TABLE job (
          sequence INTEGER PRIMARY KEY,
          verb TEXT NOT NULL DEFAULT '',
          started_ms INTEGER NOT NULL DEFAULT 0,
          finished_ms INTEGER NOT NULL DEFAULT 0,
          outcome TEXT NOT NULL DEFAULT ''
        ) STRICT;
        CREATE INDEX job_by_verb ON job (verb, sequence);
        """
    private let database: Connection

    /// Opens the file, making it when it is not there; the caller holds the store's lock.
    ///
    /// - Throws: ``StoreError``, `SQLiteError`; a file of a newer version is refused and left alone.
    init(creatingAt path: String) throws {
        if FileSystem.status(path) == nil { try LocalDatabase.create(path) }
        database = try Connection(path: path, access: .readWrite)
        try database.execute(Schema.pragmas)
        let found = try database.first("PRAGMA user_version") { $0.int(at: 0) ?? 0 } ?? 0
        guard found <= LocalDatabase.version else {
            throw StoreError.newer(path: path, found: found, known: LocalDatabase.version)
        }
    }

    /// Makes a database that is complete before it appears under its name.
    ///
    /// In WAL mode, like the journal's own: a rollback journal that the disk broke off would keep readers out.
    private static func create(_ path: String) throws {
        let temporary = FileSystem.parent(of: path) + "/.new-\(getpid())-local.sqlite"
        let suffixes = ["", "-journal", "-wal", "-shm"]
        for suffix in suffixes { unlink(temporary + suffix) }
        defer { for suffix in suffixes { unlink(temporary + suffix) } }
        close(try FileSystem.createPrivateFile(temporary))
        try fill(temporary)
        guard rename(temporary, path) == 0 else {
            throw StoreError.system(operation: "rename to", path: path, code: errno)
        }
        try FileSystem.syncFolder(FileSystem.parent(of: path))
    }

    private static func fill(_ path: String) throws {
        let database = try Connection(path: path, access: .readWrite)
        try database.execute(
            Schema.pragmas + "PRAGMA application_id = \(applicationID); BEGIN IMMEDIATE;" + schema
                + "PRAGMA user_version = \(version); COMMIT; PRAGMA journal_mode = WAL"
        )
        _ = try database.checkpoint(truncating: true)
    }

    /// Opens the file for reading; `nil` when there is none.
    init?(readingAt path: String) throws {
        guard FileSystem.status(path) != nil else { return nil }
        database = try Connection(path: path, access: .readOnly)
    }

    func append(_ job: JobRecord) throws {
        try database.run("INSERT INTO job (verb, started_ms, finished_ms, outcome) VALUES (?1, ?2, ?3, ?4)") {
            insert in
            try insert.bind(job.verb, at: 1)
            try insert.bind(job.startedMilliseconds, at: 2)
            try insert.bind(job.finishedMilliseconds, at: 3)
            try insert.bind(job.outcome, at: 4)
        }
        _ = try database.checkpoint(truncating: true)
    }

    func last(_ verb: String) throws -> JobRecord? {
        try database.first(
            "SELECT verb, started_ms, finished_ms, outcome FROM job WHERE verb = ?1 ORDER BY sequence DESC LIMIT 1"
        ) {
            try $0.bind(verb, at: 1)
        } row: { row in
            JobRecord(
                verb: row.text(at: 0) ?? "",
                startedMilliseconds: row.int64(at: 1) ?? 0,
                finishedMilliseconds: row.int64(at: 2) ?? 0,
                outcome: row.text(at: 3) ?? ""
            )
        }
    }
}

/// One job that was done on this device.
package struct JobRecord: Sendable, Hashable {
    /// `check`, `import` or `export`.
    package var verb: String
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package var startedMilliseconds: Int64
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package var finishedMilliseconds: Int64
    /// One word, such as `done`, `part`, `sound`, `warnings`, `damage`.
    package var outcome: String

    package init(verb: String, startedMilliseconds: Int64, finishedMilliseconds: Int64, outcome: String) {
        self.verb = verb
        self.startedMilliseconds = startedMilliseconds
        self.finishedMilliseconds = finishedMilliseconds
        self.outcome = outcome
    }
}

extension JournalStore {
    /// Remembers a job that was done.
    ///
    /// The log is for people who look back: a full disk or a damaged log must not turn a job that succeeded into
    /// one that failed, so what goes wrong here is left at that.
    package func remember(_ job: JobRecord) {
        try? lock.hold(waitMilliseconds: environment.lockWaitMilliseconds) {
            try LocalDatabase(creatingAt: folder.localDatabase).append(job)
        }
    }

    /// The last job of a kind, as far as this device remembers.
    package func lastJob(_ verb: String) -> JobRecord? {
        try? LocalDatabase(readingAt: folder.localDatabase)?.last(verb)
    }
}
