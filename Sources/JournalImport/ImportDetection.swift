import FileFormats
import Foundation

/// The importer that understands what lies at a path, told by contents and not by name.
///
/// - Parameter path: A zip, a folder, or a single file.
/// - Returns: An importer that has taken its inventory.
/// - Throws: ``ImportError``.
package func importer(for path: String) throws -> any Importer {
    var status = stat()
    guard stat(path, &status) == 0 else { throw ImportError.missing(path: path) }
    do {
        let source: any ArchiveSource
        if status.st_mode & S_IFMT == S_IFDIR {
            source = try FolderSource(folder: path)
        } else if try beginsAsZip(path) || path.lowercased().hasSuffix(".zip") {
            source = try ZipReader(path: path)
        } else {
            source = try FolderSource(file: path, siblingFolders: DayOneArchive.mediaFolders)
        }
        let importer = try DayOneImporter(source)
        guard !importer.inventory.journals.isEmpty else { throw ImportError.unrecognised(path: path) }
        return importer
    } catch let cause as FormatError {
        throw ImportError.unreadable(path: path, cause: cause)
    }
}

private func beginsAsZip(_ path: String) throws -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else {
        throw FormatError.system(operation: "open \(path)", code: errno)
    }
    defer { try? file.close() }
    // "PK" and then a local header, an end record, or the mark of a split archive.
    let start = try? file.read(upToCount: 4)
    guard let start, start.count == 4, start[0] == 0x50, start[1] == 0x4b else { return false }
    return [0x0403, 0x0605, 0x0807].contains(UInt16(start[2]) | UInt16(start[3]) << 8)
}
