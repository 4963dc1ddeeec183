import Bytes

/// A picture of the document, to be drawn as often as wanted.
package struct PlacedPicture: Sendable {
    let number: Int
    /// 1...8, as EXIF counts.
    let orientation: Int
    /// As shown, orientation applied.
    package let pixelWidth: Int
    package let pixelHeight: Int

    /// Width in proportion to height.
    package var aspect: Double { Double(pixelWidth) / Double(max(pixelHeight, 1)) }
}

extension PDFDocument {
    /// Adds a JPEG or PNG file's bytes.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - orientation: Overrides what the file says, 1...8.
    /// - Returns: What to draw.
    /// - Throws: `picture` when it cannot be used; the document stays sound.
    package func addPicture(
        _ bytes: UnsafeBufferPointer<UInt8>,
        orientation: Int? = nil
    ) throws(TypesettingError) -> PlacedPicture {
        if bytes.count > 2, bytes[0] == 0xff, bytes[1] == 0xd8 {
            let picture = try JPEGPicture(bytes)
            let object = try add(picture, bytes)
            let turn = orientation ?? picture.orientation
            let isTurned = turn >= 5
            return PlacedPicture(
                number: addImageObject(object),
                orientation: turn,
                pixelWidth: isTurned ? picture.height : picture.width,
                pixelHeight: isTurned ? picture.width : picture.height
            )
        }
        let picture = try PNGPicture(bytes)
        return PlacedPicture(
            number: addImageObject(try add(picture)),
            orientation: 1,
            pixelWidth: picture.width,
            pixelHeight: picture.height
        )
    }

    private func add(_ picture: JPEGPicture, _ bytes: UnsafeBufferPointer<UInt8>) throws(TypesettingError)
        -> Int
    {
        let space = try colorSpace(picture.profile, channels: picture.channels)
        let object = file.allocate()
        var entries = imageHead(width: picture.width, height: picture.height, bits: 8, space: space)
        entries.write("/Filter/DCTDecode")
        if picture.channels == 4, picture.hasAdobeMarker { entries.write("/Decode[1 0 1 0 1 0 1 0]") }
        try file.addStored(
            object,
            entries: entries,
            parts: picture.kept.map { UnsafeBufferPointer(rebasing: bytes[$0]) }
        )
        return object
    }

    /// Writes a PNG's pixels, and its mask.
    ///
    /// - Returns: The object's number.
    func add(_ picture: PNGPicture) throws(TypesettingError) -> Int {
        if picture.passesThrough {
            let base = try colorSpace(picture.profile, channels: picture.colorType == 0 ? 1 : 3)
            var space = base
            if picture.colorType == 3 {
                space = []
                space.write("[/Indexed ")
                space.append(contentsOf: base)
                space.append(0x20)
                space.write(integer: picture.palette.count / 3 - 1)
                space.append(0x3c)
                for byte in picture.palette.prefix(picture.palette.count / 3 * 3) { space.write(hex: byte) }
                space.write(">]")
            }
            let object = file.allocate()
            var entries = imageHead(
                width: picture.width,
                height: picture.height,
                bits: picture.depth,
                space: space
            )
            entries.write("/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors ")
            entries.write(integer: picture.channelCount)
            entries.write("/BitsPerComponent ")
            entries.write(integer: picture.depth)
            entries.write("/Columns ")
            entries.write(integer: picture.width)
            entries.write(">>")
            let file = file
            let result = picture.compressed.withUnsafeBufferPointer { content in
                Result { () throws(TypesettingError) in
                    try file.addStored(object, entries: entries, parts: [content])
                }
            }
            try result.get()
            return object
        }
        let (colors, channels, alpha) = try picture.decode()
        var mask: Int?
        if let alpha, alpha.contains(where: { $0 != 255 }) {
            let object = file.allocate()
            let head = imageHead(
                width: picture.width,
                height: picture.height,
                bits: 8,
                space: Array("/DeviceGray".utf8)
            )
            try file.addStream(object, entries: head, alpha)
            mask = object
        }
        let space = try colorSpace(picture.profile, channels: channels)
        var entries = imageHead(width: picture.width, height: picture.height, bits: 8, space: space)
        if let mask {
            entries.write("/SMask ")
            entries.write(reference: mask)
        }
        let object = file.allocate()
        try file.addStream(object, entries: entries, colors)
        return object
    }

