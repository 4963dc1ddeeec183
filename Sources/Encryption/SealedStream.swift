import CSodium

/// Bytes of any length sealed in pieces of 64 KiB: libsodium's secretstream (XChaCha20-Poly1305).
///
/// The stream is a header of 24 bytes and pieces, each 17 bytes longer than what it holds. Inside lie the length (8
/// bytes, little-endian), the content, and zeros up to ``Padding/padded(_:)``. The associated data belongs to the
/// first piece; the last one, and only it, carries the final tag.
package enum SealedStream {
    static let pieceByteCount = 64 << 10
    static let headerByteCount = 24
    static let overheadByteCount = 17
    static let messageTag: UInt8 = 0
    static let finalTag: UInt8 = 3

    /// Length of the sealed stream for a content of `byteCount` bytes.
    package static func byteCount(ofContent byteCount: Int64) -> Int64 {
        let inside = Padding.padded(byteCount + 8)
        let pieces = (inside + Int64(pieceByteCount) - 1) / Int64(pieceByteCount)
        return Int64(headerByteCount) + inside + pieces * Int64(overheadByteCount)
    }
}

/// Seals what it is given, piece by piece.
package final class StreamSealer {
    private var state = crypto_secretstream_xchacha20poly1305_state()
    private var pending: [UInt8] = []
    private var associated: [UInt8]
    private let announced: Int64
    private var taken: Int64 = 0
    private let output: (UnsafeRawBufferPointer) throws -> Void

    /// - Parameters:
    ///   - key: Opens the stream.
    ///   - associated: Must be given again to open it.
    ///   - byteCount: How many bytes will come.
    ///   - output: Takes the sealed bytes in order.
    /// - Throws: ``EncryptionError/unavailable``, what `output` throws.
    package init(
        key: SecretKey,
        associated: [UInt8],
        byteCount: Int64,
        output: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        self.associated = associated
        self.output = output
        announced = byteCount
        var header = [UInt8](repeating: 0, count: SealedStream.headerByteCount)
        let status = key.withBytes { crypto_secretstream_xchacha20poly1305_init_push(&state, &header, $0) }
        guard status == 0 else { throw EncryptionError.unavailable }
        pending.reserveCapacity(SealedStream.pieceByteCount)
        try header.withUnsafeBytes(output)
        try withUnsafeBytes(of: UInt64(byteCount).littleEndian) { try append($0) }
    }

    package func update(_ bytes: UnsafeRawBufferPointer) throws {
        taken += Int64(bytes.count)
        guard taken <= announced else { throw EncryptionError.byteCount(announced: announced) }
        try append(bytes)
    }

    /// Ends the stream; the object is used up.
    package func finish() throws {
        guard taken == announced else { throw EncryptionError.byteCount(announced: announced) }
        var rest = Padding.padded(announced + 8) - (announced + 8)
        let zeros = [UInt8](repeating: 0, count: SealedStream.pieceByteCount)
        while rest > 0 {
            let count = Int(min(rest, Int64(zeros.count)))
            try zeros.withUnsafeBytes { try append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            rest -= Int64(count)
        }
        try seal(SealedStream.finalTag)
    }

    private func append(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            // A full piece is only sealed when more follows: the last one needs the final tag.
            if pending.count == SealedStream.pieceByteCount { try seal(SealedStream.messageTag) }
            let count = min(SealedStream.pieceByteCount - pending.count, rest.count)
            pending += rest.prefix(count)
            rest = rest.dropFirst(count)
        }
    }

    private func seal(_ tag: UInt8) throws {
        var sealed = [UInt8](repeating: 0, count: pending.count + SealedStream.overheadByteCount)
        crypto_secretstream_xchacha20poly1305_push(
            &state,
            &sealed,
            nil,
            pending,
            UInt64(pending.count),
            associated,
            UInt64(associated.count),
            tag
        )
        associated = []
        pending.removeAll(keepingCapacity: true)
        try sealed.withUnsafeBytes(output)
    }
}

/// Opens a sealed stream, piece by piece; what comes out is proven, but complete only after ``finish()``.
package final class StreamOpener {
    private var state = crypto_secretstream_xchacha20poly1305_state()
    private let key: SecretKey
    private var pending: [UInt8] = []
    private var associated: [UInt8]
    private var hasHeader = false
    private var isFinal = false
    private var length: Int64?
    private var inside: Int64 = 0
    private let output: (UnsafeRawBufferPointer) throws -> Void

    /// - Parameters:
    ///   - key: The one it was sealed with.
    ///   - associated: As when it was sealed.
    ///   - output: Takes the content in order.
    package init(
        key: SecretKey,
        associated: [UInt8],
        output: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.key = key
        self.associated = associated
        self.output = output
    }

    /// - Throws: ``EncryptionError/damaged``, what `output` throws.
    package func update(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let wanted =
                hasHeader
                ? SealedStream.pieceByteCount + SealedStream.overheadByteCount : SealedStream.headerByteCount
            // A full piece waits until more comes: the last piece may be full too.
            if pending.count == wanted { try open() }
            let room =
                (hasHeader ? SealedStream.pieceByteCount + SealedStream.overheadByteCount : wanted)
                - pending.count
            let count = min(room, rest.count)
            pending += rest.prefix(count)
            rest = rest.dropFirst(count)
        }
    }

    /// Makes sure that the stream is whole.
    ///
    /// - Throws: ``EncryptionError/damaged``, what `output` throws.
    package func finish() throws {
        if !hasHeader, pending.count == SealedStream.headerByteCount { try open() }
        if hasHeader, !pending.isEmpty { try open() }
        guard isFinal, let length, inside == Padding.padded(length + 8) else { throw EncryptionError.damaged }
    }

    private func open() throws {
        guard !isFinal else { throw EncryptionError.damaged }
        if !hasHeader {
            let status = key.withBytes {
                crypto_secretstream_xchacha20poly1305_init_pull(&state, pending, $0)
            }
            guard status == 0 else { throw EncryptionError.damaged }
            hasHeader = true
        } else {
            guard pending.count > SealedStream.overheadByteCount else { throw EncryptionError.damaged }
            var plain = [UInt8](repeating: 0, count: pending.count - SealedStream.overheadByteCount)
            var tag: UInt8 = 0xff
            let status = crypto_secretstream_xchacha20poly1305_pull(
                &state,
                &plain,
                nil,
                &tag,
                pending,
                UInt64(pending.count),
                associated,
                UInt64(associated.count)
            )
            guard status == 0, tag == SealedStream.messageTag || tag == SealedStream.finalTag,
                tag == SealedStream.finalTag || plain.count == SealedStream.pieceByteCount
            else { throw EncryptionError.damaged }
            isFinal = tag == SealedStream.finalTag
            associated = []
            try take(plain)
        }
        pending.removeAll(keepingCapacity: true)
    }

    private func take(_ plain: [UInt8]) throws {
        try plain.withUnsafeBytes { bytes in
            var content = bytes[...]
            if length == nil {
                guard bytes.count >= 8 else { throw EncryptionError.damaged }
                let value = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
                guard value <= 1 << 56 else { throw EncryptionError.damaged }
                length = Int64(value)
                content = bytes[8...]
                inside = 8
            }
            let left = max((length ?? 0) + 8 - inside, 0)
            let data = content.prefix(Int(min(left, Int64(content.count))))
            if !data.isEmpty { try output(UnsafeRawBufferPointer(rebasing: data)) }
            guard content.dropFirst(data.count).allSatisfy({ $0 == 0 }) else { throw EncryptionError.damaged }
            inside += Int64(content.count)
        }
    }
}
