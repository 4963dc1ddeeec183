import Foundation
public import JournalModel
import JournalStore

/// Something that was done on this device at once, and can be taken back as a whole.
public struct JournalChange: Sendable, Hashable, Identifiable {
    /// What kind of thing was done; new kinds may be added.
    public enum Verb: String, Sendable, CaseIterable {
        /// Something written, changed in the editor, changed by field, or a file attached.
        case new, edit, set, attach
        /// Into the trash, out of it, and out of it for good.
        case delete, restore, purge
        /// A change taken back.
        case undo
        /// Names of tags and journals, and the profile.
        case tags, journals, profile
        /// An import, whole.
        case imported = "import"
    }

    /// Grows with time; unique on this device.
    public var number: Int64
    /// `nil` for a kind that a newer version knows.
    public var verb: Verb?
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var atMilliseconds: Int64
    /// Records that were written, each counted as often as it was.
    public var operationCount: Int
    /// The change that this one took back.
    public var undoes: Int64?
    /// Whether it was taken back, and not brought again.
    public var isUndone: Bool

    /// Same as ``number``.
    public var id: Int64 { number }
}

/// What an undo did.
public struct UndoResult: Sendable, Hashable {
    /// The change that was taken back.
    public var number: Int64
    /// What kind of thing it was.
    public var verb: JournalChange.Verb?
    /// The change that the undo is, to be undone in its turn; `nil` when there was nothing left to take back.
    public var undo: Int64?
    /// Records that are as they were before.
    public var undoneCount: Int
    /// Records of which something was written since, which stays.
    public var keptCount: Int
}

/// An entry as someone saw it before changing it.
public struct EntryRevision: Sendable {
    /// The entry.
    public var entry: Entry { seen.entry }
    /// Names this revision on this device, so that an edit can go on after its program ended.
    public var number: Int64 { seen.number }
    let seen: StoredRevision
}

/// What an entry was after one change.
public struct EntryVersion: Sendable, Hashable, Identifiable {
    /// From 1, oldest first.
    public var number: Int
    /// Milliseconds since 1970-01-01T00:00:00Z; of an import, when its source last changed it.
    public var atMilliseconds: Int64
    /// Id of the device that wrote it, in lower case; `nil` for an import.
    public var device: String?
    /// Whether that is this device.
    public var isThisDevice: Bool
    /// The entry as it read.
    public var entry: Entry

    /// Same as ``number``.
    public var id: Int { number }
}

/// An entry in the trash.
public struct TrashedEntry: Sendable, Hashable {
    /// The entry as it reads.
    public var entry: Entry
    /// When it was put there: milliseconds since 1970-01-01T00:00:00Z.
    public var atMilliseconds: Int64
}

extension Journal {
    // MARK: Changing many

    /// An entry as it reads now, or as it was seen before, to be changed later with ``edit(_:seen:_:)``.
    ///
    /// - Parameters:
    ///   - id: The entry.
    ///   - number: ``EntryRevision/number`` of what was seen; `nil` for what is there now.
    /// - Returns: It.
    /// - Throws: ``JournalError/Code/noSuchEntry``.
    public func revision(of id: EntryID, at number: Int64? = nil) throws(JournalError) -> EntryRevision {
        try run { EntryRevision(seen: try store.revision(of: id, at: number)) }
    }

    /// Changes entries that were seen before, in one change; what was written meanwhile is merged and not replaced.
    ///
    /// - Returns: The entries as they read afterwards, in the order given.
    /// - Throws: ``JournalError``; what was changed until then stays, and can be undone.
    @discardableResult
    public func edit(
        _ revisions: [EntryRevision],
        _ change: @Sendable (inout Entry) -> Void
    ) throws(JournalError) -> [Entry] {
        try run {
            let seen = Dictionary(revisions.map { ($0.entry.id, $0.seen) }) { first, _ in first }
            return try store.editAll(
                revisions.map(\.entry.id),
                seen: seen,
                as: PendingChange(.edit),
                visit: Task.checkCancellation
            ) { change(&$0) }
        }
    }

    /// Changes an entry that was seen before; what was written meanwhile is merged and not replaced.
    ///
    /// Of an entry that was deleted for good meanwhile, what is saved is kept.
    ///
    /// - Returns: The entry as it reads afterwards.
    @discardableResult
    public func edit(
        _ id: EntryID,
        seen: EntryRevision,
        _ change: @Sendable (inout Entry) -> Void
    ) throws(JournalError) -> Entry {
        try run { try store.edit(id, seen: seen.seen) { change(&$0) } }
    }

    /// Changes entries in one change that can be undone as a whole.
    ///
    /// - Parameters:
    ///   - ids: The entries; those that are not there are passed over.
    ///   - verb: What kind of change it is.
    ///   - journal: Name of a journal that they go to, made when it is not there; `nil` leaves them in theirs.
    ///   - edit: Changes one entry.
    /// - Returns: The entries as they read afterwards, and the number of the change; no number when nothing changed.
    /// - Throws: ``JournalError``; what was changed until then stays, and can be undone.
    @discardableResult
    public func change(
        _ ids: [EntryID],
        as verb: JournalChange.Verb = .set,
        movingTo journal: String? = nil,
        _ edit: @Sendable (inout Entry) -> Void = { _ in }
    ) throws(JournalError) -> (entries: [Entry], change: Int64?) {
        try run {
            let change = PendingChange(ChangeVerb(rawValue: verb.rawValue) ?? .edit)
            let target = try journal.map { try store.journal(named: $0, as: change).id }
            let entries = try store.editAll(ids, as: change, visit: Task.checkCancellation) { entry in
                edit(&entry)
                if let target { entry.journal = target }
            }
            return (entries, change.number)
        }
    }

