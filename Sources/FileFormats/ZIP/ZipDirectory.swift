/// The records of a zip as they stand in the file, checked against each other before any library sees it.
///
/// APPNOTE.TXT 6.3.10: local header 4.3.7, data descriptor 4.3.9, central header 4.3.12, zip64 end
/// 4.3.14 and 4.3.15, end 4.3.16. Every byte must belong to exactly one record, which rules out
/// overlapping members (expansion without bound), hidden data and two readers seeing two archives.
struct ZipDirectory {
    struct Record {
        var nameBytes: [UInt8]
        var madeBySystem: UInt8
        var flags: UInt16
        var method: UInt16
        var checksum: UInt32
        var compressedBytes: UInt64
        var byteCount: UInt64
        var externalAttributes: UInt32
        var localOffset: UInt64
        /// Whether the local header says the same.
        var headersAgree = true
    }

    private(set) var records: [Record] = []

    private let file: InputFile
    private static let recordLimit: UInt64 = 200_000
    private static let directoryLimit: UInt64 = 256 << 20

    /// Reads and checks the records.
    ///
    /// - Parameter file: The whole archive.
    /// - Throws: ``FormatError`` when the file is not a zip, is cut off, or its records do not fit together.
    init(_ file: InputFile) throws {
        self.file = file
        let end = try findEnd()
        guard end.count <= Self.recordLimit else {
            throw FormatError.limit("\(file.path) has more than \(Self.recordLimit) members")
        }
        guard end.directoryBytes <= Self.directoryLimit, end.directoryOffset <= end.recordsEnd,
            end.directoryBytes == end.recordsEnd - end.directoryOffset
        else { throw malformed("the directory is not where the end record says") }
        try readDirectory(end)
        try checkLayout(directoryOffset: end.directoryOffset)
    }

    private struct End {
        var count: UInt64
        var directoryBytes: UInt64
        var directoryOffset: UInt64
        /// Where the first end record begins.
        var recordsEnd: UInt64
    }

    private func findEnd() throws -> End {
        let length = Int(min(file.byteCount, 65_535 + 22))
        let tailOffset = file.byteCount - Int64(length)
        let tail = try file.bytes(at: tailOffset, count: length)
        let found = tail.indices.filter { index in
            index + 22 <= tail.count && tail[index] == 0x50 && tail.u32(index) == 0x0605_4b50
                && index + 22 + Int(tail.u16(index + 20)) == tail.count
        }
        guard let index = found.first else {
            throw malformed("it has no end record: it is no zip, or it is cut off; export it again")
        }
        guard found.count == 1 else { throw malformed("it has two end records") }
        guard tail.u16(index + 4) == tail.u16(index + 6), [0, 0xffff].contains(tail.u16(index + 4)),
            tail.u16(index + 8) == tail.u16(index + 10)
        else { throw malformed("it is one part of several; join them first") }
        let offset = UInt64(tailOffset) + UInt64(index)
        let end = End(
            count: UInt64(tail.u16(index + 10)),
            directoryBytes: UInt64(tail.u32(index + 12)),
            directoryOffset: UInt64(tail.u32(index + 16)),
            recordsEnd: offset
        )
        if let large = try largeEnd(before: offset, end) { return large }
        guard end.count < 0xffff, end.directoryBytes < 0xffff_ffff, end.directoryOffset < 0xffff_ffff else {
            throw malformed("its zip64 end record is missing")
        }
        return end
    }

