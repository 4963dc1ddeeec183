import Dispatch
import Foundation
import Glibc
import JournalModel
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import JournalStore

@Suite struct StoreTests {
    private func open(_ folder: TemporaryFolder, _ world: FixedWorld = FixedWorld()) throws -> JournalStore {
        try JournalStore(
            StoreFolder(path: folder.path("store")),
            creating: true,
            environment: world.environment
        )
    }

    @Test func anEntryComesBackWithEverything() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        var entry = makeEntry(1, "Walked *far*.\n\n銭湯。👩‍👩‍👧‍👦 a\0b")
        entry.title = "A title"
        entry.tags = ["Café", "travel"]
        entry.people = ["Anna"]
        entry.isStarred = true
        entry.mood = 4
        entry.place = Place()
        entry.place?.name = "Kamogawa"
        entry.place?.latitude = 35.0116
        entry.weather = Weather()
        entry.weather?.temperatureCelsius = -3.5
        entry.music = Music()
        entry.music?.track = "Song \"quoted\""
        let stored = try store.attachments.store(ArrayStream(bytes: Array("bytes".utf8)))
        entry.attachments = [
            Attachment(
                id: FixedIdentity.attachment(of: entry.id, sha256: stored.sha256),
                kind: .photo,
                mediaType: "image/jpeg",
                sha256: stored.sha256,
                byteCount: stored.byteCount,
                name: "trip.jpg",
                caption: "the bridge",
                order: 3,
                pixelWidth: 40
            )
        ]
        try store.add(entry)
        #expect(try store.snapshot().entry(entry.id) == entry)
        let reopened = try open(folder)
        #expect(try reopened.snapshot().entry(entry.id) == entry)
        try reopened.rebuild()
        #expect(try reopened.snapshot().entry(entry.id) == entry)
        #expect(try reopened.check(readsAttachments: true).allSatisfy { $0.severity == .ok })
    }

    @Test func aSnapshotDoesNotSeeLaterWrites() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        try store.add(makeEntry(1, "one"))
        let snapshot = try store.snapshot()
        try store.add(makeEntry(2, "two"))
        #expect(try snapshot.count(EntryQuery()) == 1)
        #expect(try store.snapshot().count(EntryQuery()) == 2)
    }

    @Test func listsAreInTheOrderOfTimeAndPageByKey() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        for number in 0..<30 {
            try store.add(
                makeEntry(number, "n", at: "2024-01-\(number % 3 == 0 ? "05" : "1\(number % 7)")T10:00:00Z")
            )
        }
        let all = try store.snapshot().page(EntryQuery())
        #expect(all.count == 30)
        let keys = all.map { ($0.happened.sortMilliseconds, $0.id) }
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 > $1 })
        var paged: [Entry] = []
        var cursor: EntryCursor?
        while true {
            let page = try store.snapshot().page(EntryQuery(), after: cursor, limit: 7)
            guard let last = page.last else { break }
            paged += page
            cursor = EntryCursor(sortMilliseconds: last.happened.sortMilliseconds, id: last.id)
        }
        #expect(paged.map(\.id) == all.map(\.id))
    }

    @Test func editDeleteAndRestoreAreOperations() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        try store.add(makeEntry(1, "one"))
        let id = makeEntry(1, "").id
        let edited = try store.edit(id) { entry in
            entry.body = "two words"
            entry.tags = ["a"]
        }
        #expect(edited.body == "two words")
        #expect(edited.changedMilliseconds > 1_700_000_000_000)
        #expect(try store.delete(id).isTrashed)
        #expect(try store.snapshot().page(EntryQuery()).isEmpty)
        var query = EntryQuery()
        query.text = "words"
        #expect(try store.snapshot().page(query).isEmpty)
        #expect(try !store.restore(id).isTrashed)
        #expect(try store.snapshot().page(query).map(\.id) == [id])
        #expect(try store.edit(id) { $0.tags = [] }.tags.isEmpty)
        #expect(try store.operations.of(RecordID(.entry, id.uuid)).count == 5)
        let before = try store.snapshot().entry(id)
        try store.rebuild()
        #expect(try store.snapshot().entry(id) == before)
    }

    @Test func anotherKindOfFileIsRefusedAndLeftAlone() throws {
        let folder = try TemporaryFolder()
        try folder.write("store/private.sqlite", Array(repeating: 0x20, count: 4096))
        chmod(folder.path("store"), 0o700)
        #expect(throws: StoreError.self) { try self.open(folder) }
        #expect(try folder.read("store/private.sqlite") == Data(repeating: 0x20, count: 4096))
        let other = try TemporaryFolder()
        try other.write("store/letters.txt", Array("mine".utf8))
        chmod(other.path("store"), 0o700)
        let error = #expect(throws: StoreError.self) { try self.open(other) }
        #expect(error?.description.contains("other files") == true)
        #expect(FileSystem.names(in: other.path("store")) == ["letters.txt"])
    }

    @Test func aNewerStoreIsRefusedAndLeftAlone() throws {
        let folder = try TemporaryFolder()
        _ = try open(folder)
        let path = folder.path("store/private.sqlite")
        try Connection(path: path, access: .readWrite).execute("PRAGMA user_version = 99")
        let error = #expect(throws: StoreError.self) { try self.open(folder) }
        #expect(error?.description.contains("format 99") == true)
    }

    @Test func everyFileIsPrivateUnderAnyUmask() throws {
        let folder = try TemporaryFolder()
        let old = umask(0)
        defer { umask(old) }
        let store = try open(folder)
        _ = try store.attachments.store(ArrayStream(bytes: [1, 2, 3]))
        try store.add(makeEntry(1, "x"))
        #expect(try store.check(readsAttachments: false).allSatisfy { $0.code != "permissions.open" })
    }

    @Test func anEmptyFolderOpenToOthersIsClosedWhenItBecomesAStore() throws {
        let folder = try TemporaryFolder()
        mkdir(folder.path("store"), 0o777)
        chmod(folder.path("store"), 0o777)
        let store = try open(folder)
        #expect(try store.check(readsAttachments: false).allSatisfy { $0.severity == .ok })
        chmod(folder.path("store"), 0o777)
        #expect(throws: StoreError.self) { try self.open(folder) }
    }

    @Test func whatAKilledProcessLeftIsRemoved() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        // No process has a number above pid_max, which is at most 2^22 (proc(5)).
        for name in [
            "store/.new-9999999.sqlite", "store/attachments/.new-9999999-ab",
            "store/attachments/.new-\(getpid())-cd",
        ] {
            try folder.write(name, [1])
        }
        try store.tidy()
        #expect(!FileSystem.names(in: folder.path("store")).contains { $0.hasPrefix(".new-") })
        #expect(FileSystem.names(in: folder.path("store/attachments")) == [".new-\(getpid())-cd"])
    }

    @Test func aCopiedStoreTakesANewIncarnation() throws {
        let folder = try TemporaryFolder()
        let world = FixedWorld()
        let store = try open(folder, world)
        try store.add(makeEntry(1, "x"))
        let first = try #require(try DeviceTable.read(store.database))
        try store.add(makeEntry(2, "x"))
        #expect(try DeviceTable.read(store.database)?.incarnation == first.incarnation)
        world.machine.withLock { $0 = "machine-b" }
        try store.add(makeEntry(3, "x"))
        let second = try #require(try DeviceTable.read(store.database))
        #expect(second.incarnation != first.incarnation)
        #expect(second.counter == 1)
    }

    @Test func theLogStaysShort() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        for number in 0..<700 {
            try store.add(makeEntry(number, String(repeating: "word \(number) ", count: 40)))
        }
        #expect(store.folder.logByteCount < 20 << 20)
    }

    @Test func aFlippedByteOfAnOperationIsFound() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        try store.add(makeEntry(1, "some words to be kept"))
        try store.database.execute(
            "UPDATE operation SET content = CAST(substr(content, 1, 30) || x'ff' || substr(content, 32) AS BLOB)"
        )
        #expect(try store.check(readsAttachments: false).contains { $0.code == "operation.damaged" })
    }

    @Test func aFlippedByteOfAnAttachmentIsFound() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let stored = try store.attachments.store(ArrayStream(bytes: Array("photo".utf8)))
        var entry = makeEntry(1, "x")
        entry.attachments = [
            Attachment(
                id: FixedIdentity.attachment(of: entry.id, sha256: stored.sha256),
                kind: .file,
                mediaType: "text/plain",
                sha256: stored.sha256,
                byteCount: stored.byteCount
            )
        ]
        try store.add(entry)
        try Data("phota".utf8).write(to: URL(filePath: stored.path))
        #expect(try store.check(readsAttachments: false).allSatisfy { $0.code != "media.damaged" })
        #expect(try store.check(readsAttachments: true).contains { $0.code == "media.damaged" })
    }

    @Test func aCheckBesideAWriterFindsNoDamage() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        for number in 0..<3 { try store.add(makeEntry(number, "words")) }
        let other = try open(folder)
        var next = 10
        let findings = try store.check(readsAttachments: false) {
            next += 1
            try other.add(makeEntry(next, "written meanwhile"))
        }
        #expect(findings.allSatisfy { $0.severity == .ok }, "\(findings)")
    }

    @Test func readingWaitsForNoWriter() throws {
        let folder = try TemporaryFolder()
        try open(folder).add(makeEntry(1, "words"))
        let descriptor = Glibc.open(folder.path("store/lock"), O_RDWR)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        var environment = FixedWorld().environment
        environment.lockWaitMilliseconds = 50
        let store = try JournalStore(
            StoreFolder(path: folder.path("store")),
            creating: false,
            environment: environment
        )
        #expect(try store.snapshot().count(EntryQuery()) == 1)
        #expect(throws: StoreError.self) { try store.add(makeEntry(2, "words")) }
    }

    @Test func namesAndFilesGivenTwiceAreKeptOnce() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let stored = try store.attachments.store(ArrayStream(bytes: [1]))
        var entry = makeEntry(1, "words")
        entry.tags = ["b", "A", "a"]
        let id = FixedIdentity.attachment(of: entry.id, sha256: stored.sha256)
        var file = Attachment(id: id, kind: .file, mediaType: "text/plain")
        file.sha256 = stored.sha256
        file.byteCount = 1
        entry.attachments = [file, file]
        try store.add(entry)
        let first = try #require(try store.snapshot().entry(entry.id))
        #expect(first.tags == ["A", "b"])
        #expect(first.attachments.count == 1)
        #expect(try store.check(readsAttachments: true).allSatisfy { $0.severity == .ok })
        let edited = try store.edit(entry.id) {
            $0.people = ["Anna", "anna"]
            $0.attachments = [file, file]
        }
        #expect(edited.people == ["Anna"] && edited.attachments.count == 1)
        #expect(try store.check(readsAttachments: true).allSatisfy { $0.severity == .ok })
    }

    @Test func bytesLeftByAStoppedProgramAreSyncedBeforeTheyAreNamed() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let bytes = ArrayStream(bytes: Array("photo".utf8))
        _ = try store.attachments.store(bytes)
        let later = try open(folder)
        _ = try later.attachments.store(bytes)
        #expect(!later.attachments.unsyncedFolders.isEmpty)
        try later.attachments.sync()
        #expect(later.attachments.unsyncedFolders.isEmpty)
    }

    @Test func damagedBytesAreMendedByStoringThemAgain() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        let bytes = ArrayStream(bytes: Array("photo".utf8))
        let stored = try store.attachments.store(bytes)
        try Data("phota".utf8).write(to: URL(filePath: stored.path))
        _ = try store.attachments.store(bytes)
        #expect(store.attachments.isWhole(sha256: stored.sha256))
    }

    @Test func journalsMadeAtOnceUnderOneNameAreOne() throws {
        let folder = try TemporaryFolder()
        _ = try open(folder)
        let path = folder.path("store")
        let ids = Mutex<Set<JournalID>>([])
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            let environment = StoreEnvironment(now: { 0 }, randomUUID: { UUID() })
            let store = try? JournalStore(
                StoreFolder(path: path),
                creating: false,
                environment: environment
            )
            if let id = try? store?.journal(named: "Travel").id { ids.withLock { _ = $0.insert(id) } }
        }
        #expect(ids.withLock { $0.count } == 1)
    }

    @Test func placesAreFoundByTheirNamesOnly() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        var entry = makeEntry(1, "words")
        entry.place = Place()
        entry.place?.name = "Kamogawa"
        entry.place?.locality = "Kyoto \"old\""
        entry.place?.latitude = 35
        try store.add(entry)
        func count(_ place: String) throws -> Int {
            var query = EntryQuery()
            query.place = place
            return try store.snapshot().count(query)
        }
        #expect(try count("kamo") == 1)
        #expect(try count("\"OLD\"") == 1)
        #expect(try count("name") == 0)
        #expect(try count("35") == 0)
    }

    @Test func aFailureOfTheDiskIsToldAsSuch() {
        for code in [EIO, ENOSPC, EDQUOT, EROFS] {
            #expect(StoreError.system(operation: "sync", path: "x", code: code).isOfTheDisk)
        }
        #expect(!StoreError.system(operation: "open", path: "x", code: ENOENT).isOfTheDisk)
    }

    @Test func anEntryWithADamagedOperationStillComesOut() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        try store.add(makeEntry(1, "some words to be kept"))
        try store.database.execute("UPDATE operation SET content = x'00'")
        let id = makeEntry(1, "").id
        #expect(try store.snapshot().rawSource(of: id) == nil)
        #expect(try store.snapshot().entry(id)?.body == "some words to be kept")
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808"])
    func aRowOfNonsenseIsReadWithoutACrash(_ number: String) throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        try store.add(makeEntry(1, "words"))
        for column in ["offset_s", "instant_ms", "day", "written_ms", "attachment_count", "mood", "sort_ms"] {
            try store.database.execute("UPDATE entry SET \(column) = \(number)")
            let entry = try #require(try store.snapshot().entry(makeEntry(1, "").id))
            #expect(entry.happened.rfc3339 != nil && !entry.happened.offset.isEmpty)
            #expect(!Timestamp.utc(entry.writtenMilliseconds).isEmpty)
        }
    }

    @Test func oneDamagedOperationKeepsNoOtherEntryFromBeingRebuilt() throws {
        let folder = try TemporaryFolder()
        let store = try open(folder)
        for number in 0..<3 { try store.add(makeEntry(number, "words of \(number)")) }
        try store.database.execute("UPDATE operation SET content = x'00' WHERE sequence = 2")
        try store.database.execute("DELETE FROM setting WHERE name = 'search-revision'")
        let reopened = try open(folder)
        #expect(try reopened.snapshot().page(EntryQuery()).count == 3)
        var query = EntryQuery()
        query.text = "words"
        #expect(try reopened.snapshot().page(query).count == 3)
        #expect(try reopened.check(readsAttachments: false).map(\.code).contains("operation.damaged"))
    }
}
