import JournalModel
import SQLite

/// What kind of thing was done; the names are part of the format.
package enum ChangeVerb: String, Sendable, CaseIterable {
    case new, edit, set, attach, delete, restore, purge, undo, tags, journals, profile
    case imported = "import"
}

/// Something that a person does at once, in one transaction or several: what can be undone as a whole.
///
/// Given to each write that belongs to it; owned by the same task as the store.
package final class PendingChange {
    let verb: ChangeVerb
    let undoes: Int64?
    /// Known once something was written.
    package internal(set) var number: Int64?

    package init(_ verb: ChangeVerb, undoes: Int64? = nil) {
        self.verb = verb
        self.undoes = undoes
    }
}

/// Something that was done here at once.
package struct ChangeSet: Sendable, Hashable {
    /// Grows with time; unique on this device.
    package var number: Int64
    package var verb: ChangeVerb?
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package var atMilliseconds: Int64
    package var operationCount: Int
    /// The change that this one took back.
    package var undoes: Int64?
    /// Whether it was taken back, and not brought again.
    package var isUndone: Bool
}

/// Which operations were written at once, by this device.
struct ChangeSetTable {
    let database: Connection

    /// Notes the operations of one transaction.
    ///
    /// - Returns: The number of the change, the row's own for its first transaction.
    func append(_ change: PendingChange, _ operations: ClosedRange<Int64>, at milliseconds: Int64) throws
        -> Int64
    {
        try database.run(
            """
            INSERT INTO change_set (number, verb, at_ms, first_operation, last_operation, undoes)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """
        ) { insert in
            try insert.bind(change.number ?? 0, at: 1)
            try insert.bind(change.verb.rawValue, at: 2)
            try insert.bind(milliseconds, at: 3)
            try insert.bind(operations.lowerBound, at: 4)
            try insert.bind(operations.upperBound, at: 5)
            try insert.bind(change.undoes, at: 6)
        }
        if let number = change.number { return number }
        let number = database.lastInsertedRow
        try database.run("UPDATE change_set SET number = ?1 WHERE sequence = ?1") {
            try $0.bind(number, at: 1)
        }
        return number
    }

    /// Operations of a change, as spans of their sequence numbers, in order.
    func spans(_ number: Int64) throws -> [ClosedRange<Int64>] {
        try database.all(
            "SELECT first_operation, last_operation FROM change_set WHERE number = ?1 ORDER BY sequence"
        ) {
            try $0.bind(number, at: 1)
        } row: { row in
            let first = row.int64(at: 0) ?? 0
            return first...max(first, row.int64(at: 1) ?? 0)
        }
    }

    /// Changes, newest first.
    func recent(limit: Int) throws -> [ChangeSet] {
        var changes = try database.all(
            ChangeSetTable.columns + " GROUP BY number ORDER BY number DESC LIMIT ?1"
        ) {
            try $0.bind(limit, at: 1)
        } row: {
            ChangeSetTable.changeSet($0)
        }
        for index in changes.indices { changes[index].isUndone = try isUndone(changes[index].number) }
        return changes
    }

    func find(_ number: Int64) throws -> ChangeSet? {
        var found = try database.first(ChangeSetTable.columns + " WHERE number = ?1 GROUP BY number") {
            try $0.bind(number, at: 1)
        } row: {
            ChangeSetTable.changeSet($0)
        }
        found?.isUndone = try isUndone(number)
        return found
    }

    /// The newest change that is neither an undo nor undone nor a purge.
    func lastToUndo() throws -> Int64? {
        try database.withStatement(
            "SELECT number FROM change_set WHERE verb NOT IN ('undo', 'purge') ORDER BY number DESC"
        ) { row in
            var last: Int64?
            while try row.step() {
                let number = row.int64(at: 0) ?? 0
                guard number != last else { continue }
                last = number
                if try !isUndone(number) { return number }
            }
            return nil
        }
    }

    /// An undo that was itself undone no longer counts.
    private func isUndone(_ number: Int64) throws -> Bool {
        let undos = try database.all(
            "SELECT DISTINCT number FROM change_set WHERE undoes = ?1 AND number > ?1 ORDER BY number DESC"
        ) {
            try $0.bind(number, at: 1)
        } row: {
            $0.int64(at: 0) ?? 0
        }
        return try undos.contains { try !isUndone($0) }
    }

    private static let columns = """
        SELECT number, min(verb), min(at_ms), sum(last_operation - first_operation + 1), min(undoes)
        FROM change_set
        """

    private static func changeSet(_ row: Statement) -> ChangeSet {
        ChangeSet(
            number: row.int64(at: 0) ?? 0,
            verb: row.text(at: 1).flatMap(ChangeVerb.init),
            atMilliseconds: row.int64(at: 2) ?? 0,
            operationCount: row.int(at: 3) ?? 0,
            undoes: row.int64(at: 4),
            isUndone: false
        )
    }
}
