import Foundation

/// A colour profile made from the numbers of IEC 61966-2-1 (ICC.1:2001-04, version 2.4, three-component display).
enum ColorProfile {
    /// The bytes of the sRGB profile.
    static func sRGB() -> [UInt8] {
        var tags: [(name: String, bytes: [UInt8])] = [
            ("desc", description("sRGB")),
            ("cprt", text("No copyright, use freely")),
            ("wtpt", xyz(0.96420, 1.0, 0.82491)),
            // Primaries adapted to D50 by the Bradford matrix.
            ("rXYZ", xyz(0.43607, 0.22249, 0.01392)),
            ("gXYZ", xyz(0.38515, 0.71687, 0.09708)),
            ("bXYZ", xyz(0.14307, 0.06061, 0.71410)),
            ("rTRC", curve()),
        ]
        tags.append(("gTRC", []))
        tags.append(("bTRC", []))
        var table: [UInt8] = []
        var data: [UInt8] = []
        let start = 128 + 4 + tags.count * 12
        integer(tags.count, to: &table)
        var last = (offset: 0, count: 0)
        for tag in tags {
            // The three curves are one.
            if !tag.bytes.isEmpty {
                last = (start + data.count, tag.bytes.count)
                data.append(contentsOf: tag.bytes)
                while data.count % 4 != 0 { data.append(0) }
            }
            table.append(contentsOf: tag.name.utf8)
            integer(last.offset, to: &table)
            integer(last.count, to: &table)
        }
        var profile: [UInt8] = []
        integer(start + data.count, to: &profile)
        integer(0, to: &profile)
        integer(0x0240_0000, to: &profile)
        profile.append(contentsOf: "mntrRGB XYZ ".utf8)
        // Date of the profile: fixed, so that the same book is the same bytes.
        for part in [2000, 1, 1, 0, 0, 0] {
            profile.append(contentsOf: [UInt8(part >> 8), UInt8(part & 255)])
        }
        profile.append(contentsOf: "acsp".utf8)
        profile.append(contentsOf: [UInt8](repeating: 0, count: 28))
        profile.append(contentsOf: xyz(0.96420, 1.0, 0.82491).suffix(12))
        profile.append(contentsOf: [UInt8](repeating: 0, count: 128 - profile.count))
        return profile + table + data
    }

    private static func integer(_ value: Int, to output: inout [UInt8]) {
        for shift in [24, 16, 8, 0] { output.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    private static func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
        var bytes = Array("XYZ ".utf8) + [0, 0, 0, 0]
        for value in [x, y, z] { integer(Int((value * 65_536).rounded()), to: &bytes) }
        return bytes
    }

    /// The transfer function at 1,024 places.
    private static func curve() -> [UInt8] {
        var bytes = Array("curv".utf8) + [0, 0, 0, 0]
        integer(1024, to: &bytes)
        for index in 0..<1024 {
            let value = Double(index) / 1023
            let linear = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            let word = Int((linear * 65_535).rounded())
            bytes.append(contentsOf: [UInt8(word >> 8), UInt8(word & 255)])
        }
        return bytes
    }

    private static func text(_ value: String) -> [UInt8] {
        Array("text".utf8) + [0, 0, 0, 0] + Array(value.utf8) + [0]
    }

    private static func description(_ value: String) -> [UInt8] {
        var bytes = Array("desc".utf8) + [0, 0, 0, 0]
        integer(value.utf8.count + 1, to: &bytes)
        bytes += Array(value.utf8) + [0]
        // No Unicode and no Macintosh name: language, count, script code, count, 67 bytes.
        return bytes + [UInt8](repeating: 0, count: 8 + 3 + 67)
    }
}
