import Bytes
import JournalModel

/// One number for all that was chosen for a book, printed in its colophon.
///
/// SHA-256 over these fields of every entry, oldest first, each as UTF-8 and followed by a zero byte: id,
/// moment (RFC 3339, or the day of an all-day entry), title, text, each tag, the SHA-256 of each attachment
/// in hexadecimal. Whoever has the same entries can compute it (`docs/leaving.md`).
struct SelectionDigest {
    private let digest = Digest(.sha256)
    private var buffer: [UInt8] = []

    mutating func add(_ entry: Entry) {
        field(entry.id.description)
        field(entry.happened.rfc3339 ?? entry.happened.day.description)
        field(entry.title ?? "")
        field(entry.body)
        for tag in entry.tags { field(tag) }
        for attachment in entry.attachments { field(attachment.sha256 ?? "") }
        if buffer.count >= 1 << 16 { flush() }
    }

    /// 64 hexadecimal digits; nothing can be added afterwards.
    mutating func finish() -> String {
        flush()
        return hex(digest.finish())
    }

    private mutating func field(_ text: String) {
        buffer += text.utf8
        buffer.append(0)
    }

    private mutating func flush() {
        buffer.withUnsafeBytes { digest.update($0) }
        buffer.removeAll(keepingCapacity: true)
    }
}
