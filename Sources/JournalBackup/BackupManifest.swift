import Bytes

/// What one backup holds: names of objects, and the counts by which it is proven.
package struct BackupManifest: Sendable, Equatable {
    static let schema = "journal.backup-manifest/1"

    /// A file that is kept whole, by the SHA-256 of its bytes.
    package struct File: Sendable, Equatable {
        package var sha256: String
        package var byteCount: Int64
        /// Only drafts have one.
        package var name: String?
    }

    /// When it was made: milliseconds since 1970-01-01T00:00:00Z.
    package var atMilliseconds: Int64 = 0
    /// Version of the store's format.
    package var storeFormat = 0
    /// Outside the trash.
    package var entryCount = 0
    package var trashedCount = 0
    package var attachmentCount = 0
    /// The device's hybrid clock.
    package var clock: Int64 = 0
    /// Operations, in order.
    package var segments: [File] = []
    /// The table of what was done at once.
    package var changes: File?
    package var attachments: [File] = []
    package var drafts: [File] = []
    /// SHA-256 of attachments whose bytes could not be read when it was made.
    package var missing: [String] = []

    /// Everything that must be there for a restore.
    package var files: [File] { segments + [changes].compactMap { $0 } + attachments + drafts }
    /// Bytes of everything, before encryption.
    package var byteCount: Int64 { files.reduce(0) { $0 + $1.byteCount } }

    func encoded() -> [UInt8] {
        CheckedJSON.bytes { json in
            json.key("schema")
            json.string(BackupManifest.schema)
            for (key, value) in [
                ("atMilliseconds", Int(atMilliseconds)), ("storeFormat", storeFormat),
                ("entries", entryCount),
                ("trash", trashedCount), ("attachmentRecords", attachmentCount), ("clock", Int(clock)),
            ] {
                json.key(key)
                json.int(value)
            }
            for (key, files) in [
                ("segments", segments), ("changes", [changes].compactMap { $0 }),
                ("attachments", attachments),
                ("drafts", drafts),
            ] {
                json.key(key)
                json.array { json in for file in files { BackupManifest.write(file, &json) } }
            }
            json.key("missing")
            json.array { json in for sha256 in missing { json.string(sha256) } }
        }
    }

    private static func write(_ file: File, _ json: inout JSONWriter) {
        json.object { json in
            json.key("sha256")
            json.string(file.sha256)
            json.key("bytes")
            json.int(Int(file.byteCount))
            if let name = file.name {
                json.key("name")
                json.string(name)
            }
        }
    }

    init() {}

    /// - Returns: `nil` when it is not what was written.
    init?(encoded bytes: [UInt8]) {
        guard let value = CheckedJSON.value(bytes), value["schema"]?.string == BackupManifest.schema else {
            return nil
        }
        func number(_ key: String) -> Int { value[key]?.int ?? 0 }
        func files(_ key: String) -> [File]? {
            guard case .array(let elements) = value[key] else { return nil }
            return elements.compactMap { element in
                guard let sha256 = element["sha256"]?.string, sha256.utf8.count == 64,
                    Bytes.bytes(hex: sha256) != nil, let count = element["bytes"]?.int, count >= 0
                else { return nil }
                return File(sha256: sha256, byteCount: Int64(count), name: element["name"]?.string)
            }
        }
        guard let segments = files("segments"), let changes = files("changes"),
            let attachments = files("attachments"), let drafts = files("drafts")
        else { return nil }
        atMilliseconds = Int64(number("atMilliseconds"))
        storeFormat = number("storeFormat")
        entryCount = number("entries")
        trashedCount = number("trash")
        attachmentCount = number("attachmentRecords")
        clock = Int64(number("clock"))
        self.segments = segments
        self.changes = changes.first
        self.attachments = attachments
        self.drafts = drafts
        if case .array(let missing) = value["missing"] { self.missing = missing.compactMap(\.string) }
    }
}
