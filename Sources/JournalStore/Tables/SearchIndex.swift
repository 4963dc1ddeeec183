import JournalModel
import SQLite

/// The full-text index of entries: rowid is the entry's key, which follows time.
///
/// The table keeps no text of its own, so what is taken out must be given again word for word.
struct SearchIndex {
    private var segmenter = SearchText()
    /// Words that wait to be put in by ascending key; `nil` when nothing waits.
    private var waiting: [Int64: [UInt8]]?

    static func configure(_ database: Connection) throws {
        // A list of pending words that fits the processor's cache; pieces of the index are joined sixteen at a
        // time and not a little at every commit (sqlite.org/fts5.html, section 6): a third less work in imports.
        for (name, value) in [("hashsize", 4 << 20), ("automerge", 0), ("crisismerge", 16)] {
            try database.run("INSERT INTO search (search, rank) VALUES (?1, ?2)") { insert in
                try insert.bind(name, at: 1)
                try insert.bind(value, at: 2)
            }
        }
        try database.run("INSERT OR REPLACE INTO setting (name, value) VALUES ('search-revision', ?1)") {
            try $0.bind(String(SearchText.revision), at: 1)
        }
    }

    static func revision(_ database: Connection) throws -> Int? {
        try database.first("SELECT value FROM setting WHERE name = 'search-revision'") {
            $0.text(at: 0).flatMap { Int($0) }
        }
            ?? nil
    }

    mutating func insert(_ entry: Entry, key: Int64, _ database: Connection) throws {
        let words = words(of: entry)
        if waiting != nil {
            waiting?[key] = words
        } else {
            try insert(words, key: key, database)
        }
    }

    mutating func remove(_ entry: Entry, key: Int64, _ database: Connection) throws {
        if waiting?.removeValue(forKey: key) != nil { return }
        let words = words(of: entry)
        try database.run("INSERT INTO search (search, rowid, text) VALUES ('delete', ?1, ?2)") { delete in
            try delete.bind(key, at: 1)
            try delete.bind(utf8: words, at: 2)
        }
    }

    /// From here on inserts wait for ``putWaiting(_:)``.
    ///
    /// FTS5 writes out everything pending whenever a rowid is not larger than the one before
    /// (fts5_index.c, `sqlite3Fts5IndexBeginWrite`): an archive with its newest entry first would cost a piece of
    /// the index for each entry.
    mutating func beginWaiting() { waiting = [:] }

    /// Puts in what waits, by ascending key.
    mutating func putWaiting(_ database: Connection) throws {
        let all = waiting ?? [:]
        waiting = nil
        for (key, words) in all.sorted(by: { $0.key < $1.key }) { try insert(words, key: key, database) }
    }

    /// Forgets what waits, when its transaction is undone.
    mutating func stopWaiting() { waiting = nil }

    private func insert(_ words: [UInt8], key: Int64, _ database: Connection) throws {
        try database.run("INSERT INTO search (rowid, text) VALUES (?1, ?2)") { insert in
            try insert.bind(key, at: 1)
            try insert.bind(utf8: words, at: 2)
        }
    }

    /// Everything of an entry that can be searched, as words.
    private mutating func words(of entry: Entry) -> [UInt8] {
        var bytes: [UInt8] = []
        if let title = entry.title { segmenter.append(title, to: &bytes) }
        segmenter.append(SearchIndex.withoutTargets(entry.body), to: &bytes)
        for text in entry.tags + entry.people + entry.conflicts { segmenter.append(text, to: &bytes) }
        if let place = entry.place {
            for name in [place.label, place.name, place.locality, place.area, place.country] {
                if let name { segmenter.append(name, to: &bytes) }
            }
        }
        for attachment in entry.attachments {
            if let caption = attachment.caption { segmenter.append(caption, to: &bytes) }
            if let name = attachment.name { segmenter.append(name, to: &bytes) }
        }
        return bytes
    }

    /// The body without the ids in `(attachment:ID)` and `(entry:ID)`, which nobody searches for.
    static func withoutTargets(_ body: String) -> String {
        guard body.utf8.contains(UInt8(ascii: "]")) else { return body }
        var body = body
        let kept = body.withUTF8 { source -> [UInt8]? in
            var output: [UInt8]?
            var copied = 0
            var position = 0
            while position + 8 < source.count {
                guard source[position] == UInt8(ascii: "]"), source[position + 1] == UInt8(ascii: "("),
                    starts(source, position + 2, "attachment:") || starts(source, position + 2, "entry:"),
                    let end = source[position...].prefix(80).firstIndex(of: UInt8(ascii: ")"))
                else {
                    position += 1
                    continue
                }
                output = (output ?? []) + source[copied..<position] + [UInt8(ascii: " ")]
                position = end + 1
                copied = position
            }
            return output.map { $0 + source[copied...] }
        }
        return kept.map { String(decoding: $0, as: UTF8.self) } ?? body
    }

    private static func starts(_ source: UnsafeBufferPointer<UInt8>, _ position: Int, _ word: StaticString)
        -> Bool
    {
        guard position + word.utf8CodeUnitCount <= source.count else { return false }
        for offset in 0..<word.utf8CodeUnitCount where source[position + offset] != word.utf8Start[offset] {
            return false
        }
        return true
    }
}
