import Foundation
import TestSupport
import Testing

@testable import Remotes

/// What every place must do, over each of them.
@Suite struct TransportContractTests {
    enum Place: CaseIterable { case memory, folder }

    private func transport(_ place: Place, _ folder: TemporaryFolder) throws -> any ObjectTransport {
        switch place {
        case .memory: return MemoryTransport()
        case .folder:
            try FileManager.default.createDirectory(
                atPath: folder.path("remote"),
                withIntermediateDirectories: true
            )
            var number: UInt64 = 0
            return FolderTransport(folder.path("remote")) {
                number += 1
                return number
            }
        }
    }

    private func one(_ transport: any ObjectTransport, _ request: ObjectRequest) throws -> ObjectResult {
        try #require(try transport.perform([request]) {}.first)
    }

    @Test(arguments: Place.allCases)
    func whatIsPutIsThere(_ place: Place) throws {
        let folder = try TemporaryFolder()
        let transport = try transport(place, folder)
        for (name, bytes) in [("o/ab/one", [1, 2, 3]), ("o/ab/two", [4]), ("o/cd/three", [5, 6])]
            as [(String, [UInt8])]
        {
            #expect(try one(transport, .put(name: name, .bytes(bytes))) == .done)
            #expect(try one(transport, .get(name: name, limitBytes: 100)) == .bytes(bytes))
            // After a lost answer it is put again.
            #expect(try one(transport, .put(name: name, .bytes(bytes))) == .done)
        }
        #expect(
            try one(transport, .list(prefix: "o/ab/"))
                == .objects([
                    ListedObject(name: "o/ab/one", byteCount: 3),
                    ListedObject(name: "o/ab/two", byteCount: 1),
                ])
        )
        guard case .objects(let all) = try one(transport, .list(prefix: "")) else { throw POSIXError(.EIO) }
        #expect(all.map(\.name) == ["o/ab/one", "o/ab/two", "o/cd/three"])
        #expect(
            try one(transport, .get(name: "o/ab/one", limitBytes: 2)) == .failed(.tooLarge(limitBytes: 2))
        )
        #expect(try one(transport, .delete(name: "o/ab/one")) == .done)
        #expect(try one(transport, .delete(name: "o/ab/one")) == .done)
        #expect(try one(transport, .get(name: "o/ab/one", limitBytes: 100)) == .absent)
        #expect(try one(transport, .get(name: "none/such", limitBytes: 100)) == .absent)
        #expect(try one(transport, .list(prefix: "none/")) == .objects([]))
    }

    @Test(arguments: Place.allCases)
    func filesGoInAndOut(_ place: Place) throws {
        let folder = try TemporaryFolder()
        let transport = try transport(place, folder)
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try folder.write("source", bytes)
        let body = ObjectBody.file(path: folder.path("source"), byteCount: 3_000_000)
        #expect(try one(transport, .put(name: "b/large", body)) == .done)
        let target = folder.path("target")
        #expect(try one(transport, .fetch(name: "b/large", path: target, limitBytes: 1 << 30)) == .done)
        #expect(FileReading.all(target) == bytes)
        // A file that is there is never written over.
        let again = try one(transport, .fetch(name: "b/large", path: target, limitBytes: 1 << 30))
        guard case .failed(.local) = again else { throw POSIXError(.EIO) }
        let wrong = ObjectBody.file(path: folder.path("source"), byteCount: 5)
        guard case .failed(.local) = try one(transport, .put(name: "b/wrong", wrong)) else {
            throw POSIXError(.EIO)
        }
        #expect(try one(transport, .get(name: "b/wrong", limitBytes: 10)) == .absent)
    }

    @Test(arguments: Place.allCases)
    func namesThatLeaveThePlaceAreRefused(_ place: Place) throws {
        let folder = try TemporaryFolder()
        let transport = try transport(place, folder)
        for name in [
            "../x", "/x", "a/../b", "a//b", "", "a/", ".hidden", "A", "a b", "ä", "-x",
            String(repeating: "a", count: 201),
        ] {
            guard case .failed(.refused) = try one(transport, .put(name: name, .bytes([1]))) else {
                Issue.record("'\(name)' was taken")
                continue
            }
        }
    }

    @Test(arguments: Place.allCases)
    func requestsStopWhenToldTo(_ place: Place) throws {
        let folder = try TemporaryFolder()
        let transport = try transport(place, folder)
        var count = 0
        #expect(throws: CancellationError.self) {
            _ = try transport.perform((0..<10).map { .put(name: "o/\($0)", .bytes([1])) }) {
                count += 1
                if count > 3 { throw CancellationError() }
            }
        }
    }
}

@Suite struct FolderTransportTests {
    private func open(_ folder: TemporaryFolder) throws -> FolderTransport {
        try FileManager.default.createDirectory(
            atPath: folder.path("remote/o"),
            withIntermediateDirectories: true
        )
        var number: UInt64 = 0
        return FolderTransport(folder.path("remote")) {
            number += 1
            return number
        }
    }

