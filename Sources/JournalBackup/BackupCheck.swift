import JournalStore

/// Something that a check of backups found.
package struct BackupFinding: Sendable, Hashable {
    /// `manifest.damaged`, `object.damaged` or `object.missing`.
    package var code: String
    /// Name of a backup or of an object.
    package var id: String
    /// Backups that can no longer be restored whole.
    package var backups: [String]
}

extension BackupRepository {
    /// Reads every byte of the folder and proves it; changes nothing.
    ///
    /// - Parameter visit: Called with objects read and to read; throwing stops the check.
    /// - Returns: What is wrong; empty when all is whole.
    /// - Throws: `StoreError`, what `visit` throws.
    package func check(visit: (Int, Int) throws -> Void) throws -> [BackupFinding] {
        var findings: [BackupFinding] = []
        var users: [String: [String]] = [:]
        for name in names() {
            do {
                for object in Set(try manifest(name).files.map { objectName($0.sha256) }) {
                    users[object, default: []].append(name)
                }
            } catch is BackupError {
                findings.append(BackupFinding(code: "manifest.damaged", id: name, backups: [name]))
            }
        }
        let present = objectNames()
        for missing in Set(users.keys).subtracting(present).sorted() {
            findings.append(BackupFinding(code: "object.missing", id: missing, backups: users[missing] ?? []))
        }
        for (index, object) in present.enumerated() {
            try visit(index, present.count)
            do { _ = try read(object: object) } catch is BackupError {
                findings.append(
                    BackupFinding(code: "object.damaged", id: object, backups: users[object] ?? [])
                )
            }
        }
        return findings
    }

    /// The newest backup whose name begins so; the newest of all for `nil`.
    ///
    /// - Throws: ``BackupError/noSuchBackup(name:)``, ``BackupError/absent(path:)``.
    package func resolve(_ prefix: String?) throws -> String {
        let all = names()
        if let prefix, all.contains(prefix) { return prefix }
        let found = all.last { prefix.map($0.hasPrefix) ?? true }
        guard let found else {
            throw prefix.map { BackupError.noSuchBackup(name: $0) } ?? BackupError.absent(path: path)
        }
        return found
    }

    /// Removes backups, and the objects that no other names.
    ///
    /// Nothing is removed while a manifest that stays cannot be read, or the newest backup is not there in full.
    ///
    /// - Parameter leaving: Names of backups to remove.
    /// - Returns: Bytes that were freed.
    /// - Throws: ``BackupError``, `StoreError`.
    package func prune(_ leaving: Set<String>) throws -> Int64 {
        try acquire()
        let staying = names().filter { !leaving.contains($0) }
        var needed: Set<String> = []
        for name in staying {
            let manifest = try manifest(name)
            needed.formUnion(manifest.files.map { objectName($0.sha256) })
            if name == staying.last, let gone = manifest.files.first(where: { !has($0) }) {
                throw BackupError.damaged(
                    part: "object \(objectName(gone.sha256).prefix(12)) of the newest backup",
                    reason: "is gone"
                )
            }
        }
        guard !staying.isEmpty || leaving.isEmpty else { throw BackupError.noSuchBackup(name: "to keep") }
        for name in leaving.sorted() { try remove(name) }
        var freed: Int64 = 0
        for object in objectNames() where !needed.contains(object) {
            freed += FileSystem.status(objectPath(object))?.byteCount ?? 0
            remove(object: object)
        }
        return freed
    }
}

/// Which backups stay when others are removed: the newest of so many days, weeks, months and years.
package struct RetentionPolicy: Sendable, Equatable {
    package var last = 0
    package var daily = 0
    package var weekly = 0
    package var monthly = 0
    package var yearly = 0

    package init() {}

    /// Chooses.
    ///
    /// - Parameter backups: Names with the day on which each was made: days since 1970-01-01, year and month.
    /// - Returns: Those to remove; never the newest.
    package func surplus(_ backups: [(name: String, day: Int, month: Int, year: Int)]) -> [String] {
        let newestFirst = backups.sorted { $0.name > $1.name }
        var kept = Set(newestFirst.prefix(max(last, 1)).map(\.name))
        let rules: [(Int, ((name: String, day: Int, month: Int, year: Int)) -> Int)] = [
            (daily, { $0.day }), (weekly, { ($0.day + 3) / 7 }), (monthly, { $0.year * 12 + $0.month }),
            (yearly, { $0.year }),
        ]
        for (count, period) in rules {
            var seen: Set<Int> = []
            for backup in newestFirst where seen.count < count {
                if seen.insert(period(backup)).inserted { kept.insert(backup.name) }
            }
        }
        return backups.map(\.name).filter { !kept.contains($0) }
    }
}
