import FileFormats
import JournalModel

/// What the bytes of an attachment say about it, whatever its name or its source claim.
enum MediaFacts {
    static func fill(_ attachment: inout Attachment, path: String) {}
}
