import Bytes
import FileFormats

/// An identifier of Day One's, folded to 16 bytes.
///
/// Its ids are 32 hexadecimal digits, which is that already; others, which integrations write, are
/// digested. Case does not count.
struct DayOneKey: Hashable {
    private let high: UInt64
    private let low: UInt64

    init(_ text: String) {
        var digits = (high: UInt64(0), low: UInt64(0), count: 0)
        var isHexadecimal = true
        for byte in text.utf8 where byte != 0x2d {
            let digit: UInt64
            switch byte {
            case 0x30...0x39: digit = UInt64(byte - 0x30)
            case 0x41...0x46: digit = UInt64(byte - 0x41 + 10)
            case 0x61...0x66: digit = UInt64(byte - 0x61 + 10)
            default:
                isHexadecimal = false
                digit = 0
            }
            digits.high = digits.high << 4 | digits.low >> 60
            digits.low = digits.low << 4 | digit
            digits.count += 1
        }
        if isHexadecimal, digits.count == 32 {
            (high, low) = (digits.high, digits.low)
        } else {
            let digest = Digest.of(Array(text.lowercased().utf8), .sha256)
            high = digest[0..<8].reduce(0) { $0 << 8 | UInt64($1) }
            low = digest[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}

/// What the first pass finds: which journals hold which ids, and which entry owns which medium.
struct DayOneIndex {
    /// Where a medium's record stands in the export.
    struct Medium {
        var kind: DayOneMediaKind
        /// MD5 as written.
        var stem: String
        var type: String?
    }

    /// Stems of the files that entries list.
    private(set) var usedStems: Set<DayOneKey> = []
    private var firstHolder: [DayOneKey: Int32] = [:]
    private var repeated: Set<DayOneKey> = []
    private var media: [DayOneKey: Medium] = [:]
    private var journalNames: [String] = []

    /// Whether an entry of that id is in the archive.
    func holds(entry id: String) -> Bool { firstHolder[DayOneKey(id)] != nil }

    /// Whether the journal is the first of all that hold the id.
    func isFirstHolder(of id: String, journal: String) -> Bool {
        guard let holder = firstHolder[DayOneKey(id)] else { return true }
        return journalNames[Int(holder)] == journal
    }

    /// Whether the archive holds the id more than once.
    func isRepeated(_ id: String) -> Bool { repeated.contains(DayOneKey(id)) }

    /// The record of a medium, whichever entry lists it.
    func medium(_ identifier: String) -> Medium? { media[DayOneKey(identifier)] }

    /// Reads a file's ids; files must come in the order of their journals' names.
    mutating func collect(_ file: ArchiveMember, from source: any ArchiveSource) -> (
        found: Int, isJournal: Bool
    ) {
        var found = 0
        let name = String(file.fileName)
        let journal = name.lowercased().hasSuffix(".json") ? String(name.dropLast(5)) : name
        if journalNames.last != journal { journalNames.append(journal) }
        let outcome = try? DayOneArchive.forEachElement(of: file, in: source) { event in
            switch event {
            case .member: break
            case .oversizedElement: found += 1
            case .element(let bytes):
                found += 1
                // A damaged entry is reported in the second pass; ids before the damage count.
                try? collect(bytes)
            }
        }
        switch outcome {
        case .complete: return (found, true)
        case .brokenOff, .unreadable: return (found + 1, true)
        case .notAJournal, nil: return (0, false)
        }
    }

    private mutating func collect(_ bytes: UnsafeRawBufferPointer) throws(JSONError) {
        var reader = JSONReader(bytes, mode: .lenient)
        guard try reader.peek() == UInt8(ascii: "{") else { return }
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key == "uuid", try reader.peek() == 0x22 {
                add(id: DayOneKey(try reader.string()))
            } else if let kind = DayOneMediaKind(arrayKey: key), try reader.peek() == UInt8(ascii: "[") {
                try reader.enterArray()
                while try reader.nextElement() { try collect(kind, &reader) }
            } else {
                try reader.skip()
            }
        }
    }

    private mutating func add(id: DayOneKey) {
        if firstHolder[id] == nil {
            firstHolder[id] = Int32(journalNames.count - 1)
        } else {
            repeated.insert(id)
        }
    }

    private mutating func collect(_ kind: DayOneMediaKind, _ reader: inout JSONReader) throws(JSONError) {
        guard try reader.peek() == UInt8(ascii: "{") else { return try reader.skip() }
        var identifier: String?
        var stem: String?
        var type: String?
        try reader.enterObject()
        while let key = try reader.nextKey() {
            let isText = try reader.peek() == 0x22
            if isText, key == "identifier" {
                identifier = try reader.string()
            } else if isText, key == "md5" {
                stem = try reader.string()
            } else if isText, key == "type" {
                type = try reader.string()
            } else {
                try reader.skip()
            }
        }
        guard let stem, !stem.isEmpty else { return }
        usedStems.insert(DayOneKey(stem))
        if let identifier { media[DayOneKey(identifier)] = Medium(kind: kind, stem: stem, type: type) }
    }
}
