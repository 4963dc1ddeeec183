import Foundation
import Glibc
import TestSupport
import Testing

@testable import JournalCLI

@Suite struct DraftTests {
    private let folder: TemporaryFolder
    private var drafts: String { folder.path("drafts") }

    init() throws { folder = try TemporaryFolder() }

    private func make(_ text: String, at milliseconds: Int64 = 1) throws -> Draft {
        try Draft.make(in: drafts, text: text, DraftNote(beganMilliseconds: milliseconds, zone: "Asia/Tokyo"))
    }

    @Test func draftsArePrivateAndTheirStraysAreRemoved() throws {
        let draft = try make("begun")
        for path in [draft.path, draft.path.replacing(".md", with: ".json")] {
            var facts = stat()
            #expect(stat(path, &facts) == 0)
            #expect(facts.st_mode & 0o777 == 0o600)
        }
        var facts = stat()
        #expect(stat(drafts, &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o700)
        let name = draft.name
        for stray in [name + "~", ".\(name).swp", "#\(name)#", "other.md"] {
            try folder.write("drafts/" + stray, Array("secret".utf8))
        }
        #expect(draft.removeStrays() == 3)
        try folder.write("drafts/" + name, Array("words \n\n".utf8))
        #expect(try draft.text() == "words")
        try folder.write("drafts/" + name, [0xff])
        #expect(throws: CommandFailure.self) { try draft.text() }
        draft.remove()
        #expect(try FileManager.default.contentsOfDirectory(atPath: drafts) == ["other.md"])
    }

    @Test func anOpenDraftIsNobodyElses() throws {
        var draft: Draft? = try make("mine")
        #expect(Draft.newest(in: [drafts]).draft == nil)
        #expect(Draft.newest(in: [drafts]).open == 1)
        #expect(Draft.left(in: [drafts]) == 0)
        let path = try #require(draft?.path)
        draft = nil
        #expect(Draft.left(in: [drafts]) == 1)
        #expect(Draft.newest(in: [drafts]).draft?.path == path)
    }

    @Test func theNewestIsTakenAndTwoOfOneInstantDiffer() throws {
        _ = try make("old", at: 999_999_999_999)
        let newer = try make("new", at: 1_700_000_000_000).path
        let same = try make("same", at: 1_700_000_000_000).path
        #expect(newer != same)
        let taken = try #require(Draft.newest(in: [drafts]).draft)
        #expect(try ["new", "same"].contains(taken.text()))
        let other = try #require(Draft.newest(in: [drafts]).draft)
        #expect(other.path != taken.path)
        let last = try #require(Draft.newest(in: ["/nonexistent", drafts]).draft)
        #expect(try last.text() == "old")
        #expect(Draft.newest(in: [drafts]).open == 3)
    }

    @Test func aNoteComesBackAsItWasAndADamagedOneCostsNoText() throws {
        var note = DraftNote(beganMilliseconds: 1_700_000_000_000, zone: "Asia/Tokyo")
        note.options = ["tag": .array([.string("雨")]), "star": .bool(true), "mood": .integer(4)]
        note.seen = [DraftNote.Seen(id: "x", revision: 7)]
        #expect(DraftNote(json: Array(note.json.utf8)) == note)
        #expect(DraftNote(json: Array("{".utf8)) == DraftNote())
        try FileManager.default.createDirectory(atPath: drafts, withIntermediateDirectories: true)
        try folder.write("drafts/draft-000000000000005-1.md", Array("alone".utf8))
        let draft = try #require(Draft.newest(in: [drafts]).draft)
        #expect(try draft.text() == "alone")
        #expect(draft.note == DraftNote())
    }

    @Test func replacingTheTextIsWholeAndLeavesNothing() throws {
        let draft = try make("before")
        try draft.replaceText("after")
        #expect(try draft.text() == "after")
        #expect(try FileManager.default.contentsOfDirectory(atPath: drafts).count == 2)
    }

    @Test func aLinkInPlaceOfADraftIsNotFollowed() throws {
        try FileManager.default.createDirectory(atPath: drafts, withIntermediateDirectories: true)
        try folder.write("target", Array("precious".utf8))
        let name = "draft-000000000000001-\(getpid())"
        #expect(symlink(folder.path("target"), drafts + "/\(name).md") == 0)
        #expect(throws: CommandFailure.self) { try make("") }
        #expect(try folder.read("target") == Data("precious".utf8))
    }
}
