import CDigest

/// A digest that takes its input in pieces.
///
/// libcrypto's implementations; SHA-256 is FIPS 180-4, SHA-1 and MD5 (RFC 1321) are here only
/// because UUIDv5 (RFC 9562, section 5.5) and Day One's file names are defined by them.
package final class Digest {
    package enum Algorithm: Sendable { case sha256, sha1, md5 }

    private let context: OpaquePointer?
    private let byteCount: Int

    package init(_ algorithm: Algorithm) {
        context = EVP_MD_CTX_new()
        switch algorithm {
        case .sha256:
            byteCount = 32
            EVP_DigestInit_ex(context, EVP_sha256(), nil)
        case .sha1:
            byteCount = 20
            EVP_DigestInit_ex(context, EVP_sha1(), nil)
        case .md5:
            byteCount = 16
            EVP_DigestInit_ex(context, EVP_md5(), nil)
        }
    }

    deinit { EVP_MD_CTX_free(context) }

    package func update(_ bytes: UnsafeRawBufferPointer) {
        EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    /// The digest of everything given so far.
    ///
    /// The object is used up.
    package func finish() -> [UInt8] {
        var output = [UInt8](repeating: 0, count: byteCount)
        EVP_DigestFinal_ex(context, &output, nil)
        return output
    }

    package static func of(_ bytes: some Sequence<UInt8>, _ algorithm: Algorithm) -> [UInt8] {
        let digest = Digest(algorithm)
        if bytes.withContiguousStorageIfAvailable({ digest.update(UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes { digest.update($0) }
        }
        return digest.finish()
    }
}
