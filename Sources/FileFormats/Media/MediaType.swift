/// What kind of file some bytes begin, told by their signature and never by a name.
package struct MediaType: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case photo, video, audio, pdf }

    /// Media type (RFC 6838), such as `image/heic`.
    package let name: String
    package let kind: Kind
    /// Usual file name extension without the point.
    package let fileExtension: String

    /// Number of bytes that ``init(sniffing:)`` looks at.
    package static let sniffedByteCount = 1024

    private init(_ name: String, _ kind: Kind, _ fileExtension: String) {
        (self.name, self.kind, self.fileExtension) = (name, kind, fileExtension)
    }

    /// The type of a file that begins with `head`; `nil` when its signature is not known.
    ///
    /// Signatures: WHATWG MIME Sniffing sections 6.1 and 6.2, ISO/IEC 14496-12 (`ftyp`), RFC 7845 (Opus).
    package init?(sniffing head: some Collection<UInt8>) {
        let head = Array(head.prefix(Self.sniffedByteCount))
        if let type = Self.image(head) ?? Self.isoMedia(head) ?? Self.audio(head) {
            self = type
        } else if head.firstRange(of: Array("%PDF-".utf8)) != nil {
            self = MediaType("application/pdf", .pdf, "pdf")
        } else {
            return nil
        }
    }

    private static func image(_ head: [UInt8]) -> MediaType? {
        if head.starts(with: [0xff, 0xd8, 0xff]) { return MediaType("image/jpeg", .photo, "jpeg") }
        if head.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            return MediaType("image/png", .photo, "png")
        }
        if head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8) {
            return MediaType("image/gif", .photo, "gif")
        }
        if text(head, 0, 4) == "RIFF", text(head, 8, 4) == "WEBP" {
            return MediaType("image/webp", .photo, "webp")
        }
        if head.starts(with: [0x49, 0x49, 0x2a, 0]) || head.starts(with: [0x4d, 0x4d, 0, 0x2a]) {
            return MediaType("image/tiff", .photo, "tiff")
        }
        if head.starts(with: "BM".utf8), head.count >= 26, head.u32(6) == 0 {
            return MediaType("image/bmp", .photo, "bmp")
        }
        return nil
    }

    private static func isoMedia(_ head: [UInt8]) -> MediaType? {
        guard head.count >= 12 else { return nil }
        let box = text(head, 4, 4)
        // QuickTime files older than `ftyp` begin with one of these.
        if box == "moov" || box == "mdat" || box == "wide" || box == "free" {
            return MediaType("video/quicktime", .video, "mov")
        }
        guard box == "ftyp" else { return nil }
        let length = min(head.count, max(16, head.bigEndian32(0)))
        let compatible = stride(from: 16, to: max(16, length - 3), by: 4).map { text(head, $0, 4) }
        return brand(text(head, 8, 4)) ?? compatible.lazy.compactMap(brand).first
            ?? MediaType("video/mp4", .video, "mp4")
    }

    private static func brand(_ brand: String) -> MediaType? {
        switch brand {
        case "heic", "heix", "heim", "heis": MediaType("image/heic", .photo, "heic")
        case "hevc", "hevx": MediaType("image/heic-sequence", .photo, "heic")
        case "mif1", "msf1": MediaType("image/heif", .photo, "heif")
        case "avif", "avis": MediaType("image/avif", .photo, "avif")
        case "qt  ": MediaType("video/quicktime", .video, "mov")
        case "M4A ", "M4B ", "F4A ": MediaType("audio/mp4", .audio, "m4a")
        case "M4V ", "M4VH", "M4VP": MediaType("video/x-m4v", .video, "m4v")
        case "isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "dash", "F4V ":
            MediaType("video/mp4", .video, "mp4")
        default:
            if brand.hasPrefix("3gp") {
                MediaType("video/3gpp", .video, "3gp")
            } else if brand.hasPrefix("3g2") {
                MediaType("video/3gpp2", .video, "3g2")
            } else {
                nil
            }
        }
    }

    private static func audio(_ head: [UInt8]) -> MediaType? {
        if head.starts(with: "ID3".utf8) { return MediaType("audio/mpeg", .audio, "mp3") }
        if text(head, 0, 4) == "RIFF", text(head, 8, 4) == "WAVE" {
            return MediaType("audio/wav", .audio, "wav")
        }
        if text(head, 0, 4) == "fLaC" { return MediaType("audio/flac", .audio, "flac") }
        if text(head, 0, 4) == "caff" { return MediaType("audio/x-caf", .audio, "caf") }
        if text(head, 0, 4) == "FORM", ["AIFF", "AIFC"].contains(text(head, 8, 4)) {
            return MediaType("audio/aiff", .audio, "aiff")
        }
        if text(head, 0, 4) == "OggS" {
            if text(head, 28, 8) == "OpusHead" { return MediaType("audio/ogg", .audio, "opus") }
            return text(head, 28, 7) == "\u{80}theora"
                ? MediaType("video/ogg", .video, "ogv") : MediaType("audio/ogg", .audio, "ogg")
        }
        if head.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) { return MediaType("video/webm", .video, "webm") }
        if text(head, 0, 6) == "#!AMR\n" { return MediaType("audio/amr", .audio, "amr") }
        guard head.count >= 4, head[0] == 0xff else { return nil }
        // ADTS: sync word of 12 bits, layer 0. MPEG audio: 11 bits, a layer, a bit rate, a sample rate.
        if head[1] & 0xf6 == 0xf0 { return MediaType("audio/aac", .audio, "aac") }
        let isFrame = head[1] & 0xe0 == 0xe0 && head[1] & 0x18 != 0x08 && head[1] & 0x06 != 0
        return isFrame && head[2] & 0xf0 != 0xf0 && head[2] & 0x0c != 0x0c
            ? MediaType("audio/mpeg", .audio, "mp3") : nil
    }

    private static func text(_ head: [UInt8], _ offset: Int, _ count: Int) -> String {
        guard offset + count <= head.count else { return "" }
        return String(String.UnicodeScalarView(head[offset..<offset + count].map { Unicode.Scalar($0) }))
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// Big-endian numbers; the bytes must be there.
    func bigEndian16(_ offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }
    func bigEndian32(_ offset: Int) -> Int { bigEndian16(offset) << 16 | bigEndian16(offset + 2) }
    func bigEndian64(_ offset: Int) -> UInt64 {
        UInt64(bigEndian32(offset)) << 32 | UInt64(bigEndian32(offset + 4))
    }
}
