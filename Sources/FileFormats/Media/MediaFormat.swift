/// The kinds of media files that are handled alike, for those who copy, strip and show them.
package enum MediaFormat: String, Sendable, CaseIterable {
    case jpeg, png, gif, webp, heif, tiff
    case mp4, quickTime, m4a, mp3, ogg
    case pdf
    case other

    /// The format of a file; ``other`` also when it cannot be read.
    package init(path: String) {
        let head = try? InputFile(path: path, followsLinks: false)
            .bytes(at: 0, count: MediaType.sniffedByteCount)
        self.init(head.flatMap { MediaType(sniffing: $0) })
    }

    /// The format of what ``MediaType`` has found; `nil` is ``other``.
    package init(_ type: MediaType?) {
        self =
            switch type?.name {
            case "image/jpeg": .jpeg
            case "image/png": .png
            case "image/gif": .gif
            case "image/webp": .webp
            case "image/heic", "image/heic-sequence", "image/heif", "image/avif": .heif
            case "image/tiff": .tiff
            case "video/mp4", "video/x-m4v", "video/3gpp", "video/3gpp2": .mp4
            case "video/quicktime": .quickTime
            case "audio/mp4": .m4a
            case "audio/mpeg": .mp3
            case "audio/ogg", "video/ogg": .ogg
            case "application/pdf": .pdf
            default: .other
            }
    }

    /// Media type (RFC 6838).
    package var mediaType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .gif: "image/gif"
        case .webp: "image/webp"
        case .heif: "image/heic"
        case .tiff: "image/tiff"
        case .mp4: "video/mp4"
        case .quickTime: "video/quicktime"
        case .m4a: "audio/mp4"
        case .mp3: "audio/mpeg"
        case .ogg: "audio/ogg"
        case .pdf: "application/pdf"
        case .other: "application/octet-stream"
        }
    }

    package var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .heif: "heic"
        case .quickTime: "mov"
        case .other: "bin"
        default: rawValue
        }
    }
}
