import Foundation
import Glibc

/// Folders in which a store is made before it gets its place, or for a comparison only.
///
/// Named after the process, so that what a kill left behind is found and removed.
package enum TemporaryStore {
    private static let prefix = ".journal-restore-"

    /// A folder for this process alone.
    package static func path(in parent: String) -> String { parent + "/" + prefix + "\(getpid())" }

    /// Removes what processes that are gone left half made.
    package static func removeLeftovers(in parent: String) {
        for name in FileSystem.names(in: parent) where name.hasPrefix(prefix) {
            if let id = Int32(name.dropFirst(prefix.count)), id != getpid(), kill(id, 0) == 0 { continue }
            remove(parent + "/" + name)
        }
    }

    package static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