    /// The zip64 end record, when a locator stands right before the end record.
    private func largeEnd(before offset: UInt64, _ small: End) throws -> End? {
        guard offset >= 20 else { return nil }
        let locator = try file.bytes(at: Int64(offset) - 20, count: 20)
        guard locator.u32(0) == 0x0706_4b50 else { return nil }
        let start = locator.u64(8)
        guard locator.u32(4) == 0, locator.u32(16) <= 1, start <= offset, offset - start >= 76 else {
            throw malformed("its zip64 locator points elsewhere")
        }
        let record = try file.bytes(at: Int64(start), count: 56)
        guard record.count == 56, record.u32(0) == 0x0606_4b50, record.u64(4) == offset - 20 - start - 12,
            record.u32(16) == 0, record.u32(20) == 0, record.u64(24) == record.u64(32)
        else { throw malformed("its zip64 end record is damaged") }
        let large = End(
            count: record.u64(32),
            directoryBytes: record.u64(40),
            directoryOffset: record.u64(48),
            recordsEnd: start
        )
        guard small.count == 0xffff || small.count == large.count,
            small.directoryBytes == 0xffff_ffff || small.directoryBytes == large.directoryBytes,
            small.directoryOffset == 0xffff_ffff || small.directoryOffset == large.directoryOffset
        else { throw malformed("its two end records contradict each other") }
        return large
    }

    private mutating func readDirectory(_ end: End) throws {
        let bytes = try file.bytes(at: Int64(end.directoryOffset), count: Int(end.directoryBytes))
        guard bytes.count == Int(end.directoryBytes) else { throw malformed("its directory is cut off") }
        var position = 0
        records.reserveCapacity(Int(end.count))
        while position < bytes.count {
            guard position + 46 <= bytes.count, bytes.u32(position) == 0x0201_4b50 else {
                throw malformed("its directory is damaged")
            }
            let nameEnd = position + 46 + Int(bytes.u16(position + 28))
            let extraEnd = nameEnd + Int(bytes.u16(position + 30))
            let next = extraEnd + Int(bytes.u16(position + 32))
            guard next <= bytes.count, bytes.u16(position + 34) == 0 || bytes.u16(position + 34) == 0xffff
            else {
                throw malformed("its directory is damaged")
            }
            var large = LargeFields(bytes[nameEnd..<extraEnd])
            let byteCount = large.widen(bytes.u32(position + 24))
            let compressed = large.widen(bytes.u32(position + 20))
            let localOffset = large.widen(bytes.u32(position + 42))
            guard let byteCount, let compressed, let localOffset else {
                throw malformed("a zip64 field of its directory is missing")
            }
            records.append(
                Record(
                    nameBytes: Array(bytes[position + 46..<nameEnd]),
                    madeBySystem: bytes[position + 5],
                    flags: bytes.u16(position + 8),
                    method: bytes.u16(position + 10),
                    checksum: bytes.u32(position + 16),
                    compressedBytes: compressed,
                    byteCount: byteCount,
                    externalAttributes: bytes.u32(position + 38),
                    localOffset: localOffset
                )
            )
            position = next
        }
        guard UInt64(records.count) == end.count else {
            throw malformed("its directory has \(records.count) members and its end record says \(end.count)")
        }
    }

    /// Walks the members in the order of their data: each must begin where the one before ended.
    private mutating func checkLayout(directoryOffset: UInt64) throws {
        var position: UInt64 = 0
        for index in records.indices.sorted(by: { records[$0].localOffset < records[$1].localOffset }) {
            let offset = records[index].localOffset
            guard offset == position else {
                throw malformed(
                    offset < position ? "members overlap" : "there are bytes that belong to no member"
                )
            }
            guard let end = try endOfMember(index), end <= directoryOffset else {
                throw malformed("a member reaches into the directory, or has no header of its own")
            }
            position = end
        }
        guard position == directoryOffset else { throw malformed("there are bytes that belong to no member") }
    }

