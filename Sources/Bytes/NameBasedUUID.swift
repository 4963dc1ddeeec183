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
        let isCopied: Void? = bytes.withContiguousStorageIfAvailable {
            target.copyBytes(from: $0.prefix(16))
        }
        if isCopied == nil { target.copyBytes(from: Array(bytes.prefix(16))) }
    }
    return UUID(uuid: value)
}

extension UUID {
    /// The sixteen bytes, first to last.
    package var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

    /// Hexadecimal in lower case with dashes, as RFC 9562 asks of output.
    package var lowerCased: String {
        withUnsafeBytes(of: uuid) { bytes in
            String(unsafeUninitializedCapacity: 36) { text in
                var position = 0
                for index in 0..<16 {
                    if index == 4 || index == 6 || index == 8 || index == 10 {
                        text[position] = 0x2d
                        position += 1
                    }
                    text[position] = hexDigit(bytes[index] >> 4)
                    text[position + 1] = hexDigit(bytes[index] & 15)
                    position += 2
                }
                return position
            }
        }
    }
}
