import Glibc

/// Bytes made of pieces of files and of memory, so that a large file is copied and never held.
package struct ByteRecipe: Sendable, Equatable {
    package enum Piece: Sendable, Equatable {
        case bytes([UInt8])
        /// `count` bytes of a file from `offset` on.
        case file(path: String, offset: Int64, count: Int64)
        /// The first bytes of a file that is open and stays so, for files without a name.
        case descriptor(Int32, count: Int64)

        package var byteCount: Int64 {
            switch self {
            case .bytes(let bytes): Int64(bytes.count)
            case .file(_, _, let count), .descriptor(_, let count): count
            }
        }
    }

    package private(set) var pieces: [Piece] = []
    package private(set) var byteCount: Int64 = 0

    package init(_ pieces: [Piece] = []) {
        for piece in pieces { append(piece) }
    }

    /// A whole file of a known size.
    package init(file path: String, byteCount: Int64) {
        self.init([.file(path: path, offset: 0, count: byteCount)])
    }

    package mutating func append(_ piece: Piece) {
        guard piece.byteCount > 0 else { return }
        byteCount += piece.byteCount
        if case .file(let path, let offset, let count) = piece,
            case .file(path, let lastOffset, let lastCount)? = pieces.last, lastOffset + lastCount == offset
        {
            pieces[pieces.count - 1] = .file(path: path, offset: lastOffset, count: lastCount + count)
        } else {
            pieces.append(piece)
        }
    }

    /// Calls `body` with the bytes in order, at most 256 KiB at a time.
    ///
    /// - Throws: ``FormatError/system(operation:code:)`` when a file cannot be read or is too short.
    package func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let reader = RecipeReader(self)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try reader.read(into: buffer)
            if count == 0 { return }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}

/// Reads a recipe from its beginning, with at most one file open.
final class RecipeReader {
    private let recipe: ByteRecipe
    private var piece = 0
    private var done: Int64 = 0
    private var file: Int32 = -1

    init(_ recipe: ByteRecipe) { self.recipe = recipe }

    deinit { rewind() }

    func rewind() {
        if file >= 0 { close(file) }
        (piece, done, file) = (0, 0, -1)
    }

    /// Fills the buffer as far as the current piece goes; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
        guard piece < recipe.pieces.count, buffer.count > 0 else { return 0 }
        let current = recipe.pieces[piece]
        let wanted = Int(min(Int64(buffer.count), current.byteCount - done))
        var count = wanted
        switch current {
        case .bytes(let bytes):
            bytes.withUnsafeBytes { source in
                buffer.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: source[Int(done)..<Int(done) + wanted])
                )
            }
        case .file(let path, let offset, _):
            if file < 0 {
                file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
                guard file >= 0 else { throw .system(operation: "open a file to copy", code: errno) }
            }
            count = pread(file, buffer.baseAddress, wanted, off_t(offset + done))
            guard count > 0 else {
                throw .system(operation: "read a file to copy", code: count < 0 ? errno : EIO)
            }
        case .descriptor(let descriptor, _):
            count = pread(descriptor, buffer.baseAddress, wanted, off_t(done))
            guard count > 0 else {
                throw .system(operation: "read a temporary file", code: count < 0 ? errno : EIO)
            }
        }
        done += Int64(count)
        if done == current.byteCount {
            if file >= 0 { close(file) }
            (piece, done, file) = (piece + 1, 0, -1)
        }
        return count
    }
}