    private mutating func endOfMember(_ index: Int) throws -> UInt64? {
        let record = records[index]
        guard record.localOffset <= UInt64(file.byteCount) else { return nil }
        let offset = Int64(record.localOffset)
        var header = try file.bytes(at: offset, count: 30 + record.nameBytes.count + 64)
        guard header.count >= 30, header.u32(0) == 0x0403_4b50 else { return nil }
        let nameEnd = 30 + Int(header.u16(26))
        let dataStart = nameEnd + Int(header.u16(28))
        if dataStart > header.count { header = try file.bytes(at: offset, count: dataStart) }
        guard header.count >= dataStart else { return nil }
        let (dataEnd, overflows) = (UInt64(offset) + UInt64(dataStart)).addingReportingOverflow(
            record.compressedBytes
        )
        guard !overflows, dataEnd <= UInt64(file.byteCount) else { return nil }

        // Bits 1 and 2 only tell how hard deflate tried.
        let sameFlags = (header.u16(6) ^ record.flags) & ~0x6 == 0
        var agrees =
            sameFlags && header.u16(8) == record.method
            && header[30..<nameEnd].elementsEqual(record.nameBytes)
        var large = LargeFields(header[nameEnd..<dataStart])
        let byteCount = large.widen(header.u32(22))
        let compressed = large.widen(header.u32(18))
        let hasDescriptor = record.flags & 8 != 0
        let describesItself =
            header.u32(14) == record.checksum && byteCount == record.byteCount
            && compressed == record.compressedBytes
        // With a descriptor the fields are 0, or as in the directory when the writer knew them.
        let isBlank =
            header.u32(14) == 0 && [0, 0xffff_ffff].contains(header.u32(18))
            && [0, 0xffff_ffff].contains(header.u32(22))
        if !describesItself, !hasDescriptor || !isBlank { agrees = false }
        records[index].headersAgree = agrees
        return hasDescriptor ? dataEnd + (try descriptorLength(at: dataEnd, record)) : dataEnd
    }

    /// Bytes of the data descriptor: with or without signature, with sizes of 4 or 8 bytes.
    private func descriptorLength(at offset: UInt64, _ record: Record) throws -> UInt64 {
        let bytes = try file.bytes(at: Int64(offset), count: 24)
        for start in [4, 0] where bytes.count >= start + 12 {
            if start == 4, bytes.u32(0) != 0x0807_4b50 { continue }
            guard bytes.u32(start) == record.checksum else { continue }
            if bytes.count >= start + 20, bytes.u64(start + 4) == record.compressedBytes,
                bytes.u64(start + 12) == record.byteCount
            {
                return UInt64(start + 20)
            }
            if UInt64(bytes.u32(start + 4)) == record.compressedBytes & 0xffff_ffff,
                UInt64(bytes.u32(start + 8)) == record.byteCount & 0xffff_ffff
            {
                return UInt64(start + 12)
            }
        }
        return 0
    }

    private func malformed(_ reason: String) -> FormatError {
        FormatError.malformed("\(file.path) cannot be read as a zip: \(reason)")
    }
}

/// The zip64 extra field (APPNOTE 4.5.3): values in order, one for each 32-bit field that is all ones.
private struct LargeFields {
    private var values: ArraySlice<UInt8> = []

    init(_ extra: ArraySlice<UInt8>) {
        var position = extra.startIndex
        while position + 4 <= extra.endIndex {
            let end = position + 4 + Int(extra.u16(position + 2))
            guard end <= extra.endIndex else { return }
            if extra.u16(position) == 1 {
                values = extra[position + 4..<end]
                return
            }
            position = end
        }
    }

    mutating func widen(_ field: UInt32) -> UInt64? {
        guard field == 0xffff_ffff else { return UInt64(field) }
        guard values.count >= 8 else { return nil }
        defer { values = values.dropFirst(8) }
        return values.u64(values.startIndex)
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// The little-endian number at an offset; the bytes must be there.
    func u16(_ offset: Int) -> UInt16 { UInt16(self[offset]) | UInt16(self[offset + 1]) << 8 }
    func u32(_ offset: Int) -> UInt32 { UInt32(u16(offset)) | UInt32(u16(offset + 2)) << 16 }
    func u64(_ offset: Int) -> UInt64 { UInt64(u32(offset)) | UInt64(u32(offset + 4)) << 32 }
}
