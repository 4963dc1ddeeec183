import Bytes
import JournalModel
import SQLite

/// The entries as they read, derived from their operations.
///
/// `key` is the moment in milliseconds times 16,384 plus a number: newest first by rowid is newest
/// first by time, so that the search index needs no join to be in order.
struct EntryTable {
    let database: Connection
    var index = SearchIndex()

    init(_ database: Connection) { self.database = database }

    private static let slotsPerMillisecond: Int64 = 16_384

    /// Years up to about 19,000 fit; what lies outside sorts at the end.
    static func firstKey(_ sortMilliseconds: Int64) -> Int64 {
        let bound: Int64 = 560_000_000_000_000
        return min(max(sortMilliseconds, -bound), bound) * slotsPerMillisecond
    }

    /// Writes what an entry has become; `old` is what the table held before.
    mutating func put(_ entry: Entry, replacing old: (key: Int64, entry: Entry)?) throws {
        if let old { try remove(old.entry, key: old.key) }
        let isSameMoment =
            old.map { $0.entry.happened.sortMilliseconds == entry.happened.sortMilliseconds } ?? false
        let key = isSameMoment ? old?.key ?? 0 : try freeKey(entry.happened.sortMilliseconds)
        try insertRow(entry, key: key)
        for (table, names) in [("tag", entry.tags), ("person", entry.people)] {
            for name in names {
                try database.run("INSERT OR REPLACE INTO \(table) (folded, entry, name) VALUES (?1, ?2, ?3)")
                { insert in
                    try insert.bind(SearchText.foldedName(name), at: 1)
                    try insert.bind(entry.id.bytes, at: 2)
                    try insert.bind(name, at: 3)
                }
            }
        }
        for attachment in entry.attachments { try insert(attachment, of: entry.id) }
        try index.insert(entry, key: key, database)
    }

    mutating func remove(_ entry: Entry, key: Int64) throws {
        try index.remove(entry, key: key, database)
        try database.run("DELETE FROM entry WHERE key = ?1") { try $0.bind(key, at: 1) }
        for (table, names) in [("tag", entry.tags), ("person", entry.people)] {
            for name in names {
                try database.run("DELETE FROM \(table) WHERE folded = ?1 AND entry = ?2") { delete in
                    try delete.bind(SearchText.foldedName(name), at: 1)
                    try delete.bind(entry.id.bytes, at: 2)
                }
            }
        }
        try database.run("DELETE FROM attachment WHERE entry = ?1") { try $0.bind(entry.id.bytes, at: 1) }
    }

    private func freeKey(_ sortMilliseconds: Int64) throws -> Int64 {
        let first = EntryTable.firstKey(sortMilliseconds)
        let last = try database.first("SELECT max(key) FROM entry WHERE key >= ?1 AND key < ?2") {
            try $0.bind(first, at: 1)
            try $0.bind(first + EntryTable.slotsPerMillisecond, at: 2)
        } row: {
            $0.int64(at: 0)
        }
        guard let taken = last ?? nil else { return first }
        if taken + 1 < first + EntryTable.slotsPerMillisecond { return taken + 1 }
        // More entries at one millisecond than slots: any free key near by; exact order is the time index's.
        return try database.first(
            "SELECT min(key) + 1 FROM entry e WHERE key >= ?1 AND NOT EXISTS (SELECT 1 FROM entry n WHERE n.key = e.key + 1)"
        ) {
            try $0.bind(first, at: 1)
        } row: {
            $0.int64(at: 0) ?? first
        } ?? first
    }

