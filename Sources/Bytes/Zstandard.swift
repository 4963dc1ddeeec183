import CCompression

/// What stops bounded compression.
package enum CompressionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The stored bytes are not what was once compressed.
    case damaged
    /// More would come out than the caller allows.
    case tooLarge(limitBytes: Int)

    package var description: String {
        switch self {
        case .damaged: "compressed bytes are damaged; restore them from a backup"
        case .tooLarge(let limit): "compressed bytes expand to more than \(limit) bytes and were refused"
        }
    }
}

/// Zstandard frames (RFC 8878) of values that fit in memory.
///
/// Holds one compression and one decompression context, so that many small values cost no set-up each.
package final class Zstandard {
    private let compressor = ZSTD_createCCtx()
    private let decompressor = ZSTD_createDCtx()
    private let level: Int32

    /// - Parameter level: 1 (fast) to 19 (small).
    package init(level: Int32 = 1) { self.level = level }

    deinit {
        ZSTD_freeCCtx(compressor)
        ZSTD_freeDCtx(decompressor)
    }

    package func compress(_ bytes: [UInt8]) throws(CompressionError) -> [UInt8] {
        var size = 0
        let output = [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count)) { buffer, count in
            size = ZSTD_compressCCtx(
                compressor,
                buffer.baseAddress,
                buffer.count,
                bytes,
                bytes.count,
                level
            )
            count = ZSTD_isError(size) == 0 ? size : 0
        }
        guard ZSTD_isError(size) == 0 else { throw .damaged }
        return output
    }

    /// The value inside one frame, which must announce its size.
    package func decompress(
        _ frame: UnsafeRawBufferPointer,
        limitBytes: Int
    ) throws(CompressionError) -> [UInt8] {
        let announced = ZSTD_getFrameContentSize(frame.baseAddress, frame.count)
        guard announced < UInt64(Int.max) else { throw .damaged }
        guard announced <= UInt64(limitBytes) else { throw .tooLarge(limitBytes: limitBytes) }
        var size = 0
        let output = [UInt8](unsafeUninitializedCapacity: max(Int(announced), 1)) { buffer, count in
            size = ZSTD_decompressDCtx(
                decompressor,
                buffer.baseAddress,
                Int(announced),
                frame.baseAddress,
                frame.count
            )
            count = ZSTD_isError(size) == 0 ? size : 0
        }
        guard ZSTD_isError(size) == 0, UInt64(size) == announced else { throw .damaged }
        return output
    }
}
