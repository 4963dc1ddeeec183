import Bytes
import Testing

@Suite struct JSONElementSplitterTests {
    struct Result: Equatable {
        var elements: [String] = []
        var members: [String] = []
        var oversized = 0
        var outcome = JSONElementSplitter.Outcome.notAnObject
        var found = false
    }

    private func split(_ text: [UInt8], chunk: Int, limit: Int = 1 << 20) throws -> Result {
        var splitter = JSONElementSplitter(arrayKey: "entries", elementLimit: limit)
        var result = Result()
        func take(_ event: JSONElementSplitter.Event) {
            switch event {
            case .element(let bytes): result.elements.append(String(decoding: bytes, as: UTF8.self))
            case .member(let key, let value):
                result.members.append(key + "=" + String(decoding: value, as: UTF8.self))
            case .oversizedElement: result.oversized += 1
            }
        }
        var position = 0
        while position < text.count {
            let end = min(position + chunk, text.count)
            try Array(text[position..<end]).withUnsafeBytes { try splitter.feed($0, take) }
            position = end
        }
        result.outcome = try splitter.finish(take)
        result.found = splitter.foundArray
        return result
    }

    private func splitInAllSizes(_ text: [UInt8], limit: Int = 1 << 20) throws -> Result {
        let whole = try split(text, chunk: max(1, text.count), limit: limit)
        for chunk in [1, 2, 3, 7, 16] {
            #expect(try split(text, chunk: chunk, limit: limit) == whole, "pieces of \(chunk)")
        }
        return whole
    }

    @Test func elementsAreHandedOutWhereverTheArrayStands() throws {
        let text =
            #"{"metadata":{"version":"1.0","entries":[9]},"n":-1.5,"entries":[{"a":"]}\"\\"},{"b":[1,{}]},7,"s"],"x":[1,2]} "#
        let result = try splitInAllSizes(Array(text.utf8))
        #expect(result.elements == [#"{"a":"]}\"\\"}"#, #"{"b":[1,{}]}"#, "7", #""s""#])
        #expect(result.members == [#"metadata={"version":"1.0","entries":[9]}"#, "n=-1.5", "x=[1,2]"])
        #expect(result.outcome == .complete(trailingBytes: 0))
    }

    @Test func aBrokenOffFileGivesWhatWasWhole() throws {
        let result = try splitInAllSizes(Array(#"{"entries":[{"a":1},{"b":"unfin"#.utf8))
        #expect(result.elements == [#"{"a":1}"#])
        #expect(result.outcome == .brokenOff)
        #expect(try splitInAllSizes(Array(#"{"entries":[{"a":1}}"#.utf8)).outcome == .brokenOff)
    }

    @Test func trailingBytesAreCounted() throws {
        let result = try splitInAllSizes(Array("{\"entries\":[]}\n\0\0{}".utf8))
        #expect(result.outcome == .complete(trailingBytes: 4))
        #expect(result.found)
    }

    @Test func marksAndUTF16AreUnderstood() throws {
        let text = #"{"entries":[{"t":"日本😀"}]}"#
        let expected = [#"{"t":"日本😀"}"#]
        #expect(try splitInAllSizes([0xef, 0xbb, 0xbf] + Array(text.utf8)).elements == expected)
        let units = Array(text.utf16)
        let big: [UInt8] = [0xfe, 0xff] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
        let little: [UInt8] = [0xff, 0xfe] + units.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        #expect(try splitInAllSizes(big).elements == expected)
        #expect(try splitInAllSizes(little).elements == expected)
    }

    @Test func anElementOverTheLimitIsPassedOver() throws {
        let long = "\"" + String(repeating: "x", count: 50) + "\""
        let result = try splitInAllSizes(Array("{\"entries\":[1,\(long),2]}".utf8), limit: 20)
        #expect(result.elements == ["1", "2"])
        #expect(result.oversized == 1)
    }

    @Test(arguments: ["", "[]", "  ", "null", "\u{feff}"])
    func otherTextsAreNoObjects(_ text: String) throws {
        #expect(try splitInAllSizes(Array(text.utf8)).outcome == .notAnObject)
    }
}
