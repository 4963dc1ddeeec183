import Bytes
package import JournalModel

/// What became of one item of an import.
package enum ImportOutcome: String, Sendable {
    case new, same, changed, conflict
    /// The item's entry is in the trash, where it stays.
    case inTrash
    /// What the store holds of the item's entry cannot be read; nothing was changed.
    case unreadable
}

/// Which value wins where an import and a person's edit differ.
package enum ImportChangePolicy: String, Sendable, CaseIterable {
    /// Merged by the rules; the loser stays in history.
    case both
    /// The journal's value.
    case keep
    /// The import's value.
    case take
}

/// How an import is taken in; options make operations of their own and never change an import's.
package struct ImportPolicy: Sendable {
    package var onChange = ImportChangePolicy.both
    /// The journal that new entries go to instead of their own; `nil` for their own.
    package var into: JournalInfo?
    package var restoresDeleted = false

    package init() {}
}

extension JournalStore {
    /// What an item would be taken as, without writing anything.
    ///
    /// - Parameters:
    ///   - item: With the digests of its media.
    ///   - policy: How it would be taken.
    ///   - earlier: The items of the same archive that were asked about before, by their entry.
    /// - Returns: What ``apply(_:policy:report:)`` would report.
    /// - Throws: ``StoreError``; `SQLiteError`.
    package func outcome(
        of item: ImportedEntry,
        policy: ImportPolicy,
        after earlier: inout [EntryID: [Operation]]
    ) throws -> ImportOutcome {
        var (operation, _) = JournalStore.operation(item)
        let known: State
        do { known = try state(of: operation.record) } catch StoreError.damagedOperation {
            return .unreadable
        }
        var outcome = classify(operation, known)
        if outcome == .inTrash {
            guard policy.restoresDeleted else { return outcome }
            outcome = .changed
        }
        let before = earlier[item.entry.id] ?? []
        let addsNothing = before.contains { $0.id == operation.id || operation.precedes($0) }
        // Its place among the versions is all that is asked of it later.
        operation.changes = []
        earlier[item.entry.id] = before + [operation]
        if addsNothing { return .same }
        return outcome == .new && !before.isEmpty ? .changed : outcome
    }

    /// Takes in items whose attachments are stored, in transactions of less than a second each.
    ///
    /// Running it again changes nothing: an item is the same operation every time.
    ///
    /// - Parameters:
    ///   - items: Items with hash and size of every attachment filled in.
    ///   - policy: What to do about differences.
    ///   - change: What they belong to.
    ///   - report: Called with each item's outcome after its transaction has been committed.
    /// - Throws: ``StoreError``, or what `report` throws; what was committed stays.
    package func apply(
        _ items: [ImportedEntry],
        policy: ImportPolicy,
        as change: PendingChange = PendingChange(.imported),
        report: (ImportedEntry, ImportOutcome) throws -> Void
    ) throws {
        defer { attachments.release() }
        try attachments.sync()
        var rest = items[...]
        while !rest.isEmpty {
            let start = ContinuousClock.now
            entries.index.beginWaiting()
            defer { entries.index.stopWaiting() }
            let outcomes = try write(change) { device in
                var outcomes: [ImportOutcome] = []
                for item in rest {
                    do { outcomes.append(try take(item, policy, &device)) } catch StoreError.damagedOperation
                    {
                        // Found before anything was written for this item; it must not cost the others.
                        outcomes.append(.unreadable)
                    }
                    // The index takes about as long again.
                    if ContinuousClock.now - start > .milliseconds(300) { break }
                }
                try entries.index.putWaiting(database)
                return outcomes
            }
            for (item, outcome) in zip(rest, outcomes) { try report(item, outcome) }
            rest = rest.dropFirst(outcomes.count)
        }
    }

    private func take(
        _ item: ImportedEntry,
        _ policy: ImportPolicy,
        _ device: inout DeviceTable
    ) throws -> ImportOutcome {
        let (operation, encoded) = JournalStore.operation(item)
        let record = operation.record
        let outcome = classify(operation, try state(of: record))
        switch outcome {
        case .new:
            try addJournal(item)
            try operations.append(operation, encoded)
            try entries.put(item.entry, replacing: nil)
            if let into = policy.into { try move(item.entry.id, to: into, &device) }
        case .same, .unreadable:
            break
        case .inTrash:
            guard policy.restoresDeleted else { break }
            guard let old = try entries.find(item.entry.id) else {
                // Deleted for good: only the archive still has it, and its operation's id is spent.
                try bringBack(item, &device)
                return .changed
            }
            do {
                _ = try restore(old, &device)
                // What the archive knows and the trash does not comes back with it.
                let brought = try take(item, policy, &device)
                return brought == .conflict ? .conflict : .changed
            }
        case .changed, .conflict:
            let old = try entries.find(item.entry.id)
            try operations.append(operation, encoded)
            let merged = try refresh(record, replacing: old)
            if outcome == .conflict, policy.onChange != .both, let before = old?.entry {
                let wanted = policy.onChange == .keep ? before : item.entry
                try settle(record, contested: merged, wanted: wanted, operation, &device)
            }
        }
        return outcome
    }

