import JournalModel
import SQLite

/// Something a check found; ids and counts only, never a word of an entry.
package struct Finding: Sendable, Hashable {
    package enum Severity: String, Sendable { case ok, warning, damage }

    /// Stable short name, such as `media.missing`.
    package var code: String
    package var severity: Severity
    /// What is concerned: an entry, an attachment, a file of the store; `nil` for the whole.
    package var id: String?
    /// A sentence with counts.
    package var message: String

    package init(_ code: String, _ severity: Severity, id: String? = nil, _ message: String) {
        self.code = code
        self.severity = severity
        self.id = id
        self.message = message
    }
}

extension Finding {
    /// At most fifty of each code, and how many more there are.
    static func shortened(_ findings: [Finding]) -> [Finding] {
        var counts: [String: Int] = [:]
        var kept: [Finding] = []
        for finding in findings {
            counts[finding.code, default: 0] += 1
            if counts[finding.code, default: 0] <= 50 { kept.append(finding) }
        }
        for (code, count) in counts.sorted(by: { $0.key < $1.key }) where count > 50 {
            let severity = findings.first { $0.code == code }?.severity ?? .damage
            kept.append(Finding(code, severity, "\(count - 50) more of these"))
        }
        return kept
    }
}

extension JournalStore {
    /// Entries outside the trash that are of one moment and say the same.
    package func duplicates() throws -> [Finding] {
        do {
            return try database.all(
                """
                SELECT id, count(*) FROM entry WHERE trashed = 0
                GROUP BY sort_ms, title, body, journal HAVING count(*) > 1 ORDER BY sort_ms
                """
            ) { row in
                Finding(
                    "entry.duplicate",
                    .warning,
                    id: EntryID(bytes: row.bytes(at: 0) ?? []).description,
                    "\(row.int(at: 1) ?? 0) entries of one moment say the same"
                )
            }
        } catch let error as SQLiteError {
            throw StoreError(error, while: "compare entries", at: folder.privateDatabase)
        }
    }

    /// Looks the whole store over without changing it.
    ///
    /// - Parameters:
    ///   - readsAttachments: Whether to hash every attachment's bytes.
    ///   - comparesTables: Whether to make all tables and the index anew and compare them.
    ///   - visit: Called now and then; throwing stops the check.
    /// - Returns: Findings, one `ok` for each area without fault.
    /// - Throws: What `visit` throws; ``StoreError`` when the store cannot be read at all.
    package func check(
        readsAttachments: Bool,
        comparesTables: Bool = false,
        visit: () throws -> Void = {}
    ) throws -> [Finding] {
        var findings: [Finding] = []
        do {
            // One moment of the journal, whatever others write meanwhile.
            try database.execute("BEGIN")
            defer { if database.isInTransaction { try? database.execute("ROLLBACK") } }
            findings += try checkDatabase()
            findings += try checkOperations(visit)
            findings += try checkDerived(visit)
            findings += try checkAttachments(readsAttachments, visit)
            if comparesTables { findings += try checkAgainstOperations(visit) }
            try database.execute("ROLLBACK")
            findings += try checkIndex()
        } catch let error as SQLiteError {
            guard error.isDamage else {
                throw StoreError(error, while: "check the journal", at: folder.privateDatabase)
            }
            findings.append(
                Finding("store.damaged", .damage, "the database cannot be read to its end (\(error))")
            )
        }
        return Finding.shortened(findings + checkSurroundings())
    }

    private func checkDatabase() throws -> [Finding] {
        var findings: [Finding] = []
        let lines = try database.all("PRAGMA integrity_check(20)") { $0.text(at: 0) ?? "" }
        if lines != ["ok"] {
            findings.append(
                Finding("store.damaged", .damage, "\(lines.count) faults in the pages of the database")
            )
        }
        let strays = try database.all("PRAGMA foreign_key_check") { $0.text(at: 0) ?? "" }.count
        if strays > 0 {
            findings.append(Finding("store.foreign-keys", .damage, "\(strays) rows name rows that are gone"))
        }
        findings += try checkDevice()
        if findings.isEmpty { findings.append(Finding("store", .ok, "every page of the database is sound")) }
        return findings
    }

