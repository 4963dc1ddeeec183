import CTypesetting

/// Compression of streams (`FlateDecode`, RFC 1950).
final class Deflater {
    private let handle: OpaquePointer?
    private var buffer: [UInt8] = []

    /// - Parameter level: 1 (fast) to 12 (small).
    init(level: Int32 = 4) { handle = typesetting_deflater_make(level) }

    deinit { typesetting_deflater_free(handle) }

    /// Calls `body` with the compressed bytes, valid during the call.
    func compress<Result>(_ bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let bound = typesetting_deflate_bound(handle, bytes.count)
        if buffer.count < bound { buffer = [UInt8](repeating: 0, count: bound) }
        let count = typesetting_deflate(handle, bytes, bytes.count, &buffer, buffer.count)
        return buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }

    /// The bytes inside a zlib stream; `nil` when it is damaged or holds more than `limit` bytes.
    static func inflate(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> [UInt8]? {
        var count = 0
        let output = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
            count = typesetting_inflate(bytes.baseAddress, bytes.count, buffer.baseAddress, limit)
            initialized = count
        }
        return count == 0 ? nil : output
    }
}
