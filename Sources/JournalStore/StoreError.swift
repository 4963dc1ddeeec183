import Glibc
package import SQLite

/// What can go wrong while a journal is read or written; each says thing, cause and next step.
package enum StoreError: Error, Sendable {
    /// Another process held the write lock for as long as the caller would wait.
    case busy(path: String, holder: String?)
    /// There is no journal at the path.
    case absent(path: String)
    /// The folder or file belongs to something else, or to someone else.
    case foreign(path: String, reason: String)
    /// The store was written by a newer version of this program.
    case newer(path: String, found: Int, known: Int)
    /// Pages are damaged or the file is no database.
    case damaged(path: String, cause: SQLiteError)
    /// An operation in the store cannot be read.
    case damagedOperation(sequence: Int64, reason: String)
    /// The disk is full or failed.
    case disk(operation: String, reason: String)
    /// The system refused a file operation; `code` is an `errno`.
    case system(operation: String, path: String, code: Int32)
    /// Any other refusal by SQLite; `operation` completes the words "could not ...".
    case failed(operation: String, cause: SQLiteError)
    /// The entry is not there.
    case noSuchEntry(id: String)
    /// The bytes of an attachment are not what was stored.
    case damagedAttachment(sha256: String)
    /// One entry is more than can be read back.
    case tooLarge(limitBytes: Int)
}

extension StoreError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .busy(let path, let holder):
            "the journal at \(path) is in use by \(holder ?? "another program"); try again, or wait longer with --wait"
        case .absent(let path):
            "there is no journal at \(path); make one with: journal init"
        case .foreign(let path, let reason):
            "\(path) is not a journal of yours: \(reason); nothing was changed; choose another place with --store"
        case .newer(let path, let found, let known):
            "the journal at \(path) has format \(found), this program knows up to \(known); nothing was changed; update the program"
        case .damaged(let path, let cause):
            "\(path) cannot be read as a journal (\(cause)); nothing was changed; restore a backup"
        case .damagedOperation(let sequence, let reason):
            "operation \(sequence) of the journal cannot be read (\(reason)); run: journal doctor"
        case .disk(let operation, let reason):
            "could not \(operation): \(reason); free some space or check the disk, then try again"
        case .system(let operation, let path, let code):
            "could not \(operation) \(path): \(systemMessage(code))"
        case .failed(let operation, let cause):
            "could not \(operation) (\(cause)); run: journal doctor"
        case .noSuchEntry(let id):
            "there is no entry \(id)"
        case .damagedAttachment(let sha256):
            "the file of attachment \(sha256.prefix(12)) is not what was stored; run: journal doctor"
        case .tooLarge(let limitBytes):
            "the entry is larger than \(limitBytes >> 20) MiB and was not stored; split it, or attach a file"
        }
    }
}

extension StoreError {
    /// An error of SQLite's that no caller has put into words; `nil` for any other.
    package init?(_ error: any Error) {
        guard let cause = error as? SQLiteError else { return nil }
        self.init(cause, while: "use the journal", at: "the database")
    }

    init(_ cause: SQLiteError, while operation: String, at path: String) {
        if cause.isBusy {
            self = .busy(path: path, holder: nil)
        } else if cause.isDamage {
            self = .damaged(path: path, cause: cause)
        } else if cause.isDisk {
            self = .disk(operation: operation, reason: cause.message)
        } else {
            self = .failed(operation: operation, cause: cause)
        }
    }
}

extension StoreError {
    /// Whether the disk is full, failed or may not be written.
    package var isOfTheDisk: Bool {
        switch self {
        case .disk: true
        case .system(_, _, let code): [EIO, ENOSPC, EDQUOT, EROFS].contains(code)
        default: false
        }
    }
}
