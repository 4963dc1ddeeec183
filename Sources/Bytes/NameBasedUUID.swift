package import Foundation

/// The UUID of a name (RFC 9562, section 5.5, version 5): the same name gives the same UUID on every device.
///
/// - Parameters:
///   - namespace: The UUID under which names are unique.
///   - name: Parts of the name; each is preceded by its length, so that no two lists of parts meet.
/// - Returns: A UUID with version 5 and variant 1.
package func nameBasedUUID(namespace: UUID, _ name: [String]) -> UUID {
    let digest = Digest(.sha1)
    withUnsafeBytes(of: namespace.uuid) { digest.update($0) }
    for part in name {
        var part = part
        withUnsafeBytes(of: UInt32(part.utf8.count).littleEndian) { digest.update($0) }
        part.withUTF8 { digest.update(UnsafeRawBufferPointer($0)) }
    }
    var bytes = digest.finish()
    bytes[6] = bytes[6] & 0x0f | 0x50
    bytes[8] = bytes[8] & 0x3f | 0x80
    return uuid(bytes: bytes)
}

/// The UUID whose 16 bytes are the first of `bytes`; missing ones count as 0.
package func uuid(bytes: some Sequence<UInt8>) -> UUID {
    var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &value) { target in
        for (index, byte) in bytes.prefix(16).enumerated() { target[index] = byte }
    }
    return UUID(uuid: value)
}

extension UUID {
    /// The sixteen bytes, first to last.
    package var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

    /// Hexadecimal in lower case with dashes, as RFC 9562 asks of output.
    package var lowerCased: String {
        let digits = Array(hex(bytes).utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, digit) in digits.enumerated() {
            if index == 8 || index == 12 || index == 16 || index == 20 { text.append(0x2d) }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
