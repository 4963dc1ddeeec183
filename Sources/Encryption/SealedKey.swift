import CSodium

/// A key sealed under another: XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03) with a commitment to the outer key.
///
/// The cipher alone does not commit to its key: without the commitment one sealed text could open under two keys.
package struct SealedKey: Sendable, Equatable {
    /// 32 bytes: the outer key's digest.
    package var commitment: [UInt8]
    /// 24 random bytes.
    package var nonce: [UInt8]
    /// 48 bytes: the key and its tag.
    package var sealed: [UInt8]

    package init(commitment: [UInt8], nonce: [UInt8], sealed: [UInt8]) {
        self.commitment = commitment
        self.nonce = nonce
        self.sealed = sealed
    }

    /// Seals a key.
    ///
    /// - Parameters:
    ///   - key: What is sealed.
    ///   - outer: The key that opens it.
    ///   - associated: Must be given again to open it.
    /// - Throws: ``EncryptionError/unavailable``.
    package init(_ key: SecretKey, under outer: SecretKey, associated: [UInt8]) throws {
        commitment = outer.digest("journal key commitment 1")
        nonce = try randomBytes(24)
        var output = [UInt8](repeating: 0, count: 48)
        let nonce = nonce
        key.withBytes { inner in
            outer.withBytes { outer in
                _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
                    &output,
                    nil,
                    inner,
                    32,
                    associated,
                    UInt64(associated.count),
                    nil,
                    nonce,
                    outer
                )
            }
        }
        sealed = output
    }

    /// Opens it.
    ///
    /// - Parameters:
    ///   - outer: The key it was sealed under.
    ///   - associated: As when it was sealed.
    /// - Returns: The key.
    /// - Throws: ``EncryptionError/wrongKey``.
    package func open(under outer: SecretKey, associated: [UInt8]) throws -> SecretKey {
        guard nonce.count == 24, sealed.count == 48,
            SecretKey.areEqual(commitment, outer.digest("journal key commitment 1"))
        else { throw EncryptionError.wrongKey }
        return try SecretKey { memory in
            let status = outer.withBytes { outer in
                crypto_aead_xchacha20poly1305_ietf_decrypt(
                    memory.assumingMemoryBound(to: UInt8.self),
                    nil,
                    nil,
                    sealed,
                    48,
                    associated,
                    UInt64(associated.count),
                    nonce,
                    outer
                )
            }
            guard status == 0 else { throw EncryptionError.wrongKey }
        }
    }
}
