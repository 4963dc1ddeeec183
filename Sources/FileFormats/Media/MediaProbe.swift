/// Facts about a media file from its headers; nothing is ever decoded.
package struct MediaProbe: Equatable, Sendable {
    package let type: MediaType
    /// Width in pixels as stored, before ``orientation`` is applied.
    package internal(set) var pixelWidth: Int?
    /// Height in pixels as stored.
    package internal(set) var pixelHeight: Int?
    /// Length of sound or film in seconds.
    package internal(set) var durationSeconds: Double?
    /// How to turn the stored picture for display: EXIF's 1...8 (TIFF 6.0, tag 274), 1 being as stored.
    package internal(set) var orientation = 1

    init(_ type: MediaType) { self.type = type }

    /// Reads the headers of a file.
    ///
    /// Reads are bounded: at most a few thousand headers, wherever the file says they are.
    ///
    /// - Parameter path: A regular file.
    /// - Returns: What could be told; `nil` when the signature is not known.
    /// - Throws: ``FormatError/system(operation:code:)`` when the file cannot be read; damaged headers only leave
    ///   facts out.
    package static func read(_ path: String) throws -> MediaProbe? {
        let file = try InputFile(path: path)
        let head = try file.bytes(at: 0, count: MediaType.sniffedByteCount)
        guard let type = MediaType(sniffing: head) else { return nil }
        var probe = MediaProbe(type)
        switch type.name {
        case "image/jpeg": try probe.readJPEG(file)
        case "image/png": probe.readPNG(head)
        case "image/gif": probe.setSize(head.count >= 10 ? (Int(head.u16(6)), Int(head.u16(8))) : nil)
        case "image/bmp": probe.readBMP(head)
        case "image/webp": probe.readWebP(head)
        case "image/tiff": try probe.readTIFF(file, at: 0)
        case "image/heic", "image/heif", "image/avif", "image/heic-sequence": try probe.readHEIF(file)
        case "video/mp4", "video/quicktime", "video/x-m4v", "audio/mp4", "video/3gpp", "video/3gpp2":
            try probe.readMovie(file)
        case "audio/wav": try probe.readWAV(file)
        case "audio/flac": probe.readFLAC(head)
        case "audio/ogg": try probe.readOgg(file, head)
        case "audio/mpeg": try probe.readMP3(file, head)
        case "audio/x-caf": try probe.readCAF(file)
        default: break
        }
        return probe
    }

    /// Takes a size that a picture can have; 0 counts as unknown.
    mutating func setSize(_ size: (width: Int, height: Int)?) {
        guard let size, (1...1_000_000).contains(size.width), (1...1_000_000).contains(size.height) else {
            return
        }
        (pixelWidth, pixelHeight) = (size.width, size.height)
    }

    mutating func setDuration(_ seconds: Double) {
        if seconds.isFinite, seconds > 0, seconds < 1e9 { durationSeconds = seconds }
    }
}
