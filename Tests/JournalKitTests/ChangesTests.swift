import Foundation
import JournalKit
import JournalModel
import TestSupport
import Testing

@Suite struct ChangesTests {
    private func open() async throws -> Journal { try await Journal.open(.inMemory(.empty)) }

    @Test func manyEntriesChangeAtOnceAndGoBackAtOnce() async throws {
        let journal = try await open()
        var ids: [EntryID] = []
        for number in 0..<5 { ids.append(try await journal.add(EntryDraft(text: "n \(number)")).id) }
        let outcome = try await journal.change(ids, movingTo: "Garden") {
            $0.tags = ["trip"]
            $0.isStarred = true
        }
        #expect(outcome.entries.count == 5)
        #expect(try await journal.journals().map(\.name) == ["Garden", "Journal"])
        #expect(try await journal.tags() == [NameCount(name: "trip", count: 5)])
        let undone = try #require(try await journal.undo())
        #expect(undone.number == outcome.change && undone.verb == .set)
        // Five entries and the journal that was made for them.
        #expect(undone.undoneCount == 6 && undone.keptCount == 0)
        #expect(try await journal.tags().isEmpty)
        #expect(try await journal.journals().map(\.name) == ["Journal"])
    }

    @Test func anEntryInANewJournalIsOneChange() async throws {
        let journal = try await open()
        try await journal.add(EntryDraft(text: "roses", journal: "Garden"))
        #expect(try await journal.changes().map(\.verb) == [.new])
        try await journal.undo()
        #expect(try await journal.count() == 0)
        #expect(try await journal.journals().map(\.name) == ["Journal"])
    }

    @Test func aVersionComesBackWithItsAttachments() async throws {
        let folder = try TemporaryFolder()
        try Data("bytes".utf8).write(to: URL(filePath: folder.path("a.txt")))
        let journal = try await open()
        let entry = try await journal.add(
            EntryDraft(text: "one", files: [EntryDraft.File(path: folder.path("a.txt"))])
        )
        try await journal.edit(entry.id) {
            $0.body = "two"
            $0.attachments = []
        }
        try await journal.delete(entry.id)
        #expect(try await journal.history(of: entry.id).map(\.entry.body) == ["one", "two", "two"])
        let restored = try #require(try await journal.restore(entry.id, toVersion: 1))
        #expect(restored.body == "one" && !restored.isTrashed)
        #expect(restored.attachments == entry.attachments)
        #expect(try await journal.restore(entry.id, toVersion: 99) == nil)
        // One change, which goes back as one.
        try await journal.undo()
        #expect(try await journal.entry(entry.id)?.body == "two")
        #expect(try await journal.entry(entry.id)?.isTrashed == true)
    }

    @Test func journalsAreRenamedMergedAndArchived() async throws {
        let journal = try await open()
        try await journal.add(EntryDraft(text: "roses", journal: "Garden"))
        try await journal.add(EntryDraft(text: "hike", journal: "Trips"))
        try await journal.renameJournal("garden", to: " Garten ")
        #expect(try await journal.journals().map(\.name) == ["Garten", "Journal", "Trips"])
        await #expect(throws: JournalError.self) { try await journal.renameJournal("Trips", to: "GARTEN") }
        await #expect(throws: JournalError.self) { try await journal.renameJournal("nowhere", to: "x") }
        await #expect(throws: JournalError.self) { try await journal.addJournal(named: " \n") }
        try await journal.archiveJournal("Trips")
        #expect(try await journal.journal(named: "trips").isArchived)
        #expect(try await journal.mergeJournal("Trips", into: "Garten") == 1)
        #expect(try await journal.journals().map(\.name) == ["Garten", "Journal"])
        #expect(try await journal.undo()?.keptCount == 0)
        #expect(try await journal.journals().map(\.name) == ["Garten", "Journal", "Trips"])
        var query = EntryQuery()
        query.journal = "trips"
        #expect(try await journal.count(query) == 1)
    }

    @Test func tagsAreRenamedAndMerged() async throws {
        let journal = try await open()
        try await journal.add(EntryDraft(text: "a", tags: ["Walk", "river"]))
        try await journal.add(EntryDraft(text: "b", tags: ["walk", "hike"]))
        #expect(try await journal.renameTag("walk", to: "Hike") == 2)
        #expect(try await journal.tags().map(\.count) == [2, 1])
        try await journal.archiveTag("river")
        #expect(try await journal.tags().first { $0.name == "river" }?.isArchived == true)
        try await journal.undo()
        try await journal.undo()
        #expect(try await journal.tags().map { $0.name.lowercased() } == ["hike", "river", "walk"])
    }

    @Test func theProfileIsKept() async throws {
        let journal = try await open()
        #expect(try await journal.profile() == Profile())
        var profile = Profile()
        profile.name = "Mio"
        profile.language = "ja"
        profile.weekStart = 7
        try await journal.setProfile(profile)
        #expect(try await journal.profile() == profile)
        var wrong = profile
        wrong.weekStart = 9
        await #expect(throws: JournalError.self) { try await journal.setProfile(wrong) }
        try await journal.undo()
        #expect(try await journal.profile() == Profile())
    }

    @Test func wordsThatDifferAreFound() {
        let pieces = TextDifference.words(from: "one two three", to: "one 2 three four")
        #expect(
            pieces == [
                .same("one "), .removed("two"), .added("2"), .same(" three"), .added(" four"),
            ]
        )
        let japanese = TextDifference.words(from: "銭湯に行った。", to: "銭湯へ行った。")
        #expect(japanese == [.same("銭湯"), .removed("に"), .added("へ"), .same("行った。")])
        #expect(TextDifference.words(from: "", to: "").isEmpty)
    }
}
