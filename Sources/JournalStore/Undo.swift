package import JournalModel
import SQLite

/// What an undo did.
package struct UndoOutcome: Sendable, Hashable {
    /// The change that was taken back.
    package var number: Int64
    package var verb: ChangeVerb?
    /// The change that the undo itself is; `nil` when there was nothing left to take back.
    package var undo: Int64?
    /// Records that were brought back to what they were.
    package var undoneCount = 0
    /// Records of which something was written since, which stays.
    package var keptCount = 0
}

extension JournalStore {
    /// Changes made on this device, newest first.
    package func changes(limit: Int) throws -> [ChangeSet] {
        do { return try changeSets.recent(limit: limit) } catch let error as SQLiteError {
            throw StoreError(error, while: "read the journal", at: folder.privateDatabase)
        }
    }

    /// Entries that a change was about.
    package func entries(of number: Int64) throws -> [EntryID] {
        var seen: Set<RecordID> = []
        return try changeSets.spans(number).flatMap { try operations.records(in: $0) }
            .filter { seen.insert($0).inserted && $0.kind == .entry }.map { EntryID($0.uuid) }
    }

    /// Takes a change back, as new operations: what was written since stays.
    ///
    /// A value goes back to what it was when nobody has changed it since; of a text that was, only the undone words
    /// go. What the change created goes to the trash, unless something was written in it since.
    ///
    /// - Parameters:
    ///   - number: The change; `nil` for the newest that is neither an undo nor undone.
    ///   - visit: Called between transactions; throwing stops there, and the rest can be undone later.
    /// - Returns: `nil` when there is no such change.
    /// - Throws: ``StoreError``, or what `visit` throws.
    package func undo(_ number: Int64?, visit: () throws -> Void = {}) throws -> UndoOutcome? {
        guard let number = try number ?? changeSets.lastToUndo(), let found = try changeSets.find(number)
        else { return nil }
        var outcome = UndoOutcome(number: number, verb: found.verb)
        let spans = try changeSets.spans(number)
        var seen: Set<RecordID> = []
        // The last thing first: entries leave a journal before it is asked whether it is empty.
        let records = try spans.flatMap { try operations.records(in: $0) }
            .filter { seen.insert($0).inserted }.reversed()
        let change = PendingChange(.undo, undoes: number)
        let entriesFirst = records.filter { $0.kind == .entry } + records.filter { $0.kind != .entry }
        let results = try inBatches(entriesFirst, as: change, visit: visit) { record, device in
            try self.undo(spans, of: record, &device)
        }
        outcome.undo = change.number
        outcome.undoneCount = results.count { $0 == .undone }
        outcome.keptCount = results.count { $0 == .kept }
        return outcome
    }

    private enum RecordOutcome { case undone, kept, nothing }

    private func undo(
        _ spans: [ClosedRange<Int64>],
        of record: RecordID,
        _ device: inout DeviceTable
    ) throws -> RecordOutcome {
        let all = try operations.numbered(record)
        let isOurs = { (sequence: Int64) in spans.contains { $0.contains(sequence) } }
        guard let first = all.first(where: { isOurs($0.sequence) })?.sequence else { return .kept }
        let before = all.filter { $0.sequence < first }.map(\.operation)
        let after = before + all.filter { isOurs($0.sequence) }.map(\.operation)
        let views = (
            before: RecordView(record, before), after: RecordView(record, after),
            now: RecordView(record, all.map(\.operation))
        )
        let reversal =
            before.isEmpty && [.entry, .journal].contains(record.kind)
            ? try reversalOfCreation(views.after, views.now)
            : JournalStore.reversal(views.before, views.after, views.now)
        guard !reversal.changes.isEmpty else { return reversal.isPartial ? .kept : .nothing }
        let now = environment.now()
        var values = reversal.changes.filter { !$0.field.kind.isDeletion }
        let deletions = reversal.changes.filter { $0.field.kind.isDeletion }
        if record.kind == .entry, deletions.isEmpty || !values.isEmpty {
            values.removeAll { $0.field.kind == .changed }
            values.append(Operation.Change(Field(.changed), .int(now)))
        }
        if !values.isEmpty {
            let (id, time) = device.next(now)
            let changes = values.map { parented($0, views.now) }
            try operations.append(Operation(id: id, time: time, record: record, changes: changes))
        }
        for deletion in deletions {
            // Covers the values just written too.
            let heads = RecordView(record, try operations.of(record)).headOperations
            let (id, time) = device.next(now)
            let change = Operation.Change(deletion.field, deletion.value, parents: heads)
            try operations.append(Operation(id: id, time: time, record: record, changes: [change]))
        }
        if record.kind == .entry {
            try refresh(record, replacing: try entries.find(EntryID(record.uuid)))
        } else {
            try derive(record)
        }
        return reversal.isPartial ? .kept : .undone
    }

    private struct Reversal {
        var changes: [Operation.Change] = []
        /// Whether something of it was changed since and stays.
        var isPartial = false
    }

    private func reversalOfCreation(_ after: RecordView, _ now: RecordView) throws -> Reversal {
        if now.isDeleted { return Reversal() }
        let isUntouched = now.fields.allSatisfy { field in
            [.changed, .restored].contains(field.kind) || now.current(field) == after.current(field)
        }
        guard isUntouched else { return Reversal(isPartial: true) }
        if now.record.kind == .journal {
            // A journal that still has entries is not taken from under them.
            if try liveCount(in: JournalID(now.record.uuid)) > 0 { return Reversal(isPartial: true) }
        }
        return Reversal(changes: [Operation.Change(Field(.deleted), .bool(true))])
    }

    private static func reversal(_ before: RecordView, _ after: RecordView, _ now: RecordView) -> Reversal {
        var reversal = Reversal()
        for field in after.fields where ![.changed, .restored].contains(field.kind) {
            let (old, done, current) = (before.current(field), after.current(field), now.current(field))
            if old == done || current == old { continue }
            if current == done {
                reversal.changes.append(Operation.Change(field, old))
            } else if field.kind.isText,
                let merged = TextMerge.merge(
                    base: done.text ?? "",
                    older: current.text ?? "",
                    newer: old.text ?? ""
                )
            {
                reversal.changes.append(Operation.Change(field, merged.isEmpty ? .none : .text(merged)))
            } else {
                reversal.isPartial = true
            }
        }
        if before.isDeleted != after.isDeleted, now.isDeleted == after.isDeleted {
            let field = Field(before.isDeleted ? .deleted : .restored)
            reversal.changes.append(Operation.Change(field, .bool(true)))
        }
        return reversal
    }
}
