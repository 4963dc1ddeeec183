import Bytes
import Foundation
import Testing

@testable import JournalModel

private typealias Change = JournalModel.Operation.Change

@Suite struct MergeTests {
    @Test func versionsThatCannotBeMergedComeInTheOrderOfTheirFields() {
        let record = RecordID(.entry, Bytes.uuid(bytes: [1]))
        func operation(_ counter: UInt64, _ words: String, parents: [OperationID]) -> JournalModel.Operation {
            JournalModel.Operation(
                id: OperationTests.id(counter),
                time: HybridTime(unixMilliseconds: Int64(counter)),
                record: record,
                changes: [.title, .body].map { Change(Field($0), .text("\($0) \(words)"), parents: parents) }
            )
        }
        let first = operation(1, "grey", parents: [])
        let all = [
            first, operation(2, "blue", parents: [first.id]), operation(3, "violet", parents: [first.id]),
        ]
        for operations in [all, all.reversed(), [all[1], all[0], all[2]]] {
            #expect(RecordView(record, operations).conflicts == ["title blue", "body blue"])
        }
    }

    @Test func noInsertionIsLostWhateverTheOthersAre() {
        var chance = SplitMix(20_240_229)
        var mergedCount = 0
        for _ in 0..<2000 {
            let base = (0..<Int.random(in: 0..<12, using: &chance)).map { "w\($0)" }
            var sides: [[String]] = []
            for side in ["l", "r"] {
                var words = base
                for number in 0..<Int.random(in: 1..<4, using: &chance) {
                    let place = Int.random(in: 0...words.count, using: &chance)
                    words.insert("\(side)\(number)", at: place)
                    if !base.isEmpty, Bool.random(using: &chance) {
                        words.removeAll { $0 == base.randomElement(using: &chance) }
                    }
                }
                sides.append(words)
            }
            let texts = sides.map { $0.joined(separator: " ") }
            let merged = TextMerge.merge(
                base: base.joined(separator: " "),
                older: texts[0],
                newer: texts[1]
            )
            guard let merged else { continue }
            mergedCount += 1
            for word in sides[0] + sides[1] where !word.hasPrefix("w") {
                #expect(merged.contains(word), "\(base) \(sides) \(merged)")
            }
            for word in base where !sides[0].contains(word) || !sides[1].contains(word) {
                #expect(!merged.split(separator: " ").contains(Substring(word)), "\(base) \(sides) \(merged)")
            }
        }
        #expect(mergedCount > 200)
    }
}
