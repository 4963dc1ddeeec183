import FileFormats
import Foundation
import JournalImport
import JournalModel
import TestSupport
import Testing

/// Damaged and hostile exports: what is sound comes in, the rest is named.
@Suite struct DayOneFaultTests {
    typealias Fixture = DayOneFixture

    @Test func oneBadEntryCostsNoOther() throws {
        let lone = #"{"uuid":"L","creationDate":"2024-05-01T10:00:00Z","text":"x\ud83dy"}"#
        let result = try Fixture(
            entries: Fixture.entry(1),
            #"{"uuid":"B","creationDate":nonsense}"#,
            "17",
            lone,
            Fixture.entry(2, "\"text\":\"tab\there\""),
            Fixture.entry(
                3,
                #""editingTime":NaN,"deep":"# + String(repeating: "[", count: 70)
                    + String(repeating: "]", count: 70)
            ),
            Fixture.entry(4, #""text":"a","text":"b""#)
        ).run()
        #expect(result.bodies == ["", "x\u{fffd}y", "tab\there", "b"])
        #expect(result.failed.count == 2 && result.skipped.count == 1)
        #expect(result.warnings.map(\.code) == ["text-repaired", "text-repaired", "duplicate-key"])
        #expect(result.reconciles)
    }

    @Test func aBrokenOffFileGivesWhatWasWholeAndOneFailure() throws {
        let whole = Fixture.document([Fixture.entry(1), Fixture.entry(2)])
        let result = try Fixture(["Journal.json": String(whole.dropLast(30))]).run()
        #expect(result.items.count == 1)
        #expect(result.codes == ["file-broken-off"])
        #expect(result.inventory.found == 2 && result.reconciles)
    }

    @Test func trailingBytesAndOtherFilesAreMentioned() throws {
        let result = try Fixture(
            [
                "Journal.json": Fixture.document([Fixture.entry(1)]) + "\0\0",
                "settings.json": #"{"theme":"dark"}"#,
            ],
            media: ["photos/unused.png"]
        ).run()
        #expect(result.items.count == 1)
        #expect(result.codes == ["file-ignored", "media-unused", "trailing-bytes"])
    }

    @Test func invalidUTF8IsRepairedInItsEntryOnly() throws {
        let fixture = try Fixture(entries: Fixture.entry(1))
        var bytes = Array(#"{"entries":[{"uuid":"A","creationDate":"2024-05-01T10:00:00Z","text":"a"#.utf8)
        bytes +=
            [0xff] + Array(#"b"},{"uuid":"B","creationDate":"2024-05-01T10:00:00Z","text":"fine"}]}"#.utf8)
        try fixture.folder.write("Journal.json", bytes)
        let result = try fixture.run()
        #expect(result.bodies == ["a\u{fffd}b", "fine"])
        #expect(result.warnings.map(\.entry) == ["A"])
    }

    @Test func privateWordsNeverReachAWarning() throws {
        let secret = "zebra-secret"
        let result = try Fixture(
            entries:
                #"{"uuid":"A","creationDate":"\#(secret)","text":"\#(secret)","tags":"\#(secret)","weather":"\#(secret)","richText":"{\#(secret)","timeZone":"\#(secret)"}"#,
            #"{"uuid":"B","creationDate":"2024-05-01T10:00:00Z","text":"\#(secret)\ud800","timeZone":"\#(secret)","richText":"\#(secret)"}"#,
            #"{"\#(secret)": \#(secret)}"#
        ).run()
        for warning in result.warnings + result.failed + result.skipped {
            #expect(!"\(warning)".contains("zebra"), "\(warning.code)")
        }
        #expect(result.failed.count == 2 && result.items.count == 1)
    }

    @Test func pathsInMediaNamesLeadNowhere() throws {
        let fixture = try Fixture(
            entries: Fixture.entry(
                1,
                #""photos":[{"identifier":"A","md5":"../../secret"},{"identifier":"B","md5":"/etc/passwd"}]"#
            )
        )
        try fixture.folder.write("secret.png", [1])
        let result = try fixture.run()
        #expect(result.items[0].media.isEmpty)
        #expect(result.codes == ["media-missing", "media-missing"])
    }

    @Test func aLinkInAFolderIsNotFollowed() throws {
        let fixture = try Fixture(entries: Fixture.entry(1, #""photos":[{"identifier":"A","md5":"x"}]"#))
        try FileManager.default.createDirectory(
            atPath: fixture.folder.path("photos"),
            withIntermediateDirectories: true
        )
        try FileManager.default.createSymbolicLink(
            atPath: fixture.folder.path("photos/x.png"),
            withDestinationPath: "/etc/hostname"
        )
        let result = try fixture.run()
        #expect(result.items[0].media.isEmpty)
        #expect(result.codes == ["media-missing", "member-refused"])
    }

    @Test func aBareFileBringsTheMediaBesideIt() throws {
        let fixture = try Fixture(
            entries: Fixture.entry(1, #""photos":[{"identifier":"A","md5":"\#(Fixture.md5)"}]"#),
            media: ["photos/\(Fixture.md5).png", "private/other.json"]
        )
        let result = try ImportResult(path: fixture.folder.path("Journal.json"))
        #expect(result.items[0].media.count == 1)
        #expect(result.inventory.journals.map(\.name) == ["Journal"])
    }

    @Test func whatIsNoExportIsRefusedInWords() throws {
        let fixture = try Fixture(["notes.txt": "hello", "other.json": "[1]"])
        for name in ["notes.txt", "other.json", "", "absent.zip"] {
            let path = fixture.folder.path(name)
            let error = #expect(throws: ImportError.self) { try importer(for: path) }
            #expect(error?.description.contains(path) == true)
        }
        try fixture.folder.write("cut.zip", [0x50, 0x4b, 3, 4] + [UInt8](repeating: 0, count: 100))
        let error = #expect(throws: ImportError.self) { try importer(for: fixture.folder.path("cut.zip")) }
        #expect(error?.description.contains("cut off") == true)
    }

    @Test func whatTheCallerThrowsEndsTheImport() throws {
        struct Stop: Error {}
        let fixture = try Fixture(entries: Fixture.entry(1), Fixture.entry(2), Fixture.entry(3))
        let source = try importer(for: fixture.folder.path)
        var count = 0
        #expect(throws: Stop.self) {
            try source.forEachItem { _ in
                count += 1
                if count == 2 { throw Stop() }
            }
        }
        #expect(count == 2)
    }
}
