package import JournalModel
import SQLite

/// What an editor saw of an entry before it changed it: what its changes name as their parents.
package struct StoredRevision: Sendable {
    package let entry: Entry
    let view: RecordView
    /// The last operation that was seen, numbered on this device.
    package let number: Int64
}

extension JournalStore {
    /// Adds an entry.
    ///
    /// Attachments must have been stored before.
    package func add(_ entry: Entry, as change: PendingChange = PendingChange(.new)) throws {
        let entry = EntryFields.withoutRepetitions(entry)
        defer { attachments.release() }
        try attachments.sync()
        try write(change) { device in
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

    /// An entry as it reads now, or as it read once on this device, to be changed later.
    ///
    /// - Parameters:
    ///   - id: The entry.
    ///   - number: ``StoredRevision/number`` of what was seen; `nil` for what is there now.
    /// - Returns: It.
    /// - Throws: ``StoreError/noSuchEntry(id:)``.
    package func revision(of id: EntryID, at number: Int64? = nil) throws -> StoredRevision {
        let record = RecordID(.entry, id.uuid)
        var numbered = try operations.numbered(record)
        if let number { numbered.removeAll { $0.sequence > number } }
        let view = RecordView(record, numbered.map(\.operation))
        let entry = number == nil ? try entries.find(id)?.entry : EntryFields.entry(view)
        guard let entry, let last = numbered.last else {
            throw StoreError.noSuchEntry(id: id.description)
        }
        return StoredRevision(entry: entry, view: view, number: last.sequence)
    }

    /// Changes an entry to what `edit` makes of it.
    ///
    /// - Parameters:
    ///   - id: The entry.
    ///   - seen: What the writer had before them; `nil` for what is there now. What was written since is not
    ///     replaced but merged.
    ///   - change: What it belongs to.
    ///   - edit: Given the entry as it was seen.
    /// - Returns: The entry as it reads afterwards.
    /// - Throws: ``StoreError``, or what `edit` throws.
    package func edit(
        _ id: EntryID,
        seen: StoredRevision? = nil,
        as change: PendingChange = PendingChange(.edit),
        _ edit: (inout Entry) throws -> Void
    ) throws -> Entry {
        defer { attachments.release() }
        try attachments.sync()
        return try write(change) { device in try self.edit(id, seen: seen, &device, edit) }
    }

    /// Changes entries, each as a whole, in transactions of less than a second each.
    ///
    /// - Parameters:
    ///   - ids: The entries; those that are not there are passed over, unless they were seen.
    ///   - seen: What the writer had before them; of an entry that is not in it, what is there now.
    ///   - change: What it belongs to.
    ///   - visit: Called between transactions; throwing stops there, and what was changed stays.
    ///   - edit: Changes one entry.
    /// - Returns: The entries that are there, as they read afterwards.
    /// - Throws: ``StoreError``, or what `visit` or `edit` throws.
    package func editAll(
        _ ids: [EntryID],
        seen: [EntryID: StoredRevision] = [:],
        as change: PendingChange,
        visit: () throws -> Void = {},
        _ edit: (inout Entry) throws -> Void
    ) throws -> [Entry] {
        defer { attachments.release() }
        try attachments.sync()
        return try inBatches(ids, as: change, visit: visit) { id, device in
            do { return try self.edit(id, seen: seen[id], &device, edit) } catch StoreError.noSuchEntry {
                return nil
            }
        }
    }

    /// Does something to each item, in transactions of less than a second each.
    func inBatches<Item, Result>(
        _ items: [Item],
        as change: PendingChange,
        visit: () throws -> Void,
        _ body: (Item, inout DeviceTable) throws -> Result?
    ) throws -> [Result] {
        var results: [Result] = []
        var rest = items[...]
        while !rest.isEmpty {
            try visit()
            let start = ContinuousClock.now
            entries.index.beginWaiting()
            defer { entries.index.stopWaiting() }
            let (done, found) = try write(change) { device in
                var found: [Result] = []
                var done = 0
                for item in rest {
                    if let result = try body(item, &device) { found.append(result) }
                    done += 1
                    // The index takes about as long again.
                    if ContinuousClock.now - start > .milliseconds(300) { break }
                }
                try entries.index.putWaiting(database)
                return (done, found)
            }
            results += found
            rest = rest.dropFirst(done)
        }
        return results
    }

    private func edit(
        _ id: EntryID,
        seen: StoredRevision?,
        _ device: inout DeviceTable,
        _ edit: (inout Entry) throws -> Void
    ) throws -> Entry {
        let old = try entries.find(id)
        let record = RecordID(.entry, id.uuid)
        if seen == nil, old == nil { throw StoreError.noSuchEntry(id: id.description) }
        let base = try seen ?? revision(of: id)
        var new = base.entry
        try edit(&new)
        new.id = id
        new = EntryFields.withoutRepetitions(new)
        let now = environment.now()
        guard let old else {
            // Purged while someone wrote in it: what they have before them is all there is, and is kept whole.
            new.isTrashed = false
            new.changedMilliseconds = now
            return try append(EntryFields.changes(of: new), to: record, old: nil, &device, now)
        }
        var changes = EntryFields.changes(from: base.entry, to: new)
        // Saving a text settles what could not be merged: the writer has seen it. A star or a tag does not.
        if changes.contains(where: { $0.field.kind.isText }) {
            for field in base.view.contestedFields
            where field.kind.isText && !changes.contains(where: { $0.field == field }) {
                changes.append(Operation.Change(field, base.view.value(field)))
            }
        }
        guard !changes.isEmpty else { return old.entry }
        if !changes.contains(where: { $0.field.kind == .changed }) {
            changes.append(Operation.Change(Field(.changed), .int(now)))
        }
        return try append(changes.map { parented($0, base.view) }, to: record, old: old, &device, now)
    }

    /// Puts entries in the trash: covers every value that is in force now, and nothing written elsewhere meanwhile.
    ///
    /// - Returns: The entries as they read afterwards; those that are not there are left out.
    package func delete(
        _ ids: [EntryID],
        as change: PendingChange = PendingChange(.delete),
        visit: () throws -> Void = {}
    ) throws -> [Entry] {
        try inBatches(ids, as: change, visit: visit) { id, device in
            guard let old = try entries.find(id) else { return nil }
            return try old.entry.isTrashed ? old.entry : trash(old, &device)
        }
    }

    /// Puts one entry in the trash.
    ///
    /// - Throws: ``StoreError/noSuchEntry(id:)``.
    package func delete(_ id: EntryID) throws -> Entry {
        guard let entry = try delete([id]).first else { throw StoreError.noSuchEntry(id: id.description) }
        return entry
    }

    /// Takes entries out of the trash.
    ///
    /// - Returns: The entries as they read afterwards; those that are not there are left out.
    package func restore(
        _ ids: [EntryID],
        as change: PendingChange = PendingChange(.restore),
        visit: () throws -> Void = {}
    ) throws -> [Entry] {
        try inBatches(ids, as: change, visit: visit) { id, device in
            guard let old = try entries.find(id) else { return nil }
            return try old.entry.isTrashed ? restore(old, &device) : old.entry
        }
    }

    /// Takes one entry out of the trash.
    ///
    /// - Throws: ``StoreError/noSuchEntry(id:)``.
    package func restore(_ id: EntryID) throws -> Entry {
        guard let entry = try restore([id]).first else { throw StoreError.noSuchEntry(id: id.description) }
        return entry
    }

    func trash(_ old: (key: Int64, entry: Entry), _ device: inout DeviceTable) throws -> Entry {
        let record = RecordID(.entry, old.entry.id.uuid)
        let view = RecordView(record, try operations.of(record))
        let change = Operation.Change(Field(.deleted), .bool(true), parents: view.headOperations)
        return try append([change], to: record, old: old, &device, environment.now())
    }

    func restore(_ old: (key: Int64, entry: Entry), _ device: inout DeviceTable) throws -> Entry {
        let record = RecordID(.entry, old.entry.id.uuid)
        let view = RecordView(record, try operations.of(record))
        let now = environment.now()
        let change = parented(Operation.Change(Field(.restored), .int(now)), view)
        return try append([change], to: record, old: old, &device, now)
    }

    func parented(_ change: Operation.Change, _ view: RecordView) -> Operation.Change {
        Operation.Change(change.field, change.value, parents: view.heads(of: change.field))
    }

    func append(
        _ changes: [Operation.Change],
        to record: RecordID,
        old: (key: Int64, entry: Entry)?,
        _ device: inout DeviceTable,
        _ now: Int64
    ) throws -> Entry {
        let (id, time) = device.next(now)
        try operations.append(Operation(id: id, time: time, record: record, changes: changes))
        return try refresh(record, replacing: old)
    }

    /// Derives the rows of an entry anew from its operations; one that was deleted for good has none.
    @discardableResult
    func refresh(_ record: RecordID, replacing old: (key: Int64, entry: Entry)?) throws -> Entry {
        let view = RecordView(record, try operations.of(record))
        let entry = EntryFields.entry(view)
        if view.isPurged {
            if let old { try entries.remove(old.entry, key: old.key) }
        } else {
            try entries.put(entry, replacing: old)
        }
        return entry
    }
}
