import CSodium

/// 32 secret bytes in guarded memory that is wiped when they are let go.
package final class SecretKey: @unchecked Sendable {
    /// Bytes of a key.
    package static let byteCount = 32

    // Written once before anything else sees it; only read afterwards.
    private let memory: UnsafeMutableRawPointer

    /// - Throws: ``EncryptionError/unavailable`` and what `fill` throws.
    init(_ fill: (UnsafeMutableRawPointer) throws -> Void) throws {
        guard sodium_init() >= 0, let memory = sodium_malloc(SecretKey.byteCount) else {
            throw EncryptionError.unavailable
        }
        self.memory = memory
        // `deinit` runs when this throws, as everything is set by now.
        try fill(memory)
        sodium_mprotect_readonly(memory)
    }

    deinit { sodium_free(memory) }

    /// A key that nobody has had before.
    package static func random() throws -> SecretKey {
        try SecretKey { randombytes_buf($0, SecretKey.byteCount) }
    }

    /// A key with given bytes, for published test vectors and keys that came sealed.
    package convenience init(_ bytes: [UInt8]) throws {
        guard bytes.count == SecretKey.byteCount else { throw EncryptionError.damaged }
        try self.init { memory in
            bytes.withUnsafeBytes {
                memory.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: $0.count)
            }
        }
    }

    func withBytes<Result>(_ body: (UnsafePointer<UInt8>) throws -> Result) rethrows -> Result {
        try body(UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)))
    }

    /// Another key that tells nothing about this one: BLAKE2b-256 keyed with this one, of label and context.
    ///
    /// - Parameters:
    ///   - label: ASCII, unlike that of every other use.
    ///   - context: Follows the label, which ends at the first byte 0.
    /// - Returns: The key.
    /// - Throws: ``EncryptionError/unavailable``.
    package func derived(_ label: StaticString, _ context: [UInt8] = []) throws -> SecretKey {
        let digest = digest(label, context)
        return try SecretKey(digest)
    }

    /// BLAKE2b-256 (RFC 7693) keyed with this key, of the label, a byte 0, and `bytes`.
    package func digest(_ label: StaticString, _ bytes: [UInt8] = []) -> [UInt8] {
        let input = label.withUTF8Buffer { Array($0) } + [0] + bytes
        return withBytes { KeyedDigest.of(input, key: $0, keyByteCount: SecretKey.byteCount) }
    }

    /// Takes as long for a wrong value as for the right one.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}

/// BLAKE2b-256 (RFC 7693).
enum KeyedDigest {
    static func of(_ bytes: [UInt8], key: UnsafePointer<UInt8>?, keyByteCount: Int) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: 32)
        crypto_generichash(&output, 32, bytes, UInt64(bytes.count), key, keyByteCount)
        return output
    }
}

/// Bytes that nobody can foresee.
package func randomBytes(_ count: Int) throws -> [UInt8] {
    guard sodium_init() >= 0 else { throw EncryptionError.unavailable }
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
}
