import CSodium

/// A signed and sealed object that is bound to its place (`docs/sync-format.md`, "Envelope").
///
/// On the wire: magic, version, nonce (24), signature (64), ciphertext. Nothing else is in clear.
package enum Envelope {
    static let magic = Array("JENV".utf8)
    static let version: UInt8 = 1
    static let nonceByteCount = 24
    static let tagByteCount = 16
    static let headerByteCount = 4 + 1 + nonceByteCount + DeviceKeys.signatureByteCount

    /// Seals a payload.
    ///
    /// - Parameters:
    ///   - payload: The content.
    ///   - key: Opens it.
    ///   - place: Must be given again to open it: label, ids, position, previous hash.
    ///   - signer: Whose word it is.
    ///   - nonce: 24 random bytes, never used twice.
    /// - Returns: The bytes to store.
    /// - Throws: ``EncryptionError``.
    package static func seal(
        _ payload: [UInt8],
        key: SecretKey,
        place: [UInt8],
        signer: DeviceKeys,
        nonce: [UInt8]
    ) throws -> [UInt8] {
        guard sodium_init() >= 0, nonce.count == nonceByteCount else { throw EncryptionError.unavailable }
        var plain: [UInt8] = []
        withUnsafeBytes(of: UInt64(payload.count).littleEndian) { plain += $0 }
        plain += payload
        let padded = Int(Padding.padded(Int64(plain.count)))
        plain += [UInt8](repeating: 0, count: padded - plain.count)
        var sealed = [UInt8](repeating: 0, count: plain.count + tagByteCount)
        _ = key.withBytes {
            crypto_aead_xchacha20poly1305_ietf_encrypt(
                &sealed,
                nil,
                plain,
                UInt64(plain.count),
                place,
                UInt64(place.count),
                nil,
                nonce,
                $0
            )
        }
        let signature = signer.signature(of: signedMessage(place, nonce, sealed))
        return magic + [version] + nonce + signature + sealed
    }

    /// Opens and proves an object; the signature comes first, so that nobody else's bytes reach the cipher.
    ///
    /// - Parameters:
    ///   - bytes: The whole object.
    ///   - key: As when it was sealed.
    ///   - place: As when it was sealed.
    ///   - signer: Who must have signed it.
    /// - Returns: The payload.
    /// - Throws: ``EncryptionError/damaged`` for anything that is not what was sealed there by that device.
    package static func open(
        _ bytes: [UInt8],
        key: SecretKey,
        place: [UInt8],
        signer: DevicePublicKeys
    ) throws -> [UInt8] {
        guard sodium_init() >= 0 else { throw EncryptionError.unavailable }
        guard bytes.count >= headerByteCount + Int(Padding.padded(8)) + tagByteCount,
            bytes.starts(with: magic), bytes[4] == version
        else { throw EncryptionError.damaged }
        let nonce = Array(bytes[5..<5 + nonceByteCount])
        let signature = Array(bytes[5 + nonceByteCount..<headerByteCount])
        let sealed = Array(bytes[headerByteCount...])
        guard signer.signed(signedMessage(place, nonce, sealed), signature) else {
            throw EncryptionError.damaged
        }
        var plain = [UInt8](repeating: 0, count: sealed.count - tagByteCount)
        let status = key.withBytes {
            crypto_aead_xchacha20poly1305_ietf_decrypt(
                &plain,
                nil,
                nil,
                sealed,
                UInt64(sealed.count),
                place,
                UInt64(place.count),
                nonce,
                $0
            )
        }
        guard status == 0 else { throw EncryptionError.damaged }
        let length = plain.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
        // One form only: the padding is that of the length, and zero.
        guard length <= UInt64(plain.count - 8), Padding.padded(Int64(length) + 8) == Int64(plain.count),
            plain[(8 + Int(length))...].allSatisfy({ $0 == 0 })
        else { throw EncryptionError.damaged }
        return Array(plain[8..<8 + Int(length)])
    }

    /// BLAKE2b-256 of all bytes: names the object in what comes after it.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        KeyedDigest.of(Array("journal envelope hash 1\0".utf8) + bytes, key: nil, keyByteCount: 0)
    }

    private static func signedMessage(_ place: [UInt8], _ nonce: [UInt8], _ sealed: [UInt8]) -> [UInt8] {
        var message = Array("journal envelope 1\0".utf8)
        withUnsafeBytes(of: UInt64(place.count).littleEndian) { message += $0 }
        return KeyedDigest.of(message + place + nonce + sealed, key: nil, keyByteCount: 0)
    }
}
