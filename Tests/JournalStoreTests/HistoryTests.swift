import Foundation
import JournalModel
import TestSupport
import Testing

@testable import JournalStore

@Suite struct HistoryTests {
    private func open(_ folder: TemporaryFolder, _ world: FixedWorld = FixedWorld()) throws -> JournalStore {
        try JournalStore(
            StoreFolder(path: folder.path("store")),
            creating: true,
            environment: world.environment
        )
    }

    @Test func everyVersionIsThereInItsOrder() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let item = imported(makeEntry(1, "as imported"))
        try store.apply([item], policy: ImportPolicy()) { _, _ in }
        _ = try store.edit(item.entry.id) { $0.body = "edited" }
        _ = try store.edit(item.entry.id) { $0.isStarred = true }
        _ = try store.delete(item.entry.id)
        let history = try store.history(of: item.entry.id)
        #expect(history.map(\.number) == [1, 2, 3, 4])
        #expect(history.map(\.entry.body) == ["as imported", "edited", "edited", "edited"])
        #expect(history.map(\.entry.isStarred) == [false, false, true, true])
        #expect(history.map(\.entry.isTrashed) == [false, false, false, true])
        #expect(history.map(\.isThisDevice) == [false, true, true, true])
        #expect(history[0].device == nil && history[1].fields.contains(.body))
        #expect(try store.history(of: makeEntry(9, "").id).isEmpty)
    }

    @Test func twoEditorsAtOnceLoseNothing() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let other = try open(folder)
        try store.add(makeEntry(1, "alpha beta gamma delta epsilon zeta"))
        let id = makeEntry(1, "").id
        let (mine, theirs) = (try store.revision(of: id), try other.revision(of: id))
        _ = try store.edit(id, seen: mine) { $0.body = "ALPHA beta gamma delta epsilon zeta" }
        let merged = try other.edit(id, seen: theirs) {
            $0.body = "alpha beta gamma delta epsilon ZETA"
            $0.tags = ["late"]
        }
        #expect(merged.body == "ALPHA beta gamma delta epsilon ZETA")
        #expect(merged.tags == ["late"] && merged.conflicts.isEmpty)
    }

    @Test func aTrueOverlapKeepsBothTexts() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let other = try open(folder)
        try store.add(makeEntry(1, "one"))
        let id = makeEntry(1, "").id
        let (mine, theirs) = (try store.revision(of: id), try other.revision(of: id))
        _ = try store.edit(id, seen: mine) { $0.body = "two" }
        let merged = try other.edit(id, seen: theirs) { $0.body = "three" }
        let texts = [merged.body] + merged.conflicts.map { "\($0)" }
        #expect(texts.contains { $0.contains("two") } && texts.contains { $0.contains("three") })
    }

    @Test func whatIsSavedInAnEntryThatWasPurgedMeanwhileIsKept() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let other = try open(folder)
        try store.add(makeEntry(1, "one"))
        let id = makeEntry(1, "").id
        let seen = try store.revision(of: id)
        #expect(try other.purge([id]) == 1)
        let kept = try store.edit(id, seen: seen) { $0.body = "one and a long evening's words" }
        #expect(kept.body == "one and a long evening's words" && !kept.isTrashed)
        #expect(try store.snapshot().entry(id)?.body == kept.body)
        try store.rebuild()
        #expect(try store.snapshot().entry(id)?.body == kept.body)
    }
}
