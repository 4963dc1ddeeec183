import Foundation
import JournalKit
import JournalModel
import TestSupport
import Testing

@Suite struct JournalTests {
    private func open() async throws -> (TemporaryFolder, Journal) {
        let folder = try TemporaryFolder()
        var configuration = JournalConfiguration(zone: JournalZone("Asia/Tokyo"))
        configuration.now = { 1_700_000_000_000 }
        return (folder, try await Journal.open(.file(folder.path("store")), configuration))
    }

    @Test func anEntryIsAddedWithItsFilesAndFoundAgain() async throws {
        let (folder, journal) = try await open()
        try folder.write("trip.txt", Array("file".utf8))
        let entry = try await journal.add(
            EntryDraft(
                text: "It rained.",
                journal: "Travel",
                tags: ["Trip", "trip", " "],
                files: [EntryDraft.File(path: folder.path("trip.txt"), caption: "notes")]
            )
        )
        #expect(entry.tags == ["Trip"])
        #expect(entry.happened.zoneName == "Asia/Tokyo")
        #expect(try await journal.entry(entry.id) == entry)
        let attachment = try #require(entry.attachments.first)
        #expect(attachment.name == "trip.txt")
        let file = try #require(journal.file(of: attachment))
        #expect(try Data(contentsOf: URL(filePath: file)) == Data("file".utf8))
        #expect(try await journal.journals().map(\.name) == ["Journal", "Travel"])
        #expect(try await journal.tags().map { "\($0.name) \($0.count)" } == ["Trip 1"])
        withExtendedLifetime(folder) {}
    }

    @Test func pagesFollowEachOtherByKey() async throws {
        let (folder, journal) = try await open()
        for number in 0..<11 { try await journal.add(EntryDraft(text: "n\(number)")) }
        var seen: [EntryID] = []
        var cursor: EntryCursor?
        repeat {
            let page = try await journal.entries(after: cursor, limit: 4)
            seen += page.entries.map(\.id)
            cursor = page.next
        } while cursor != nil
        #expect(seen == (try await journal.entries().entries.map(\.id)))
        #expect(seen.count == 11)
        withExtendedLifetime(folder) {}
    }

    @Test func theFirstValueComesAtOnceAndThenEveryChangeAlsoOfAnotherProcess() async throws {
        let (folder, journal) = try await open()
        // A second opening has connections of its own, as another process has.
        let other = try await Journal.open(.file(journal.path))
        var values = journal.updates().makeAsyncIterator()
        #expect(try await values.next()?.entries.isEmpty == true)
        try await journal.add(EntryDraft(text: "mine"))
        #expect(try await values.next()?.entries.count == 1)
        try await other.add(EntryDraft(text: "theirs"))
        #expect(try await values.next()?.entries.count == 2)
        withExtendedLifetime(folder) {}
    }

    @Test func aJournalInMemoryLeavesNothingBehind() async throws {
        let path: String
        do {
            let journal = try await Journal.open(.inMemory(.sample))
            path = journal.path
            #expect(try await journal.count() == 5)
        }
        for _ in 0..<50 where FileManager.default.fileExists(atPath: path) {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func errorsSayThingCauseAndNextStep() async throws {
        let (folder, journal) = try await open()
        await #expect(throws: JournalError.self) {
            try await journal.add(EntryDraft(text: "x", files: [EntryDraft.File(path: "/nowhere/at/all")]))
        }
        #expect(try await journal.count() == 0)
        var configuration = JournalConfiguration()
        configuration.createsStore = false
        let error = await #expect(throws: JournalError.self) {
            try await Journal.open(.file(folder.path("none")), configuration)
        }
        #expect(error?.code == .absent)
        #expect(error?.description.contains("journal init") == true)
    }

    @Test func manyWritersAtOnceAllSucceed() async throws {
        let (folder, journal) = try await open()
        let path = journal.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let own = try await Journal.open(.file(path))
                    for step in 0..<10 { try await own.add(EntryDraft(text: "\(number) \(step)")) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await journal.count() == 80)
        #expect(try await journal.check().allSatisfy { $0.severity != .damage })
        withExtendedLifetime(folder) {}
    }

    @Test func aCheckIsRememberedOnThisDeviceOnly() async throws {
        let (folder, journal) = try await open()
        #expect(try await journal.status().checkedMilliseconds == nil)
        _ = try await journal.check()
        let again = try await Journal.open(.file(journal.path))
        #expect(try await again.status().checkedMilliseconds == 1_700_000_000_000)
        #expect(try await again.status().checkedSeverity == .ok)
        let mode = try FileManager.default.attributesOfItem(atPath: journal.path + "/local.sqlite")[
            .posixPermissions
        ]
        #expect(mode as? Int == 0o600)
        // It may be removed at any time, and what is no database costs nothing but the memory of it.
        try Data("not a database".utf8).write(to: URL(filePath: journal.path + "/local.sqlite"))
        _ = try await journal.check()
        #expect(try await again.status().checkedMilliseconds == nil)
        withExtendedLifetime(folder) {}
    }
}
