/// A media file without the metadata that tells where, when and with what it was made.
package struct StrippedMedia: Sendable, Equatable {
    package var format: MediaFormat
    /// The bytes to hand out; pieces of the original, so nothing is copied yet.
    package var recipe: ByteRecipe
    /// How a picture is to be turned for viewing (TIFF 6.0, tag 274): 1...8, 1 being upright.
    package var orientation = 1
    /// Pixels as stored, before ``orientation``; `nil` when the format does not tell.
    package var pixelWidth: Int?
    package var pixelHeight: Int?

    /// The recipe, with the orientation kept in the least EXIF block that can hold it.
    package var recipeWithOrientation: ByteRecipe {
        guard format == .jpeg, orientation != 1 else { return recipe }
        // APP1, 34 bytes: "Exif", a TIFF header and one entry (tag 274, SHORT, 1 value).
        let segment: [UInt8] = [
            0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0,
            3,
            0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0,
        ]
        var output = ByteRecipe()
        for (index, piece) in recipe.pieces.enumerated() {
            guard index == 0, case .file(let path, let offset, let count) = piece, count >= 2 else {
                output.append(piece)
                continue
            }
            output.append(.file(path: path, offset: offset, count: 2))
            output.append(.bytes(segment))
            output.append(.file(path: path, offset: offset + 2, count: count - 2))
        }
        return output
    }

    /// Finds what to leave out.
    ///
    /// - Parameters:
    ///   - path: A file that does not change while the recipe is in use.
    ///   - keepsMetadata: Whether all bytes are handed out as they are.
    /// - Returns: A recipe that leaves pictures and sound untouched bit by bit.
    /// - Throws: ``FormatError``: a file that cannot be read, or a structure so broken that what lies
    ///   in it cannot be told.
    package static func of(_ path: String, keepsMetadata: Bool = false) throws(FormatError) -> StrippedMedia {
        let file = try MappedFile(path)
        let format = MediaFormat(MediaType(sniffing: file.bytes))
        var media: StrippedMedia
        switch format {
        case .jpeg: media = try JPEGStripping.strip(file.bytes, path)
        case .png: media = try PNGStripping.strip(file.bytes, path)
        case .gif: media = try GIFStripping.strip(file.bytes, path)
        case .mp4, .quickTime, .m4a: media = try MovieStripping.strip(file.bytes, path, format)
        case .mp3: media = MP3Stripping.strip(file.bytes, path)
        case .webp, .heif, .tiff, .ogg, .pdf, .other:
            media = StrippedMedia(
                format: format,
                recipe: ByteRecipe(file: path, byteCount: Int64(file.bytes.count))
            )
        }
        if keepsMetadata { media.recipe = ByteRecipe(file: path, byteCount: Int64(file.bytes.count)) }
        return media
    }
}

/// The orientation in an EXIF block (EXIF 2.32, section 4.6.4), the only part of it that is used.
enum ExifOrientation {
    /// The orientation, 1...8; `nil` when the block does not tell or is broken.
    ///
    /// - Parameter tiff: From the byte-order mark on.
    /// - Returns: The value of tag 274 in the first directory.
    static func read(_ tiff: UnsafeRawBufferPointer) -> Int? {
        let isLittle = tiff.holds("II", at: 0)
        guard isLittle || tiff.holds("MM", at: 0) else { return nil }
        func number16(_ offset: Int) -> Int? {
            tiff.bigEndian16(offset).map { isLittle ? ($0 & 0xff) << 8 | $0 >> 8 : $0 }
        }
        func number32(_ offset: Int) -> Int? {
            guard let first = number16(offset), let second = number16(offset + 2) else { return nil }
            return isLittle ? second << 16 | first : first << 16 | second
        }
        guard let directory = number32(4), let count = number16(directory) else { return nil }
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard let tag = number16(entry) else { return nil }
            if tag == 0x0112 {
                guard let value = number16(entry + 8), (1...8).contains(value) else { return nil }
                return value
            }
        }
        return nil
    }
}

enum MP3Stripping {
    /// Leaves out the ID3 tags before (ID3v2.4, section 3.1) and behind (ID3v1) the sound.
    static func strip(_ bytes: UnsafeRawBufferPointer, _ path: String) -> StrippedMedia {
        var start = 0
        var end = bytes.count
        if bytes.holds("ID3", at: 0), bytes.count > 10 {
            let size = bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7f) }
            start = min(10 + size + (bytes[5] & 0x10 != 0 ? 10 : 0), end)
        }
        if end - start > 128, bytes.holds("TAG", at: end - 128) { end -= 128 }
        let piece = ByteRecipe.Piece.file(path: path, offset: Int64(start), count: Int64(end - start))
        return StrippedMedia(format: .mp3, recipe: ByteRecipe([piece]))
    }
}
