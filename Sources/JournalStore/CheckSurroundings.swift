import Glibc
import JournalModel

extension JournalStore {
    /// What lies around the database: permissions, drafts, files without a name, locks, clock and disk.
    func checkSurroundings() -> [Finding] {
        var findings = checkPermissions() + checkDrafts() + checkClock() + checkLock() + checkFiles()
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

    private func checkPermissions() -> [Finding] {
        let open = openToOthers()
        if open.isEmpty { return [Finding("permissions", .ok, "only you can read the store")] }
        return open.map {
            Finding(
                "permissions.open",
                .warning,
                id: $0,
                "other users can read \($0) of the store: journal doctor --fix"
            )
        }
    }

    /// Files and folders of the store that are not this user's alone, by their path inside it.
    package func openToOthers() -> [String] {
        var open: [String] = []
        func look(_ path: String, _ name: String) {
            guard let found = FileSystem.status(path) else { return }
            if found.mode & 0o077 != 0 && found.mode & UInt32(S_IFMT) != UInt32(S_IFLNK)
                || found.owner != geteuid()
            {
                open.append(name)
            }
            guard found.isFolder else { return }
            for child in FileSystem.names(in: path) {
                look(path + "/" + child, name == "." ? child : name + "/" + child)
            }
        }
        look(folder.path, ".")
        return open
    }

    private func checkDrafts() -> [Finding] {
        let names = FileSystem.names(in: folder.drafts)
        let drafts = names.filter { $0.hasPrefix("draft-") && $0.hasSuffix(".md") }
        if drafts.isEmpty { return [Finding("drafts", .ok, "no draft is waiting")] }
        return [
            Finding("drafts.waiting", .warning, "\(drafts.count) drafts are waiting: journal new --resume")
        ]
    }

    private func checkClock() -> [Finding] {
        let now = environment.now()
        let written = (try? DeviceTable.read(database))??.time.unixMilliseconds ?? 0
        let day: Int64 = 86_400_000
        // 2020-01-01: before the program was.
        if now < 1_577_836_800_000 {
            return [Finding("clock.unset", .warning, "the clock of this machine is not set")]
        }
        if written > now + day {
            let days = (written - now) / day
            return [
                Finding(
                    "clock.behind",
                    .warning,
                    "the clock is \(days) days behind what was written here; new entries still come after the old"
                )
            ]
        }
        return [Finding("clock", .ok, "the clock goes on from what was written")]
    }

    private func checkLock() -> [Finding] {
        var findings: [Finding] = []
        if let kind = DiskFacts(folder.path).networkKind {
            findings.append(
                Finding(
                    "store.network",
                    .warning,
                    "the store lies on a network file system (\(kind)), where locks and the log can fail; move it to a disk of this machine"
                )
            )
        }
        do {
            try lock.hold(waitMilliseconds: min(environment.lockWaitMilliseconds, 2000)) {}
        } catch StoreError.busy(_, let holder) {
            findings.append(
                Finding("lock.held", .warning, "\(holder ?? "another program") has been writing for a while")
            )
        } catch {
            findings.append(Finding("lock.failed", .damage, "the lock of the store cannot be had"))
        }
        return findings.isEmpty ? [Finding("locks", .ok, "nobody holds the lock")] : findings
    }

    /// Attachments that nothing names, and what stopped programs left.
    private func checkFiles() -> [Finding] {
        let surplus = (try? unnamed(Set(attachments.contents()))) ?? []
        guard !surplus.isEmpty else { return [] }
        let bytes = surplus.reduce(into: Int64(0)) {
            $0 += FileSystem.status(attachments.path(sha256: $1))?.byteCount ?? 0
        }
        return [
            Finding(
                "media.unnamed",
                .warning,
                "\(surplus.count) files of attachments (\(bytes) bytes) belong to no entry: journal doctor --fix"
            )
        ]
    }

    /// Mends what can be made again or is nobody's: never a word of an entry.
    ///
    /// Tables and index are derived anew, a purge is finished, files that nothing names are removed, the store is
    /// closed to others, and a device that lost count gets a new incarnation.
    ///
    /// - Throws: ``StoreError``.
    package func repair() throws {
        for name in openToOthers() {
            let path = name == "." ? folder.path : folder.path + "/" + name
            guard let found = FileSystem.status(path), found.owner == geteuid() else { continue }
            chmod(path, found.isFolder ? 0o700 : 0o600)
        }
        try write(nil) { try $0.renewIfBehind(database, environment) }
        try rebuild()
        TemporaryStore.removeLeftovers(in: folder.cache)
        _ = try finishPurge()
        _ = try removeUnnamedFiles()
    }
}
