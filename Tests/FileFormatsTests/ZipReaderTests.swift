import FileFormats
import Foundation
import TestSupport
import Testing

@Suite struct ZipReaderTests {
    typealias Member = HandMadeZip.Member

    static let corpus = ProcessInfo.processInfo.environment["JOURNAL_CORPORA"].map {
        $0 + "/zip/regress/data"
    }

    /// What becomes of an archive: `refused` as a whole, or a letter for each member.
    ///
    /// `+` read to its end, `-` refused by rule, `!` damaged.
    private func verdict(_ path: String) -> String {
        do {
            let zip = try ZipReader(path: path)
            let read = zip.members.map { member -> String in
                do {
                    try zip.read(member) { _ in }
                    return "+"
                } catch { return "!" }
            }
            let letters = read.joined() + String(repeating: "-", count: zip.refused.count)
            return letters.isEmpty ? "empty" : letters
        } catch { return "refused" }
    }

    @Test(.enabled(if: corpus != nil, "JOURNAL_CORPORA is not set"))
    func everyZipOfTheCorpusGetsItsVerdict() throws {
        let folder = try #require(Self.corpus)
        let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Golden/zip-verdicts.txt"
        )
        var expected: [String: String] = [:]
        for line in try String(contentsOf: golden, encoding: .utf8).split(separator: "\n") {
            let parts = line.split(separator: " ")
            expected[String(parts[0])] = String(parts[1])
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.hasSuffix(".zip")
        }
        #expect(names.count == expected.count)
        for name in names { #expect(verdict(folder + "/" + name) == expected[name], "\(name)") }
    }

    private func open(_ zip: HandMadeZip, change: (inout [UInt8]) -> Void = { _ in }) throws -> (
        ZipReader, TemporaryFolder
    ) {
        let folder = try TemporaryFolder()
        var bytes = zip.bytes
        change(&bytes)
        try folder.write("a.zip", bytes)
        return (try ZipReader(path: folder.path("a.zip")), folder)
    }

