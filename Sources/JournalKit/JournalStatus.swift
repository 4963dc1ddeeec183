public import JournalModel
import JournalStore

/// What a journal holds, counted on this device.
public struct JournalStatus: Sendable, Hashable {
    /// Entries outside the trash.
    public var entryCount: Int
    /// Attachments of all entries.
    public var attachmentCount: Int
    /// Entries in the trash.
    public var trashedCount: Int
    /// Entries with a version of their text that no rule could merge, outside the trash.
    public var conflictCount: Int
    /// Day of the earliest entry outside the trash.
    public var firstDay: CivilDate?
    /// Day of the latest entry outside the trash.
    public var lastDay: CivilDate?

    /// When this device last looked the whole store over: milliseconds since 1970-01-01T00:00:00Z; `nil` for never.
    public var checkedMilliseconds: Int64?
    /// What that check found at worst.
    public var checkedSeverity: CheckFinding.Severity?

    /// When this device last made a backup: milliseconds since 1970-01-01T00:00:00Z; `nil` for never.
    public var backedUpMilliseconds: Int64?
    /// Whether that backup was proven and holds every attachment.
    public var isBackupWhole: Bool?

    init(_ summary: StoreSummary, lastCheck: JobRecord?, lastBackup: JobRecord?) {
        backedUpMilliseconds = lastBackup?.finishedMilliseconds
        isBackupWhole = lastBackup.map { $0.outcome == "verified" }
        conflictCount = summary.conflictCount
        checkedMilliseconds = lastCheck?.finishedMilliseconds
        checkedSeverity = lastCheck.flatMap { CheckFinding.Severity(rawValue: $0.outcome) }
        entryCount = summary.entryCount
        attachmentCount = summary.attachmentCount
        trashedCount = summary.trashedCount
        firstDay = summary.firstDay
        lastDay = summary.lastDay
    }
}

/// How much a check reads.
public enum CheckDepth: Sendable {
    /// The database, every operation and every entry.
    case standard
    /// Also every byte of every attachment.
    case media
    /// Also makes all tables and the search index anew beside the store and compares them.
    case deep
}

/// Something that a check found; ids and counts only.
public struct CheckFinding: Sendable, Hashable {
    /// How bad it is.
    public enum Severity: String, Sendable {
        /// An area without fault.
        case ok
        /// Nothing is lost, but someone should look.
        case warning
        /// Something is not what was written.
        case damage
    }

    /// Stable short name, such as `media.missing`.
    public var code: String
    /// How bad it is.
    public var severity: Severity
    /// What is concerned; `nil` for the whole.
    public var id: String?
    /// A sentence with counts.
    public var message: String

    /// Says what was found.
    public init(code: String, severity: Severity, id: String? = nil, message: String) {
        self.code = code
        self.severity = severity
        self.id = id
        self.message = message
    }

    init(_ finding: Finding) {
        code = finding.code
        severity = Severity(rawValue: finding.severity.rawValue) ?? .damage
        id = finding.id
        message = finding.message
    }
}
