import Glibc
package import JournalModel
import SQLite

/// One journal on disk, open for reading and writing by one owner.
///
/// Synchronous and not `Sendable`: the command calls it directly, front ends put an actor before it.
/// Any number of processes may have the same journal open; one writes at a time.
package final class JournalStore {
    package let folder: StoreFolder
    package let attachments: AttachmentFolder
    package var environment: StoreEnvironment
    let database: Connection
    let operations: OperationTable
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
    /// - Throws: What `body` throws, with nothing changed; ``StoreError``.
    func write<Result>(_ body: (inout DeviceTable) throws -> Result) throws -> Result {
        try lock.hold(waitMilliseconds: environment.lockWaitMilliseconds) {
            do {
                try database.execute("BEGIN IMMEDIATE")
                do {
                    try DeviceTable.bind(database, path: folder.privateDatabase, environment)
                    guard var device = try DeviceTable.read(database) else {
                        throw StoreError.foreign(path: folder.path, reason: "it has no device")
                    }
                    let before = device.counter
                    let result = try body(&device)
                    if device.counter != before { try device.save(database) }
                    try database.execute("COMMIT")
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
    package func tidy() throws {
        try lock.hold(waitMilliseconds: environment.lockWaitMilliseconds) {
            do {
                database.setBusyTimeout(milliseconds: 200)
                defer { database.setBusyTimeout(milliseconds: 10_000) }
                _ = try database.checkpoint(truncating: true)
            } catch let error as SQLiteError {
                throw StoreError(error, while: "checkpoint the journal", at: folder.privateDatabase)
            }
        }
        FileSystem.removeLeftovers(in: folder.path)
        attachments.removeLeftovers()
    }

    /// Adds an entry.
    ///
    /// Attachments must have been stored before.
    package func add(_ entry: Entry) throws {
        let entry = EntryFields.withoutRepetitions(entry)
        try attachments.sync()
        try write { device in
            let (id, time) = device.next(environment.now())
            let operation = Operation(
                id: id,
                time: time,
                record: RecordID(.entry, entry.id.uuid),
                changes: EntryFields.changes(of: entry)
            )
            try operations.append(operation)
            try entries.put(entry, replacing: nil)
        }
    }

    /// Changes an entry to what `edit` makes of it, naming the heads it had as parents.
    ///
    /// - Returns: The entry as it reads afterwards.
    package func edit(_ id: EntryID, _ edit: (inout Entry) throws -> Void) throws -> Entry {
        try attachments.sync()
        return try write { device in
            guard let old = try entries.find(id) else { throw StoreError.noSuchEntry(id: id.description) }
            var new = old.entry
            try edit(&new)
            new.id = id
            new = EntryFields.withoutRepetitions(new)
            let record = RecordID(.entry, id.uuid)
            let view = RecordView(record, try operations.of(record))
            var changes = EntryFields.changes(from: old.entry, to: new)
            // Saving a text settles what could not be merged: the writer has seen it. A star or a tag does not.
            if changes.contains(where: { $0.field.kind.isText }) {
                for field in view.contestedFields
                where field.kind.isText && !changes.contains(where: { $0.field == field }) {
                    changes.append(Operation.Change(field, view.value(field)))
                }
            }
            guard !changes.isEmpty else { return old.entry }
            let now = environment.now()
            if !changes.contains(where: { $0.field.kind == .changed }) {
                changes.append(Operation.Change(Field(.changed), .int(now)))
            }
            return try append(changes.map { parented($0, view) }, to: record, old: old, &device, now)
        }
    }

    /// Puts an entry in the trash: covers every value that is in force now, and nothing written elsewhere meanwhile.
    package func delete(_ id: EntryID) throws -> Entry {
        try write { device in
            guard let old = try entries.find(id) else { throw StoreError.noSuchEntry(id: id.description) }
            guard !old.entry.isTrashed else { return old.entry }
            let record = RecordID(.entry, id.uuid)
            let view = RecordView(record, try operations.of(record))
            let change = Operation.Change(Field(.deleted), .bool(true), parents: view.headOperations)
            return try append([change], to: record, old: old, &device, environment.now())
        }
    }

    /// Takes an entry out of the trash.
    package func restore(_ id: EntryID) throws -> Entry {
        try write { device in
            guard let old = try entries.find(id) else { throw StoreError.noSuchEntry(id: id.description) }
            guard old.entry.isTrashed else { return old.entry }
            return try restore(old, &device)
        }
    }

    func restore(_ old: (key: Int64, entry: Entry), _ device: inout DeviceTable) throws -> Entry {
        let record = RecordID(.entry, old.entry.id.uuid)
        let view = RecordView(record, try operations.of(record))
        let now = environment.now()
        let change = parented(Operation.Change(Field(.restored), .int(now)), view)
        return try append([change], to: record, old: old, &device, now)
    }

    private func parented(_ change: Operation.Change, _ view: RecordView) -> Operation.Change {
        Operation.Change(change.field, change.value, parents: view.heads(of: change.field))
    }

    private func append(
        _ changes: [Operation.Change],
        to record: RecordID,
        old: (key: Int64, entry: Entry),
        _ device: inout DeviceTable,
        _ now: Int64
    ) throws -> Entry {
        let (id, time) = device.next(now)
        try operations.append(Operation(id: id, time: time, record: record, changes: changes))
        return try refresh(record, replacing: old)
    }

    /// Derives the rows of an entry anew from its operations.
    func refresh(_ record: RecordID, replacing old: (key: Int64, entry: Entry)?) throws -> Entry {
        let entry = EntryFields.entry(RecordView(record, try operations.of(record)))
        try entries.put(entry, replacing: old)
        return entry
    }

    // MARK: Derived tables

    /// Makes every derived table anew from the operations.
    ///
    /// An operation that cannot be read costs nothing but itself.
    package func rebuild() throws {
        defer { entries.index.stopWaiting() }
        try write { _ in
            let rows = try rowsOfDamagedRecords()
            let journals = Dictionary(
                ((try? JournalTable.all(database)) ?? []).map { ($0.id, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            for table in Schema.derivedTables { try database.execute("DROP TABLE IF EXISTS \(table)") }
            try database.execute(Schema.derived)
            try SearchIndex.configure(database)
            try JournalTable.insertStandard(database)
            for (position, record) in try operations.records().enumerated() {
                if position % 1000 == 0 {
                    try entries.index.putWaiting(database)
                    entries.index.beginWaiting()
                }
                do { try derive(record) } catch StoreError.damagedOperation {
                    // What can no longer be derived stays as it was.
                    if let entry = rows[EntryID(record.uuid)] { try entries.put(entry, replacing: nil) }
                    if let journal = journals[JournalID(record.uuid)] {
                        try JournalTable.put(journal, database)
                    }
                }
            }
            try entries.index.putWaiting(database)
        }
        try tidy()
    }

    private func derive(_ record: RecordID) throws {
        switch record.kind {
        case .entry: _ = try refresh(record, replacing: nil)
        case .journal:
            try JournalTable.put(JournalTable.info(RecordView(record, try operations.of(record))), database)
        case .profile: break
        }
    }

    /// Entries whose operations cannot be read any more: their rows are all that is left of them.
    private func rowsOfDamagedRecords() throws -> [EntryID: Entry] {
        var kept: [EntryID: Entry] = [:]
        for record in try operations.records() where record.kind == .entry {
            do { _ = try operations.of(record) } catch StoreError.damagedOperation {
                let id = EntryID(record.uuid)
                kept[id] = try? entries.find(id)?.entry
            }
        }
        return kept
    }

    /// Makes a journal by name, unless one of that name (case ignored) is there.
    package func journal(named name: String) throws -> JournalInfo {
        if let found = try JournalTable.find(name, database) { return found }
        return try write { device in
            // Another program may have made it since.
            if let found = try JournalTable.find(name, database) { return found }
            let journal = JournalInfo(id: JournalID(environment.randomUUID()), name: name)
            let (id, time) = device.next(environment.now())
            let record = RecordID(.journal, journal.id.uuid)
            try operations.append(
                Operation(
                    id: id,
                    time: time,
                    record: record,
                    changes: [Operation.Change(Field(.name), .text(name))]
                )
            )
            try JournalTable.put(journal, database)
            return journal
        }
    }
}
