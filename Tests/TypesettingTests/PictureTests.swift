import Foundation
import TestSupport
import Testing
import Typesetting

/// Pictures on a page, judged by ImageMagick and poppler.
struct PictureTests {
    /// Draws a picture over the whole of a page of its size.
    private func page(_ bytes: [UInt8], orientation: Int? = nil, in folder: TemporaryFolder) throws -> String
    {
        let path = folder.path("picture.pdf")
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        let document = PDFDocument(
            descriptor: descriptor,
            path: path,
            info: DocumentInfo(title: "Picture"),
            typesetter: Typesetter(library: try FontLibrary())
        )
        let picture = try bytes.withUnsafeBufferPointer {
            try document.addPicture($0, orientation: orientation)
        }
        let (width, height) = (Double(picture.pixelWidth), Double(picture.pixelHeight))
        let page = document.beginPage(width: width, height: height)
        let figure = document.open(.figure, in: document.root)
        figure.alternative = "A picture"
        document.draw(picture, on: page, frame: (x: 0, y: 0, width: width, height: height), element: figure)
        try document.close(figure)
        try document.finish(page)
        _ = try document.finish()
        try Tool.run("qpdf", ["--check", path])
        try Tool.run("pdftoppm", ["-r", "72", "-singlefile", "-png", path, folder.path("page")])
        return folder.path("page.png")
    }

    /// Red, green and blue of the four corners, as text.
    private func corners(_ path: String) throws -> [String] {
        try ["NorthWest", "NorthEast", "SouthWest", "SouthEast"].map { corner in
            try Tool.run(
                "convert",
                [
                    path, "-alpha", "off", "-gravity", corner, "-crop", "8x8+4+4", "+repage", "-scale",
                    "1x1!", "-format",
                    "%[fx:round(u.r*3)] %[fx:round(u.g*3)] %[fx:round(u.b*3)]", "info:",
                ]
            )
        }
    }

    private func drawing(_ name: String, _ more: [String] = [], in folder: TemporaryFolder) throws -> [UInt8]
    {
        let colors = ["red 0,0 59,39", "lime 60,0 119,39", "blue 0,40 59,79", "white 60,40 119,79"]
        let draws = colors.flatMap { color -> [String] in
            let parts = color.split(separator: " ").map(String.init)
            return ["-fill", parts[0], "-draw", "rectangle \(parts[1]) \(parts[2])"]
        }
        try Tool.run("convert", ["-size", "120x80", "xc:black"] + draws + more + [folder.path(name)])
        return Array(try folder.read(name.split(separator: ":").last.map(String.init) ?? name))
    }

    @Test(arguments: 1...8)
    func jpegStandsUpright(_ orientation: Int) throws {
        let folder = try TemporaryFolder()
        _ = try drawing("a.jpg", in: folder)
        try Tool.run(
            "exiftool",
            ["-q", "-overwrite_original", "-n", "-Orientation=\(orientation)", folder.path("a.jpg")]
        )
        try Tool.run(
            "convert",
            [folder.path("a.jpg"), "-auto-orient", "+repage", folder.path("upright.png")]
        )
        let found = try corners(page(Array(try folder.read("a.jpg")), in: folder))
        #expect(try found == corners(folder.path("upright.png")))
        #expect(Set(found).count == 4)
    }

    @Test(
        arguments: [
            ["-define", "png:color-type=2"], ["-define", "png:color-type=6", "-alpha", "on"],
            ["-define", "png:color-type=3"], ["-define", "png:color-type=2", "-interlace", "PNG"],
            ["-define", "png:color-type=2", "-depth", "16", "-define", "png:bit-depth=16"],
            ["-define", "png:color-type=6", "-alpha", "on", "-interlace", "PNG"],
        ]
    )
    func pngOfEveryKind(_ options: [String]) throws {
        let folder = try TemporaryFolder()
        let bytes = try drawing("a.png", options, in: folder)
        #expect(try corners(page(bytes, in: folder)) == corners(folder.path("a.png")))
    }

    @Test func transparencyIsKept() throws {
        let folder = try TemporaryFolder()
        try Tool.run(
            "convert",
            [
                "-size", "40x40", "xc:none", "-fill", "red", "-draw", "rectangle 0,0 19,39",
                folder.path("a.png"),
            ]
        )
        let page = try page(Array(try folder.read("a.png")), in: folder)
        #expect(try corners(page) == ["3 0 0", "3 3 3", "3 0 0", "3 3 3"])
    }

    @Test func damagedPicturesAreRefused() throws {
        let folder = try TemporaryFolder()
        let bytes = try drawing("a.png", in: folder)
        let jpeg = try drawing("b.jpg", in: folder)
        for damaged in [Array(bytes.prefix(60)), Array(jpeg.prefix(40)), [0x47, 0x49, 0x46], []] {
            #expect(throws: TypesettingError.self) { try page(damaged, in: folder) }
        }
    }
}
