import FileFormats
import Foundation
import TestSupport
import Testing

@Suite struct MediaProbeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func probe(_ bytes: [UInt8]) throws -> MediaProbe? {
        try folder.write("file", bytes)
        return try MediaProbe.read(folder.path("file"))
    }

    private static func le16(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    private static func le32(_ value: Int) -> [UInt8] { le16(value & 0xffff) + le16(value >> 16) }
    private static func be16(_ value: Int) -> [UInt8] { le16(value).reversed() }
    private static func be32(_ value: Int) -> [UInt8] { le32(value).reversed() }
    private static func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        be32(contents.count + 8) + Array(type.utf8) + contents
    }

    struct Picture: Sendable, CustomTestStringConvertible {
        let type: String
        let bytes: [UInt8]
        var orientation = 1
        var testDescription: String { type }
    }

    /// Headers of pictures of 640 x 480.
    static let pictures: [Picture] = {
        let tiff =
            Array("II*\0".utf8) + le32(8) + le16(3) + [0, 1, 3, 0] + le32(1) + le32(640) + [1, 1, 4, 0]
            + le32(1)
            + le32(480) + [0x12, 1, 3, 0] + le32(1) + le32(6)
        let exif = [0xff, 0xe1] + be16(tiff.count + 8) + Array("Exif\0\0".utf8) + tiff
        let ispe = box("ispe", be32(0) + be32(640) + be32(480))
        let tile = box("ispe", be32(0) + be32(512) + be32(512 / 2))
        let heif =
            box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
            + box("meta", be32(0) + box("iprp", box("ipco", tile + ispe + box("irot", [3]))))
        return [
            Picture(
                type: "image/jpeg",
                bytes: [0xff, 0xd8] + exif + [0xff, 0xff, 0xc4, 0, 4, 0, 0, 0xff, 0xc2, 0, 11, 8] + be16(480)
                    + be16(640)
                    + [3, 0, 0, 0],
                orientation: 6
            ),
            Picture(
                type: "image/png",
                bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + be32(13) + Array("IHDR".utf8)
                    + be32(640)
                    + be32(480)
            ),
            Picture(type: "image/gif", bytes: Array("GIF89a".utf8) + le16(640) + le16(480)),
            Picture(
                type: "image/bmp",
                bytes: Array("BM".utf8) + le32(100) + le32(0) + le32(54) + le32(40) + le32(640)
                    + le32(0x1_0000_0000 - 480) + [1, 0, 24, 0]
            ),
            Picture(
                type: "image/webp",
                bytes: Array("RIFF".utf8) + le32(40) + Array("WEBPVP8X".utf8) + le32(10) + le32(0)
                    + [127, 2, 0] + [223, 1, 0]
            ),
            Picture(
                type: "image/webp",
                bytes: Array("RIFF".utf8) + le32(40) + Array("WEBPVP8L".utf8) + le32(10) + [0x2f]
                    + le32(639 | 479 << 14)
                    + [0, 0, 0, 0, 0]
            ),
            Picture(type: "image/tiff", bytes: tiff, orientation: 6),
            Picture(type: "image/heic", bytes: heif, orientation: 6),
        ]
    }()

    @Test(arguments: pictures)
    func sizesAreThoseStored(_ picture: Picture) throws {
        let probe = try #require(try probe(picture.bytes))
        #expect(probe.type.name == picture.type)
        #expect(probe.pixelWidth == 640 && probe.pixelHeight == 480)
        #expect(probe.orientation == picture.orientation)
        #expect(probe.type.kind == .photo)
    }

    @Test(arguments: pictures)
    func aHeaderCutAnywhereIsNoDanger(_ picture: Picture) throws {
        for count in 0...picture.bytes.count { _ = try probe(Array(picture.bytes.prefix(count))) }
        for index in picture.bytes.indices {
            var damaged = picture.bytes
            damaged[index] = 0xff
            _ = try probe(damaged)
        }
    }

    @Test func aFilmTellsItsLengthSizeAndTurn() throws {
        let matrix =
            Self.be32(0) + Self.be32(0x10000) + Self.be32(0) + Self.be32(0xffff_0000)
            + [UInt8](repeating: 0, count: 20)
        let header =
            Self.be32(0) + [UInt8](repeating: 0, count: 36) + matrix + Self.be32(640 << 16)
            + Self.be32(480 << 16)
        let movie =
            Self.be32(0) + Self.be32(0) + Self.be32(0) + Self.be32(600) + Self.be32(1500)
            + [UInt8](repeating: 0, count: 80)
        let bytes =
            Self.box("ftyp", Array("qt  \0\0\0\0qt  ".utf8))
            + Self.box("mdat", [UInt8](repeating: 7, count: 5000))
            + Self.box("moov", Self.box("mvhd", movie) + Self.box("trak", Self.box("tkhd", header)))
        let probe = try #require(try probe(bytes))
        #expect(probe.type.name == "video/quicktime")
        #expect(probe.durationSeconds == 2.5)
        #expect(probe.pixelWidth == 640 && probe.pixelHeight == 480 && probe.orientation == 6)
    }

    @Test func soundsTellTheirLength() throws {
        let format =
            Array("fmt ".utf8) + Self.le32(16) + Self.le16(1) + Self.le16(1) + Self.le32(8000)
            + Self.le32(8000)
            + Self.le16(1) + Self.le16(8)
        let wav =
            Array("RIFF".utf8) + Self.le32(0) + Array("WAVE".utf8) + format + Array("data".utf8)
            + Self.le32(4000)
            + [UInt8](repeating: 0, count: 4000)
        #expect(try probe(wav)?.durationSeconds == 0.5)
        let flac =
            Array("fLaC".utf8) + [0, 0, 0, 34] + [UInt8](repeating: 0, count: 10) + [0x0a, 0xc4, 0x42, 0xf0]
            + Self.be32(88_200) + [UInt8](repeating: 0, count: 16)
        #expect(try probe(flac)?.durationSeconds == 2)
    }

    struct Signature: Sendable, CustomTestStringConvertible {
        let name: String
        let head: [UInt8]
        var testDescription: String { name }
    }

    @Test(arguments: [
        Signature(name: "application/pdf", head: Array("\n%PDF-1.7".utf8)),
        Signature(name: "audio/mp4", head: [0, 0, 0, 28] + Array("ftypM4A \0\0\0\0M4A mp42isom".utf8)),
        Signature(name: "video/mp4", head: [0, 0, 0, 20] + Array("ftypisom\0\0\0\0avc1".utf8)),
        Signature(name: "video/3gpp", head: [0, 0, 0, 20] + Array("ftyp3gp4\0\0\0\0isom".utf8)),
        Signature(name: "image/avif", head: [0, 0, 0, 20] + Array("ftypavif\0\0\0\0mif1".utf8)),
        Signature(name: "audio/aac", head: [0xff, 0xf1, 0x50, 0x80]),
        Signature(name: "audio/mpeg", head: [0xff, 0xfb, 0x90, 0x64]),
        Signature(name: "audio/mpeg", head: Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0]),
        Signature(name: "audio/x-caf", head: Array("caff".utf8) + [0, 1, 0, 0]),
    ])
    func signaturesAreKnown(_ signature: Signature) throws {
        #expect(MediaType(sniffing: signature.head)?.name == signature.name)
    }

    @Test(
        arguments: [
            (MediaFormat.mp4, "\0\0\0\u{14}ftyp3gp4\0\0\0\0isom"),
            (.m4a, "\0\0\0\u{14}ftypM4A \0\0\0\0mp42"), (.heif, "\0\0\0\u{14}ftypavif\0\0\0\0mif1"),
            (.quickTime, "\0\0\0\u{8}free\0\0\0\0mdat"), (.pdf, "\n%PDF-1.7"),
            (.other, "RIFF\0\0\0\0WAVEfmt "), (.other, ""),
        ]
    )
    func formatsFollowTheType(_ format: MediaFormat, _ head: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("a", Array(head.utf8))
        #expect(MediaFormat(path: folder.path("a")) == format)
        #expect(MediaFormat(MediaType(sniffing: head.utf8)) == format)
    }

    @Test(arguments: ["", "hello", "{\"entries\":[]}", "<svg/>", "PK\u{3}\u{4}"])
    func otherBytesAreUnknown(_ text: String) {
        #expect(MediaType(sniffing: text.utf8) == nil)
    }
}
