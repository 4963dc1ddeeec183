import FileFormats
import Glibc

/// Where an export of data goes.
package enum DataDestination: Sendable, Equatable {
    /// A single file: no room for media.
    case file(path: String)
    /// A stream such as standard output: no room for media.
    case descriptor(Int32)
    /// A new folder with the media in it.
    case folder(path: String)
    /// A ZIP archive with the media in it.
    case zip(path: String)

    package var hasMedia: Bool {
        switch self {
        case .file, .descriptor: false
        case .folder, .zip: true
        }
    }
}

/// Takes the files of an export one after another.
protocol MemberSink {
    /// A file that fits in memory.
    func add(_ name: String, _ bytes: [UInt8]) throws
    /// A file that is copied as it is.
    func add(_ name: String, copying recipe: ByteRecipe) throws
    /// A file that is written in pieces.
    func add(_ name: String, writing body: (TextStream) throws -> Void) throws
    /// Makes everything appear; size in bytes when it is one file.
    func commit() throws -> Int64
}

/// Gathers text and writes it on in large pieces.
final class TextStream {
    private var buffer: [UInt8] = []
    private let descriptor: Int32
    private let path: String
    private(set) var byteCount: Int64 = 0

    init(_ descriptor: Int32, path: String) { (self.descriptor, self.path) = (descriptor, path) }

    func write(_ bytes: [UInt8]) throws(ExportError) {
        buffer += bytes
        if buffer.count >= 1 << 18 { try flush() }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(ExportError) {
        buffer += bytes
        if buffer.count >= 1 << 18 { try flush() }
    }

    func write(_ text: String) throws(ExportError) {
        buffer += text.utf8
        if buffer.count >= 1 << 18 { try flush() }
    }

    func flush() throws(ExportError) {
        var done = 0
        while done < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .cannotWrite(path: path, code: count < 0 ? errno : ENOSPC) }
            done += count
        }
        byteCount += Int64(done)
        buffer.removeAll(keepingCapacity: true)
    }
}

/// A ZIP archive, whole or not at all.
final class ZipMembers: MemberSink {
    private var output: OutputFile?
    private let zip: ZipWriter
    private let path: String
    private var spools: [Spool] = []

    init(_ path: String, replacing: Bool) throws {
        let output = try OutputFile(path, replacing: replacing)
        zip = try ZipWriter(output.descriptor)
        self.path = path
        self.output = consume output
    }

    func add(_ name: String, _ bytes: [UInt8]) throws { try zip.add(name, deflating: bytes) }
    func add(_ name: String, copying recipe: ByteRecipe) throws { try zip.add(name, storing: recipe) }

    func add(_ name: String, writing body: (TextStream) throws -> Void) throws {
        let spool = Spool(try OutputFile(path + ".text", replacing: true))
        spools.append(spool)
        let stream = TextStream(spool.file.descriptor, path: path)
        try body(stream)
        try stream.flush()
        try zip.add(
            name,
            compressing: ByteRecipe([.descriptor(spool.file.descriptor, count: stream.byteCount)])
        )
    }

    func commit() throws -> Int64 {
        _ = try zip.commit()
        guard let output = output.take() else { return 0 }
        return try output.commit()
    }

    /// Keeps a file without a name open until the archive is written.
    private final class Spool {
        let file: OutputFile
        init(_ file: consuming OutputFile) { self.file = file }
    }
}

/// A folder, which appears under its name only when it is complete.
///
/// With `replacing`, files go into a folder that is there already; others in it stay.
final class FolderMembers: MemberSink {
    private let path: String
    private let workPath: String
    private let isNew: Bool
    private var isCommitted = false
    private var files: [String] = []
    private var folders: [String] = []

    init(_ path: String, replacing: Bool) throws(ExportError) {
        var path = path
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        var status = stat()
        let exists = lstat(path, &status) == 0
        if exists, !replacing { throw .outputExists(path: path) }
        if exists, status.st_mode & S_IFMT != S_IFDIR { throw .cannotWrite(path: path, code: ENOTDIR) }
        self.path = path
        isNew = !exists
        workPath = exists ? path : path + ".\(getpid()).partial"
        if isNew, mkdir(workPath, 0o700) != 0 { throw .cannotWrite(path: path, code: errno) }
    }

    deinit {
        guard isNew, !isCommitted else { return }
        for file in files { unlink(file) }
        for folder in folders.reversed() { rmdir(folder) }
        rmdir(workPath)
    }

    func add(_ name: String, _ bytes: [UInt8]) throws { try add(name) { try $0.write(bytes) } }

    func add(_ name: String, copying recipe: ByteRecipe) throws {
        try add(name) { stream in try recipe.read { try stream.write($0) } }
    }

    func add(_ name: String, writing body: (TextStream) throws -> Void) throws {
        let file = try OutputFile(try place(name), replacing: !isNew)
        let stream = TextStream(file.descriptor, path: path)
        try body(stream)
        try stream.flush()
        _ = try file.commit()
    }

    func commit() throws -> Int64 {
        if isNew {
            guard rename(workPath, path) == 0 else { throw ExportError.cannotWrite(path: path, code: errno) }
        }
        isCommitted = true
        return 0
    }

    private func place(_ name: String) throws(ExportError) -> String {
        let parts = name.split(separator: "/")
        var folder = workPath
        for part in parts.dropLast() {
            folder += "/" + part
            if mkdir(folder, 0o700) == 0 {
                folders.append(folder)
            } else if errno != EEXIST {
                throw .cannotWrite(path: path, code: errno)
            }
        }
        let file = workPath + "/" + name
        files.append(file)
        return file
    }
}
