import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileFormats

@Suite struct ZipWriterTests {
    private func archive(_ path: String, _ fill: (ZipWriter) throws -> Void) throws {
        let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        let writer = try ZipWriter(file)
        try fill(writer)
        #expect(try writer.commit())
    }

    @Test func membersKeepTheirOrderAndTheirBytes() throws {
        let folder = try TemporaryFolder()
        let big = [UInt8]((0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        try folder.write("photo", big)
        let path = folder.path("a.zip")
        try archive(path) { writer in
            try writer.add("mimetype", storing: ByteRecipe([.bytes(Array("application/epub+zip".utf8))]))
            try writer.add("b/text.txt", deflating: Array(String(repeating: "abc ", count: 9000).utf8))
            var recipe = ByteRecipe([.bytes([1, 2, 3])])
            recipe.append(.file(path: folder.path("photo"), offset: 10, count: 600_000))
            try writer.add("b/cut", storing: recipe)
            try writer.add("empty", deflating: [])
        }
        let bytes = Array(try folder.read("a.zip"))
        #expect(String(decoding: bytes[30..<58], as: UTF8.self) == "mimetypeapplication/epub+zip")
        #expect(bytes[28..<30].elementsEqual([0, 0]))
        let listing = try Tool.run(
            "python3",
            [
                "-c",
                """
                import sys, zipfile
                z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
                for i in z.infolist(): print(i.filename, i.compress_type, i.file_size, i.date_time[:3], len(i.extra))
                assert z.read('b/cut') == bytes([1,2,3]) + open(sys.argv[2], 'rb').read()[10:600010]
                assert z.read('b/text.txt') == b'abc ' * 9000
                """, path, folder.path("photo"),
            ]
        )
        #expect(
            listing == """
                mimetype 0 20 (1980, 1, 2) 0
                b/text.txt 8 36000 (1980, 1, 2) 0
                b/cut 0 600003 (1980, 1, 2) 0
                empty 8 0 (1980, 1, 2) 0

                """
        )
    }

    @Test func aMissingFileIsAnErrorAndCancellingIsNone() throws {
        let folder = try TemporaryFolder()
        let file = open(folder.path("a.zip"), O_RDWR | O_CREAT, 0o600)
        defer { close(file) }
        let writer = try ZipWriter(file)
        try writer.add("x", storing: ByteRecipe(file: folder.path("gone"), byteCount: 5))
        #expect(throws: FormatError.system(operation: "write the archive", code: ENOENT)) {
            try writer.commit()
        }
        let other = try ZipWriter(file)
        try other.add("x", deflating: [1])
        #expect(try !other.commit { _ in false })
        #expect(throws: FormatError.self) {
            let twice = try ZipWriter(file)
            try twice.add("x", deflating: [1])
            try twice.add("x", deflating: [1])
        }
    }
}
