/// What a record looks like, as a pure function of the set of its operations.
///
/// Merging is a view: nothing of it is ever written back as an operation. The rules are those of
/// `docs/decisions/001-operations-are-the-truth.md`.
package struct RecordView: Sendable {
    /// One value of one field that nobody has replaced.
    struct Head: Sendable {
        var operation: OperationID
        var time: HybridTime
        var value: FieldValue
    }

    package let record: RecordID
    private var heads: [Field: [Head]]
    /// Whether every head is covered by a deletion.
    package let isDeleted: Bool
    /// Whether every head is covered by a deletion for good: nothing of the record is to be shown any more.
    package let isPurged: Bool
    /// Texts that no rule could merge, latest first.
    package private(set) var conflicts: [String] = []
    private var merged: [Field: String] = [:]

    /// Folds operations of one record, in any order, each at most once.
    package init(_ record: RecordID, _ operations: [Operation]) {
        self.record = record
        let history = History(operations)
        var heads: [Field: [Head]] = [:]
        for (field, changes) in history.changes {
            heads[field] = history.heads(of: changes).map {
                Head(operation: $0.operation, time: $0.time, value: $0.value)
            }
        }
        self.heads = heads
        isDeleted = history.isCovered(heads, by: [.deleted, .purged])
        isPurged = history.isCovered(heads, by: [.purged])
        // In the order of the fields: the order of a dictionary differs from run to run.
        for field in heads.keys.sorted() where field.kind.isText {
            guard let values = heads[field], values.count > 1 else { continue }
            let result = history.mergeText(field, values)
            merged[field] = result.text
            conflicts += result.conflicts
        }
    }

    /// Every operation whose value is in force somewhere: the parents that a deletion names.
    package var headOperations: [OperationID] {
        Set(heads.values.joined().map(\.operation)).sorted()
    }

    /// The heads of one field: the parents that a new value of it names.
    package func heads(of field: Field) -> [OperationID] { (heads[field] ?? []).map(\.operation).sorted() }

    /// Fields that several values compete for.
    package var contestedFields: [Field] {
        heads.filter { $0.value.count > 1 && !$0.key.kind.isSet }.keys.sorted()
    }

    /// The value in force; of several heads of a scalar the latest by (time, id).
    package func value(_ field: Field) -> FieldValue {
        if let text = merged[field] { return text.isEmpty ? .none : .text(text) }
        return winner(field)?.value ?? .none
    }

    package func value(_ kind: Field.Kind) -> FieldValue { value(Field(kind)) }

    /// Every field that ever had a value, in order.
    package var fields: [Field] { heads.keys.sorted() }

    /// The value in force of any field; of a set's member, whether it is there and how.
    package func current(_ field: Field) -> FieldValue {
        field.kind.isSet ? member(field) ?? .none : value(field)
    }

    /// Members of a set that are there: adding wins over a concurrent removal.
    package func members(_ kind: Field.Kind) -> [(key: String, value: FieldValue)] {
        heads.keys.filter { $0.kind == kind }.sorted().compactMap { field in
            member(field).map { (field.key, $0) }
        }
    }

    private func member(_ field: Field) -> FieldValue? {
        let present = (heads[field] ?? []).filter { $0.value != .none }
        return present.max { ($0.time, $0.operation) < ($1.time, $1.operation) }?.value
    }

    private func winner(_ field: Field) -> Head? {
        heads[field]?.max { ($0.time, $0.operation) < ($1.time, $1.operation) }
    }
}

/// The operations of one record, with imports put in their order.
private struct History {
    fileprivate struct Change {
        var operation: OperationID
        var time: HybridTime
        var value: FieldValue
        /// Changes of the same field that this one replaces.
        var parents: [OperationID]
    }

    private(set) var changes: [Field: [Change]] = [:]
    private var deletions: [Operation.Change] = []
    private var itemHashes: [OperationID: [UInt8]] = [:]
    /// For each import, those before it, itself included, oldest first.
    private let imports: [Operation]
    private let byID: [OperationID: Operation]