    /// Attaches files to an entry in one change; the same bytes twice are one attachment.
    @discardableResult
    public func attach(_ files: [EntryDraft.File], to id: EntryID) throws(JournalError) -> Entry {
        try run {
            try store.edit(id, as: PendingChange(.attach)) { entry in
                for file in files { try attach(file, to: &entry) }
            }
        }
    }

    /// Moves entries to the trash, where they stay until they are restored or the trash is emptied.
    ///
    /// - Returns: Those that are there, as they read afterwards.
    @discardableResult
    public func delete(_ ids: [EntryID]) throws(JournalError) -> [Entry] {
        try run { try store.delete(ids, visit: Task.checkCancellation) }
    }

    /// Takes entries out of the trash.
    ///
    /// - Returns: Those that are there, as they read afterwards.
    @discardableResult
    public func restore(_ ids: [EntryID]) throws(JournalError) -> [Entry] {
        try run { try store.restore(ids, visit: Task.checkCancellation) }
    }

    /// Deletes entries for good: their words are removed from this device's files.
    ///
    /// Cannot be undone.
    ///
    /// - Returns: How many there were, and whether every file was cleared already; another program that reads or
    ///   imports at the moment delays that to the next purge or ``finishPurge()``.
    public func purge(_ ids: [EntryID]) throws(JournalError) -> (count: Int, isFinished: Bool) {
        try run { (try store.purge(ids, visit: Task.checkCancellation), !store.hasUnfinishedPurge) }
    }

    /// Finishes a purge that was cut off, and removes files of attachments that no entry, version or trash names.
    ///
    /// - Returns: Files that were removed; `nil` when another program is storing files, and nothing was done.
    public func finishPurge() throws(JournalError) -> Int? {
        try run {
            _ = try store.finishPurge()
            return try store.removeUnnamedFiles()
        }
    }

    /// What is in the trash, the latest deleted first.
    public func trash() throws(JournalError) -> [TrashedEntry] {
        try run {
            var query = EntryQuery()
            query.onlyTrashed = true
            return try store.live.page(query).map { entry in
                TrashedEntry(entry: entry, atMilliseconds: try store.trashedMilliseconds(entry.id) ?? 0)
            }
            .sorted { ($1.atMilliseconds, $1.entry.id) < ($0.atMilliseconds, $0.entry.id) }
        }
    }

    // MARK: Taking back

    /// Changes made on this device, newest first.
    public func changes(limit: Int = 50) throws(JournalError) -> [JournalChange] {
        try run { try store.changes(limit: limit).map(JournalChange.init) }
    }

    /// Entries that a change was about.
    public func entries(of change: Int64) throws(JournalError) -> [EntryID] {
        try run { try store.entries(of: change) }
    }

    /// Takes a change back; what was written since stays.
    ///
    /// - Parameter number: The change; `nil` for the newest that is neither an undo nor undone.
    /// - Returns: `nil` when there is no such change.
    /// - Throws: ``JournalError``; what was taken back until then is.
    @discardableResult
    public func undo(_ number: Int64? = nil) throws(JournalError) -> UndoResult? {
        try run {
            try store.undo(number, visit: Task.checkCancellation).map { outcome in
                UndoResult(
                    number: outcome.number,
                    verb: outcome.verb.flatMap { JournalChange.Verb(rawValue: $0.rawValue) },
                    undo: outcome.undo,
                    undoneCount: outcome.undoneCount,
                    keptCount: outcome.keptCount
                )
            }
        }
    }

    /// The versions of an entry, oldest first; empty when there is no such entry.
    public func history(of id: EntryID) throws(JournalError) -> [EntryVersion] {
        try run {
            try store.history(of: id).map {
                EntryVersion(
                    number: $0.number,
                    atMilliseconds: $0.atMilliseconds,
                    device: $0.device?.uuidString.lowercased(),
                    isThisDevice: $0.isThisDevice,
                    entry: $0.entry
                )
            }
        }
    }

    /// Makes an entry what it was in a version, attachments included, and takes it out of the trash.
    ///
    /// The versions between stay in its history.
    ///
    /// - Returns: The entry as it reads afterwards; `nil` when there is no such entry or version.
    @discardableResult
    public func restore(_ id: EntryID, toVersion number: Int) throws(JournalError) -> Entry? {
        try run {
            guard let version = try store.history(of: id).first(where: { $0.number == number })?.entry
            else { return nil }
            let change = PendingChange(.restore)
            _ = try store.edit(id, as: change) { entry in
                var restored = version
                restored.isTrashed = entry.isTrashed
                restored.conflicts = entry.conflicts
                restored.changedMilliseconds = entry.changedMilliseconds
                entry = restored
            }
            return try store.restore([id], as: change).first
        }
    }
}

extension JournalChange {
    init(_ change: ChangeSet) {
        self.init(
            number: change.number,
            verb: change.verb.flatMap { Verb(rawValue: $0.rawValue) },
            atMilliseconds: change.atMilliseconds,
            operationCount: change.operationCount,
            undoes: change.undoes,
            isUndone: change.isUndone
        )
    }
}
