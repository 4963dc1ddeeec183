import JournalStore
import Testing

@testable import JournalBackup

@Suite struct SegmentCodingTests {
    private let rows = [
        StoredOperation(
            sequence: 1,
            id: Array(0..<24),
            recordKind: 1,
            record: Array(0..<16),
            time: -1,
            digest: nil,
            content: [1, 2, 3]
        ),
        StoredOperation(
            sequence: .max,
            id: [],
            recordKind: 4,
            record: [9],
            time: .min,
            digest: [],
            content: nil
        ),
    ]

    private var segment: [UInt8] {
        var bytes: [UInt8] = []
        for row in rows { SegmentCoding.append(row, to: &bytes) }
        return bytes
    }

    @Test func whatIsWrittenIsRead() {
        let decoded = SegmentCoding.decode(segment)
        #expect(decoded.operations == rows && decoded.isWhole)
    }

    /// Where the bytes break off, all that came before is there and the break is told.
    @Test func cutSegmentsAreTold() {
        let first = SegmentCoding.magic.count + 24 + 16 + 24 + 16 + 3
        for count in 0..<segment.count {
            let decoded = SegmentCoding.decode(Array(segment.prefix(count)))
            #expect(decoded.operations == Array(rows.prefix(count < first ? 0 : 1)))
            #expect(decoded.isWhole == (count == first || count == SegmentCoding.magic.count))
        }
    }

    @Test func lengthsThatLieReadNothingBeyond() {
        var bytes = segment
        bytes[SegmentCoding.magic.count + 24 + 3] = 0x7f
        #expect(SegmentCoding.decode(bytes).operations.isEmpty)
        #expect(!SegmentCoding.decode(Array("JRNLSEG2".utf8)).isWhole)
    }

    @Test func changesComeBack() {
        let changes = [
            StoredChange(
                sequence: 1,
                number: 1,
                verb: "new",
                atMilliseconds: 1_700_000_000_000,
                firstOperation: 1,
                lastOperation: 2,
                undoes: nil
            ),
            StoredChange(
                sequence: 2,
                number: 2,
                verb: "undo",
                atMilliseconds: -5,
                firstOperation: 3,
                lastOperation: 3,
                undoes: 1
            ),
        ]
        let encoded = ChangesCoding.encode(changes)
        #expect(ChangesCoding.decode(encoded) == changes)
        for index in encoded.indices {
            var changed = encoded
            changed[index] ^= 1
            #expect(ChangesCoding.decode(changed) == nil)
        }
    }
}
