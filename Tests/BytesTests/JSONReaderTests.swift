import Bytes
import Foundation
import Testing

@Suite struct JSONReaderTests {
    static let corpus = ProcessInfo.processInfo.environment["JOURNAL_CORPORA"].map { $0 + "/json" }

    /// Accepted by the suite, refused here on purpose: one key twice in an object.
    static let refusedByRule: Set = [
        "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
    ]

    @Test(.enabled(if: corpus != nil, "JOURNAL_CORPORA is not set"))
    func theVerdictsOfTheSuiteHold() throws {
        let folder = try #require(Self.corpus) + "/test_parsing"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names.count >= 300)
        for name in names {
            let text = try Data(contentsOf: URL(filePath: folder + "/" + name))
            let strict = Result { try JSONValue(parsing: text) }
            if name.hasPrefix("y_"), !Self.refusedByRule.contains(name) {
                #expect(throws: Never.self, "\(name)") { try strict.get() }
            } else if name.hasPrefix("n_") || Self.refusedByRule.contains(name) {
                #expect(throws: JSONError.self, "\(name)") { try strict.get() }
            }
            if name.hasPrefix("y_") {
                #expect(throws: Never.self, "\(name)") { try JSONValue(parsing: text, mode: .lenient) }
            }
            try splitEveryWay(Array(text))
        }
    }

    @Test(.enabled(if: corpus != nil, "JOURNAL_CORPORA is not set"))
    func oddTextsAreReadOrRefusedWithoutHarm() throws {
        let folder = try #require(Self.corpus) + "/test_transform"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let text = try Data(contentsOf: URL(filePath: folder + "/" + name))
            _ = try? JSONValue(parsing: text)
            #expect(throws: Never.self, "\(name)") { try JSONValue(parsing: text, mode: .lenient) }
        }
    }

    private func splitEveryWay(_ text: [UInt8]) throws {
        var splitter = JSONElementSplitter(arrayKey: "entries")
        try text.withUnsafeBytes { try splitter.feed($0) { _ in } }
        _ = try splitter.finish { _ in }
    }

    @Test func escapesBecomeTheirCharacters() throws {
        let value = try JSONValue(parsing: #" "a\"\\\/\b\f\n\r\té\uD83D\uDE00é😀 and a long tail" "#.utf8)
        #expect(value.string == "a\"\\/\u{8}\u{c}\n\r\té😀é😀 and a long tail")
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let text: String
        let reason: JSONError.Reason
        var testDescription: String { "\(reason)" }
    }

    @Test(arguments: [
        Fault(text: "", reason: .endOfInput),
        Fault(text: #"{"a":1,"a":2}"#, reason: .duplicateKey),
        Fault(text: #"{"a":1,"\u0061":2}"#, reason: .duplicateKey),
        Fault(text: #"["\ud83d"]"#, reason: .loneSurrogate),
        Fault(text: "[\"\u{1}\"]", reason: .controlCharacter),
        Fault(text: "[1,]", reason: .unexpectedByte),
        Fault(text: "[01]", reason: .unexpectedByte),
        Fault(text: "[1.]", reason: .badNumber),
        Fault(text: "[NaN]", reason: .unexpectedByte),
        Fault(text: #"["\x"]"#, reason: .badEscape),
        Fault(text: "[nulL]", reason: .badLiteral),
        Fault(text: "[] []", reason: .trailingBytes),
        Fault(text: String(repeating: "[", count: 65), reason: .tooDeep),
        Fault(text: "{\"" + String(repeating: "k", count: 257) + "\":1}", reason: .keyTooLong),
        Fault(text: "[1" + String(repeating: "0", count: 128) + "]", reason: .numberTooLong),
    ])
    func faultsAreNamed(_ fault: Fault) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: fault.text.utf8) }
        #expect(error?.reason == fault.reason)
    }

    @Test func limitsHold() throws {
        var limits = JSONReader.Limits()
        limits.elements = 3
        limits.stringBytes = 5
        #expect(throws: Never.self) { try JSONValue(parsing: "[1,2,3]".utf8, limits: limits) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: "[1,2,3,4]".utf8, limits: limits) }
        #expect(throws: JSONError.self) {
            try JSONValue(parsing: #"{"a":1,"b":2,"c":3,"d":4}"#.utf8, limits: limits)
        }
        #expect(throws: JSONError.self) { try JSONValue(parsing: #""123456""#.utf8, limits: limits) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: #""12\n456""#.utf8, limits: limits) }
    }

    @Test func lenientReadingRepairsAndCounts() throws {
        var text = Array(#"{"a":"x\ud83dy","b":"#.utf8)
        text += [0x22, 0x66, 0xff, 0x67, 0x09, 0x22]
        text += Array(#","c":NaN,"a":"last","d":-Infinity}"#.utf8)
        try text.withUnsafeBytes { bytes in
            var reader = JSONReader(bytes, mode: .lenient)
            let value = try reader.value()
            try reader.finish()
            #expect(value["a"]?.string == "last")
            #expect(value["b"]?.string == "f\u{fffd}g\t")
            #expect(value["c"] == .null)
            #expect(reader.repairs.replacedCharacters == 2)
            #expect(reader.repairs.controlCharacters == 1)
            #expect(reader.repairs.droppedNumbers == 2)
            #expect(reader.repairs.duplicateKeys == 1)
        }
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    }

    @Test func keysThatDifferOnlyInNormalisationAreTwoKeys() throws {
        let value = try JSONValue(parsing: "{\"e\u{301}\":1,\"\u{e9}\":2}".utf8)
        guard case .object(let members) = value else { return #expect(Bool(false)) }
        #expect(members.count == 2)
    }

    @Test func skippingAndPullingMeetTheSameValues() throws {
        let text = #"{"skip":{"a":[1,{"b":"}]\""}]},"list":[1,[2],"three"],"last":true}"#
        try Array(text.utf8).withUnsafeBytes { bytes in
            var reader = JSONReader(bytes)
            var keys: [String] = []
            var values: [JSONValue] = []
            try reader.enterObject()
            while let key = try reader.nextKey() {
                keys.append(key)
                if key == "list" {
                    try reader.enterArray()
                    while try reader.nextElement() { values.append(try reader.value()) }
                } else {
                    try reader.skip()
                }
            }
            try reader.finish()
            #expect(keys == ["skip", "list", "last"])
            #expect(values == [.number("1"), .array([.number("2")]), .string("three")])
        }
    }

    @Test func canonicalTextSortsByUTF8AndKeepsNumbers() throws {
        let value = try JSONValue(
            parsing:
                #" { "b" : 1.50, "a\u0000":"\u001f/\"\\é", "aa":[ true , null ], "é":{}, "10000000b":0, "10000000a":1 } "#
                .utf8
        )
        var output: [UInt8] = []
        value.appendCanonical(to: &output)
        #expect(
            String(decoding: output, as: UTF8.self)
                == #"{"10000000a":1,"10000000b":0,"a\u0000":"\u001f/\"\\é","aa":[true,null],"b":1.50,"é":{}}"#
        )
        #expect(try JSONValue(parsing: output)["b"] == .number("1.50"))
    }
}
