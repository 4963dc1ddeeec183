import CSodium

/// What others know of a device: two keys, for two purposes.
package struct DevicePublicKeys: Sendable, Hashable {
    /// 32 bytes, Ed25519 (RFC 8032): whose word it is.
    package let signing: [UInt8]
    /// 32 bytes, X25519 (RFC 7748): how to hand it a secret.
    package let sealing: [UInt8]

    /// - Returns: `nil` unless both have 32 bytes.
    package init?(signing: [UInt8], sealing: [UInt8]) {
        guard signing.count == 32, sealing.count == 32 else { return nil }
        (self.signing, self.sealing) = (signing, sealing)
    }

    /// Whether this device signed a message.
    package func signed(_ message: [UInt8], _ signature: [UInt8]) -> Bool {
        guard sodium_init() >= 0, signature.count == DeviceKeys.signatureByteCount else { return false }
        return crypto_sign_verify_detached(signature, message, UInt64(message.count), signing) == 0
    }

    /// Seals a secret so that this device alone can open it (libsodium's sealed box).
    ///
    /// - Throws: ``EncryptionError/unavailable``.
    package func sealed(_ secret: [UInt8]) throws -> [UInt8] {
        guard sodium_init() >= 0 else { throw EncryptionError.unavailable }
        var box = [UInt8](repeating: 0, count: secret.count + DeviceKeys.sealByteCount)
        guard crypto_box_seal(&box, secret, UInt64(secret.count), sealing) == 0 else {
            throw EncryptionError.unavailable
        }
        return box
    }
}

/// The two secret keys of a device, which never leave it.
package final class DeviceKeys: Sendable {
    package static let signatureByteCount = 64
    static let sealByteCount = 48
    /// Bytes of what ``init(seed:)`` takes.
    package static let seedByteCount = 64

    package let publicKeys: DevicePublicKeys
    private let signingSeed: SecretKey
    private let sealingSecret: SecretKey

    /// - Parameter seed: 64 random bytes; the same seed gives the same keys.
    /// - Throws: ``EncryptionError``.
    package init(seed: [UInt8]) throws {
        guard sodium_init() >= 0 else { throw EncryptionError.unavailable }
        guard seed.count == DeviceKeys.seedByteCount else { throw EncryptionError.damaged }
        signingSeed = try SecretKey(Array(seed[..<32]))
        var signing = [UInt8](repeating: 0, count: 32)
        var expanded = [UInt8](repeating: 0, count: 64)
        defer { sodium_memzero(&expanded, expanded.count) }
        _ = signingSeed.withBytes { crypto_sign_seed_keypair(&signing, &expanded, $0) }
        var sealing = [UInt8](repeating: 0, count: 32)
        let seedOfSealing = try SecretKey(Array(seed[32...]))
        sealingSecret = try SecretKey { memory in
            _ = seedOfSealing.withBytes {
                crypto_box_seed_keypair(&sealing, memory.assumingMemoryBound(to: UInt8.self), $0)
            }
        }
        guard let keys = DevicePublicKeys(signing: signing, sealing: sealing) else {
            throw EncryptionError.unavailable
        }
        publicKeys = keys
    }

    /// Signs a message: 64 bytes.
    package func signature(of message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: DeviceKeys.signatureByteCount)
        var expanded = [UInt8](repeating: 0, count: 64)
        var key = [UInt8](repeating: 0, count: 32)
        defer { sodium_memzero(&expanded, expanded.count) }
        _ = signingSeed.withBytes { crypto_sign_seed_keypair(&key, &expanded, $0) }
        crypto_sign_detached(&signature, nil, message, UInt64(message.count), expanded)
        return signature
    }

    /// Opens what was sealed to this device.
    ///
    /// - Throws: ``EncryptionError/damaged`` when it was sealed to another or changed.
    package func opened(_ box: [UInt8]) throws -> [UInt8] {
        guard box.count >= DeviceKeys.sealByteCount else { throw EncryptionError.damaged }
        var secret = [UInt8](repeating: 0, count: box.count - DeviceKeys.sealByteCount)
        let status = sealingSecret.withBytes {
            crypto_box_seal_open(&secret, box, UInt64(box.count), publicKeys.sealing, $0)
        }
        guard status == 0 else { throw EncryptionError.damaged }
        return secret
    }
}
