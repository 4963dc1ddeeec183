/// Lengths that tell little: PADME (Nikitin and others, "Reducing Metadata Leakage from Encrypted Files and
/// Communication with PURBs", 2019, section 4), at least 1 KiB, at most 12 % more.
package enum Padding {
    /// The length to which `byteCount` is padded.
    package static func padded(_ byteCount: Int64) -> Int64 {
        let length = UInt64(max(byteCount, 1024))
        let exponent = UInt64(63 - length.leadingZeroBitCount)
        let exponentBits = UInt64(64 - exponent.leadingZeroBitCount)
        let mask = (UInt64(1) << (exponent - exponentBits)) - 1
        return Int64(clamping: (length + mask) & ~mask)
    }
}
