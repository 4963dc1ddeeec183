import Glibc

/// Where the parts of one store lie.
package struct StoreFolder: Sendable {
    package let path: String

    package init(path: String) {
        var trimmed = path
        while trimmed.utf8.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
        self.path = trimmed
    }

    package var privateDatabase: String { path + "/private.sqlite" }
    package var localDatabase: String { path + "/local.sqlite" }
    package var attachments: String { path + "/attachments" }
    package var drafts: String { path + "/drafts" }
    package var cache: String { path + "/cache" }
    var lock: String { path + "/lock" }
    /// Says that words which were deleted for good may still be in this device's files.
    var unfinishedPurge: String { path + "/purge-unfinished" }
    /// Copies that were made before the store was brought to a newer format.
    var earlierFormats: [String] {
        FileSystem.names(in: path).filter { $0.hasPrefix("private-format-") && $0.hasSuffix(".sqlite") }
            .map { path + "/" + $0 }
    }

    /// Whether there is a store, or at least the beginning of one.
    package var exists: Bool { FileSystem.status(privateDatabase) != nil }

    /// Refuses folders of other people and folders that hold something else.
    func check() throws {
        guard let found = FileSystem.status(path) else { return }
        guard found.isFolder else { throw StoreError.foreign(path: path, reason: "it is not a folder") }
        guard found.owner == geteuid() else {
            throw StoreError.foreign(path: path, reason: "it belongs to another user")
        }
        // An empty folder of one's own becomes a store and is closed to others then.
        let isEmpty = FileSystem.names(in: path).isEmpty
        guard isEmpty || found.mode & 0o022 == 0 else {
            throw StoreError.foreign(
                path: path,
                reason: "other users may write to it (chmod go-w would mend that)"
            )
        }
        if !exists {
            let known: Set<String> = ["lock", "drafts", "cache", "keys", "attachments", "local.sqlite"]
            let strangers = FileSystem.names(in: path).filter {
                !known.contains($0) && !$0.hasPrefix(".new-")
            }
            guard strangers.isEmpty else {
                throw StoreError.foreign(path: path, reason: "it already holds other files")
            }
        }
    }

    /// Bytes in the write-ahead log.
    var logByteCount: Int64 { FileSystem.status(privateDatabase + "-wal")?.byteCount ?? 0 }
}
