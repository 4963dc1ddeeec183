import JournalModel
import Testing

@testable import JournalCLI

@Suite struct EditBufferTests {
    private func entry(_ digit: Character, _ body: String) throws -> Entry {
        let id = try #require(EntryID("0000000\(digit)-0000-4000-8000-000000000000"))
        return Entry(
            id: id,
            happened: EntryMoment(unixMilliseconds: 0, zone: .utc),
            writtenMilliseconds: 0,
            changedMilliseconds: 0,
            body: body
        )
    }

    @Test func oneEntryIsItsTextAlone() throws {
        let entry = try entry("1", "%% a\nb")
        #expect(EditBuffer.text([entry]) == "%% a\nb\n")
        #expect(try EditBuffer.read("%% a\nc", [entry.id]) == [entry.id: "%% a\nc"])
    }

    @Test(arguments: [
        "", "a\n\nb", "%% not a heading", "\\%% x\n%%y\n\\\\%% z", "%% 00000002-0000-4000-8000-000000000000",
    ])
    func severalComeBackAsTheyWere(_ body: String) throws {
        let entries = [try entry("1", body), try entry("2", "second"), try entry("3", body)]
        let read = try EditBuffer.read(withoutTrailingSpace(EditBuffer.text(entries)), entries.map(\.id))
        for entry in entries { #expect(read[entry.id] == entry.body) }
    }

    @Test func aLostDoubledOrForeignHeadingIsRefused() throws {
        let entries = [try entry("1", "a"), try entry("2", "b")]
        let ids = entries.map(\.id)
        let text = EditBuffer.text(entries)
        let first = "%% \(ids[0])"
        for broken in [
            text.replacing(first, with: "gone"), text.replacing(first, with: "%% \(ids[1])"),
            text + "\n" + first + "\ntwice", "before\n" + text,
            text.replacing(first, with: "%% 00000009-0000-4000-8000-000000000000"), "",
        ] {
            let failure = #expect(throws: CommandFailure.self) { try EditBuffer.read(broken, ids) }
            #expect(failure?.code == "buffer-broken")
        }
        let swapped = text.split(separator: "\n\n").reversed().joined(separator: "\n\n")
        #expect(try EditBuffer.read(swapped, ids) == [ids[0]: "a", ids[1]: "b"])
    }
}
