package import FileFormats
import Glibc

/// Turns pictures that no reading program shows into JPEG, in a limited child process.
///
/// The decoders of HEIC, TIFF and WebP have a long record of memory errors, so they run in
/// `journal-decode`: no network, no files, bounded memory and time. Results are kept by the hash of
/// what they were made from.
package final class PictureDecoder {
    package struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
        package var description: String
    }

    private let program: String
    private let folder: String
    private let isOwnFolder: Bool
    private let timeoutSeconds: Double

    /// - Parameters:
    ///   - program: Path of `journal-decode`.
    ///   - cacheFolder: Where results are kept; `nil` takes a folder that goes with this object.
    ///   - timeoutSeconds: After which a child is killed.
    package init(_ program: String, cacheFolder: String?, timeoutSeconds: Double = 60) {
        self.program = program
        self.timeoutSeconds = timeoutSeconds
        if let cacheFolder {
            (folder, isOwnFolder) = (cacheFolder, false)
            makeFolders(cacheFolder)
        } else {
            var template = Array("/tmp/journal-pictures-XXXXXX".utf8CString)
            folder = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
            isOwnFolder = true
        }
    }

    deinit {
        guard isOwnFolder, let listing = opendir(folder) else { return }
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            unlink(folder + "/" + name)
        }
        closedir(listing)
        rmdir(folder)
    }

    /// The picture as JPEG, upright.
    ///
    /// - Returns: Path of a file that stays as long as the cache.
    /// - Throws: ``Failure``.
    package func decoded(_ path: String, sha256: String) throws(Failure) -> String {
        try result(named: sha256 + "-1.jpg", ["picture"]) { () throws(Failure) in
            let input = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            guard input >= 0 else { throw Failure(description: "its file could not be read") }
            return input
        }
    }

    /// A JPEG picture turned upright without decoding it.
    ///
    /// - Returns: Path of a file that stays as long as the cache.
    /// - Throws: ``Failure``.
    package func upright(_ recipe: ByteRecipe, orientation: Int, sha256: String) throws(Failure) -> String {
        try result(named: sha256 + "-1-\(orientation).jpg", ["upright", String(orientation)]) {
            () throws(Failure) in
            let path = temporaryPath()
            let input = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard input >= 0 else { throw Failure(description: "no room for a temporary file") }
            unlink(path)
            do {
                try recipe.read { bytes in
                    guard write(input, bytes.baseAddress, bytes.count) == bytes.count else {
                        throw Failure(description: "no room for a temporary file")
                    }
                }
            } catch {
                close(input)
                throw Failure(description: "its file could not be copied")
            }
            lseek(input, 0, SEEK_SET)
            return input
        }
    }

    private func result(
        named name: String,
        _ arguments: [String],
        input: () throws(Failure) -> Int32
    ) throws(Failure) -> String {
        let path = folder + "/" + name
        var status = stat()
        if stat(path, &status) == 0, status.st_size > 0 { return path }
        let input = try input()
        defer { close(input) }
        let temporary = temporaryPath()
        let output = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw Failure(description: "no room for decoded pictures") }
        defer { close(output) }
        let code = ChildProcess.run(
            program,
            arguments,
            input: input,
            output: output,
            timeoutSeconds: timeoutSeconds
        )
        guard code == .exited(0), fsync(output) == 0, rename(temporary, path) == 0 else {
            unlink(temporary)
            throw Failure(description: PictureDecoder.words(for: code))
        }
        return path
    }

    private func temporaryPath() -> String {
        "\(folder)/.\(getpid())-\(UInt64.random(in: 0...UInt64.max)).partial"  // never in an output
    }

    private static func words(for outcome: ChildProcess.Outcome) -> String {
        switch outcome {
        case .exited(0): "no room for decoded pictures"
        case .exited(65): "the picture is broken or of a kind that cannot be decoded"
        case .exited(66): "the picture is larger than 100 megapixels or 200 MB"
        case .exited(let status): "the picture decoder ended with status \(status)"
        case .killed(let signal): "the picture decoder was stopped by signal \(signal)"
        case .timedOut: "decoding took too long and was stopped"
        case .notStarted(let code): "the picture decoder could not be started: \(systemMessage(code))"
        }
    }
}

private func makeFolders(_ path: String) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
        made += made.isEmpty && part.isEmpty ? "/" : (made.hasSuffix("/") || made.isEmpty ? "" : "/") + part
        mkdir(made, 0o700)  // one that is there already stays
    }
}
