import Bytes
import CLibZip
import Glibc

/// Writes a ZIP archive with libzip into a file that is open already.
///
/// Members appear in the order in which they are added. Text is compressed as it is added, by
/// libdeflate, and libzip is told so; other members are copied from where they lie at ``commit()``.
/// Every member has the same time, so that the same members give the same bytes in every time zone.
package final class ZipWriter {
    private let archive: OpaquePointer
    private let deflate: Deflate
    private var isOpen = true

    /// Starts an archive at the beginning of an empty file.
    ///
    /// - Parameters:
    ///   - file: Descriptor open for reading and writing; stays open and the caller's.
    ///   - level: 1 (fast) to 12 (small).
    /// - Throws: ``FormatError/zip(operation:code:)``.
    package init(_ file: Int32, level: Int32 = 3) throws(FormatError) {
        deflate = Deflate(level: level)
        let sink = Unmanaged.passRetained(ZipSink(file))
        var error = zip_error_t()
        guard let source = zip_source_function_create(writeArchive, sink.toOpaque(), &error) else {
            sink.release()
            throw .zip(operation: "open the output", code: zip_error_code_zip(&error))
        }
        guard let archive = zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &error) else {
            zip_source_free(source)
            throw .zip(operation: "begin the archive", code: zip_error_code_zip(&error))
        }
        self.archive = archive
    }

    deinit {
        if isOpen { zip_discard(archive) }
    }

    /// Adds a member that is compressed at once.
    ///
    /// - Parameters:
    ///   - name: Path inside the archive, `/` between parts, no leading `/`.
    ///   - bytes: The whole content.
    /// - Throws: ``FormatError/zip(operation:code:)``, for a second member of one name too.
    package func add(_ name: String, deflating bytes: [UInt8]) throws(FormatError) {
        let member = ZipMember(
            ByteRecipe([.bytes(deflate.deflated(bytes))]),
            deflated: (byteCount: Int64(bytes.count), crc32: Deflate.crc32(bytes))
        )
        try add(name, member, method: ZIP_CM_DEFLATE)
    }

    /// Adds a member as it is; its files are read at ``commit()``.
    ///
    /// - Parameters:
    ///   - name: Path inside the archive, `/` between parts, no leading `/`.
    ///   - recipe: The content.
    /// - Throws: ``FormatError/zip(operation:code:)``, for a second member of one name too.
    package func add(_ name: String, storing recipe: ByteRecipe) throws(FormatError) {
        try add(name, ZipMember(recipe, deflated: nil), method: ZIP_CM_STORE)
    }

    /// Adds a member that is read and compressed at ``commit()``, for what does not fit in memory.
    ///
    /// - Parameters:
    ///   - name: Path inside the archive, `/` between parts, no leading `/`.
    ///   - recipe: The content.
    /// - Throws: ``FormatError/zip(operation:code:)``, for a second member of one name too.
    package func add(_ name: String, compressing recipe: ByteRecipe) throws(FormatError) {
        try add(name, ZipMember(recipe, deflated: nil), method: ZIP_CM_DEFLATE)
    }

    /// Writes the archive; no member can be added afterwards.
    ///
    /// - Parameter progress: Called with 0...1 while members are copied; `false` gives up.
    /// - Returns: Whether the archive was written, `false` when `progress` gave up.
    /// - Throws: ``FormatError``.
    package func commit(_ progress: @escaping (Double) -> Bool = { _ in true }) throws(FormatError) -> Bool {
        let watch = ProgressWatch(progress)
        let pointer = Unmanaged.passUnretained(watch).toOpaque()
        zip_register_cancel_callback_with_state(
            archive,
            { _, state in
                guard let state else { return 0 }
                return Unmanaged<ProgressWatch>.fromOpaque(state).takeUnretainedValue().isCancelled ? 1 : 0
            },
            nil,
            pointer
        )
        zip_register_progress_callback_with_state(
            archive,
            0.001,
            { _, share, state in
                guard let state else { return }
                Unmanaged<ProgressWatch>.fromOpaque(state).takeUnretainedValue().advance(share)
            },
            nil,
            pointer
        )
        let status = withExtendedLifetime(watch) { zip_close(archive) }
        isOpen = status != 0
        guard status != 0 else { return true }
        let error = zip_get_error(archive)
        let code = zip_error_code_zip(error)
        let system = zip_error_code_system(error)
        zip_discard(archive)  // a failed zip_close leaves the handle open
        isOpen = false
        if code == ZIP_ER_CANCELLED { return false }
        if system != 0, zip_error_system_type(error) == ZIP_ET_SYS {
            throw .system(operation: "write the archive", code: system)
        }
        throw .zip(operation: "write the archive", code: code)
    }

    private func add(_ name: String, _ member: ZipMember, method: Int32) throws(FormatError) {
        let state = Unmanaged.passRetained(member)
        guard let source = zip_source_function(archive, readMember, state.toOpaque()) else {
            state.release()
            throw lastError("hold a member")
        }
        let index = zip_file_add(archive, name, source, UInt32(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            zip_source_free(source)  // which releases the member
            throw lastError("add a member")
        }
        guard zip_set_file_compression(archive, UInt64(index), method, 0) == 0,
            zip_file_set_dostime(archive, UInt64(index), ZipWriter.time, ZipWriter.date, 0) == 0
        else { throw lastError("describe a member") }
    }

    /// Noon on 2 January 1980 in MS-DOS form: libzip takes it through the local zone and back, and no
    /// zone's clock skips that hour.
    private static let time: UInt16 = 12 << 11
    private static let date: UInt16 = 1 << 5 | 2

    private func lastError(_ operation: String) -> FormatError {
        .zip(operation: operation, code: zip_error_code_zip(zip_get_error(archive)))
    }
}

private final class ProgressWatch {
    private let progress: (Double) -> Bool
    private(set) var isCancelled = false

    init(_ progress: @escaping (Double) -> Bool) { self.progress = progress }

    func advance(_ share: Double) {
        if !isCancelled, !progress(share) { isCancelled = true }
    }
}
