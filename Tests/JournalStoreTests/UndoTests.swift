import Foundation
import JournalModel
import TestSupport
import Testing

@testable import JournalStore

@Suite struct UndoTests {
    private func open(_ folder: TemporaryFolder, _ world: FixedWorld = FixedWorld()) throws -> JournalStore {
        try JournalStore(
            StoreFolder(path: folder.path("store")),
            creating: true,
            environment: world.environment
        )
    }

    private func entry(_ store: JournalStore, _ number: Int) throws -> Entry? {
        try store.snapshot().entry(makeEntry(number, "").id)
    }

    /// Every word as the store has it, the trash too.
    private func state(_ store: JournalStore, _ numbers: Range<Int>) throws -> [Entry?] {
        try numbers.map {
            var found = try entry(store, $0)
            found?.changedMilliseconds = 0
            return found
        }
    }

    @Test func whatWasAddedGoesToTheTrashAndComesBack() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        try store.add(makeEntry(1, "one"))
        let outcome = try #require(try store.undo(nil))
        #expect(outcome.verb == .new && outcome.undoneCount == 1 && outcome.keptCount == 0)
        #expect(try entry(store, 1)?.isTrashed == true)
        #expect(try store.undo(nil) == nil)
        let again = try #require(try store.undo(outcome.undo))
        #expect(again.undoneCount == 1)
        #expect(try entry(store, 1)?.isTrashed == false)
        #expect(try entry(store, 1)?.body == "one")
    }

    @Test func everyFieldOfAnEditGoesBack() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        var first = makeEntry(1, "before")
        first.tags = ["a", "b"]
        first.mood = 2
        first.place = Place()
        first.place?.name = "home"
        try store.add(first)
        let before = try state(store, 1..<2)
        _ = try store.edit(first.id) {
            $0.body = "after"
            $0.title = "named"
            $0.tags = ["b", "c"]
            $0.mood = nil
            $0.isStarred = true
            $0.place?.name = "away"
            $0.happened = makeEntry(9, "", at: "2024-03-01T10:00:00Z").happened
        }
        #expect(try store.undo(nil)?.undoneCount == 1)
        #expect(try state(store, 1..<2) == before)
        try store.rebuild()
        #expect(try state(store, 1..<2) == before)
    }

    @Test func wordsWrittenSinceStay() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        try store.add(makeEntry(1, "one two three four five six"))
        _ = try store.edit(makeEntry(1, "").id) { $0.body = "one CHANGED three four five six" }
        let number = try #require(try store.changes(limit: 1).first?.number)
        _ = try store.edit(makeEntry(1, "").id) { $0.body += " and later" }
        let outcome = try #require(try store.undo(number))
        #expect(outcome.undoneCount == 1)
        #expect(try entry(store, 1)?.body == "one two three four five six and later")
    }

    @Test func whatOverlapsIsKeptAndSaid() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        try store.add(makeEntry(1, "one"))
        _ = try store.edit(makeEntry(1, "").id) {
            $0.body = "two"
            $0.mood = 3
        }
        let number = try #require(try store.changes(limit: 1).first?.number)
        _ = try store.edit(makeEntry(1, "").id) {
            $0.body = "three"
            $0.mood = 5
        }
        let outcome = try #require(try store.undo(number))
        #expect(outcome.keptCount == 1)
        #expect(try entry(store, 1)?.body == "three" && entry(store, 1)?.mood == 5)
    }

    @Test func anEntryThatWasWrittenInSinceIsNotTakenAway() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        try store.add(makeEntry(1, "one"))
        let number = try #require(try store.changes(limit: 1).first?.number)
        _ = try store.edit(makeEntry(1, "").id) { $0.body += " more" }
        #expect(try store.undo(number)?.keptCount == 1)
        #expect(try entry(store, 1)?.isTrashed == false)
    }

    @Test func aDeletionIsTakenBackAndARestoreToo() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        for number in 0..<5 { try store.add(makeEntry(number, "n")) }
        let ids = (0..<5).map { makeEntry($0, "").id }
        #expect(try store.delete(ids).count == 5)
        #expect(try store.undo(nil)?.undoneCount == 5)
        #expect(try state(store, 0..<5).allSatisfy { $0?.isTrashed == false })
        _ = try store.delete([ids[0]])
        _ = try store.restore([ids[0]])
        #expect(try store.undo(nil)?.verb == .restore)
        #expect(try entry(store, 0)?.isTrashed == true)
    }

    @Test func anImportIsTakenBackAsAWhole() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        try store.add(makeEntry(0, "mine"))
        let items = (1..<301).map { imported(makeEntry($0, "imported \($0)")) }
        try store.apply(items, policy: ImportPolicy()) { _, _ in }
        _ = try store.edit(makeEntry(7, "").id) { $0.body += " with a word of mine" }
        let number = try #require(try store.changes(limit: 5).first { $0.verb == .imported }?.number)
        #expect(try store.entries(of: number).count == 300)
        let outcome = try #require(try store.undo(number))
        #expect(outcome.undoneCount == 299 && outcome.keptCount == 1)
        var left: [Entry] = try store.snapshot().page(EntryQuery())
        #expect(left.count == 2)
        #expect(try store.changes(limit: 5).first { $0.number == number }?.isUndone == true)
        // The undo taken back brings all of it again.
        #expect(try store.undo(outcome.undo)?.undoneCount == 299)
        left = try store.snapshot().page(EntryQuery())
        #expect(left.count == 301)
        #expect(try store.changes(limit: 9).first { $0.number == number }?.isUndone == false)
        try store.rebuild()
        #expect(try store.snapshot().count(EntryQuery()) == 301)
    }

    @Test func anImportInSeveralTransactionsIsOneChange() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let change = PendingChange(.imported)
        for start in [0, 10] {
            let items = (start..<(start + 10)).map { imported(makeEntry($0, "n \($0)")) }
            try store.apply(items, policy: ImportPolicy(), as: change) { _, _ in }
        }
        let changes = try store.changes(limit: 10)
        #expect(changes.count == 1 && changes.first?.operationCount == 20)
        #expect(try store.undo(nil)?.undoneCount == 20)
    }

    @Test func anAttachmentComesBackWithItsBytesEvenTenYearsOn() throws {
        let folder = try TemporaryFolder()
        let world = FixedWorld()
        let store = try open(folder, world)
        var first = makeEntry(1, "with a file")
        let stored = try store.attachments.store(ArrayStream(bytes: Array("bytes".utf8)))
        first.attachments = [
            Attachment(
                id: FixedIdentity.attachment(of: first.id, sha256: stored.sha256),
                kind: .file,
                mediaType: "text/plain",
                sha256: stored.sha256,
                byteCount: stored.byteCount,
                name: "a.txt"
            )
        ]
        try store.add(first)
        let unused = try store.attachments.store(ArrayStream(bytes: Array("nobody's".utf8)))
        store.attachments.release()
        _ = try store.edit(first.id) { $0.attachments = [] }
        world.advance(milliseconds: 10 * 365 * 86_400_000)
        #expect(try store.removeUnnamedFiles() == 1)
        #expect(!store.attachments.isWhole(sha256: unused.sha256))
        #expect(try store.undo(nil)?.undoneCount == 1)
        let back = try #require(try entry(store, 1)?.attachments.first)
        #expect(back == first.attachments.first)
        #expect(store.attachments.isWhole(sha256: try #require(back.sha256)))
        _ = try store.delete(first.id)
        world.advance(milliseconds: 10 * 365 * 86_400_000)
        #expect(try store.removeUnnamedFiles() == 0)
        _ = try store.restore(first.id)
        #expect(try store.check(readsAttachments: true).allSatisfy { $0.severity == .ok })
    }

    @Test func filesOfAnEntryThatIsBeingWrittenAreNotSurplus() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let other = try open(folder)
        let stored = try store.attachments.store(ArrayStream(bytes: Array("bytes".utf8)))
        #expect(try other.removeUnnamedFiles() == nil)
        #expect(try store.removeUnnamedFiles() == nil)
        #expect(store.attachments.isWhole(sha256: stored.sha256))
        store.attachments.release()
        #expect(try other.removeUnnamedFiles() == 1)
    }

    @Test func aJournalThatWasMadeGoesWhenItIsEmpty() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let journal = try store.journal(named: "Garden")
        var first = makeEntry(1, "roses")
        first.journal = journal.id
        try store.add(first)
        let made = try #require(try store.changes(limit: 9).last?.number)
        #expect(try store.undo(made)?.keptCount == 1)
        _ = try store.delete(first.id)
        #expect(try store.undo(made)?.undoneCount == 1)
        #expect(try store.snapshot().journals()[journal.id]?.isDeleted == true)
        // What is restored later brings its journal's name along.
        #expect(try store.journal(named: "garden").id == journal.id)
    }

    @Test func nothingToUndoAndUnknownNumbersAreNil() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        #expect(try store.undo(nil) == nil)
        #expect(try store.undo(77) == nil)
    }
}
