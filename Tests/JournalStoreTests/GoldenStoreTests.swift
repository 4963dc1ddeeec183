import Foundation
import JournalModel
import SQLite
import TestSupport
import Testing

@testable import JournalStore

/// Stores of every format that ever landed: all later code must open them and find every word.
@Suite struct GoldenStoreTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden").path

    /// What each golden store holds, whatever its format.
    static func content() -> [Entry] {
        var first = makeEntry(1, "Walked *far*.\n\n銭湯。👩‍👩‍👧‍👦 [again](entry:\(makeEntry(2, "").id))")
        first.title = "A title"
        first.tags = ["café", "travel"]
        first.people = ["Anna"]
        first.isStarred = true
        first.mood = 4
        first.place = Place()
        first.place?.name = "Kamogawa"
        first.place?.latitude = 35.0116
        var second = makeEntry(2, "Edited twice.", at: "1969-07-20T20:17:40Z", zone: "America/Chicago")
        second.isPinned = true
        let deleted = makeEntry(3, "In the trash.")
        return [first, second, deleted]
    }

    @Test(arguments: FileSystem.names(in: GoldenStoreTests.folder))
    func aStoreOfEveryFormatOpensWithEveryWord(_ name: String) throws {
        let folder = try TemporaryFolder()
        let copy = folder.path("store")
        try FileManager.default.copyItem(atPath: GoldenStoreTests.folder + "/" + name, toPath: copy)
        for path in [copy, copy + "/attachments"] { chmod(path, 0o700) }
        let store = try JournalStore(
            StoreFolder(path: copy),
            creating: false,
            environment: FixedWorld().environment
        )
        for expected in GoldenStoreTests.content() {
            let found = try #require(try store.snapshot().entry(expected.id))
            #expect(found.body == expected.body || found.body == expected.body + " Yes.")
            #expect(
                found.title == expected.title && found.tags == expected.tags
                    && found.people == expected.people
            )
            #expect(
                found.happened == expected.happened && found.place == expected.place
                    && found.mood == expected.mood
            )
            #expect(found.isStarred == expected.isStarred && found.isPinned == expected.isPinned)
            #expect(found.isTrashed == (expected.body == "In the trash."))
        }
        let photo = try #require(try store.snapshot().entry(makeEntry(1, "").id)?.attachments.first)
        #expect(photo.caption == "the bridge")
        #expect(store.attachments.isWhole(sha256: try #require(photo.sha256)))
        var query = EntryQuery()
        query.text = "銭湯 cafe"
        #expect(try store.snapshot().count(query) == 1)
        #expect(try store.check(readsAttachments: true).filter { $0.severity == .damage }.isEmpty)
        try store.rebuild()
        #expect(try store.snapshot().count(query) == 1)
    }

    /// Writes the golden store of this format: `WRITE_GOLDEN=1 swift test --filter GoldenStoreTests`.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["WRITE_GOLDEN"] != nil))
    func writeTheStoreOfThisFormat() throws {
        let place = StoreFolder(path: GoldenStoreTests.folder + "/format-\(Schema.version)")
        #expect(!place.exists)
        let store = try JournalStore(place, creating: true, environment: FixedWorld().environment)
        for (position, var entry) in GoldenStoreTests.content().enumerated() {
            if position == 0 {
                let stored = try store.attachments.store(
                    ArrayStream(bytes: Array("not really a picture".utf8))
                )
                entry.attachments = [
                    Attachment(
                        id: FixedIdentity.attachment(of: entry.id, sha256: stored.sha256),
                        kind: .photo,
                        mediaType: "image/jpeg",
                        sha256: stored.sha256,
                        byteCount: stored.byteCount,
                        caption: "the bridge"
                    )
                ]
            }
            try store.add(entry)
        }
        _ = try store.edit(makeEntry(2, "").id) { $0.body += " Yes." }
        _ = try store.delete(makeEntry(3, "").id)
        var imported = imported(makeEntry(4, "From elsewhere."), raw: #"{"text":"From elsewhere."}"#)
        imported.entry.tags = ["import"]
        try store.apply([imported], policy: ImportPolicy()) { _, _ in }
        try store.tidy()
    }
}
