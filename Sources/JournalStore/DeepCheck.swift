import JournalModel
import SQLite

extension JournalStore {
    /// Makes every derived table anew beside the store and compares row by row, word by word.
    ///
    /// The caller is in a transaction, so that both are of one moment. Costs about an import of the whole journal.
    ///
    /// - Parameter visit: Called now and then; throwing stops the check.
    /// - Returns: Findings; an `ok` for tables and index each when they are whole.
    /// - Throws: ``StoreError``, `SQLiteError`, what `visit` throws.
    func checkAgainstOperations(_ visit: () throws -> Void) throws -> [Finding] {
        try FileSystem.makePrivateFolder(folder.cache)
        TemporaryStore.removeLeftovers(in: folder.cache)
        let path = try TemporaryStore.make(in: folder.cache)
        defer { TemporaryStore.remove(path) }
        let proof = OperationProof()
        var unreadable: Set<[UInt8]> = []
        let fresh = try JournalStore.restored(StoreFolder(path: path), environment: environment, clock: 0) {
            writer in
            try OperationTable.forEachStored(database) { row in
                try visit()
                if row.content == nil || proof.operation(row) != nil {
                    try writer.put(row)
                } else {
                    unreadable.insert(row.record)
                }
            }
        }
        return try withoutActuallyEscaping(visit) { visit in
            let comparison = DerivedComparison(
                ours: database,
                theirs: fresh.database,
                excluded: unreadable,
                visit: visit
            )
            return try comparison.tables() + comparison.index()
        }
    }
}

/// Compares the derived tables of a store with those made from its operations.
private struct DerivedComparison {
    let ours: Connection
    let theirs: Connection
    /// Records whose operations cannot be read: their rows are all that is left of them.
    let excluded: Set<[UInt8]>
    let visit: () throws -> Void

    /// Each table with what tells a row and the record that it is of.
    private static let tables = [
        ("journal", "id", "id"), ("tag_record", "folded", "x''"), ("entry", "id", "id"),
        ("tag", "entry, folded", "entry"), ("person", "entry, folded", "entry"),
        ("attachment", "entry, id", "entry"),
    ]

    func tables() throws -> [Finding] {
        var findings: [Finding] = []
        for (table, order, record) in DerivedComparison.tables {
            // The key of an entry only has to be free.
            let columns = try ours.all("SELECT name FROM pragma_table_info('\(table)')") {
                $0.text(at: 0) ?? ""
            }.filter { $0 != "key" }
            let sql =
                "SELECT \(record), \(columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || "))"
                + " FROM \(table) ORDER BY \(order)"
            var faults: Set<[UInt8]> = []
            try pair(sql) { faults.insert($0) }
            faults.subtract(excluded)
            findings += faults.sorted { $0.lexicographicallyPrecedes($1) }.map { record in
                Finding(
                    "\(table).differs",
                    .damage,
                    id: record.count == 16 ? EntryID(bytes: record).description : nil,
                    "a row of the table \(table) is not what the operations say"
                )
            }
        }
        return findings.isEmpty
            ? [Finding("tables", .ok, "every row of the tables is what the operations say")] : findings
    }

    /// Walks two sorted results side by side and tells the record of every row that is in one alone.
    private func pair(_ sql: String, _ differ: ([UInt8]) -> Void) throws {
        try ours.withStatement(sql) { left in
            try theirs.withStatement(sql) { right in
                func next(_ row: Statement) throws -> (record: [UInt8], text: [UInt8])? {
                    try visit()
                    return try row.step() ? (row.bytes(at: 0) ?? [], row.withBytes(at: 1, Array.init)) : nil
                }
                var ours = try next(left)
                var theirs = try next(right)
                while ours != nil || theirs != nil {
                    if let one = ours, let other = theirs, one == other {
                        ours = try next(left)
                        theirs = try next(right)
                        continue
                    }
                    // Out of step: the one that is behind in the order is alone.
                    let order = DerivedComparison.compare(ours, theirs)
                    if order <= 0, let one = ours {
                        differ(one.record)
                        ours = try next(left)
                    }
                    if order >= 0, let other = theirs {
                        differ(other.record)
                        theirs = try next(right)
                    }
                }
            }
        }
    }

    private static func compare(
        _ left: (record: [UInt8], text: [UInt8])?,
        _ right: (record: [UInt8], text: [UInt8])?
    ) -> Int {
        guard let left else { return 1 }
        guard let right else { return -1 }
        if left.record == right.record { return 0 }
        return left.record.lexicographicallyPrecedes(right.record) ? -1 : 1
    }

    // MARK: Index

    /// FTS5's own check knows no words of a table without content, so that all postings are compared here.
    func index() throws -> [Finding] {
        let ours = try DerivedComparison.postings(ours, visit)
        let theirs = try DerivedComparison.postings(theirs, visit)
        var faults: Set<[UInt8]> = []
        for (record, sum) in ours.sums where theirs.sums[record] != sum { faults.insert(record) }
        for (record, sum) in theirs.sums where ours.sums[record] != sum { faults.insert(record) }
        faults.subtract(excluded)
        var findings = faults.sorted { $0.lexicographicallyPrecedes($1) }.map { record in
            Finding(
                "index.differs",
                .damage,
                id: EntryID(bytes: record).description,
                "the search index does not hold an entry's words"
            )
        }
        if ours.strayCount > 0 {
            findings.append(
                Finding(
                    "index.surplus",
                    .damage,
                    "the search index holds words of \(ours.strayCount) entries that are not there"
                )
            )
        }
        return findings.isEmpty
            ? [Finding("index", .ok, "every word of \(theirs.sums.count) entries can be found")] : findings
    }

    /// For every entry the sum of a digest of each of its words and places (order does not matter).
    private static func postings(_ database: Connection, _ visit: () throws -> Void) throws -> (
        sums: [[UInt8]: UInt64], strayCount: Int
    ) {
        var byKey: [Int64: UInt64] = [:]
        try database.execute("DROP TABLE IF EXISTS temp.posting")
        // sqlite.org/fts5.html, section 7: one row for each word, entry and place.
        try database.execute("CREATE VIRTUAL TABLE temp.posting USING fts5vocab(main, search, instance)")
        defer { try? database.execute("DROP TABLE temp.posting") }
        try database.withStatement("SELECT doc, term, offset FROM temp.posting") { row in
            while try row.step() {
                try visit()
                let place = UInt64(bitPattern: row.int64(at: 2) ?? 0)
                let digest = row.withBytes(at: 1) { mixed($0, seed: place) }
                byKey[row.int64(at: 0) ?? 0, default: 0] &+= digest
            }
        }
        try database.withStatement("SELECT id, sz FROM search_docsize") { row in
            while try row.step() {
                byKey[row.int64(at: 0) ?? 0, default: 0] &+= row.withBytes(at: 1) { mixed($0, seed: .max) }
            }
        }
        var sums: [[UInt8]: UInt64] = [:]
        try database.withStatement("SELECT key, id FROM entry") { row in
            while try row.step() {
                sums[row.bytes(at: 1) ?? []] = byKey.removeValue(forKey: row.int64(at: 0) ?? 0) ?? 0
            }
        }
        return (sums, byKey.count)
    }

    /// 64 bits of a word and a number: FNV-1a, then the last step of SplitMix64.
    private static func mixed(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ seed
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ hash >> 30) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ hash >> 27) &* 0x94d0_49bb_1331_11eb
        return hash ^ hash >> 31
    }
}
