import Foundation

/// Small real media files, made by the programs that people use.
package enum SampleMedia {
    /// A picture of a given size in a given format, by ImageMagick or libheif's encoder.
    ///
    /// - Parameters:
    ///   - format: A file extension.
    ///   - folder: Where it is made.
    ///   - color: Makes pictures differ.
    ///   - size: Width and height in pixels, as `64x48`.
    /// - Returns: The file's bytes.
    /// - Throws: When no program here can make it.
    package static func picture(
        _ format: String,
        in folder: TemporaryFolder,
        color: String = "steelblue",
        size: String = "64x48"
    ) throws -> [UInt8] {
        let name = "picture-\(UUID().uuidString)"
        let png = folder.path(name + ".png")
        try Tool.run(
            "convert",
            [
                "-size", size, "gradient:\(color)-white", "-depth", "8", "-fill", "black", "-draw",
                "circle 8,8 12,12", png,
            ]
        )
        let path = folder.path(name + "." + format)
        switch format {
        case "png": break
        case "heic": try Tool.run("heif-enc", ["-q", "60", "-o", path, png])
        default: try Tool.run("convert", [png, path])
        }
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// The same file with GPS and device facts, as a phone writes them, put in by ExifTool.
    package static func located(
        _ bytes: [UInt8],
        _ format: String,
        in folder: TemporaryFolder,
        more: [String] = []
    ) throws -> [UInt8] {
        let name = "located-\(UUID().uuidString).\(format)"
        try folder.write(name, bytes)
        let facts = [
            "-GPSLatitude=52.5163", "-GPSLatitudeRef=N", "-GPSLongitude=13.3777", "-GPSLongitudeRef=E",
            "-Make=PhoneMaker",
        ]
        try Tool.run("exiftool", ["-q", "-overwrite_original"] + facts + more + [folder.path(name)])
        return Array(try folder.read(name))
    }
}

extension SampleMedia {
    /// A second of tone, with a picture unless it is sound alone.
    package static func recording(_ format: String, in folder: TemporaryFolder) throws -> [UInt8] {
        let path = folder.path("recording-\(UUID().uuidString).\(format)")
        let picture = format == "m4a" ? [] : ["-f", "lavfi", "-i", "testsrc=duration=1:size=64x48:rate=5"]
        try Tool.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "sine=duration=1"] + picture + ["-shortest", path]
        )
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// The same picture with a comment and XMP.
    package static func commented(_ bytes: [UInt8], _ format: String, in folder: TemporaryFolder) throws
        -> [UInt8]
    {
        let name = "commented-\(UUID().uuidString).\(format)"
        try folder.write(name, bytes)
        try Tool.run(
            "exiftool",
            [
                "-q", "-overwrite_original", "-Comment=here", "-XMP:Creator=Ana", "-XMP:GPSLatitude=52.5",
                folder.path(name),
            ]
        )
        return Array(try folder.read(name))
    }
}
