import JournalBackup
import JournalExport
import JournalImport
import JournalStore

/// Why something could not be done: a stable code, a sentence, and what to do next.
///
/// Never holds a word of an entry.
public struct JournalError: Error, Hashable, Sendable {
    /// What kind of obstacle it was; new codes may be added.
    public struct Code: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
        /// Short name, such as `busy`.
        public let rawValue: String
        /// Takes a name as it is.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The name.
        public var description: String { rawValue }

        /// Another program held the lock for as long as was waited.
        public static let busy = Code(rawValue: "busy")
        /// There is no journal at the place.
        public static let absent = Code(rawValue: "absent")
        /// The place holds something else, or belongs to someone else.
        public static let foreign = Code(rawValue: "foreign")
        /// A newer version of this program wrote the journal.
        public static let newer = Code(rawValue: "newer")
        /// The journal's files are damaged.
        public static let damaged = Code(rawValue: "damaged")
        /// The disk is full or failed.
        public static let disk = Code(rawValue: "disk")
        /// No entry has that id.
        public static let noSuchEntry = Code(rawValue: "no-such-entry")
        /// No journal has that name.
        public static let noSuchJournal = Code(rawValue: "no-such-journal")
        /// A file to be read is not there.
        public static let inputMissing = Code(rawValue: "input-missing")
        /// A file to be read is not what it should be.
        public static let inputBroken = Code(rawValue: "input-broken")
        /// A file to be written exists already.
        public static let outputExists = Code(rawValue: "output-exists")
        /// A file cannot be written.
        public static let outputFailed = Code(rawValue: "output-failed")
        /// A template or a jobs file is not valid.
        public static let configuration = Code(rawValue: "configuration")
        /// A passphrase is wrong or was not given.
        public static let notAllowed = Code(rawValue: "not-allowed")
        /// What was asked for makes no sense.
        public static let usage = Code(rawValue: "usage")
        /// The task was cancelled; it can be run again.
        public static let cancelled = Code(rawValue: "cancelled")
        /// Anything else.
        public static let failed = Code(rawValue: "failed")
    }

    /// What kind of obstacle it was.
    public let code: Code
    /// Thing and cause in one sentence, lower case, without a full stop.
    public let message: String
    /// What to do next; `nil` when the message says it.
    public let remedy: String?

    /// Says what stood in the way.
    public init(_ code: Code, _ message: String, remedy: String? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }
}

extension JournalError: CustomStringConvertible {
    /// Message and remedy.
    public var description: String { message + (remedy.map { "; " + $0 } ?? "") }
}

extension JournalError {
    /// Any error of the rooms below in the words of this one.
    init(_ error: any Error) {
        switch error {
        case let error as JournalError: self = error
        case is CancellationError:
            self.init(.cancelled, "it was interrupted", remedy: "it is safe to run it again")
        case let error as ImportError:
            switch error {
            case .missing: self.init(.inputMissing, error.description)
            case .unreadable, .unrecognised: self.init(.inputBroken, error.description)
            }
        case let error as ExportError: self.init(JournalError.code(error), error.description)
        case let error as StoreError: self.init(JournalError.code(error), error.description)
        case let error as BackupError: self.init(JournalError.code(error), error.description)
        default:
            if let error = StoreError(error) {
                self.init(JournalError.code(error), error.description)
            } else {
                self.init(.failed, "\(error)")
            }
        }
    }

    private static func code(_ error: ExportError) -> Code {
        switch error {
        case .outputExists: .outputExists
        case .cannotWrite, .format, .typesetting: .outputFailed
        case .template, .noTemplate: .configuration
        }
    }

    private static func code(_ error: BackupError) -> Code {
        switch error {
        case .absent: .absent
        case .foreign: .foreign
        case .newer: .newer
        case .needsPassphrase, .notEncrypted, .wrongPassphrase: .notAllowed
        case .noSuchBackup: .usage
        case .damaged, .unequal: .damaged
        case .targetExists: .outputExists
        case .busy: .busy
        case .encryption: .failed
        }
    }

    private static func code(_ error: StoreError) -> Code {
        switch error {
        case .busy: .busy
        case .absent: .absent
        case .foreign: .foreign
        case .newer: .newer
        case .damaged, .damagedOperation, .damagedAttachment: .damaged
        case .disk: .disk
        case .noSuchEntry: .noSuchEntry
        case .system where error.isOfTheDisk: .disk
        case .system, .failed, .tooLarge: .failed
        }
    }
}