    private func text(_ name: String, in zip: ZipReader) throws -> String? {
        guard let member = zip.members.first(where: { $0.name == name }) else { return nil }
        var bytes: [UInt8] = []
        try zip.read(member) { bytes.append(contentsOf: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func soundMembersAreReadWithAndWithoutDescriptors() throws {
        var streamed = Member("streamed", "two".utf8)
        streamed.hasDescriptor = true
        let (zip, _) = try open(HandMadeZip([Member("plain", "one".utf8), streamed, Member("folder/", [])]))
        #expect(zip.members.map(\.name) == ["plain", "streamed"])
        #expect(try text("plain", in: zip) == "one" && text("streamed", in: zip) == "two")
        #expect(zip.refused == [])
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let label: String
        let reason: RefusedMember.Reason
        let member: Member
        var testDescription: String { label }

        init(
            _ label: String,
            _ reason: RefusedMember.Reason,
            _ name: String,
            _ change: (inout Member) -> Void = { _ in }
        ) {
            var member = Member(name)
            change(&member)
            (self.label, self.reason, self.member) = (label, reason, member)
        }
    }

    @Test(arguments: [
        Bad("parent folder", .name, "../evil.json"), Bad("absolute", .name, "/etc/passwd"),
        Bad("drive", .name, "C:evil"), Bad("backslash", .name, "a\\b"), Bad("NUL", .name, "a\0b"),
        Bad("newline", .name, "a\nb"), Bad("dot", .name, "a/./b"), Bad("empty part", .name, "a//b"),
        Bad("too long", .name, String(repeating: "n", count: 513)),
        Bad("symbolic link", .notAFile, "link") { $0.mode = 0o120777 },
        Bad("device", .notAFile, "tty") { $0.mode = 0o020666 },
        Bad("encrypted", .encrypted, "secret") { $0.flags |= 1 },
        Bad("another method", .method, "bz2") { $0.method = 12 },
        Bad("two names", .headers, "one") { $0.localName = Array("two".utf8) },
        Bad("two sizes", .headers, "size") { $0.localByteCount = 7 },
        Bad("stored, yet larger", .headers, "stored") { $0.byteCount = 100 },
        Bad("beyond deflate", .expansion, "bomb") {
            $0.method = 8
            $0.byteCount = 20_000
        },
        Bad("same name, case and form aside", .duplicate, "E\u{301}COLE"),
    ])
    func aBadMemberIsRefusedByNameAndOthersGoOn(_ bad: Bad) throws {
        let (zip, _) = try open(
            HandMadeZip([Member("\u{e9}cole", "before".utf8), bad.member, Member("z", "after".utf8)])
        )
        #expect(zip.refused.map(\.reason) == [bad.reason])
        #expect(zip.members.map(\.name) == ["\u{e9}cole", "z"])
        #expect(try text("z", in: zip) == "after")
    }

    @Test func namesWithoutAMarkAreUTF8OrCodePage437() throws {
        var old = Member("x")
        (old.name, old.flags) = ([0x81, 0x2e, 0x6a], 0)
        var new = Member("日本.json")
        new.flags = 0
        let (zip, _) = try open(HandMadeZip([old, new, Member("e\u{301}")]))
        #expect(zip.members.map(\.name) == ["ü.j", "日本.json", "\u{e9}"])
    }

    @Test func systemFilesAreLeftOut() throws {
        let names = ["__MACOSX/a/._b", "a/._b", ".DS_Store", "x/Thumbs.db", "Desktop.ini", "kept"]
        let (zip, _) = try open(HandMadeZip(names.map { Member($0) }))
        #expect(zip.members.map(\.name) == ["kept"])
        #expect(zip.refused == [])
    }

    struct Layout: Sendable, CustomTestStringConvertible {
        let label: String
        let zip: HandMadeZip
        var change: @Sendable (inout [UInt8]) -> Void = { _ in }
        var testDescription: String { label }
    }

    static let layouts: [Layout] = {
        var overlap = HandMadeZip([Member("a", "12345".utf8), Member("b")])
        overlap.members[1].claimedOffset = 0
        var gap = HandMadeZip([Member("a"), Member("b")])
        gap.members[1].gap = [1, 2, 3]
        var prefix = HandMadeZip([Member("a")])
        prefix.members[0].gap = Array("#!/bin/sh\n".utf8)
        var count = HandMadeZip([Member("a")])
        count.countChange = 1
        var two = HandMadeZip([Member("a")])
        two.comment = HandMadeZip([Member("b")]).bytes
        var mislabelled = HandMadeZip([Member("a")])
        mislabelled.members[0].name = [0xff, 0xfe]
        let plain = HandMadeZip([Member("a", [UInt8](repeating: 65, count: 500))])
        return [
            Layout(label: "members overlap", zip: overlap), Layout(label: "gap", zip: gap),
            Layout(label: "prefix", zip: prefix), Layout(label: "wrong count", zip: count),
            Layout(label: "two end records", zip: two),
            Layout(label: "a name marked as UTF-8 that is not", zip: mislabelled),
            Layout(label: "cut off", zip: plain) { $0.removeLast(30) },
            Layout(label: "bytes behind", zip: plain) { $0.append(0) },
            Layout(label: "no local header", zip: plain) { $0[0] = 0 },
            Layout(label: "empty file", zip: plain) { $0.removeAll() },
        ]
    }()

    @Test(arguments: layouts)
    func anArchiveThatCanBeReadInTwoWaysIsRefused(_ layout: Layout) throws {
        let error = #expect(throws: FormatError.self) { try open(layout.zip, change: layout.change) }
        guard case .malformed(let message)? = error else { return #expect(error == nil) }
        #expect(message.contains("a.zip"))
    }

    @Test func aBombIsRefusedAndAnHonestMemberIsNot() throws {
        // 1 GiB from 6.8 MB: below what deflate can do, above what the archive may claim.
        let data = HandMadeZip.deflatedZeros(matches: 4_161_790)
        var bomb = Member("bomb", data)
        (bomb.method, bomb.byteCount, bomb.checksum) = (8, 4_161_790 * 258 + 1, 0)
        let (zip, _) = try open(HandMadeZip([Member("good", "yes".utf8), bomb]))
        #expect(zip.refused.map(\.reason) == [.expansion])
        #expect(try text("good", in: zip) == "yes")
    }

    @Test func aMemberThatProducesMoreOrLessThanAnnouncedIsDamaged() throws {
        for announced in [500, 258 * 4 + 1, 5000] {
            var member = Member("m", HandMadeZip.deflatedZeros(matches: 4))
            (member.method, member.byteCount) = (8, announced)
            member.checksum = HandMadeZip.crc32([UInt8](repeating: 0, count: 258 * 4 + 1))
            let (zip, _) = try open(HandMadeZip([member]))
            var count = 0
            let isSound = (try? zip.read(zip.members[0]) { count += $0.count }) != nil
            #expect(isSound == (announced == 258 * 4 + 1))
            #expect(count <= announced)
        }
    }

    @Test func aWrongChecksumIsNoticed() throws {
        var member = Member("m", "text".utf8)
        member.checksum = 1
        let (zip, _) = try open(HandMadeZip([member]))
        #expect(throws: FormatError.self) { try zip.read(zip.members[0]) { _ in } }
    }
}
