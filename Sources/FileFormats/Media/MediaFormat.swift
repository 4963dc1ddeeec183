import Glibc

/// What a media file is by its first bytes; file names and declared types lie.
package enum MediaFormat: String, Sendable, CaseIterable {
    case jpeg, png, gif, webp, heif, tiff
    case mp4, quickTime, m4a, mp3, ogg
    case pdf
    case other

    /// The format of a file; ``other`` also when it cannot be read.
    package init(path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            self = .other
            return
        }
        defer { close(file) }
        var head = [UInt8](repeating: 0, count: 64)
        let count = read(file, &head, head.count)
        self = head.withUnsafeBytes {
            MediaFormat(head: UnsafeRawBufferPointer(rebasing: $0.prefix(max(count, 0))))
        }
    }

    /// - Parameter head: The first 64 bytes or more, fewer only when the file is shorter.
    package init(head: UnsafeRawBufferPointer) {
        if head.count > 2, head[0] == 0xff, head[1] == 0xd8, head[2] == 0xff {
            self = .jpeg
        } else if head.holds("\u{89}PNG".unicodeScalars.map { UInt8($0.value) }, at: 0) {
            self = .png
        } else if head.holds("GIF8", at: 0) {
            self = .gif
        } else if head.holds("RIFF", at: 0), head.holds("WEBP", at: 8) {
            self = .webp
        } else if head.holds("II*\0", at: 0) || head.holds("MM\0*", at: 0) {
            self = .tiff
        } else if head.holds("ftyp", at: 4) {
            self = MediaFormat.brand(head)
        } else if head.holds("moov", at: 4) || head.holds("wide", at: 4) || head.holds("mdat", at: 4) {
            self = .quickTime
        } else if head.holds("ID3", at: 0) || (head.count > 1 && head[0] == 0xff && head[1] & 0xe6 == 0xe2) {
            self = .mp3
        } else if head.holds("OggS", at: 0) {
            self = .ogg
        } else if head.holds("%PDF-", at: 0) {
            self = .pdf
        } else {
            self = .other
        }
    }

    /// The major brand of an ISO base media file (ISO/IEC 14496-12, section 4.3).
    private static func brand(_ head: UnsafeRawBufferPointer) -> MediaFormat {
        guard head.count >= 12 else { return .other }
        return switch String(decoding: head[8..<12], as: UTF8.self) {
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis": .heif
        case "qt  ": .quickTime
        case "M4A ", "M4B ": .m4a
        default: .mp4
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

extension UnsafeRawBufferPointer {
    fileprivate func holds(_ wanted: [UInt8], at offset: Int) -> Bool {
        offset + wanted.count <= count && self[offset..<offset + wanted.count].elementsEqual(wanted)
    }
}
