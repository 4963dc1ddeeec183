import CSodium

/// How a passphrase becomes a key: Argon2id version 1.3 (RFC 9106), one lane.
package struct PassphraseParameters: Sendable, Equatable {
    /// Between 32 MiB and 1 GiB: a header must not be able to ask for nothing, or for all there is.
    package var memoryBytes: Int
    /// 1 to 10.
    package var passes: Int
    /// 16 bytes.
    package var salt: [UInt8]

    package init(memoryBytes: Int, passes: Int, salt: [UInt8]) {
        self.memoryBytes = memoryBytes
        self.passes = passes
        self.salt = salt
    }

    /// 256 MiB and three passes, over half a second on one core, with a new salt.
    package static func standard() throws -> PassphraseParameters {
        PassphraseParameters(memoryBytes: 256 << 20, passes: 3, salt: try randomBytes(16))
    }

    /// The key of a passphrase.
    ///
    /// - Parameter passphrase: Its bytes as they were typed, without a line end.
    /// - Returns: The key.
    /// - Throws: ``EncryptionError/parameters``; ``EncryptionError/memory(byteCount:)``, never a weaker key.
    package func key(_ passphrase: [UInt8]) throws -> SecretKey {
        guard (32 << 20)...(1 << 30) ~= memoryBytes, 1...10 ~= passes, salt.count == 16 else {
            throw EncryptionError.parameters
        }
        return try SecretKey { memory in
            let status = crypto_pwhash(
                memory.assumingMemoryBound(to: UInt8.self),
                UInt64(SecretKey.byteCount),
                passphrase.map { CChar(bitPattern: $0) },
                UInt64(passphrase.count),
                salt,
                UInt64(passes),
                memoryBytes,
                crypto_pwhash_ALG_ARGON2ID13
            )
            guard status == 0 else { throw EncryptionError.memory(byteCount: memoryBytes) }
        }
    }
}
