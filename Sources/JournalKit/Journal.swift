import Foundation
import JournalImport
public import JournalModel
import JournalStore

/// A journal, open: what front ends and the command use.
///
/// Any number of programs may have the same journal open. Everything is a value; every method may be
/// called from any task; errors are ``JournalError``.
///
/// ```swift
/// let journal = try await Journal.open(.standard)
/// let entry = try await journal.add(EntryDraft(text: "It rained."))
/// let page = try await journal.entries(EntryQuery(), limit: 50)
/// ```
public actor Journal {
    let store: JournalStore
    nonisolated let configuration: JournalConfiguration
    private let temporary: TemporaryStore?

    /// The folder that holds the journal.
    public nonisolated let path: String

    // SQLite blocks its thread on the disk; a queue of its own keeps Swift's shared threads free.
    private nonisolated let executor = QueueExecutor(label: "journal")
    /// Runs everything on the journal's own queue.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private init(
        _ folder: StoreFolder,
        _ configuration: JournalConfiguration,
        temporary: TemporaryStore?
    ) throws {
        self.configuration = configuration
        self.temporary = temporary
        path = folder.path
        store = try JournalStore(
            folder,
            creating: configuration.createsStore,
            environment: configuration.environment
        )
    }

    /// Opens a journal, making it when it is not there and the configuration says so.
    public static func open(
        _ location: JournalLocation,
        _ configuration: JournalConfiguration = JournalConfiguration()
    ) async throws(JournalError) -> Journal {
        do {
            switch location {
            case .standard:
                let home = FileManager.default.homeDirectoryForCurrentUser.path
                return try Journal(
                    StoreFolder(path: home + "/.local/share/journal"),
                    configuration,
                    temporary: nil
                )
            case .file(let path):
                return try Journal(StoreFolder(path: path), configuration, temporary: nil)
            case .inMemory(let content):
                let temporary = try TemporaryStore(name: configuration.makeID())
                let journal = try Journal(
                    StoreFolder(path: temporary.path),
                    configuration,
                    temporary: temporary
                )
                if content == .sample {
                    for draft in SampleEntries.drafts(configuration) { _ = try await journal.add(draft) }
                }
                return journal
            }
        } catch {
            throw JournalError(error)
        }
    }

    // MARK: Writing

    /// Writes an entry; when this returns, it outlasts a power cut.
    ///
    /// - Returns: The entry as it was stored.
    /// - Throws: ``JournalError/Code/usage`` when the draft names an id that an entry has already.
    @discardableResult
    public func add(_ draft: EntryDraft) throws(JournalError) -> Entry {
        try run {
            let now = configuration.now()
            let change = PendingChange(.new)
            let id = draft.id ?? EntryID(configuration.makeID())
            if draft.id != nil, try store.live.entry(id) != nil {
                throw JournalError(.usage, "there is an entry \(id) already")
            }
            let moment =
                switch draft.happened {
                case .now: EntryMoment(unixMilliseconds: now, zone: configuration.zone)
                case .at(let moment): moment
                }
            var entry = Entry(
                id: id,
                happened: moment,
                journal: try draft.journal.map { try store.journal(named: $0, as: change).id },
                writtenMilliseconds: now,
                changedMilliseconds: now,
                title: draft.title,
                body: draft.text,
                tags: EntryFields.distinct(draft.tags),
                people: EntryFields.distinct(draft.people),
                isStarred: draft.isStarred,
                mood: draft.mood.map { min(max($0, 1), 5) }
            )
            entry.place = draft.place.map { name in
                var place = Place()
                place.name = name
                return place
            }
            entry.template = draft.template.map { title in
                var template = TemplateReference()
                template.title = title
                return template
            }
            for file in draft.files { try attach(file, to: &entry) }
            try store.add(entry, as: change)
            return entry
        }
    }

    /// Changes an entry to what `change` makes of it.
    ///
    /// - Returns: The entry as it reads afterwards.
    @discardableResult
    public func edit(_ id: EntryID, _ change: @Sendable (inout Entry) -> Void) throws(JournalError) -> Entry {
        try run {
            try store.edit(id) { change(&$0) }
        }
    }

    /// Attaches a file to an entry; the same bytes twice are one attachment.
    @discardableResult
    public func attach(_ file: EntryDraft.File, to id: EntryID) throws(JournalError) -> Entry {
        try attach([file], to: id)
    }

    /// Moves an entry to the trash, where it stays until it is restored.
    @discardableResult
    public func delete(_ id: EntryID) throws(JournalError) -> Entry { try run { try store.delete(id) } }

    /// Takes an entry out of the trash.
    @discardableResult
    public func restore(_ id: EntryID) throws(JournalError) -> Entry { try run { try store.restore(id) } }

    func attach(_ file: EntryDraft.File, to entry: inout Entry) throws {
        guard FileSystem.status(file.path)?.isRegularFile == true else {
            throw JournalError(.inputMissing, "there is no file \(file.path)", remedy: "check its name")
        }
        let stored = try store.attachments.store(FileStream(path: file.path))
        let id = FixedIdentity.attachment(of: entry.id, sha256: stored.sha256)
        guard !entry.attachments.contains(where: { $0.id == id }) else { return }
        var attachment = Attachment(id: id, kind: .file, mediaType: "application/octet-stream")
        attachment.sha256 = stored.sha256
        attachment.byteCount = stored.byteCount
        attachment.name = file.path.split(separator: "/").last.map(String.init)
        attachment.caption = file.caption
        attachment.order = min(entry.attachments.map(\.order).max() ?? -1, .max - 1) + 1
        MediaFacts.fill(&attachment, path: stored.path)
        entry.attachments.append(attachment)
    }

    // MARK: Reading

    /// An id for an entry that is going to be written.
    public nonisolated func makeID() -> EntryID { EntryID(configuration.makeID()) }

    /// One entry; `nil` when no entry has the id.
    public func entry(_ id: EntryID) throws(JournalError) -> Entry? { try run { try store.live.entry(id) } }

    /// A page of entries.
    ///
    /// Pages are cut by key, so that a page far down costs no more than the first.
    public func entries(
        _ query: EntryQuery = EntryQuery(),
        order: EntryOrder = .newestFirst,
        after cursor: EntryCursor? = nil,
        limit: Int? = nil
    ) throws(JournalError) -> EntryPage {
        try run {
            let entries = try store.live.page(
                query,
                isNewestFirst: order == .newestFirst,
                after: cursor,
                limit: limit.map { $0 == .max ? $0 : $0 + 1 }
            )
            guard let limit, entries.count > limit else { return EntryPage(entries: entries, next: nil) }
            let page = Array(entries.prefix(limit))
            return EntryPage(
                entries: page,
                next: page.last.map { EntryCursor(sortMilliseconds: $0.happened.sortMilliseconds, id: $0.id) }
            )
        }
    }

    /// How many entries a query has.
    public func count(_ query: EntryQuery = EntryQuery()) throws(JournalError) -> Int {
        try run { try store.live.count(query) }
    }

    /// Ids that begin with hexadecimal digits: none, the one, or two of several.
    public func ids(prefix digits: String) throws(JournalError) -> [EntryID] {
        try run { try store.live.ids(prefix: digits) }
    }

    /// The source's own object of an imported entry, JSON text as it came; `nil` for others.
    public func rawSource(of id: EntryID) throws(JournalError) -> [UInt8]? {
        try run { try store.live.rawSource(of: id) }
    }

    /// All journals, by name.
    ///
    /// - Parameter includesDeleted: Also those that were deleted, which entries in the trash may name.
    /// - Returns: Them, sorted by name, then id.
    /// - Throws: ``JournalError``.
    public func journals(includesDeleted: Bool = false) throws(JournalError) -> [JournalInfo] {
        try run {
            try store.live.journals().values.filter { includesDeleted || !$0.isDeleted }
                .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        }
    }

    /// All tags with the number of entries that carry them, by name.
    public func tags() throws(JournalError) -> [NameCount] {
        try run {
            let archived = try store.live.archivedTags()
            return try store.live.names(.tag).map { tag in
                NameCount(
                    name: tag.name,
                    count: tag.count,
                    isArchived: archived.contains(SearchText.foldedName(tag.name))
                )
            }
        }
    }

    /// All people with the number of entries that name them, by name.
    public func people() throws(JournalError) -> [NameCount] {
        try run { try store.live.names(.person).map { NameCount(name: $0.name, count: $0.count) } }
    }

    /// The file with an attachment's bytes, to be read only; `nil` when they are not here.
    public nonisolated func file(of attachment: Attachment) -> String? {
        attachment.sha256.flatMap { sha256 in
            let path =
                StoreFolder(path: path).attachments + "/" + sha256.prefix(2) + "/" + sha256.dropFirst(2)
            return FileSystem.status(path)?.isRegularFile == true ? path : nil
        }
    }

    // MARK: Keeping

    /// What the journal holds, and in which state it is.
    public func status() throws(JournalError) -> JournalStatus {
        try run {
            JournalStatus(
                try store.live.summary(),
                lastCheck: store.lastJob("check"),
                lastBackup: store.lastJob("backup")
            )
        }
    }

    /// Looks the whole store over without changing it.
    ///
    /// - Parameters:
    ///   - depth: How much is read.
    ///   - findsDuplicates: Whether to tell entries of one moment that say the same.
    /// - Returns: Findings, one `ok` for each area without fault.
    /// - Throws: ``JournalError``.
    public nonisolated func check(
        depth: CheckDepth = .standard,
        findsDuplicates: Bool = false
    ) async throws(JournalError) -> [CheckFinding] {
        let (path, configuration) = (path, configuration)
        return try await onOwnThread("journal.check") { cancellation in
            let started = configuration.now()
            let store = try JournalStore(
                StoreFolder(path: path),
                creating: false,
                environment: configuration.environment
            )
            var found = try store.check(
                readsAttachments: depth != .standard,
                comparesTables: depth == .deep
            ) { try cancellation.check() }
            if findsDuplicates { found += try store.duplicates() }
            let findings = found.map(CheckFinding.init)
            let worst: CheckFinding.Severity =
                findings.contains { $0.severity == .damage }
                ? .damage : findings.contains { $0.severity == .warning } ? .warning : .ok
            store.remember(
                JobRecord(
                    verb: "check",
                    startedMilliseconds: started,
                    finishedMilliseconds: configuration.now(),
                    outcome: worst.rawValue
                )
            )
            return findings
        }
    }

    /// Mends what can be made again or is nobody's, and never touches a word.
    ///
    /// Makes tables and index anew, finishes a deletion for good, removes files that no entry names, and closes the
    /// store to other users.
    public func repair() throws(JournalError) { try run { try store.repair() } }

    /// Makes every derived table anew from the operations.
    public func rebuild() throws(JournalError) { try run { try store.rebuild() } }

    /// Folder for drafts of entries, mode 0700, made when it is not there.
    public func draftsFolder() throws(JournalError) -> String {
        try run {
            try FileSystem.makePrivateFolder(store.folder.drafts)
            return store.folder.drafts
        }
    }

    func changeNumber() throws(JournalError) -> Int64 { try run { try store.changeNumber() } }

    /// Does work on the store, with every error in the words of this room.
    func run<Result>(_ body: () throws -> Result) throws(JournalError) -> Result {
        defer { store.attachments.release() }
        do { return try body() } catch { throw JournalError(error) }
    }
}

/// A name and how many entries carry it.
public struct NameCount: Sendable, Hashable {
    /// As spelled.
    public var name: String
    /// Entries outside the trash.
    public var count: Int
    /// Put away, so that nothing offers it; people never are.
    public var isArchived: Bool

    /// A name that so many entries carry.
    public init(name: String, count: Int, isArchived: Bool = false) {
        self.name = name
        self.count = count
        self.isArchived = isArchived
    }
}
