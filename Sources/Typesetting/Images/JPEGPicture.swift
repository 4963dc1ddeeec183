/// A JPEG file (ITU-T T.81) as a PDF takes it: the compressed bytes as they are, without what other
/// programs wrote beside them.
package struct JPEGPicture {
    /// As stored, before any orientation is applied.
    package private(set) var width = 0
    package private(set) var height = 0
    private(set) var channels = 0
    /// 1...8, as EXIF counts.
    package private(set) var orientation = 1
    /// Whether an Adobe marker says how colours are stored; then four-colour files are inverted.
    private(set) var hasAdobeMarker = false
    private(set) var profile: [UInt8]?
    /// Ranges of the file that are kept, in order.
    private(set) var kept: [Range<Int>] = []

    /// Finds the frame, the profile, the orientation and the ranges to keep.
    ///
    /// - Throws: `picture` for a file that is damaged or of a kind that PDF readers do not decode.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) throws(TypesettingError) {
        guard bytes.count > 4, bytes[0] == 0xff, bytes[1] == 0xd8 else {
            throw .picture(reason: "not a JPEG file")
        }
        var profileParts: [(Int, Range<Int>)] = []
        keep(0..<2)
        var at = 2
        while true {
            guard at + 4 <= bytes.count, bytes[at] == 0xff else {
                throw .picture(reason: "a damaged JPEG file")
            }
            let marker = bytes[at + 1]
            if marker == 0xff {
                at += 1
                continue
            }
            let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
            let segment = at..<(at + 2 + length)
            guard length >= 2, segment.upperBound <= bytes.count else {
                throw .picture(reason: "a JPEG file that breaks off")
            }
            let body = (at + 4)..<segment.upperBound
            switch marker {
            case 0xe1: readOrientation(bytes, body)
            case 0xe2 where Self.has("ICC_PROFILE\0", bytes, body) && body.count > 14:
                profileParts.append(
                    (Int(bytes[body.lowerBound + 12]), (body.lowerBound + 14)..<body.upperBound)
                )
                keep(segment)
            case 0xee:
                hasAdobeMarker = Self.has("Adobe", bytes, body)
                keep(segment)
            case 0xe0: keep(segment)
            case 0xe2...0xed, 0xef, 0xfe: break
            case 0xc0, 0xc1, 0xc2:
                guard body.count >= 6, bytes[body.lowerBound] == 8 else {
                    throw .picture(reason: "a JPEG file with more than 8 bits a sample")
                }
                height = Int(bytes[body.lowerBound + 1]) << 8 | Int(bytes[body.lowerBound + 2])
                width = Int(bytes[body.lowerBound + 3]) << 8 | Int(bytes[body.lowerBound + 4])
                channels = Int(bytes[body.lowerBound + 5])
                keep(segment)
            case 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf:
                throw .picture(reason: "a JPEG file of a lossless, arithmetic or hierarchical kind")
            case 0xda:
                keep(at..<Self.endOfImage(bytes, after: segment.upperBound))
                guard width > 0, height > 0, [1, 3, 4].contains(channels) else {
                    throw .picture(reason: "a JPEG file without a frame")
                }
                profile = join(profileParts, bytes)
                return
            default: keep(segment)
            }
            at = segment.upperBound
        }
    }

    private mutating func keep(_ range: Range<Int>) {
        if let last = kept.last, last.upperBound == range.lowerBound {
            kept[kept.count - 1] = last.lowerBound..<range.upperBound
        } else {
            kept.append(range)
        }
    }

    private static func has(_ text: StaticString, _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>)
        -> Bool
    {
        guard range.count >= text.utf8CodeUnitCount else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[range.lowerBound + $0] == text.utf8Start[$0] }
    }

    /// Where the image ends: what phones put behind it (moving pictures, second images) is no part of it.
    private static func endOfImage(_ bytes: UnsafeBufferPointer<UInt8>, after start: Int) -> Int {
        var at = start
        while at + 1 < bytes.count {
            guard bytes[at] == 0xff else {
                at += 1
                continue
            }
            switch bytes[at + 1] {
            case 0xd9: return at + 2
            case 0x00, 0x01, 0xd0...0xd7: at += 2
            case 0xff: at += 1
            default:
                // A segment between two scans; its bytes may look like markers.
                guard at + 4 <= bytes.count else { return bytes.count }
                at += 2 + max(Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]), 2)
            }
        }
        return bytes.count
    }

    private func join(_ parts: [(Int, Range<Int>)], _ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard !parts.isEmpty else { return nil }
        return parts.sorted { $0.0 < $1.0 }.flatMap { bytes[$0.1] }
    }

    /// Reads tag 0x0112 of the first directory (Exif 2.32, 4.6.4).
    private mutating func readOrientation(_ bytes: UnsafeBufferPointer<UInt8>, _ body: Range<Int>) {
        guard Self.has("Exif\0\0", bytes, body), body.count >= 14 else { return }
        let base = body.lowerBound + 6
        let isLittle = bytes[base] == 0x49
        func integer(_ at: Int, _ count: Int) -> Int? {
            guard at >= base, at + count <= body.upperBound else { return nil }
            return (0..<count).reduce(0) { $0 << 8 | Int(bytes[at + (isLittle ? count - 1 - $1 : $1)]) }
        }
        guard let offset = integer(base + 4, 4), let count = integer(base + offset, 2) else { return }
        for index in 0..<min(count, 200) {
            let entry = base + offset + 2 + index * 12
            guard let tag = integer(entry, 2) else { return }
            if tag == 0x0112, let value = integer(entry + 8, 2), (1...8).contains(value) {
                orientation = value
            }
        }
    }
}