    private func imageHead(width: Int, height: Int, bits: Int, space: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.write("/Type/XObject/Subtype/Image/Width ")
        output.write(integer: width)
        output.write("/Height ")
        output.write(integer: height)
        output.write("/BitsPerComponent ")
        output.write(integer: bits)
        output.write("/ColorSpace")
        if space.first != 0x2f, space.first != 0x5b { output.append(0x20) }
        output.append(contentsOf: space)
        return output
    }

    /// A device colour space, or the picture's own profile, each profile stored once.
    private func colorSpace(_ profile: [UInt8]?, channels: Int) throws(TypesettingError) -> [UInt8] {
        var output: [UInt8] = []
        if let profile, Self.fits(profile, channels: channels) {
            let key = hex(Digest.of(profile, .sha256))
            let object: Int
            if let known = profileObjects[key] {
                object = known
            } else {
                object = file.allocate()
                var entries: [UInt8] = []
                entries.write("/N ")
                entries.write(integer: channels)
                try file.addStream(object, entries: entries, profile)
                profileObjects[key] = object
            }
            output.write("[/ICCBased ")
            output.write(reference: object)
            output.append(0x5d)
            return output
        }
        output.write(channels == 1 ? "/DeviceGray" : channels == 3 ? "/DeviceRGB" : "/DeviceCMYK")
        return output
    }

    /// Whether a profile is whole and describes that many channels (ICC.1, 7.2).
    private static func fits(_ profile: [UInt8], channels: Int) -> Bool {
        guard profile.count >= 132, profile[36..<40].elementsEqual("acsp".utf8), profile[8] <= 4 else {
            return false
        }
        let size = profile[0..<4].reduce(0) { $0 << 8 | Int($1) }
        let space = String(decoding: profile[16..<20], as: UTF8.self)
        return size == profile.count && space == (channels == 1 ? "GRAY" : channels == 3 ? "RGB " : "CMYK")
    }

    /// Draws a picture as a figure of the text.
    ///
    /// - Parameters:
    ///   - picture: What ``addPicture(_:orientation:)`` gave.
    ///   - page: Where to.
    ///   - frame: Left, bottom, width and height in points.
    ///   - element: A figure, whose bounds are set here; `nil` draws decoration.
    package func draw(
        _ picture: PlacedPicture,
        on page: PDFPage,
        frame: (x: Double, y: Double, width: Double, height: Double),
        element: StructureElement?
    ) {
        let (x, y, w, h) = frame
        if let element {
            element.bounds = (x, y, x + w, y + h)
            page.begin(element)
        } else {
            page.beginArtifact()
        }
        // Where the stored image's unit vectors go (Exif 2.32, table of orientation).
        switch picture.orientation {
        case 2: page.drawImage(picture.number, (-w, 0, 0, h, x + w, y))
        case 3: page.drawImage(picture.number, (-w, 0, 0, -h, x + w, y + h))
        case 4: page.drawImage(picture.number, (w, 0, 0, -h, x, y + h))
        case 5: page.drawImage(picture.number, (0, -h, -w, 0, x + w, y + h))
        case 6: page.drawImage(picture.number, (0, -h, w, 0, x, y + h))
        case 7: page.drawImage(picture.number, (0, h, w, 0, x, y))
        case 8: page.drawImage(picture.number, (0, h, -w, 0, x + w, y))
        default: page.drawImage(picture.number, (w, 0, 0, h, x, y))
        }
        page.end()
    }
}
