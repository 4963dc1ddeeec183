import JournalModel
import SQLite
import TestSupport
import Testing

@testable import JournalStore

@Suite struct ImportApplyTests {
    private func open(_ folder: TemporaryFolder, _ name: String = "store") throws -> JournalStore {
        try JournalStore(
            StoreFolder(path: folder.path(name)),
            creating: true,
            environment: FixedWorld().environment
        )
    }

    private func apply(_ item: ImportedEntry, to store: JournalStore, _ policy: ImportPolicy = ImportPolicy())
        throws
        -> ImportOutcome
    {
        var result: ImportOutcome?
        try store.apply([item], policy: policy) { result = $1 }
        return try #require(result)
    }

    @Test func aSecondImportChangesNothing() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let item = imported(makeEntry(1, "from elsewhere"), raw: #"{"a":1}"#)
        #expect(try apply(item, to: store) == .new)
        #expect(try apply(item, to: store) == .same)
        #expect(try store.snapshot().rawSource(of: item.entry.id) == Array(#"{"a":1}"#.utf8))
    }

    @Test func theSameImportOnTwoDevicesIsTheSameOperation() throws {
        let folder = try TemporaryFolder()
        let one = try open(folder, "one")
        let two = try open(folder, "two")
        let item = imported(makeEntry(1, "from elsewhere"))
        _ = try apply(item, to: one)
        _ = try apply(item, to: two)
        let record = RecordID(.entry, item.entry.id.uuid)
        #expect(try one.operations.of(record) == (try two.operations.of(record)))
    }

    @Test func aNewerItemIsAChangeAndAnOlderOneIsNothing() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let newer = imported(makeEntry(1, "second wording"), modified: 2000)
        let older = imported(makeEntry(1, "first wording"), modified: 1000)
        #expect(try apply(newer, to: store) == .new)
        #expect(try apply(older, to: store) == .same)
        #expect(try store.snapshot().entry(newer.entry.id)?.body == "second wording")
        let newest = imported(makeEntry(1, "third wording"), modified: 3000)
        #expect(try apply(newest, to: store) == .changed)
        #expect(try store.snapshot().entry(newer.entry.id)?.body == "third wording")
    }

    @Test func anEditOutlivesAnImportThatDidNotTouchIt() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let first = imported(makeEntry(1, "the same words"), modified: 1000)
        _ = try apply(first, to: store)
        _ = try store.edit(first.entry.id) { $0.mood = 5 }
        var entry = makeEntry(1, "the same words")
        entry.tags = ["added"]
        let second = imported(entry, modified: 9_000_000_000_000)
        #expect(try apply(second, to: store) == .changed)
        let result = try #require(try store.snapshot().entry(first.entry.id))
        #expect(result.mood == 5)
        #expect(result.tags == ["added"])
    }

    @Test func bothSidesOfATextAreKept() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let first = imported(makeEntry(1, "We went to the river. It was cold."), modified: 1000)
        _ = try apply(first, to: store)
        _ = try store.edit(first.entry.id) { $0.body = "We went to the river. It was cold. We sang." }
        let second = imported(makeEntry(1, "Early, we went to the river. It was cold."), modified: 2000)
        #expect(try apply(second, to: store) == .conflict)
        let result = try #require(try store.snapshot().entry(first.entry.id))
        #expect(result.body == "Early, we went to the river. It was cold. We sang.")
        #expect(try apply(second, to: store) == .same)
    }

    @Test func aTrueOverlapKeepsTheOtherVersionInSight() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let first = imported(makeEntry(1, "The sky was grey."), modified: 1000)
        _ = try apply(first, to: store)
        _ = try store.edit(first.entry.id) { $0.body = "The sky was blue." }
        let second = imported(makeEntry(1, "The sky was violet."), modified: 2000)
        #expect(try apply(second, to: store) == .conflict)
        let result = try #require(try store.snapshot().entry(first.entry.id))
        #expect(Set([result.body] + result.conflicts) == ["The sky was blue.", "The sky was violet."])
        var query = EntryQuery()
        query.text = "violet"
        #expect(try store.snapshot().page(query).count == 1)
        // A star is no answer to the question which text to keep.
        #expect(try store.edit(first.entry.id) { $0.isStarred = true }.conflicts == result.conflicts)
        let saved = try store.edit(first.entry.id) { $0.body += " Both." }
        #expect(saved.conflicts.isEmpty)
    }

    @Test(arguments: [ImportChangePolicy.keep, .take])
    func aPolicyDecidesWithoutLosingTheOtherFromHistory(_ choice: ImportChangePolicy) throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let first = imported(makeEntry(1, "The sky was grey."), modified: 1000)
        _ = try apply(first, to: store)
        _ = try store.edit(first.entry.id) { $0.body = "The sky was blue." }
        var policy = ImportPolicy()
        policy.onChange = choice
        let second = imported(makeEntry(1, "The sky was violet."), modified: 2000)
        #expect(try apply(second, to: store, policy) == .conflict)
        let result = try #require(try store.snapshot().entry(first.entry.id))
        #expect(result.body == (choice == .keep ? "The sky was blue." : "The sky was violet."))
        #expect(result.conflicts.isEmpty)
    }

    @Test func aDeletedEntryStaysDeletedUntilAskedFor() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let item = imported(makeEntry(1, "gone"))
        _ = try apply(item, to: store)
        _ = try store.delete(item.entry.id)
        #expect(try apply(item, to: store) == .inTrash)
        #expect(try apply(imported(makeEntry(1, "gone, changed"), modified: 5000), to: store) == .inTrash)
        var policy = ImportPolicy()
        policy.restoresDeleted = true
        #expect(try apply(item, to: store, policy) == .changed)
        #expect(try store.snapshot().entry(item.entry.id)?.isTrashed == false)
    }

    @Test func aRestoredEntryComesBackAsTheArchiveHasItAndOnlyOnce() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let item = imported(makeEntry(1, "gone"))
        _ = try apply(item, to: store)
        _ = try store.delete(item.entry.id)
        var policy = ImportPolicy()
        policy.restoresDeleted = true
        let newer = imported(makeEntry(1, "gone, changed"), modified: 5000)
        #expect(try apply(newer, to: store, policy) == .changed)
        #expect(try store.snapshot().entry(item.entry.id)?.body == "gone, changed")
        #expect(try apply(newer, to: store, policy) == .same)
        #expect(try store.snapshot().entry(item.entry.id)?.isTrashed == false)
    }

    @Test func anEntryThatCannotBeReadCostsNoOther() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let damaged = imported(makeEntry(1, "damaged"))
        _ = try apply(damaged, to: store)
        try store.database.execute("UPDATE operation SET content = x'00' WHERE record_kind = 1")
        var outcomes: [ImportOutcome] = []
        let newer = imported(makeEntry(1, "damaged, newer"), modified: 5000)
        try store.apply([newer, imported(makeEntry(2, "whole"))], policy: ImportPolicy()) {
            outcomes.append($1)
        }
        #expect(outcomes == [.unreadable, .new])
        #expect(try store.snapshot().entry(makeEntry(2, "").id)?.body == "whole")
    }
}
