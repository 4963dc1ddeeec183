import CLibZip
import Glibc

// The two `zip_source_function`s behind ZipWriter: one that libzip reads a member from, and one that
// it writes the archive to.

private let readableCommands =
    bit(ZIP_SOURCE_OPEN) | bit(ZIP_SOURCE_READ) | bit(ZIP_SOURCE_CLOSE) | bit(ZIP_SOURCE_STAT)
    | bit(ZIP_SOURCE_ERROR) | bit(ZIP_SOURCE_FREE) | bit(ZIP_SOURCE_SUPPORTS)

private let writableCommands =
    readableCommands | bit(ZIP_SOURCE_SEEK) | bit(ZIP_SOURCE_TELL) | bit(ZIP_SOURCE_BEGIN_WRITE)
    | bit(ZIP_SOURCE_COMMIT_WRITE) | bit(ZIP_SOURCE_ROLLBACK_WRITE) | bit(ZIP_SOURCE_WRITE)
    | bit(ZIP_SOURCE_SEEK_WRITE) | bit(ZIP_SOURCE_TELL_WRITE) | bit(ZIP_SOURCE_REMOVE)

private func bit(_ command: zip_source_cmd_t) -> Int64 { 1 << Int64(command.rawValue) }

/// What libzip asks the error of: a pair of its code and an `errno`.
private struct SourceFailure {
    var code: Int32 = ZIP_ER_OK
    var system: Int32 = 0

    func store(_ data: UnsafeMutableRawPointer?, _ length: UInt64) -> Int64 {
        guard let data, length >= UInt64(2 * MemoryLayout<Int32>.size) else { return -1 }
        data.storeBytes(of: code, as: Int32.self)
        data.storeBytes(of: system, toByteOffset: 4, as: Int32.self)
        return Int64(2 * MemoryLayout<Int32>.size)
    }
}

/// One member while libzip reads it.
final class ZipMember {
    fileprivate let reader: RecipeReader
    fileprivate let storedByteCount: Int64
    /// Size and checksum before compression, of a member that is compressed already.
    fileprivate let deflated: (byteCount: Int64, crc32: UInt32)?
    fileprivate var failure = SourceFailure()

    init(_ recipe: ByteRecipe, deflated: (byteCount: Int64, crc32: UInt32)?) {
        reader = RecipeReader(recipe)
        storedByteCount = recipe.byteCount
        self.deflated = deflated
    }

    fileprivate func stat(_ data: UnsafeMutableRawPointer?) -> Int64 {
        guard let stat = data?.assumingMemoryBound(to: zip_stat_t.self) else { return -1 }
        zip_stat_init(stat)
        stat.pointee.size = UInt64(deflated?.byteCount ?? storedByteCount)
        stat.pointee.comp_size = UInt64(storedByteCount)
        stat.pointee.comp_method = UInt16(deflated == nil ? ZIP_CM_STORE : ZIP_CM_DEFLATE)
        stat.pointee.valid = UInt64(ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD)
        if let deflated {
            stat.pointee.crc = deflated.crc32
            stat.pointee.valid |= UInt64(ZIP_STAT_CRC)
        }
        return Int64(MemoryLayout<zip_stat_t>.size)
    }

    fileprivate func read(_ data: UnsafeMutableRawPointer?, _ length: UInt64) -> Int64 {
        do {
            return Int64(
                try reader.read(into: UnsafeMutableRawBufferPointer(start: data, count: Int(length)))
            )
        } catch {
            failure = SourceFailure(code: ZIP_ER_READ, system: EIO)
            if case .system(_, let code) = error { failure.system = code }
            return -1
        }
    }
}

/// Answers libzip's questions about a ``ZipMember``, which it owns until `ZIP_SOURCE_FREE`.
func readMember(
    _ state: UnsafeMutableRawPointer?,
    _ data: UnsafeMutableRawPointer?,
    _ length: UInt64,
    _ command: zip_source_cmd_t
) -> Int64 {
    guard let state else { return -1 }
    let reference = Unmanaged<ZipMember>.fromOpaque(state)
    let member = reference.takeUnretainedValue()
    switch command {
    case ZIP_SOURCE_OPEN, ZIP_SOURCE_CLOSE:
        member.reader.rewind()
        return 0
    case ZIP_SOURCE_READ: return member.read(data, length)
    case ZIP_SOURCE_STAT: return member.stat(data)
    case ZIP_SOURCE_ERROR: return member.failure.store(data, length)
    case ZIP_SOURCE_SUPPORTS: return readableCommands
    case ZIP_SOURCE_FREE:
        reference.release()
        return 0
    default:
        member.failure = SourceFailure(code: ZIP_ER_OPNOTSUPP)
        return -1
    }
}

