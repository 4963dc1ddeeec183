import Bytes
package import JournalModel

/// A journal in memory that answers as a store would, for the tests of exporters.
package final class FixtureSource: EntrySource {
    package var entries: [Entry]
    package var raw: [EntryID: [UInt8]] = [:]
    private var names: [JournalID: JournalInfo] = [JournalInfo.standard.id: .standard]
    private var paths: [String: String] = [:]

    package init(_ entries: [Entry] = []) { self.entries = entries }

    package func add(_ journal: JournalInfo) { names[journal.id] = journal }

    /// Keeps bytes under their SHA-256 in a folder.
    ///
    /// - Returns: An attachment with those bytes.
    package func attach(
        _ bytes: [UInt8],
        to entry: EntryID,
        kind: Attachment.Kind = .photo,
        mediaType: String,
        name: String? = nil,
        caption: String? = nil,
        order: Int = 0,
        in folder: TemporaryFolder
    ) throws -> Attachment {
        let sha256 = hex(Digest.of(bytes, .sha256))
        try folder.write("media/" + sha256, bytes)
        paths[sha256] = folder.path("media/" + sha256)
        return Attachment(
            id: FixedIdentity.attachment(of: entry, sha256: sha256),
            kind: kind,
            mediaType: mediaType,
            sha256: sha256,
            byteCount: Int64(bytes.count),
            name: name,
            caption: caption,
            order: order
        )
    }

    package func forEachEntry(_ query: EntryQuery, _ body: (Entry) throws -> Void) throws {
        let chosen = entries.filter { entry in
            if !query.ids.isEmpty, !query.ids.contains(entry.id) { return false }
            if let from = query.from, entry.happened.day < from { return false }
            if let to = query.to, entry.happened.day > to { return false }
            let tags = Set(entry.tags.map { $0.lowercased() })
            return query.tags.allSatisfy { tags.contains($0.lowercased()) }
                && (!query.isStarred || entry.isStarred) && (query.includesTrashed || !entry.isTrashed)
        }
        let sorted = chosen.sorted {
            ($0.happened.sortMilliseconds, $0.id) < ($1.happened.sortMilliseconds, $1.id)
        }
        for entry in sorted { try body(entry) }
    }

    package func rawSource(of id: EntryID) throws -> [UInt8]? { raw[id] }
    package func journals() throws -> [JournalID: JournalInfo] { names }
    package func attachmentPath(sha256: String) -> String? { paths[sha256] }
}

extension Entry {
    /// An entry for tests, its id made of a number.
    package static func fixture(
        _ number: Int,
        at time: String = "2025-01-03T18:05:00Z",
        zone: String = "Europe/Lisbon",
        title: String? = nil,
        _ body: String
    ) -> Entry {
        Entry(
            id: EntryID(bytes: [
                0xaa, 0, 0, 0, UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255),
            ]),
            happened: EntryMoment(
                unixMilliseconds: Timestamp.parse(time)?.unixMilliseconds ?? 0,
                zone: JournalZone(zone)
            ),
            changedMilliseconds: 1_750_000_000_000,
            title: title,
            body: body
        )
    }
}
