import Foundation
import Glibc

/// Folders in which a store is made before it gets its place, or for a comparison only.
///
/// Named after the process, so that what a kill left behind is found and removed.
package enum TemporaryStore {
    private static let prefix = ".journal-restore-"

    /// Makes a folder for this process alone; never takes one that is there, which may be another user's.
    ///
    /// - Throws: ``StoreError/system(operation:path:code:)``.
    package static func make(in parent: String) throws -> String {
        var path = ""
        for number in 0..<100 {
            path = parent + "/" + prefix + "\(getpid())-\(number)"
            if mkdir(path, 0o700) == 0 { return path }
            guard errno == EEXIST else { break }
        }
        throw StoreError.system(operation: "make", path: path, code: errno)
    }

    /// Removes what processes that are gone left half made.
    package static func removeLeftovers(in parent: String) {
        for name in FileSystem.names(in: parent) where name.hasPrefix(prefix) {
            let process = name.dropFirst(prefix.count).prefix { $0.isASCII && $0.isNumber }
            if let id = Int32(process), id != getpid(), kill(id, 0) == 0 { continue }
            guard let found = FileSystem.status(parent + "/" + name), found.isFolder, found.owner == geteuid()
            else { continue }
            remove(parent + "/" + name)
        }
    }

    package static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
