import Bytes
import Foundation

/// The objects of a PDF 1.7 file, written to disk as they come (ISO 32000-1, 7.5).
///
/// Objects without a stream are gathered into object streams; the cross-reference is a stream too.
/// The file identifier is a digest of the bytes written, so that equal documents are equal files.
final class PDFFile {
    private enum Place {
        case free
        case offset(Int)
        case inStream(object: Int, index: Int)
    }

    let path: String
    let deflater = Deflater()
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var flushedCount = 0
    private let digest = Digest(.sha256)
    private var isIdentified = false
    private var places: [Place] = [.free]
    private var gathered: [UInt8] = []
    private var gatheredObjects: [(number: Int, offset: Int)] = []

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - descriptor: Open for writing at its beginning; stays the caller's to close.
    ///   - path: What messages call it.
    init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
        // The comment of high bytes marks the file as binary (7.5.2).
        buffer.write("%PDF-1.7\n%")
        buffer.append(contentsOf: [0xe2, 0xe3, 0xcf, 0xd3, 0x0a])
    }

    /// A number for an object that will be written later.
    func allocate() -> Int {
        places.append(.free)
        return places.count - 1
    }

    /// Bytes so far.
    var byteCount: Int { flushedCount + buffer.count }

    /// Adds an object without a stream.
    func add(_ object: Int, _ body: [UInt8]) throws(TypesettingError) {
        gatheredObjects.append((object, gathered.count))
        gathered.append(contentsOf: body)
        gathered.append(0x0a)
        if gatheredObjects.count >= 200 || gathered.count > 100_000 { try writeGathered() }
    }

    func add(_ object: Int, _ write: (inout [UInt8]) -> Void) throws(TypesettingError) {
        var body: [UInt8] = []
        write(&body)
        try add(object, body)
    }

    /// Writes a stream, compressed unless `filter` says that it is already.
    ///
    /// - Parameters:
    ///   - object: Its number.
    ///   - entries: Entries of its dictionary besides length and filter.
    ///   - content: The bytes.
    /// - Throws: `system` when the file cannot be written.
    func addStream(_ object: Int, entries: [UInt8], _ content: [UInt8]) throws(TypesettingError) {
        deflater.compress(content) { compressed in
            beginStream(object, entries: entries, filter: "/FlateDecode", count: compressed.count)
            buffer.append(contentsOf: compressed)
        }
        try endStream()
    }

    /// Writes a stream whose bytes are already in the form that `entries` declares.
    func addStored(_ object: Int, entries: [UInt8], parts: [UnsafeBufferPointer<UInt8>])
        throws(TypesettingError)
    {
        beginStream(object, entries: entries, filter: "", count: parts.reduce(0) { $0 + $1.count })
        for part in parts {
            if part.count > 1 << 16 {
                try flush()
                if let failure = write(UnsafeRawBufferPointer(part)) { throw failure }
            } else {
                buffer.append(contentsOf: part)
            }
        }
        try endStream()
    }

    private func beginStream(_ object: Int, entries: [UInt8], filter: StaticString, count: Int) {
        places[object] = .offset(byteCount)
        buffer.write(integer: object)
        buffer.write(" 0 obj\n<<")
        buffer.append(contentsOf: entries)
        if filter.utf8CodeUnitCount > 0 {
            buffer.write("/Filter")
            buffer.write(filter)
        }
        buffer.write("/Length ")
        buffer.write(integer: count)
        buffer.write(">>\nstream\n")
    }

    private func endStream() throws(TypesettingError) {
        buffer.write("\nendstream\nendobj\n")
        if buffer.count > 1 << 18 { try flush() }
    }

    private func writeGathered() throws(TypesettingError) {
        guard !gatheredObjects.isEmpty else { return }
        let stream = allocate()
        var head: [UInt8] = []
        for (index, member) in gatheredObjects.enumerated() {
            head.write(integer: member.number)
            head.append(0x20)
            head.write(integer: member.offset)
            head.append(0x20)
            places[member.number] = .inStream(object: stream, index: index)
        }
        var entries: [UInt8] = []
        entries.write("/Type/ObjStm/N ")
        entries.write(integer: gatheredObjects.count)
        entries.write("/First ")
        entries.write(integer: head.count)
        head.append(contentsOf: gathered)
        gathered.removeAll(keepingCapacity: true)
        gatheredObjects.removeAll(keepingCapacity: true)
        try addStream(stream, entries: entries, head)
    }

    /// Writes the cross-reference stream, the last of the file.
    ///
    /// - Returns: The file's length in bytes.
    func finish(root: Int, info: Int) throws(TypesettingError) -> Int {
        try writeGathered()
        try flush()
        let identifier = Array(digest.finish().prefix(16))
        isIdentified = true
        let start = byteCount
        let table = allocate()
        places[table] = .offset(start)
        var rows: [UInt8] = []
        rows.reserveCapacity(places.count * 8)
        for place in places {
            switch place {
            case .free: Self.row(&rows, 0, 0, 65_535)
            case .offset(let offset): Self.row(&rows, 1, offset, 0)
            case .inStream(let object, let index): Self.row(&rows, 2, object, index)
            }
        }
        var entries: [UInt8] = []
        entries.write("/Type/XRef/W[1 5 2]/Size ")
        entries.write(integer: places.count)
        entries.write("/Root ")
        entries.write(reference: root)
        entries.write("/Info ")
        entries.write(reference: info)
        entries.write("/ID[")
        for _ in 0..<2 {
            entries.append(0x3c)
            for byte in identifier { entries.write(hex: byte) }
            entries.append(0x3e)
        }
        entries.append(0x5d)
        try addStream(table, entries: entries, rows)
        buffer.write("startxref\n")
        buffer.write(integer: start)
        buffer.write("\n%%EOF\n")
        try flush()
        return flushedCount
    }

    private static func row(_ rows: inout [UInt8], _ type: UInt8, _ second: Int, _ third: Int) {
        rows.append(type)
        for shift in stride(from: 32, through: 0, by: -8) {
            rows.append(UInt8(truncatingIfNeeded: second >> shift))
        }
        rows.append(UInt8(truncatingIfNeeded: third >> 8))
        rows.append(UInt8(truncatingIfNeeded: third))
    }

    private func flush() throws(TypesettingError) {
        let failure = buffer.withUnsafeBytes(write)
        buffer.removeAll(keepingCapacity: true)
        if let failure { throw failure }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> TypesettingError? {
        if !isIdentified { digest.update(bytes) }
        var at = 0
        while at < bytes.count {
            let count = Foundation.write(descriptor, bytes.baseAddress?.advanced(by: at), bytes.count - at)
            if count < 0 {
                if errno == EINTR { continue }
                return .system(operation: "write", path: path, code: errno)
            }
            at += count
        }
        flushedCount += bytes.count
        return nil
    }
}
