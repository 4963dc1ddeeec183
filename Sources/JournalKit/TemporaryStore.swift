import Bytes
import Foundation
import JournalStore

/// The folder of a journal in memory: on the memory file system where there is one, gone with its owner.
final class TemporaryStore: Sendable {
    let path: String

    init(name: UUID) throws {
        let shared = FileSystem.status("/dev/shm")?.isFolder == true
        path =
            (shared ? "/dev/shm" : FileManager.default.temporaryDirectory.path) + "/journal-"
            + name.lowerCased
        try FileSystem.makePrivateFolder(path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
