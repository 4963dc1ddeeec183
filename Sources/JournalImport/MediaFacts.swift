package import JournalModel

/// What the bytes of an attachment say about it, whatever its name or its source claim.
package enum MediaFacts {
    package static func fill(_ attachment: inout Attachment, path: String) {}
}
