import Foundation

/// A file open for reading at any offset.
final class InputFile {
    let path: String
    let descriptor: Int32
    let byteCount: Int64

    /// Opens a regular file.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - followsLinks: Whether the last component may be a symbolic link.
    /// - Throws: ``FormatError/system(operation:code:)`` when it cannot be opened, or is no regular file.
    init(path: String, followsLinks: Bool = true) throws {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else { throw FormatError.system(operation: "open \(path)", code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw FormatError.malformed("\(path) is not a regular file")
        }
        byteCount = Int64(status.st_size)
    }

    deinit { close(descriptor) }

    /// The bytes at `offset`, fewer than asked for only at the end of the file.
    func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
        guard offset >= 0, offset < byteCount, count > 0 else { return [] }
        let wanted = Int(min(Int64(count), byteCount - offset))
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            filled = 0
            while filled < wanted {
                let base = UnsafeMutableRawBufferPointer(buffer).baseAddress?.advanced(by: filled)
                let got = pread(descriptor, base, wanted - filled, off_t(offset) + off_t(filled))
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                if got <= 0 { break }
                filled += got
            }
        }
        guard failure == 0 else { throw FormatError.system(operation: "read \(path)", code: failure) }
        return bytes
    }

    /// Calls `body` with all bytes in order, 256 KiB at a time.
    func readAll(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while true {
            let got = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw FormatError.system(operation: "read \(path)", code: errno) }
            guard got > 0 else { break }
            offset += Int64(got)
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
        }
        guard offset >= byteCount else {
            throw FormatError.malformed("\(path) became shorter while it was read")
        }
    }
}
