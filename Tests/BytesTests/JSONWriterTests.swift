import Bytes
import Foundation
import Testing

@Suite struct JSONWriterTests {
    private func copied(_ json: [UInt8], escapes: Bool) throws -> (text: String, value: JSONValue) {
        var writer = JSONWriter(escapesTerminalControls: escapes)
        writer.raw(json)
        let text = try #require(String(validating: writer.bytes, as: UTF8.self))
        return (text, try JSONValue(parsing: writer.bytes))
    }

    @Test(arguments: [true, false])
    func textThatWasTakenLenientlyComesOutAsJSON(escapes: Bool) throws {
        let written = "{\"a\":\"x\u{1b}[31m\ty\n\",\n \"b\":NaN,\"c\":[-Infinity]}"
        let (text, value) = try copied(Array(written.utf8), escapes: escapes)
        #expect(value["a"]?.string == "x\u{1b}[31m\ty\n")
        #expect(!text.utf8.contains { $0 < 0x20 })
        let (_, repaired) = try copied([0x5b, 0x22, 0xff, 0x22, 0x5d], escapes: escapes)
        #expect(repaired == .array([.string("\u{fffd}")]))
    }

    @Test func whatIsJSONAlreadyIsCopiedOnOneLine() throws {
        let written = "{\"n\": 1.50,\r\n\"t\":\"\\u0041 \u{9b}\u{202e}\"}"
        #expect(try copied(Array(written.utf8), escapes: false).text == written.replacing("\r\n", with: "  "))
        let safe = try copied(Array(written.utf8), escapes: true).text
        #expect(safe == "{\"n\": 1.50,  \"t\":\"\\u0041 \\u009b\\u202e\"}")
    }
}
