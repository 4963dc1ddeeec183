import Foundation

/// The files below a folder, or one file with the media folders beside it.
package final class FolderSource: ArchiveSource {
    package private(set) var members: [ArchiveMember] = []
    package private(set) var refused: [RefusedMember] = []
    private var paths: [String] = []
    private var seen: Set<String> = []

    private static let memberLimit = 200_000
    private static let depthLimit = 32

    /// Lists a folder with everything below it; links are not followed.
    package init(folder: String) throws { try list(folder, prefix: "", depth: 0) }

    /// Takes one file, and what lies in the folders beside it that have one of the given names in any case.
    package init(file: String, siblingFolders: Set<String> = []) throws {
        let path = file as NSString
        add(path: file, name: path.lastPathComponent, byteCount: try InputFile(path: file).byteCount)
        let parent = path.deletingLastPathComponent.isEmpty ? "." : path.deletingLastPathComponent
        for name in try names(in: parent) where siblingFolders.contains(name.lowercased()) {
            let sibling = parent + "/" + name
            if mode(of: sibling)?.kind == S_IFDIR { try list(sibling, prefix: name + "/", depth: 1) }
        }
    }

    package func read(_ member: ArchiveMember, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let isOnlyFile = member.index == 0 && members.first?.name == member.name && !member.name.contains("/")
        try InputFile(path: paths[member.index], followsLinks: isOnlyFile).readAll(body)
    }

    private func list(_ folder: String, prefix: String, depth: Int) throws {
        guard depth <= Self.depthLimit else {
            throw FormatError.limit("\(folder) is more than \(Self.depthLimit) folders deep")
        }
        for name in try names(in: folder) where !ArchiveNames.isJunk(name) {
            let path = folder + "/" + name
            guard let mode = mode(of: path) else { continue }
            switch mode.kind {
            case S_IFDIR: try list(path, prefix: prefix + name + "/", depth: depth + 1)
            case S_IFREG: add(path: path, name: prefix + name, byteCount: mode.byteCount)
            default: refused.append(RefusedMember(name: prefix + name, reason: .notAFile))
            }
            guard members.count <= Self.memberLimit else {
                throw FormatError.limit("\(folder) has more than \(Self.memberLimit) files")
            }
        }
    }

    private func add(path: String, name: String, byteCount: Int64) {
        if !ArchiveNames.isPlain(name) {
            refused.append(RefusedMember(name: name, reason: .name))
        } else if !seen.insert(ArchiveNames.folded(name)).inserted {
            refused.append(RefusedMember(name: name, reason: .duplicate))
        } else {
            members.append(
                ArchiveMember(
                    name: ArchiveNames.normalised(name),
                    byteCount: byteCount,
                    index: members.count
                )
            )
            paths.append(path)
        }
    }

    private func names(in folder: String) throws -> [String] {
        guard let directory = opendir(folder) else {
            throw FormatError.system(operation: "open \(folder)", code: errno)
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let record = readdir(directory) {
            let name = withUnsafeBytes(of: record.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private func mode(of path: String) -> (kind: mode_t, byteCount: Int64)? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return (status.st_mode & S_IFMT, Int64(status.st_size))
    }
}