    private func insertRow(_ entry: Entry, key: Int64) throws {
        try database.run(
            """
            INSERT INTO entry (key, id, journal, sort_ms, day, month_day, instant_ms, offset_s, zone, all_day,
              written_ms, changed_ms, title, body, starred, pinned, archived, trashed, mood, place, weather,
              activity, music, template, source, tags, people, conflicts, attachment_count)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20,
              ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29)
            """
        ) { insert in
            let happened = entry.happened
            let day = happened.day
            try insert.bind(key, at: 1)
            try insert.bind(entry.id.bytes, at: 2)
            try insert.bind(entry.journal.bytes, at: 3)
            try insert.bind(happened.sortMilliseconds, at: 4)
            try insert.bind(EntryTable.number(day), at: 5)
            try insert.bind(day.month * 100 + day.day, at: 6)
            try insert.bind(happened.unixMilliseconds, at: 7)
            try insert.bind(happened.offsetSeconds, at: 8)
            try insert.bind(happened.zoneName, at: 9)
            try insert.bind(happened.isAllDay, at: 10)
            try insert.bind(entry.writtenMilliseconds, at: 11)
            try insert.bind(entry.changedMilliseconds, at: 12)
            try insert.bind(entry.title, at: 13)
            try insert.bind(entry.body, at: 14)
            try insert.bind(entry.isStarred, at: 15)
            try insert.bind(entry.isPinned, at: 16)
            try insert.bind(entry.isArchived, at: 17)
            try insert.bind(entry.isTrashed, at: 18)
            try insert.bind(entry.mood, at: 19)
            try insert.bind(entry.place?.json, at: 20)
            try insert.bind(entry.weather?.json, at: 21)
            try insert.bind(entry.activity?.json, at: 22)
            try insert.bind(entry.music?.json, at: 23)
            try insert.bind(entry.template?.json, at: 24)
            try insert.bind(entry.source?.json, at: 25)
            try insert.bind(EntryTable.list(entry.tags), at: 26)
            try insert.bind(EntryTable.list(entry.people), at: 27)
            try insert.bind(EntryTable.list(entry.conflicts), at: 28)
            try insert.bind(entry.attachments.count, at: 29)
        }
    }

    private func insert(_ attachment: Attachment, of entry: EntryID) throws {
        try database.run(
            """
            INSERT OR REPLACE INTO attachment (entry, id, kind, media_type, sha256, byte_count, name, caption,
              position, pixel_width, pixel_height, duration_s, taken_ms, place, camera)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
            """
        ) { insert in
            try insert.bind(entry.bytes, at: 1)
            try insert.bind(attachment.id.bytes, at: 2)
            try insert.bind(attachment.kind.rawValue, at: 3)
            try insert.bind(attachment.mediaType, at: 4)
            try insert.bind(attachment.sha256, at: 5)
            try insert.bind(attachment.byteCount, at: 6)
            try insert.bind(attachment.name, at: 7)
            try insert.bind(attachment.caption, at: 8)
            try insert.bind(attachment.order, at: 9)
            try insert.bind(attachment.pixelWidth, at: 10)
            try insert.bind(attachment.pixelHeight, at: 11)
            try insert.bind(attachment.durationSeconds, at: 12)
            try insert.bind(attachment.takenMilliseconds, at: 13)
            try insert.bind(attachment.place?.json, at: 14)
            try insert.bind(attachment.camera?.json, at: 15)
        }
    }

    static func number(_ day: CivilDate) -> Int { (day.year * 100 + day.month) * 100 + day.day }

