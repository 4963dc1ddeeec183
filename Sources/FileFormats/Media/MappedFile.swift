import Glibc

/// A file that is never changed, seen as memory: only the pages that are looked at are read.
struct MappedFile: ~Copyable {
    let bytes: UnsafeRawBufferPointer

    init(_ path: String) throws(FormatError) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw .system(operation: "open a media file", code: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            throw .system(operation: "look at a media file", code: errno)
        }
        let count = Int(status.st_size)
        guard count > 0 else {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED else {
            throw .system(operation: "map a media file", code: errno)
        }
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit {
        if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
    }
}

extension UnsafeRawBufferPointer {
    func bigEndian16(_ offset: Int) -> Int? {
        guard offset >= 0, offset + 2 <= count else { return nil }
        return Int(self[offset]) << 8 | Int(self[offset + 1])
    }

    func bigEndian32(_ offset: Int) -> Int? {
        guard let high = bigEndian16(offset), let low = bigEndian16(offset + 2) else { return nil }
        return high << 16 | low
    }

    /// `nil` also for values over `Int64.max`.
    func bigEndian64(_ offset: Int) -> Int? {
        guard let high = bigEndian32(offset), let low = bigEndian32(offset + 4), high < 1 << 31 else {
            return nil
        }
        return high << 32 | low
    }

    func holds(_ text: String, at offset: Int) -> Bool {
        let wanted = Array(text.utf8)
        guard offset >= 0, offset + wanted.count <= count else { return false }
        return self[offset..<offset + wanted.count].elementsEqual(wanted)
    }
}