    init(_ operations: [Operation]) {
        imports = operations.filter { $0.stamp != nil }.sorted { $0.precedes($1) }
        byID = Dictionary(operations.map { ($0.id, $0) }) { first, _ in first }
        // Each import counts as written over the one before, but only where it differs: a field that the
        // source did not touch must not compete with a person's edit.
        var last: [Field: Change] = [:]
        for operation in imports {
            itemHashes[operation.id] = operation.stamp?.itemHash
            var values = Dictionary(operation.changes.map { ($0.field, $0.value) }) { first, _ in first }
            for field in last.keys where values[field] == nil { values[field] = FieldValue.none }
            for (field, value) in values where last[field]?.value != value {
                let change = Change(
                    operation: operation.id,
                    time: operation.time,
                    value: value,
                    parents: last[field].map { [$0.operation] } ?? []
                )
                last[field] = change
                changes[field, default: []].append(change)
            }
        }
        for operation in operations where operation.stamp == nil {
            for change in operation.changes {
                if change.field.kind.isDeletion {
                    deletions.append(change)
                    continue
                }
                changes[change.field, default: []].append(
                    Change(
                        operation: operation.id,
                        time: operation.time,
                        value: change.value,
                        parents: change.parents.flatMap { effective($0, change.field) }
                    )
                )
            }
        }
    }

    /// The change of `field` that an operation stood for: for an import, the last one at or before it that differed.
    private func effective(_ id: OperationID, _ field: Field) -> [OperationID] {
        guard let position = imports.firstIndex(where: { $0.id == id }) else { return [id] }
        let before = Set(imports[...position].map(\.id))
        return changes[field]?.last { before.contains($0.operation) }.map { [$0.operation] } ?? []
    }

    func heads(of changes: [Change]) -> [Change] {
        guard changes.count > 1 else { return changes }
        let replaced = Set(changes.flatMap(\.parents))
        let open = changes.filter { !replaced.contains($0.operation) }
        // Equal values are no conflict, but both stay heads, so that a later deletion covers both.
        return open
    }

    func isCovered(_ heads: [Field: [RecordView.Head]], by kinds: [Field.Kind]) -> Bool {
        let deletions = deletions.filter { kinds.contains($0.field.kind) }
        guard !deletions.isEmpty else { return false }
        var covered: Set<OperationID> = []
        var waiting = deletions.flatMap(\.parents)
        while let id = waiting.popLast() {
            guard covered.insert(id).inserted else { continue }
            if let hash = itemHashes[id] {
                waiting += itemHashes.filter { $0.value == hash }.keys
                if let position = imports.firstIndex(where: { $0.id == id }) {
                    waiting += imports[..<position].map(\.id)
                }
            }
            waiting += byID[id]?.changes.flatMap(\.parents) ?? []
        }
        return heads.values.joined().allSatisfy { covered.contains($0.operation) }
    }

    /// Folds the heads of a text, oldest first, each step with the nearest ancestors of what it joins.
    func mergeText(_ field: Field, _ heads: [RecordView.Head]) -> (text: String, conflicts: [String]) {
        let lineage = Lineage(changes[field] ?? [])
        return lineage.fold(heads.map(\.operation))
    }
}

/// Who comes from whom among the changes of one text.
private struct Lineage {
    private let known: [OperationID: History.Change]

    init(_ changes: [History.Change]) {
        known = Dictionary(changes.map { ($0.operation, $0) }) { first, _ in first }
    }

    func fold(_ operations: [OperationID]) -> (text: String, conflicts: [String]) {
        let ordered = operations.compactMap { known[$0] }.sorted {
            ($0.time, $0.operation) < ($1.time, $1.operation)
        }
        guard let first = ordered.first else { return ("", []) }
        var text = first.value.text ?? ""
        var ancestors = ancestors(first.operation)
        var conflicts: [String] = []
        for next in ordered.dropFirst() {
            let others = self.ancestors(next.operation)
            let version = next.value.text ?? ""
            // Never guess: without a common ancestor both stay.
            if let base = base(ancestors.intersection(others)),
                let merged = TextMerge.merge(base: base, older: text, newer: version)
            {
                text = merged
            } else if version != text {
                if !text.isEmpty, !conflicts.contains(text) { conflicts.insert(text, at: 0) }
                text = version
            }
            ancestors.formUnion(others)
        }
        return (text, conflicts.filter { $0 != text })
    }

    /// The text that all come from; of several nearest ancestors, what they amount to together.
    private func base(_ common: Set<OperationID>) -> String? {
        let replaced = common.reduce(into: Set<OperationID>()) { found, id in
            found.formUnion(known[id]?.parents ?? [])
        }
        let nearest = common.filter { !replaced.contains($0) }
        return nearest.isEmpty ? nil : fold(Array(nearest)).text
    }

    /// A change and everything it comes from, as far as it is known here.
    private func ancestors(_ start: OperationID) -> Set<OperationID> {
        var seen: Set<OperationID> = []
        var waiting = [start]
        while let id = waiting.popLast() {
            guard known[id] != nil, seen.insert(id).inserted else { continue }
            waiting += known[id]?.parents ?? []
        }
        return seen
    }
}
