/// What stops sealing or opening; never says a word of what is sealed.
package enum EncryptionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// libsodium cannot be used on this machine.
    case unavailable
    /// The key derivation needs more memory than can be had.
    case memory(byteCount: Int)
    /// Parameters of a key derivation that no program of ours writes.
    case parameters
    /// The key or passphrase is not that of the sealed bytes, or the bytes that say so are damaged.
    case wrongKey
    /// Sealed bytes are not what was written.
    case damaged
    /// More or fewer bytes came than were announced.
    case byteCount(announced: Int64)

    package var description: String {
        switch self {
        case .unavailable: "libsodium cannot be used on this machine; install it again"
        case .memory(let byteCount):
            "the passphrase needs \(byteCount >> 20) MiB of memory, which cannot be had; close other programs and try again"
        case .parameters:
            "the header asks for a key derivation that is not allowed; it is damaged or was changed"
        case .wrongKey: "the passphrase is wrong, or the header is damaged"
        case .damaged: "sealed bytes are not what was written"
        case .byteCount(let announced): "a file of \(announced) bytes changed while it was read; try again"
        }
    }
}
