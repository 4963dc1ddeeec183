import Bytes
import Foundation
import Testing

@testable import JournalModel

private typealias Change = JournalModel.Operation.Change

@Suite struct OperationTests {
    static func id(_ counter: UInt64, device: UInt8 = 1) -> OperationID {
        OperationID(
            zone: FixedIdentity.privateZone,
            device: Bytes.uuid(bytes: [device]),
            incarnation: 7,
            counter: counter
        )
    }

    private func sample() -> JournalModel.Operation {
        let moment = EntryMoment(unixMilliseconds: -5, zone: JournalZone("Asia/Tokyo"), isAllDay: true)
        return JournalModel.Operation(
            id: OperationTests.id(3),
            time: HybridTime(unixMilliseconds: 1_700_000_000_000),
            record: RecordID(.entry, Bytes.uuid(bytes: [9])),
            changes: [
                Change(
                    Field(.body),
                    .text("a\0b 銭湯"),
                    parents: [OperationTests.id(2), OperationTests.id(1)]
                ),
                Change(Field(.happened), .moment(moment)),
                Change(Field(.tag, key: "x"), .none, parents: [OperationTests.id(1)]),
                Change(Field(.raw), .bytes([0, 255])),
                Change(Field(.place), .object(#"{"name":"x"}"#)),
                Change(Field(.mood), .int(-1)), Change(Field(.starred), .bool(true)),
            ]
        )
    }

    @Test func anOperationComesBackFromItsEncoding() throws {
        var operation = sample()
        operation.changes = operation.changes.map { Change($0.field, $0.value, parents: $0.parents.sorted()) }
        #expect(try OperationCoding.decode(OperationCoding.encode(operation)) == operation)
    }

    @Test func anImportIsNamedByItsContent() throws {
        let stamp = JournalModel.Operation.ImportStamp(
            itemHash: Array(repeating: 1, count: 32),
            modifiedMilliseconds: 5,
            importerRevision: 1,
            attachmentsFound: 0
        )
        let record = RecordID(.entry, Bytes.uuid(bytes: [1]))
        let one = JournalModel.Operation.imported(
            record: record,
            changes: [Change(Field(.body), .text("x"))],
            stamp: stamp
        ).operation
        let other = JournalModel.Operation.imported(
            record: record,
            changes: [Change(Field(.body), .text("y"))],
            stamp: stamp
        ).operation
        #expect(one.id.isImport && one.id != other.id)
        #expect(try OperationCoding.decode(OperationCoding.encode(one)) == one)
    }

    @Test func anyCutOrFlippedEncodingIsRefusedOrAnotherOperation() {
        let bytes = OperationCoding.encode(sample())
        for length in 0..<bytes.count {
            #expect(throws: OperationCoding.Failure.self) {
                try OperationCoding.decode(Array(bytes[..<length]))
            }
        }
        for position in bytes.indices {
            var flipped = bytes
            flipped[position] ^= 0x55
            if let found = try? OperationCoding.decode(flipped) {
                #expect(OperationCoding.encode(found) == flipped)
            }
        }
        #expect(throws: OperationCoding.Failure.self) { try OperationCoding.decode(bytes + [0]) }
    }
}

@Suite struct RecordViewTests {
    private let record = RecordID(.entry, Bytes.uuid(bytes: [1]))

    private func operation(
        _ counter: UInt64,
        device: UInt8,
        time: Int64,
        _ changes: [Change]
    ) -> JournalModel.Operation {
        JournalModel.Operation(
            id: OperationTests.id(counter, device: device),
            time: HybridTime(unixMilliseconds: time),
            record: record,
            changes: changes
        )
    }

    private func view(_ operations: [JournalModel.Operation]) -> Entry {
        EntryFields.entry(RecordView(record, operations))
    }

    @Test func aConcurrentEditRevivesWhatAnotherDeviceDeleted() {
        let made = operation(1, device: 1, time: 1, [Change(Field(.body), .text("one"))])
        let deleted = operation(
            2,
            device: 1,
            time: 2,
            [Change(Field(.deleted), .bool(true), parents: [made.id])]
        )
        let edited = operation(
            1,
            device: 2,
            time: 3,
            [Change(Field(.body), .text("two"), parents: [made.id])]
        )
        #expect(view([made, deleted]).isTrashed)
        #expect(!view([made, deleted, edited]).isTrashed)
        let later = operation(
            2,
            device: 2,
            time: 4,
            [Change(Field(.deleted), .bool(true), parents: [edited.id])]
        )
        #expect(view([made, deleted, edited, later]).isTrashed)
    }

