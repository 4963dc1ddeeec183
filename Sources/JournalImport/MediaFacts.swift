import FileFormats
package import JournalModel

/// What the bytes of an attachment say about it, whatever its name or its source claim.
package enum MediaFacts {
    /// Writes down type, size and length as the file's headers tell them; what they do not tell stays.
    ///
    /// - Parameters:
    ///   - attachment: One whose bytes have just been stored. Its kind changes only from "any file".
    ///   - path: The file that holds the bytes.
    package static func fill(_ attachment: inout Attachment, path: String) {
        guard let probe = try? MediaProbe.read(path) else { return }
        attachment.mediaType = probe.type.name
        if attachment.kind == .file { attachment.kind = kind(probe.type.kind) }
        // A recording alone in a container for films.
        if attachment.kind == .audio, probe.type.name == "video/mp4" { attachment.mediaType = "audio/mp4" }
        if let width = probe.pixelWidth, let height = probe.pixelHeight {
            (attachment.pixelWidth, attachment.pixelHeight) = (width, height)
        }
        if let seconds = probe.durationSeconds { attachment.durationSeconds = seconds }
    }

    private static func kind(_ kind: MediaType.Kind) -> Attachment.Kind {
        switch kind {
        case .photo: .photo
        case .video: .video
        case .audio: .audio
        case .pdf: .pdf
        }
    }
}