/// The output file while libzip writes it, with the small writes at its end gathered.
final class ZipSink {
    private let file: Int32
    private var buffer: [UInt8] = []
    /// Where the buffer belongs in the file.
    private var bufferStart: Int64 = 0
    private var position: Int64 = 0
    private var end: Int64 = 0
    fileprivate var failure = SourceFailure()

    init(_ file: Int32) {
        self.file = file
        buffer.reserveCapacity(1 << 19)
    }

    fileprivate func begin() -> Int64 {
        (bufferStart, position, end) = (0, 0, 0)
        buffer.removeAll(keepingCapacity: true)
        return 0
    }

    fileprivate func write(_ data: UnsafeMutableRawPointer?, _ length: UInt64) -> Int64 {
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(length))
        let offset = position - bufferStart
        if offset >= 0, offset + Int64(length) <= Int64(buffer.count) {
            // A header that is filled in while it is still here.
            buffer.withUnsafeMutableBytes { $0[Int(offset)...].copyBytes(from: bytes) }
            position += Int64(length)
            return Int64(length)
        }
        if position != bufferStart + Int64(buffer.count) {
            // Libzip has gone back to fill in a header.
            guard flush() else { return -1 }
            bufferStart = position
        }
        buffer.append(contentsOf: bytes)
        position += Int64(length)
        end = max(end, position)
        if buffer.count >= 1 << 18, !flush() { return -1 }
        return Int64(length)
    }

    fileprivate func seek(_ data: UnsafeMutableRawPointer?, _ length: UInt64) -> Int64 {
        var error = zip_error_t()
        let target = zip_source_seek_compute_offset(UInt64(position), UInt64(end), data, length, &error)
        guard target >= 0 else {
            failure = SourceFailure(code: ZIP_ER_INVAL)
            return -1
        }
        position = target
        return 0
    }

    fileprivate func tell() -> Int64 { position }

    fileprivate func flush() -> Bool {
        var done = 0
        while done < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                pwrite(
                    file,
                    bytes.baseAddress.map { $0 + done },
                    bytes.count - done,
                    off_t(bufferStart) + off_t(done)
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                failure = SourceFailure(code: ZIP_ER_WRITE, system: count < 0 ? errno : ENOSPC)
                return false
            }
            done += count
        }
        bufferStart += Int64(done)
        buffer.removeAll(keepingCapacity: true)
        return true
    }
}

/// Answers libzip's requests to write to a ``ZipSink``, which it owns until `ZIP_SOURCE_FREE`.
func writeArchive(
    _ state: UnsafeMutableRawPointer?,
    _ data: UnsafeMutableRawPointer?,
    _ length: UInt64,
    _ command: zip_source_cmd_t
) -> Int64 {
    guard let state else { return -1 }
    let reference = Unmanaged<ZipSink>.fromOpaque(state)
    let sink = reference.takeUnretainedValue()
    switch command {
    case ZIP_SOURCE_STAT:
        guard let stat = data?.assumingMemoryBound(to: zip_stat_t.self) else { return -1 }
        zip_stat_init(stat)
        stat.pointee.size = 0
        stat.pointee.valid = UInt64(ZIP_STAT_SIZE)
        return Int64(MemoryLayout<zip_stat_t>.size)
    case ZIP_SOURCE_BEGIN_WRITE: return sink.begin()
    case ZIP_SOURCE_WRITE: return sink.write(data, length)
    case ZIP_SOURCE_SEEK_WRITE: return sink.seek(data, length)
    case ZIP_SOURCE_TELL_WRITE: return sink.tell()
    case ZIP_SOURCE_COMMIT_WRITE: return sink.flush() ? 0 : -1
    case ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL,
        ZIP_SOURCE_ROLLBACK_WRITE, ZIP_SOURCE_REMOVE:
        return 0  // an empty file to read; taking back and removing are the caller's
    case ZIP_SOURCE_ERROR: return sink.failure.store(data, length)
    case ZIP_SOURCE_SUPPORTS: return writableCommands
    case ZIP_SOURCE_FREE:
        reference.release()
        return 0
    default:
        sink.failure = SourceFailure(code: ZIP_ER_OPNOTSUPP)
        return -1
    }
}
