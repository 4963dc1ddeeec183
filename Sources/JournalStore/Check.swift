import Glibc
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

extension JournalStore {
    /// Looks the whole store over without changing it.
    ///
    /// - Parameters:
    ///   - readsAttachments: Whether to hash every attachment's bytes.
    ///   - visit: Called now and then; throwing stops the check.
    /// - Returns: Findings, one `ok` for each area without fault.
    /// - Throws: What `visit` throws; ``StoreError`` when the store cannot be read at all.
    package func check(readsAttachments: Bool, visit: () throws -> Void = {}) throws -> [Finding] {
        var findings: [Finding] = []
        do {
            // One moment of the journal, whatever others write meanwhile.
            try database.execute("BEGIN")
            defer { if database.isInTransaction { try? database.execute("ROLLBACK") } }
            findings += try checkDatabase()
            findings += try checkOperations(visit)
            findings += try checkDerived(visit)
            findings += try checkAttachments(readsAttachments, visit)
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
        findings += checkPermissions()
        findings += checkDrafts()
        if hasUnfinishedPurge {
            findings.append(
                Finding(
                    "purge.unfinished",
                    .warning,
                    "words deleted for good may still be in this device's files: journal doctor --fix"
                )
            )
        }
        return findings
    }

    private func checkDatabase() throws -> [Finding] {
        let lines = try database.all("PRAGMA integrity_check(20)") { $0.text(at: 0) ?? "" }
        if lines == ["ok"] { return [Finding("store", .ok, "every page of the database is sound")] }
        return [Finding("store.damaged", .damage, "\(lines.count) faults in the pages of the database")]
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
            findings.append(Finding("entries", .ok, "\(count) entries equal their operations"))
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
        if findings.isEmpty { findings.append(Finding("media", .ok, "\(rows.count) attachments are there")) }
        return findings
    }

    private func checkPermissions() -> [Finding] {
        var open: [String] = []
        func look(_ path: String, _ name: String) {
            guard let found = FileSystem.status(path) else { return }
            if found.mode & 0o077 != 0 || found.owner != geteuid() { open.append(name) }
            guard found.isFolder else { return }
            for child in FileSystem.names(in: path) {
                look(path + "/" + child, name == "." ? child : name + "/" + child)
            }
        }
        look(folder.path, ".")
        if open.isEmpty { return [Finding("permissions", .ok, "only you can read the store")] }
        return open.prefix(20).map {
            Finding(
                "permissions.open",
                .warning,
                id: $0,
                "other users can read \($0) of the store; chmod go= would mend that"
            )
        }
    }

    private func checkDrafts() -> [Finding] {
        let drafts = FileSystem.names(in: folder.drafts).filter {
            $0.hasPrefix("draft-") && $0.hasSuffix(".md")
        }
        if drafts.isEmpty { return [Finding("drafts", .ok, "no draft is waiting")] }
        return [
            Finding("drafts.waiting", .warning, "\(drafts.count) drafts are waiting: journal new --resume")
        ]
    }
}
