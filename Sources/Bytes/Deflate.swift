import CCompression

/// Deflate streams (RFC 1951) of values that fit in memory, by libdeflate: about twice as fast as zlib.
package final class Deflate {
    private let compressor: OpaquePointer?

    /// - Parameter level: 1 (fast) to 12 (small).
    package init(level: Int32 = 6) { compressor = libdeflate_alloc_compressor(level) }

    deinit { libdeflate_free_compressor(compressor) }

    /// A bare deflate stream, as ZIP members hold it.
    package func deflated(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: libdeflate_deflate_compress_bound(compressor, bytes.count)) {
            (buffer, count) in
            count = libdeflate_deflate_compress(
                compressor,
                bytes,
                bytes.count,
                buffer.baseAddress,
                buffer.count
            )
        }
    }

    /// A deflate stream in zlib's frame (RFC 1950), as PNG and PDF hold it.
    package func zlibFramed(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: libdeflate_zlib_compress_bound(compressor, bytes.count)) {
            (buffer, count) in
            count = libdeflate_zlib_compress(compressor, bytes, bytes.count, buffer.baseAddress, buffer.count)
        }
    }

    /// CRC-32 as ZIP and PNG use it (ISO 3309).
    package static func crc32(_ bytes: some Collection<UInt8>) -> UInt32 {
        bytes.withContiguousStorageIfAvailable { libdeflate_crc32(0, $0.baseAddress, $0.count) }
            ?? Array(bytes).withUnsafeBufferPointer { libdeflate_crc32(0, $0.baseAddress, $0.count) }
    }
}
