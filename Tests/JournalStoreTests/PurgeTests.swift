import Foundation
import JournalModel
import SQLite
import TestSupport
import Testing

@testable import JournalStore

@Suite struct PurgeTests {
    private func open(_ folder: TemporaryFolder, _ world: FixedWorld = FixedWorld()) throws -> JournalStore {
        try JournalStore(
            StoreFolder(path: folder.path("store")),
            creating: true,
            environment: world.environment
        )
    }

    /// Files of the store that hold any of the words, also compressed pieces of the operations.
    private func files(with words: [String], in folder: TemporaryFolder) throws -> [String] {
        let root = folder.path("store")
        let names = try #require(FileManager.default.enumerator(atPath: root)?.allObjects as? [String])
        return names.filter { name in
            guard let bytes = FileManager.default.contents(atPath: root + "/" + name) else { return false }
            return words.contains { bytes.range(of: Data($0.utf8)) != nil }
        }
    }

    private func withSecret(_ store: JournalStore) throws -> Entry {
        var secret = makeEntry(1, "zanzibarquux 秘密の言葉 and more")
        secret.title = "xylotitlez"
        secret.tags = ["quibbletag"]
        secret.people = ["Wobblename"]
        let stored = try store.attachments.store(ArrayStream(bytes: Array("canaryfilebytes".utf8)))
        secret.attachments = [
            Attachment(
                id: FixedIdentity.attachment(of: secret.id, sha256: stored.sha256),
                kind: .file,
                mediaType: "text/plain",
                sha256: stored.sha256,
                byteCount: stored.byteCount,
                name: "flumenamez.txt",
                caption: "grumblecaption"
            )
        ]
        try store.add(secret)
        return secret
    }

    static let words = [
        "zanzibarquux", "秘密の言葉", "xylotitlez", "quibbletag", "wobblename", "Wobblename",
        "flumenamez", "grumblecaption", "canaryfilebytes",
    ]

    @Test func noWordOfAPurgedEntryIsLeftInAnyFile() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        for number in 10..<60 { try store.add(makeEntry(number, "an ordinary day number \(number)")) }
        let secret = try withSecret(store)
        _ = try store.edit(secret.id) { $0.body += " edited" }
        _ = try store.delete(secret.id)
        try store.tidy()
        #expect(try !files(with: PurgeTests.words, in: folder).isEmpty)
        #expect(try store.purge([secret.id, makeEntry(99, "").id]) == 1)
        #expect(!store.hasUnfinishedPurge)
        #expect(try files(with: PurgeTests.words, in: folder) == [])
        #expect(try store.snapshot().entry(secret.id) == nil)
        #expect(try store.history(of: secret.id).isEmpty)
        #expect(try store.snapshot().count(EntryQuery()) == 50)
        #expect(try store.check(readsAttachments: true).allSatisfy { $0.severity == .ok })
        try store.rebuild()
        #expect(try store.snapshot().count(EntryQuery()) == 50)
        // Nothing of it can be undone into being.
        for change in try store.changes(limit: 100) where change.verb != .purge {
            _ = try store.undo(change.number)
        }
        #expect(try store.snapshot().entry(secret.id) == nil)
    }

    @Test func bytesThatAnotherEntryNamesStay() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let secret = try withSecret(store)
        var other = makeEntry(2, "also has it")
        other.attachments = secret.attachments.map {
            var copy = $0
            copy.id = FixedIdentity.attachment(of: other.id, sha256: $0.sha256 ?? "")
            return copy
        }
        try store.add(other)
        #expect(try store.purge([secret.id]) == 1)
        #expect(store.attachments.isWhole(sha256: try #require(other.attachments.first?.sha256)))
    }

    @Test func aPurgeThatAReaderHeldUpIsFinishedLater() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let other = try open(folder)
        let secret = try withSecret(store)
        var snapshot: Snapshot? = try other.snapshot()
        #expect(try store.purge([secret.id]) == 1)
        #expect(store.hasUnfinishedPurge)
        #expect(try snapshot?.entry(secret.id) != nil)
        snapshot = nil
        #expect(try store.check(readsAttachments: false).contains { $0.code == "purge.unfinished" })
        #expect(try store.finishPurge())
        #expect(!store.hasUnfinishedPurge)
        #expect(try files(with: PurgeTests.words, in: folder) == [])
    }

    @Test func anImportOfAPurgedEntryBringsItBackOnlyWhenAsked() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let item = imported(makeEntry(1, "from elsewhere"))
        try store.apply([item], policy: ImportPolicy()) { _, _ in }
        #expect(try store.purge([item.entry.id]) == 1)
        var outcomes: [ImportOutcome] = []
        try store.apply([item], policy: ImportPolicy()) { outcomes.append($1) }
        var policy = ImportPolicy()
        policy.restoresDeleted = true
        try store.apply([item], policy: policy) { outcomes.append($1) }
        try store.apply([item], policy: policy) { outcomes.append($1) }
        #expect(outcomes == [.inTrash, .changed, .same])
        #expect(try store.snapshot().entry(item.entry.id)?.body == "from elsewhere")
        try store.rebuild()
        #expect(try store.snapshot().entry(item.entry.id)?.body == "from elsewhere")
    }

    @Test func theCopyOfAnOlderFormatGoesWithAPurge() throws {
        let folder = try TemporaryFolder()
        let copy = folder.path("store")
        try FileManager.default.copyItem(atPath: GoldenStoreTests.folder + "/format-1", toPath: copy)
        chmod(copy, 0o700)
        let store = try open(folder)
        #expect(FileManager.default.fileExists(atPath: copy + "/private-format-1.sqlite"))
        #expect(try store.purge([makeEntry(1, "").id]) == 1)
        #expect(!FileManager.default.fileExists(atPath: copy + "/private-format-1.sqlite"))
        #expect(try files(with: ["Kamogawa", "Walked"], in: folder) == [])
    }
}
