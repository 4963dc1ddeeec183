package import Encryption
import JournalStore

/// What stops a backup or a restore; each says thing, cause and next step, never a word of an entry.
package enum BackupError: Error, Sendable, CustomStringConvertible {
    /// There is no backup folder at the path.
    case absent(path: String)
    /// The folder holds something else.
    case foreign(path: String)
    /// A newer program wrote it.
    case newer(path: String)
    /// The backup folder is encrypted and no passphrase was given.
    case needsPassphrase(path: String)
    /// A passphrase was given for a folder that is not encrypted.
    case notEncrypted(path: String)
    /// The passphrase is not the folder's.
    case wrongPassphrase(path: String)
    /// No backup has that name.
    case noSuchBackup(name: String)
    /// A part of a backup is gone or is not what was written.
    case damaged(part: String, reason: String)
    /// There is something where a journal was to be restored.
    case targetExists(path: String)
    /// Another program works in the folder.
    case busy(path: String)
    /// What was restored for the proof is not what is in the journal.
    case unequal(count: Int)
    /// Encryption cannot be done.
    case encryption(EncryptionError)

    package var description: String {
        switch self {
        case .absent(let path): "there is no backup at \(path); make one with: journal backup now"
        case .foreign(let path): "\(path) holds other files; choose an empty folder with --folder"
        case .newer(let path): "the backup at \(path) was made by a newer version; update the program"
        case .needsPassphrase(let path):
            "the backup at \(path) is encrypted; give its passphrase with --passphrase-file"
        case .notEncrypted(let path):
            "the backup at \(path) is not encrypted; leave the passphrase out, or choose another folder"
        case .wrongPassphrase(let path):
            "the passphrase does not open the backup at \(path), or its header is damaged"
        case .noSuchBackup(let name): "there is no backup '\(name.prefix(40))'; see: journal backup list"
        case .damaged(let part, let reason):
            "\(part) of the backup \(reason); run: journal backup verify (restore --salvage brings back the rest)"
        case .targetExists(let path):
            "\(path) exists, and a restore never overwrites; choose another folder with --into"
        case .busy(let path): "the backup folder \(path) is in use by another program; try again later"
        case .unequal(let count):
            "\(count) entries restored from the new backup differ from the journal, so it was not kept; run: journal doctor"
        case .encryption(let error): "\(error)"
        }
    }
}
