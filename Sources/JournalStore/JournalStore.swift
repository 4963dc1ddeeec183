import Glibc
import JournalModel
import SQLite

/// One journal on disk, open for reading and writing by one owner.
///
/// Synchronous and not `Sendable`: the command calls it directly, front ends put an actor before it.
/// Any number of processes may have the same journal open; one writes at a time.
package final class JournalStore {
    /// Version of the store's format that this program writes.
    package static var format: Int { Schema.version }

    package let folder: StoreFolder
    package let attachments: AttachmentFolder
    package var environment: StoreEnvironment
    let database: Connection
    let operations: OperationTable
    let changeSets: ChangeSetTable
    var entries: EntryTable
    private(set) var ownCommits: Int64 = 0
    let lock: StoreLock

    /// The newest state, for single questions.
    package private(set) lazy var live = Snapshot(live: database, folder)

    /// Opens the journal in `folder`.
    ///
    /// - Parameters:
    ///   - folder: Where the store lies.
    ///   - creating: Whether to make one when there is none.
    ///   - environment: Clock, randomness and waiting.
    /// - Throws: ``StoreError``; a folder that is not a sound journal of this user is left untouched.
    package init(_ folder: StoreFolder, creating: Bool, environment: StoreEnvironment) throws {
        try folder.check()
        if !folder.exists {
            guard creating else { throw StoreError.absent(path: folder.path) }
            try FileSystem.makePrivateFolder(folder.path)
            chmod(folder.path, 0o700)
        }
        self.folder = folder
        self.environment = environment
        // What is no journal of ours is found before anything is written, even the lock.
        let current = try folder.exists ? JournalStore.openCurrent(folder) : nil
        lock = try StoreLock(path: folder.lock)
        database = try current ?? JournalStore.makeCurrent(folder, lock, environment)
        operations = OperationTable(database)
        changeSets = ChangeSetTable(database: database)
        entries = EntryTable(database)
        attachments = AttachmentFolder(root: folder.attachments)
        if try SearchIndex.revision(database) != SearchText.revision { try rebuild() }
    }

    /// Opens a store of this program's format, for which no writer need be waited; `nil` for an older one.
    private static func openCurrent(_ folder: StoreFolder) throws -> Connection? {
        let database = try openDatabase(folder)
        return try Migrations.inspect(folder.privateDatabase, database) == Schema.version ? database : nil
    }

    /// Creates the store, or brings an older one to this program's format.
    private static func makeCurrent(
        _ folder: StoreFolder,
        _ lock: StoreLock,
        _ environment: StoreEnvironment
    ) throws -> Connection {
        try lock.hold(waitMilliseconds: environment.lockWaitMilliseconds) {
            do {
                if !folder.exists { try Migrations.create(folder, environment: environment) }
                let database = try openDatabase(folder)
                let version = try Migrations.inspect(folder.privateDatabase, database)
                try Migrations.migrate(folder, database, from: version)
                return database
            } catch let error as SQLiteError {
                throw StoreError(error, while: "make the journal", at: folder.privateDatabase)
            }
        }
    }

    private static func openDatabase(_ folder: StoreFolder) throws -> Connection {
        do {
            let database = try Connection(path: folder.privateDatabase, access: .readWrite)
            try database.execute(Schema.pragmas)
            return database
        } catch {
            throw StoreError(error, while: "open the journal", at: folder.privateDatabase)
        }
    }

    // MARK: Writing

    /// Runs `body` in one transaction that no other program can come between.
    ///
    /// - Parameters:
    ///   - change: What the operations belong to; `nil` when there are none.
    ///   - body: Given what numbers this device's operations.
    /// - Returns: What `body` returns, when it is committed.
    /// - Throws: What `body` throws, with nothing changed; ``StoreError``.
    func write<Result>(
        _ change: PendingChange?,
        _ body: (inout DeviceTable) throws -> Result
    ) throws -> Result {
        try lock.hold(waitMilliseconds: environment.lockWaitMilliseconds) {
            do {
                try database.execute("BEGIN IMMEDIATE")
                do {
                    try DeviceTable.bind(database, path: folder.privateDatabase, environment)
                    guard var device = try DeviceTable.read(database) else {
                        throw StoreError.foreign(path: folder.path, reason: "it has no device")
                    }
                    let before = device.counter
                    operations.beginTransaction()
                    let result = try body(&device)
                    if device.counter != before { try device.save(database) }
                    var number = change?.number
                    if let change, let appended = operations.appended {
                        number = try changeSets.append(change, appended, at: environment.now())
                    }
                    try database.execute("COMMIT")
                    change?.number = number
                    ownCommits += 1
                    // What is committed is kept; a checkpoint that fails is made up for after a later write.
                    try? keepLogShort()
                    return result
                } catch {
                    if database.isInTransaction { try? database.execute("ROLLBACK") }
                    throw error
                }
            } catch let error as SQLiteError {
                throw StoreError(error, while: "write to the journal", at: folder.privateDatabase)
            }
        }
    }

    /// Checkpoints are made only here and only under the lock.
    private func keepLogShort() throws {
        let bytes = folder.logByteCount
        if bytes > 16 << 20 {
            database.setBusyTimeout(milliseconds: 0)
            defer { database.setBusyTimeout(milliseconds: 10_000) }
            _ = try database.checkpoint(truncating: true)
        } else if bytes > 4 << 20 {
            _ = try database.checkpoint(truncating: false)
        }
    }

    /// Moves the whole log into the database and empties it, if no reader stands in the way.
    ///
    /// - Returns: Whether the log is empty now.
    @discardableResult
    package func tidy() throws -> Bool {
        let isEmpty = try lock.hold(waitMilliseconds: environment.lockWaitMilliseconds) {
            do {
                database.setBusyTimeout(milliseconds: 200)
                defer { database.setBusyTimeout(milliseconds: 10_000) }
                return try database.checkpoint(truncating: true)
            } catch let error as SQLiteError {
                throw StoreError(error, while: "checkpoint the journal", at: folder.privateDatabase)
            }
        }
        FileSystem.removeLeftovers(in: folder.path)
        attachments.removeLeftovers()
        return isEmpty
    }
}