    @Test func addingATagWinsOverAConcurrentRemoval() {
        let made = operation(1, device: 1, time: 1, [Change(Field(.tag, key: "a"), .text("A"))])
        let removed = operation(
            2,
            device: 1,
            time: 9,
            [Change(Field(.tag, key: "a"), .none, parents: [made.id])]
        )
        let added = operation(
            1,
            device: 2,
            time: 3,
            [Change(Field(.tag, key: "a"), .text("A"), parents: [made.id])]
        )
        #expect(view([made, removed]).tags.isEmpty)
        #expect(view([made, removed, added]).tags == ["A"])
    }

    @Test func theLatestScalarWinsAndTheOrderOfArrivalDoesNotMatter() {
        let made = operation(1, device: 1, time: 1, [Change(Field(.mood), .int(1))])
        let left = operation(2, device: 1, time: 5, [Change(Field(.mood), .int(2), parents: [made.id])])
        let right = operation(1, device: 2, time: 6, [Change(Field(.mood), .int(3), parents: [made.id])])
        #expect(view([made, left, right]).mood == 3)
        #expect(view([right, left, made]).mood == 3)
    }

    /// Random histories of three devices that now and then take over all that another knows: the view
    /// does not depend on the order of arrival, all devices come to the same, and no word is lost or doubled.
    @Test(arguments: 0..<300)
    func theViewIsAFunctionOfTheSet(_ seed: UInt64) {
        var random = SplitMix(seed)
        let first = operation(
            1,
            device: 0,
            time: 1,
            [Change(Field(.body), .text("The quick brown fox jumps."))]
        )
        var known = [[first], [first], [first]]
        var written: [String] = []
        for step in 0..<10 {
            let device = random.below(3)
            if random.below(3) == 0 {
                known[device] = Array(Set(known[device] + known[random.below(3)]))
                continue
            }
            let seen = RecordView(record, known[device])
            let word = "w\(step)x"
            written.append(word)
            var words = (seen.value(.body).text ?? "").split(separator: " ").map(String.init)
            words.insert(word, at: random.below(words.count + 1))
            known[device].append(
                operation(
                    UInt64(step + 2),
                    device: UInt8(device + 1),
                    time: Int64(random.below(50)),
                    [
                        Change(
                            Field(.body),
                            .text(words.joined(separator: " ")),
                            parents: seen.heads(of: Field(.body))
                        )
                    ]
                )
            )
        }
        let all = Array(Set(known.joined()))
        let expected = view(all)
        for _ in 0..<4 { #expect(view(all.shuffled(using: &random)) == expected) }
        let visible = ([expected.body] + expected.conflicts).joined(separator: "\n")
        for word in written { #expect(visible.contains(word), "seed \(seed) lost \(word)") }
        #expect(expected.conflicts.isEmpty)
        for word in written {
            #expect(expected.body.ranges(of: word).count == 1, "seed \(seed) doubled \(word)")
        }
    }
}

@Suite struct TextMergeTests {
    @Test(
        arguments: [
            ("a b c", "a x c", "a b y", "a x y"), ("a", "a one", "a two", "a one two"),
            ("今日は晴れ。", "今日は快晴。", "明日は晴れ。", "明日は快晴。"), ("x", "x", "y", "y"),
            ("one two", "one", "one two three", nil), ("sky grey", "sky blue", "sky red", nil),
            ("", "left", "right", "left\n\nright"), ("a b", "a b", "a b", "a b"),
        ]
    )
    func wordsOfBothSidesMeet(_ base: String, _ older: String, _ newer: String, _ merged: String?) {
        if base == "one two" {
            // Deleting a word where the other side goes on after it is no overlap.
            #expect(TextMerge.merge(base: base, older: older, newer: newer) == "one three")
        } else {
            #expect(TextMerge.merge(base: base, older: older, newer: newer) == merged)
        }
    }
}

struct SplitMix: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
