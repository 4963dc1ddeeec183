package import FileFormats
package import JournalModel

/// Reads one foreign export.
///
/// Opening it takes the inventory; ``forEachItem(_:)`` may then be called as often as needed and gives
/// the same items in the same order.
package protocol Importer: AnyObject {
    /// The source's short name, such as `dayone`; also the name of the format.
    var app: String { get }

    /// What there is, counted before anything is taken.
    var inventory: ImportInventory { get }

    /// Calls `body` for each item and each warning in turn, one item in memory at a time.
    ///
    /// Together there are as many entries, failures and skipped items as ``ImportInventory/found`` says.
    ///
    /// - Throws: What `body` throws, which ends the import at that item.
    func forEachItem(_ body: (ImportItem) throws -> Void) throws
}

/// What an importer hands out.
package enum ImportItem {
    case entry(ImportedEntry)
    /// An item that could not be read.
    case failed(ImportWarning)
    /// An item over a limit.
    case skipped(ImportWarning)
    /// Something that was taken, but not as it is; about the entry that follows, or about a file.
    case warning(ImportWarning)
}

/// The contents of an export by number.
package struct ImportInventory: Equatable, Sendable {
    /// One journal of the export.
    package struct Journal: Equatable, Sendable {
        package var name: String
        /// Elements of its arrays of entries, and one for the rest of each file that breaks off.
        package var found: Int
    }

    /// By name, in the order of its UTF-8.
    package var journals: [Journal]
    /// Media files in the archive.
    package var mediaFiles: Int
    /// Media files that no entry lists.
    package var unusedMediaFiles: Int

    package var found: Int { journals.reduce(0) { $0 + $1.found } }
}

/// Why nothing was imported at all.
package enum ImportError: Error {
    /// The path leads nowhere.
    case missing(path: String)
    /// The archive is damaged, cut off, or over a limit.
    case unreadable(path: String, cause: FormatError)
    /// It can be read, but holds nothing that is known here.
    case unrecognised(path: String)
}

extension ImportError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .missing(let path):
            "\(path) does not exist; check its name"
        case .unreadable(let path, let cause):
            "\(path) cannot be imported: \(cause.sentence)"
        case .unrecognised(let path):
            "\(path) holds no journal that can be imported; give a Day One JSON export: its zip, its folder or its .json"
        }
    }
}

extension FormatError {
    /// The cause in words; file names are in it, bytes of files never.
    var sentence: String {
        switch self {
        case .zip(let operation, let code): "could not \(operation) (libzip error \(code)); export it again"
        case .xml(let operation): "could not \(operation)"
        case .limit(let text), .malformed(let text): text
        case .system(let operation, let code): "could not \(operation) (system error \(code))"
        case .outOfMemory: "there is not enough memory"
        }
    }
}