    /// A device that numbers its operations from too low would give two of them one name.
    private func checkDevice() throws -> [Finding] {
        guard let device = try DeviceTable.read(database) else {
            return [Finding("device.damaged", .damage, "the store does not know which device it is")]
        }
        let later = try device.laterCount(database)
        var findings: [Finding] = []
        if later > 0 {
            findings.append(
                Finding("device.behind", .damage, "\(later) operations have numbers still to be given")
            )
        }
        let spans =
            try database.first(
                """
                SELECT count(*) FROM change_set WHERE first_operation > last_operation OR first_operation < 1
                  OR last_operation > (SELECT coalesce(max(sequence), 0) FROM operation)
                """
            ) { $0.int(at: 0) ?? 0 } ?? 0
        if spans > 0 {
            findings.append(
                Finding("changes.damaged", .warning, "\(spans) changes cannot be undone as a whole")
            )
        }
        return findings
    }

    private func checkOperations(_ visit: () throws -> Void) throws -> [Finding] {
        let damaged = try operations.damaged(visit)
        if damaged.isEmpty { return [Finding("operations", .ok, "every operation is what was written")] }
        return damaged.map {
            Finding("operation.damaged", .damage, id: String($0), "operation \($0) is not what was written")
        }
    }

    /// Compares every row with what the operations say.
    private func checkDerived(_ visit: () throws -> Void) throws -> [Finding] {
        var findings: [Finding] = []
        var count = 0
        for record in try operations.records() where record.kind == .entry {
            try visit()
            count += 1
            let id = EntryID(record.uuid)
            let all = try? operations.of(record)
            if let all, RecordView(record, all).isPurged {
                count -= 1
                continue
            }
            guard let found = try entries.find(id) else {
                findings.append(
                    Finding("entry.missing", .damage, id: id.description, "an entry is not in the tables")
                )
                continue
            }
            guard let all else { continue }
            if EntryFields.entry(RecordView(record, all)) != found.entry {
                findings.append(
                    Finding(
                        "entry.stale",
                        .damage,
                        id: id.description,
                        "an entry's row differs from its operations"
                    )
                )
            }
        }
        let rows = try database.first("SELECT count(*) FROM entry") { $0.int(at: 0) ?? 0 } ?? 0
        if rows > count {
            findings.append(Finding("entry.surplus", .damage, "\(rows - count) rows belong to no operation"))
        }
        if findings.isEmpty {
            findings.append(
                Finding(
                    "entries",
                    .ok,
                    "\(count) \(count == 1 ? "entry equals its" : "entries equal their") operations"
                )
            )
        }
        return findings
    }

    /// Asks the search index itself, which SQLite takes for a write.
    private func checkIndex() throws -> [Finding] {
        try lock.hold(waitMilliseconds: environment.lockWaitMilliseconds) {
            do {
                try database.execute("INSERT INTO search (search) VALUES ('integrity-check')")
                return []
            } catch let error as SQLiteError where !error.isBusy && !error.isDisk {
                return [Finding("index.damaged", .damage, "the search index is damaged")]
            }
        }
    }

    private func checkAttachments(_ readsBytes: Bool, _ visit: () throws -> Void) throws -> [Finding] {
        let rows = try database.all("SELECT entry, id, sha256, byte_count FROM attachment") { row in
            (
                EntryID(bytes: row.bytes(at: 0) ?? []), AttachmentID(bytes: row.bytes(at: 1) ?? []),
                row.text(at: 2), row.int64(at: 3) ?? 0
            )
        }
        var findings: [Finding] = []
        var checked: Set<String> = []
        for (_, id, sha256, byteCount) in rows {
            try visit()
            guard let sha256 else {
                findings.append(
                    Finding(
                        "media.missing",
                        .warning,
                        id: id.description,
                        "an attachment came without its bytes"
                    )
                )
                continue
            }
            guard checked.insert(sha256).inserted else { continue }
            let file = FileSystem.status(attachments.path(sha256: sha256))
            if file?.byteCount != byteCount || readsBytes && !attachments.isWhole(sha256: sha256) {
                findings.append(
                    Finding(
                        "media.damaged",
                        .damage,
                        id: id.description,
                        "an attachment's file is gone or changed"
                    )
                )
            }
        }
        if findings.isEmpty {
            findings.append(
                Finding(
                    "media",
                    .ok,
                    "\(rows.count) \(rows.count == 1 ? "attachment is" : "attachments are") there"
                )
            )
        }
        return findings
    }
}