    /// The import operation of an item: the same on every device.
    static func operation(_ item: ImportedEntry) -> (operation: Operation, encoded: [UInt8]) {
        Operation.imported(
            record: RecordID(.entry, item.entry.id.uuid),
            changes: EntryFields.changes(of: item.entry, raw: item.raw),
            stamp: Operation.ImportStamp(
                itemHash: item.itemHash,
                modifiedMilliseconds: item.modifiedMilliseconds,
                importerRevision: UInt32(clamping: item.importerRevision),
                attachmentsFound: UInt32(clamping: item.entry.attachments.count { !$0.isMissing })
            )
        )
    }

    /// What is known of a record.
    private struct State {
        var ids: [OperationID] = []
        var operations: [Operation] = []
        var entry: Entry?
    }

    private func state(of record: RecordID) throws -> State {
        let ids = try operations.ids(of: record)
        guard !ids.isEmpty else { return State() }
        return State(
            ids: ids,
            operations: try operations.of(record),
            entry: try entries.find(EntryID(record.uuid))?.entry
        )
    }

    private func classify(_ operation: Operation, _ known: State) -> ImportOutcome {
        let existing = known.operations
        if known.ids.isEmpty { return .new }
        let isPurged = known.entry == nil && RecordView(operation.record, existing).isPurged
        if known.entry?.isTrashed == true || isPurged { return .inTrash }
        if known.ids.contains(operation.id) { return .same }
        // An older or poorer copy of what is known adds nothing.
        if existing.contains(where: { operation.precedes($0) }) { return .same }
        let after = RecordView(operation.record, existing + [operation])
        let isContested = after.contestedFields.contains { ![.changed, .raw].contains($0.kind) }
        return isContested || !after.conflicts.isEmpty ? .conflict : .changed
    }

    /// Writes a purged entry anew, as this device's own operation.
    private func bringBack(_ item: ImportedEntry, _ device: inout DeviceTable) throws {
        try addJournal(item)
        let (id, time) = device.next(environment.now())
        let record = RecordID(.entry, item.entry.id.uuid)
        let changes = EntryFields.changes(of: item.entry, raw: item.raw)
        try operations.append(Operation(id: id, time: time, record: record, changes: changes))
        try refresh(record, replacing: nil)
    }

    private func addJournal(_ item: ImportedEntry) throws {
        let record = RecordID(.journal, item.journal.id.uuid)
        guard item.journal.id != JournalInfo.standard.id, try operations.ids(of: record).isEmpty else {
            return
        }
        let (operation, encoded) = Operation.imported(
            record: record,
            changes: [Operation.Change(Field(.name), .text(item.journal.name))],
            stamp: Operation.ImportStamp(
                itemHash: Digest.of(item.journal.name.utf8, .sha256),
                modifiedMilliseconds: 0,
                importerRevision: 1,
                attachmentsFound: 0
            )
        )
        try operations.append(operation, encoded)
        try JournalTable.put(item.journal, database)
    }

    private func move(_ id: EntryID, to journal: JournalInfo, _ device: inout DeviceTable) throws {
        guard let old = try entries.find(id), old.entry.journal != journal.id else { return }
        let record = RecordID(.entry, id.uuid)
        let view = RecordView(record, try operations.of(record))
        let field = Field(.journal)
        let change = Operation.Change(field, .text(journal.id.description), parents: view.heads(of: field))
        let (operationID, time) = device.next(environment.now())
        try operations.append(Operation(id: operationID, time: time, record: record, changes: [change]))
        _ = try refresh(record, replacing: old)
    }

    /// Writes the wanted side of every contested field over both, as this device's own operation.
    private func settle(
        _ record: RecordID,
        contested: Entry,
        wanted: Entry,
        _ operation: Operation,
        _ device: inout DeviceTable
    ) throws {
        let view = RecordView(record, try operations.of(record))
        let values = Dictionary(
            EntryFields.changes(of: wanted).map { ($0.field, $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
        let changes = view.contestedFields.map { field in
            Operation.Change(field, values[field] ?? .none, parents: view.heads(of: field))
        }
        guard !changes.isEmpty, let old = try entries.find(EntryID(record.uuid)) else { return }
        let (id, time) = device.next(environment.now())
        try operations.append(Operation(id: id, time: time, record: record, changes: changes))
        _ = try refresh(record, replacing: old)
    }
}
