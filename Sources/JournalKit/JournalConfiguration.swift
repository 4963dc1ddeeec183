public import Foundation
public import JournalModel
import JournalStore

/// Where a journal lies.
public enum JournalLocation: Sendable {
    /// `.local/share/journal` in the home folder of the user who runs the program.
    case standard
    /// A folder, made when it is not there.
    case file(String)
    /// A journal for previews and tests that is gone with the program.
    case inMemory(SampleContent)

    /// What a journal in memory begins with.
    public enum SampleContent: Sendable {
        /// Nothing.
        case empty
        /// A few invented entries.
        case sample
    }
}

/// Everything a journal takes from outside: clock, zone, language, ids, and how long to wait.
public struct JournalConfiguration: Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var now: @Sendable () -> Int64
    /// Random ids of new things.
    public var makeID: @Sendable () -> UUID
    /// The zone of entries that name none.
    public var zone: JournalZone
    /// BCP 47 tag of the language of books.
    public var language: String
    /// How long a write waits for another program's, in seconds.
    public var lockWaitSeconds: Double
    /// Whether a missing store is made.
    public var createsStore: Bool
    /// Program that decodes pictures which no reader shows; `nil` lists such pictures by name.
    public var decoderPath: String?
    /// Folder with templates beside those that ship; `nil` for none.
    public var templatesFolder: String?

    /// The machine's clock and zone, random ids, English, a wait of one minute.
    public init(
        now: @escaping @Sendable () -> Int64 = {
            Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
        },
        makeID: @escaping @Sendable () -> UUID = { UUID() },
        zone: JournalZone = JournalZone(TimeZone.current.identifier),
        language: String = "en",
        lockWaitSeconds: Double = 60,
        createsStore: Bool = true,
        decoderPath: String? = nil,
        templatesFolder: String? = nil
    ) {
        self.now = now
        self.makeID = makeID
        self.zone = zone
        self.language = language
        self.lockWaitSeconds = lockWaitSeconds
        self.createsStore = createsStore
        self.decoderPath = decoderPath
        self.templatesFolder = templatesFolder
    }

    var environment: StoreEnvironment {
        StoreEnvironment(
            now: now,
            randomUUID: makeID,
            lockWaitMilliseconds: Int(min(max(lockWaitSeconds, 0), 1e6) * 1000)
        )
    }
}