    private static func list(_ texts: [String]) -> String? {
        guard !texts.isEmpty else { return nil }
        var writer = JSONWriter(escapesTerminalControls: false)
        writer.array { for text in texts { $0.string(text) } }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    // MARK: Reading

    /// Columns that ``entry(_:)`` reads, in its order; `key` is the first.
    static let columns = """
        e.key, e.id, e.journal, e.day, e.instant_ms, e.offset_s, e.zone, e.all_day, e.written_ms, e.changed_ms,
        e.title, e.body, e.starred, e.pinned, e.archived, e.trashed, e.mood, e.place, e.weather, e.activity,
        e.music, e.template, e.source, e.tags, e.people, e.conflicts, e.attachment_count
        """

    /// The entry of a row of ``columns``, with its attachments.
    ///
    /// Reading the circumstances costs as much as all the rest; who does not show them may leave them out.
    func entry(_ row: Statement, circumstances: Bool = true) throws -> Entry {
        let day = row.int(at: 3) ?? 19_700_101
        var entry = Entry(
            id: row.withBytes(at: 1) { EntryID(bytes: $0) },
            happened: EntryMoment(
                unixMilliseconds: row.int64(at: 4),
                offsetSeconds: row.int(at: 5) ?? 0,
                zoneName: row.text(at: 6) ?? "UTC",
                day: CivilDate(year: day / 10_000, month: day / 100 % 100, day: day % 100)
                    ?? CivilDate(daysSince1970: 0),
                isAllDay: row.bool(at: 7)
            )
        )
        entry.journal = row.withBytes(at: 2) { JournalID(bytes: $0) }
        entry.writtenMilliseconds = row.int64(at: 8) ?? 0
        entry.changedMilliseconds = row.int64(at: 9) ?? 0
        entry.title = row.text(at: 10)
        entry.body = row.text(at: 11) ?? ""
        entry.isStarred = row.bool(at: 12)
        entry.isPinned = row.bool(at: 13)
        entry.isArchived = row.bool(at: 14)
        entry.isTrashed = row.bool(at: 15)
        entry.mood = row.int(at: 16)
        if circumstances {
            entry.place = row.withBytes(at: 17) { Place(json: $0) }
            entry.weather = row.withBytes(at: 18) { Weather(json: $0) }
            entry.activity = row.withBytes(at: 19) { Activity(json: $0) }
            entry.music = row.withBytes(at: 20) { Music(json: $0) }
            entry.template = row.withBytes(at: 21) { TemplateReference(json: $0) }
            entry.source = row.withBytes(at: 22) { EntrySourceReference(json: $0) }
        }
        entry.tags = row.withBytes(at: 23, EntryTable.texts)
        entry.people = row.withBytes(at: 24, EntryTable.texts)
        entry.conflicts = row.withBytes(at: 25, EntryTable.texts)
        if (row.int(at: 26) ?? 0) > 0 {
            entry.attachments = try attachments(of: entry.id)
            EntryFields.sortAttachments(&entry)
        }
        return entry
    }

    /// The entry that the table holds now, with its key.
    func find(_ id: EntryID) throws -> (key: Int64, entry: Entry)? {
        try database.first("SELECT \(EntryTable.columns) FROM entry e WHERE e.id = ?1") {
            try $0.bind(id.bytes, at: 1)
        } row: {
            (key: $0.int64(at: 0) ?? 0, entry: try entry($0))
        }
    }

    private func attachments(of entry: EntryID) throws -> [Attachment] {
        try database.all(
            """
            SELECT id, kind, media_type, sha256, byte_count, name, caption, position, pixel_width, pixel_height,
              duration_s, taken_ms, place, camera
            FROM attachment WHERE entry = ?1
            """
        ) {
            try $0.bind(entry.bytes, at: 1)
        } row: { row in
            Attachment(
                id: row.withBytes(at: 0) { AttachmentID(bytes: $0) },
                kind: row.text(at: 1).flatMap(Attachment.Kind.init) ?? .file,
                mediaType: row.text(at: 2) ?? "application/octet-stream",
                sha256: row.text(at: 3),
                byteCount: row.int64(at: 4) ?? 0,
                name: row.text(at: 5),
                caption: row.text(at: 6),
                order: row.int(at: 7) ?? 0,
                pixelWidth: row.int(at: 8),
                pixelHeight: row.int(at: 9),
                durationSeconds: row.double(at: 10),
                takenMilliseconds: row.int64(at: 11),
                place: row.withBytes(at: 12) { Place(json: $0) },
                camera: row.withBytes(at: 13) { Camera(json: $0) }
            )
        }
    }

    private static func texts(_ json: UnsafeRawBufferPointer) -> [String] {
        guard !json.isEmpty, case .array(let items)? = try? JSONValue(parsing: json) else { return [] }
        return items.compactMap(\.string)
    }
}
