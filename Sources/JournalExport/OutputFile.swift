import Glibc

/// A new file of which nothing appears at its path until ``commit()``.
///
/// Where the file system allows it the file has no name until then, so that not even a killed process
/// leaves anything behind. Mode 0600: a book is as private as the journal.
package struct OutputFile: ~Copyable {
    package let path: String
    /// Open for reading and writing.
    package let descriptor: Int32
    private let replaces: Bool
    private let temporaryPath: String
    private var isNamed: Bool

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - path: Where it will be.
    ///   - replacing: Whether a file that is there may be replaced.
    /// - Throws: ``ExportError/outputExists(path:)``, ``ExportError/cannotWrite(path:code:)``.
    package init(_ path: String, replacing: Bool) throws(ExportError) {
        var status = stat()
        if lstat(path, &status) == 0 {
            guard replacing else { throw .outputExists(path: path) }
            guard status.st_mode & S_IFMT != S_IFDIR else { throw .cannotWrite(path: path, code: EISDIR) }
        }
        let folder = OutputFile.folder(of: path)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let temporaryPath = folder + "/." + name.prefix(80) + ".\(getpid()).partial"
        var descriptor = open(folder, O_RDWR | O_CLOEXEC | OutputFile.unnamed, 0o600)
        var isNamed = false
        if descriptor < 0, errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL {
            unlink(temporaryPath)
            descriptor = open(temporaryPath, O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
            isNamed = true
        }
        guard descriptor >= 0 else { throw .cannotWrite(path: path, code: errno) }
        fchmod(descriptor, 0o600)
        (self.path, self.descriptor, replaces) = (path, descriptor, replacing)
        (self.temporaryPath, self.isNamed) = (temporaryPath, isNamed)
    }

    deinit {
        close(descriptor)
        if isNamed { unlink(temporaryPath) }
    }

    /// Appends bytes.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(ExportError) {
        var done = 0
        while done < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .cannotWrite(path: path, code: count < 0 ? errno : ENOSPC) }
            done += count
        }
    }

    /// Makes the bytes durable and gives them their name; the file is used up.
    ///
    /// - Returns: Size in bytes.
    /// - Throws: ``ExportError``; then nothing new is at the path, and what was there is still there.
    package consuming func commit() throws(ExportError) -> Int64 {
        var status = stat()
        guard fsync(descriptor) == 0, fstat(descriptor, &status) == 0 else {
            throw .cannotWrite(path: path, code: errno)
        }
        if !isNamed {
            // linkat never replaces, so replacing takes a second name that is renamed over the first.
            let target = replaces ? temporaryPath : path
            if replaces { unlink(temporaryPath) }
            guard linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0
            else {
                throw errno == EEXIST ? .outputExists(path: path) : .cannotWrite(path: path, code: errno)
            }
            isNamed = replaces
        }
        if isNamed {
            // link refuses an existing name where rename would replace it.
            let code = replaces ? rename(temporaryPath, path) : link(temporaryPath, path)
            guard code == 0 else {
                throw errno == EEXIST ? .outputExists(path: path) : .cannotWrite(path: path, code: errno)
            }
            if !replaces { unlink(temporaryPath) }
            isNamed = false
        }
        OutputFile.synchronize(folder: OutputFile.folder(of: path))
        return Int64(status.st_size)
    }

    /// Makes the names in a folder durable; some file systems cannot, which loses nothing but that.
    static func synchronize(folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// `O_TMPFILE` of Linux (open(2)), a macro that does not reach Swift.
    private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY
}