    private func one(_ transport: FolderTransport, _ request: ObjectRequest) throws -> ObjectResult {
        try #require(try transport.perform([request]) {}.first)
    }

    @Test func aFolderThatIsNotThereIsNotEmpty() throws {
        let transport = FolderTransport("/no/such/folder") { 1 }
        for request in [
            ObjectRequest.list(prefix: ""), .put(name: "o/x", .bytes([1])), .get(name: "o/x", limitBytes: 9),
        ] {
            #expect(try one(transport, request) == .failed(.unreachable(reason: "the folder is not there")))
        }
    }

    @Test func whatIsOnlyBegunIsNotThereYet() throws {
        let folder = try TemporaryFolder()
        let transport = try open(folder)
        try folder.write("remote/o/empty", [])
        #expect(try one(transport, .get(name: "o/empty", limitBytes: 9)) == .failed(.notReady))
        // A file with a size and no blocks, as cloud clients show what they have not downloaded.
        let path = folder.path("remote/o/dataless")
        try folder.write("remote/o/dataless", [])
        #expect(truncate(path, 1 << 20) == 0)
        #expect(try one(transport, .get(name: "o/dataless", limitBytes: 1 << 30)) == .failed(.notReady))
        #expect(
            try one(transport, .fetch(name: "o/dataless", path: folder.path("t"), limitBytes: 1 << 30))
                == .failed(.notReady)
        )
    }

    @Test func foreignFilesAreNobodysObjectsAndCopiesAreFound() throws {
        let folder = try TemporaryFolder()
        let transport = try open(folder)
        #expect(try one(transport, .put(name: "o/abc", .bytes([1]))) == .done)
        for name in [
            "o/abc.sync-conflict-20261207-101112-ABCDEFG", "o/abc (conflicted copy 2026-12-07)", "o/abcd",
            "o/.journal-part-x", "o/.stfolder", "o/Thumbs.db", "desktop.ini", "o/~syncthing~abc.tmp",
        ] {
            try folder.write("remote/" + name, [2])
        }
        #expect(symlink("/etc/passwd", folder.path("remote/o/link")) == 0)
        guard case .objects(let all) = try one(transport, .list(prefix: "")) else { throw POSIXError(.EIO) }
        #expect(all.map(\.name) == ["desktop.ini", "o/abc", "o/abcd"])
        #expect(transport.copies(of: "o/abc").count == 2)
        #expect(try one(transport, .get(name: "o/link", limitBytes: 1 << 20)) == .absent)
    }

    @Test func nothingHalfMadeStaysAndFilesArePrivate() throws {
        let folder = try TemporaryFolder()
        let transport = try open(folder)
        let body = ObjectBody.file(path: folder.path("none"), byteCount: 1)
        guard case .failed(.local) = try one(transport, .put(name: "o/ab/x", body)) else {
            throw POSIXError(.EIO)
        }
        #expect(FileReading.names(in: folder.path("remote/o/ab")) == [])
        _ = try one(transport, .put(name: "o/ab/y", .bytes([1])))
        var found = stat()
        #expect(lstat(folder.path("remote/o/ab/y"), &found) == 0 && found.st_mode & 0o777 == 0o600)
        #expect(lstat(folder.path("remote/o/ab"), &found) == 0 && found.st_mode & 0o777 == 0o700)
    }
}

@Suite struct FaultyTransportTests {
    /// SplitMix64 (Steele and others, 2014).
    private func numbers(_ seed: UInt64) -> () -> UInt64 {
        var state = seed
        return {
            state &+= 0x9e37_79b9_7f4a_7c15
            var value = state
            value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
            value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
            return value ^ value >> 31
        }
    }

    private func history(_ seed: UInt64) throws -> (
        results: [ObjectResult], counts: [FaultyTransport.Fault: Int]
    ) {
        let transport = FaultyTransport(MemoryTransport(), oneIn: 3, chance: numbers(seed))
        let chance = numbers(seed &+ 1)
        var results: [ObjectResult] = []
        for step in 0..<600 {
            let name = "o/\(chance() % 20)"
            let request: ObjectRequest =
                switch chance() % 4 {
                case 0: .put(name: name, .bytes([UInt8](repeating: UInt8(step & 255), count: 40)))
                case 1: .get(name: name, limitBytes: 1000)
                case 2: .list(prefix: "o/")
                default: .delete(name: name)
                }
            results += try transport.perform([request]) {}
        }
        return (results, transport.counts)
    }

    @Test func theSameNumbersGiveTheSameFaultsAndEachOneHappens() throws {
        let first = try history(7)
        #expect(try history(7).results == first.results)
        #expect(try history(8).results != first.results)
        for fault in FaultyTransport.Fault.allCases { #expect(first.counts[fault] ?? 0 > 0) }
    }
}
