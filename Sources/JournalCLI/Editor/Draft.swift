import Glibc

/// Text on its way into the journal: a file that only its writer can read, kept until it is saved.
struct Draft: Sendable, Equatable {
    /// Folder of the file; the store's `drafts`.
    let folder: String
    /// Name of the file.
    let name: String
    var path: String { folder + "/" + name }

    /// Most bytes that a draft may have.
    static let limit = 16 << 20

    /// Makes an empty draft.
    ///
    /// - Parameters:
    ///   - folder: The store's `drafts` folder; made if it is not there.
    ///   - name: A name that no draft has yet.
    ///   - text: What the file begins with.
    /// - Throws: When the file cannot be made.
    init(in folder: String, name: String, text: String) throws(CommandFailure) {
        self.folder = folder
        self.name = name
        if mkdir(folder, 0o700) != 0, errno != EEXIST { throw failure("be made") }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("be made") }
        defer { close(descriptor) }
        guard writeAll(Array(text.utf8), to: descriptor) == 0, fsync(descriptor) == 0 else {
            throw failure("be written")
        }
    }

    private init(existing name: String, in folder: String) { (self.folder, self.name) = (folder, name) }

    /// The drafts that were never saved, oldest first.
    static func left(in folder: String) -> [Draft] {
        names(in: folder).filter { $0.hasPrefix("draft-") && $0.hasSuffix(".md") }.sorted()
            .map { Draft(existing: $0, in: folder) }
    }

    /// Reads what the editor left.
    ///
    /// - Returns: The text without the white space at its end.
    /// - Throws: When the file is gone, too large, or not UTF-8.
    func text() throws(CommandFailure) -> String {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("be read") }
        defer { close(descriptor) }
        // An editor that saves by renaming gives the file its own mode.
        fchmod(descriptor, 0o600)
        let bytes = try readAll(descriptor, limit: Draft.limit, named: "the draft")
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(
                .dataBroken,
                code: "not-utf8",
                "the draft is not UTF-8 text",
                next: "it is kept as \(path)"
            )
        }
        return withoutTrailingSpace(text)
    }

    /// Removes the draft, now that its text is safe.
    func remove() { unlink(path) }

    /// Removes what editors leave beside a file: backups, swap files, locks, undo files.
    ///
    /// - Returns: How many there were.
    func removeStrays() -> Int {
        let strays = Draft.names(in: folder).filter { stray in
            stray == name + "~" || stray == "#\(name)#" || stray == ".#" + name || stray == name + ".bak"
                || stray.hasPrefix(name + ".save") || stray.hasPrefix(".\(name).sw")
                || stray == ".\(name).un~" || stray == ".\(name)~"
        }
        return strays.filter { unlink(folder + "/" + $0) == 0 }.count
    }

    private static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var result: [String] = []
        while let item = readdir(directory) {
            result.append(
                withUnsafePointer(to: &item.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
                }
            )
        }
        return result
    }

    private func failure(_ what: String) -> CommandFailure {
        CommandFailure(
            .inputOutput,
            code: "draft-failed",
            "the draft \(path) cannot \(what): \(String(cString: strerror(errno)))"
        )
    }
}

/// Reads a descriptor to its end.
///
/// - Parameters:
///   - descriptor: Open for reading.
///   - limit: Most bytes to take.
///   - name: What it is called in an error.
/// - Returns: All bytes.
/// - Throws: When there are more, or reading fails.
func readAll(_ descriptor: Int32, limit: Int, named name: String) throws(CommandFailure) -> [UInt8] {
    var result: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(descriptor, &piece, piece.count)
        if count == 0 { return result }
        if count < 0 {
            guard errno == EINTR else {
                let reason = String(cString: strerror(errno))
                throw CommandFailure(.inputOutput, code: "read-failed", "\(name) cannot be read: \(reason)")
            }
            continue
        }
        result.append(contentsOf: piece[..<count])
        if result.count > limit {
            throw CommandFailure(
                .dataBroken,
                code: "too-large",
                "\(name) is larger than \(size(Int64(limit)))",
                next: "add it with --attach instead"
            )
        }
    }
}

/// The text without white space at its end.
func withoutTrailingSpace(_ text: String) -> String {
    var text = text[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
}
