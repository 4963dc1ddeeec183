import Bytes
import JournalImport
import JournalModel
import TestSupport

/// A small Day One export in a folder, and what became of it.
struct DayOneFixture {
    /// A picture as far as its signature goes.
    static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    static let md5 = "0123456789abcdef0123456789abcdef"
    static let photoID = "AAAA0000AAAA0000AAAA0000AAAA0000"

    let folder: TemporaryFolder

    init(_ files: [String: String], media: [String] = []) throws {
        folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(name, Array(text.utf8)) }
        for name in media { try folder.write(name, Self.png + Array(name.utf8)) }
    }

    /// One journal called `Journal` with these elements.
    init(entries: String..., media: [String] = []) throws {
        try self.init(["Journal.json": Self.document(entries)], media: media)
    }

    static func document(_ entries: [String]) -> String {
        #"{"metadata":{"version":"1.0"},"entries":["# + entries.joined(separator: ",") + "]}"
    }

    /// An entry with an id made from `number`, a date, and more members.
    static func entry(_ number: Int, _ members: String = "") -> String {
        let id = String(repeating: "0", count: 32 - String(number).count) + String(number)
        return #"{"uuid":"\#(id)","creationDate":"2024-05-01T10:00:00Z""#
            + (members.isEmpty ? "}" : "," + members + "}")
    }

    func run() throws -> ImportResult {
        var result = try ImportResult(path: folder.path)
        result.folder = folder
        return result
    }
}

/// Everything that an import hands out.
struct ImportResult {
    var inventory: ImportInventory
    var items: [ImportedEntry] = []
    var failed: [ImportWarning] = []
    var skipped: [ImportWarning] = []
    var warnings: [ImportWarning] = []
    /// Kept because the media are read from it.
    var folder: TemporaryFolder?

    var entries: [Entry] { items.map(\.entry) }
    var bodies: [String] { entries.map(\.body) }
    var codes: [String] { (warnings + failed + skipped).map(\.code).sorted() }

    init(path: String) throws {
        let importer = try importer(for: path)
        inventory = importer.inventory
        try importer.forEachItem { item in
            switch item {
            case .entry(let entry): items.append(entry)
            case .failed(let warning): failed.append(warning)
            case .skipped(let warning): skipped.append(warning)
            case .warning(let warning): warnings.append(warning)
            }
        }
    }

    var reconciles: Bool { inventory.found == items.count + failed.count + skipped.count }
}

extension String {
    /// As it stands inside a JSON text.
    var json: String {
        var writer = JSONWriter(escapesTerminalControls: false)
        writer.string(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension ByteStream {
    var allBytes: [UInt8] {
        get throws {
            var bytes: [UInt8] = []
            try read { bytes.append(contentsOf: $0) }
            return bytes
        }
    }
}
