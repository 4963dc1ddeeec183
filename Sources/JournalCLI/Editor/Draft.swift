import Glibc

/// Text on its way into the journal: a file that only its writer can read, kept until it is saved.
///
/// Beside the text lies a note with what the options said. The note is locked while someone writes, by
/// the editor too, so that a second terminal never opens the same draft; the kernel lets go of the lock
/// when both are gone.
final class Draft {
    /// Folder of the file, such as the store's `drafts`.
    let folder: String
    /// Name of both files without what follows the dot.
    let stem: String
    /// Open and locked.
    let lock: Int32

    var name: String { stem + ".md" }
    var path: String { folder + "/" + name }
    private var notePath: String { folder + "/" + stem + ".json" }

    /// Most bytes that a draft may have.
    static let limit = 64 << 20

    private init(_ folder: String, _ stem: String, lock: Int32) {
        (self.folder, self.stem, self.lock) = (folder, stem, lock)
    }

    deinit { close(lock) }

    /// Makes a draft.
    ///
    /// - Parameters:
    ///   - folder: Made if it is not there.
    ///   - text: What the file begins with.
    ///   - note: What is kept beside it.
    /// - Returns: It, open.
    /// - Throws: When it cannot be made; nothing is left of it then.
    static func make(in folder: String, text: String, _ note: DraftNote) throws(CommandFailure) -> Draft {
        if mkdir(folder, 0o700) != 0, errno != EEXIST { throw failure(folder, "be made") }
        let instant = String(max(0, note.beganMilliseconds))
        let padded = String(repeating: "0", count: max(0, 15 - instant.utf8.count)) + instant
        for attempt in 0..<100 {
            let stem = "draft-\(padded)-\(getpid())" + (attempt == 0 ? "" : "-\(attempt)")
            let notePath = "\(folder)/\(stem).json"
            let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            let descriptor = open(notePath, flags, 0o600)
            if descriptor < 0, errno == EEXIST { continue }
            guard descriptor >= 0 else { throw failure(notePath, "be made") }
            let draft = Draft(folder, stem, lock: descriptor)
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0,
                writeAll(Array(note.json.utf8), to: descriptor) == 0
            else {
                let failure = failure(notePath, "be written")
                unlink(notePath)
                throw failure
            }
            do { try draft.put(text, flags) } catch {
                draft.remove()
                throw error
            }
            return draft
        }
        throw CommandFailure(.inputOutput, code: "draft-failed", "no draft can be made in \(folder)")
    }

    /// Takes the newest draft that was left and that nobody has open.
    ///
    /// - Parameter folders: Where drafts may lie.
    /// - Returns: The draft, `nil` when there is none, and how many others are open elsewhere.
    static func newest(in folders: [String]) -> (draft: Draft?, open: Int) {
        var open = 0
        let all = folders.flatMap { folder in stems(in: folder).map { (folder, $0) } }
        for (folder, stem) in all.sorted(by: { $0.1 > $1.1 }) {
            switch take(stem, in: folder) {
            case .success(let draft): return (draft, open)
            case .failure(.isOpen): open += 1
            case .failure(.isGone): continue
            }
        }
        return (nil, open)
    }

    /// How many drafts were left and are open nowhere.
    static func left(in folders: [String]) -> Int {
        folders.flatMap { folder in stems(in: folder).map { take($0, in: folder) } }
            .count { if case .success = $0 { true } else { false } }
    }

    private enum Refusal: Error { case isOpen, isGone }

    private static func take(_ stem: String, in folder: String) -> Result<Draft, Refusal> {
        // A text whose note is lost gets an empty one, to be locked by.
        let notePath = "\(folder)/\(stem).json"
        let descriptor = open(notePath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return .failure(.isGone) }
        let draft = Draft(folder, stem, lock: descriptor)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return .failure(.isOpen) }
        guard access(draft.path, F_OK) == 0 else {
            unlink(notePath)
            return .failure(.isGone)
        }
        return .success(draft)
    }

    private static func stems(in folder: String) -> [String] {
        names(in: folder).filter { $0.hasPrefix("draft-") && $0.hasSuffix(".md") }
            .map { String($0.dropLast(3)) }
    }

    /// What is kept beside the text; an empty one when it cannot be read.
    var note: DraftNote {
        lseek(lock, 0, SEEK_SET)
        return (try? readAll(lock, limit: 1 << 20, named: "the note")).map(DraftNote.init(json:))
            ?? DraftNote()
    }

    /// Reads what the editor left.
    ///
    /// - Returns: The text without the white space at its end.
    /// - Throws: When the file is gone, too large, or not UTF-8.
    func text() throws(CommandFailure) -> String {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw Draft.failure(path, "be read") }
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

    /// Replaces the text, whole or not at all.
    func replaceText(_ text: String) throws(CommandFailure) {
        let new = Draft(folder, stem + "-new", lock: dup(lock))
        unlink(new.path)
        try new.put(text, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC)
        guard rename(new.path, path) == 0 else { throw Draft.failure(path, "be written") }
    }

    private func put(_ text: String, _ flags: Int32) throws(CommandFailure) {
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { throw Draft.failure(path, "be made") }
        defer { close(descriptor) }
        guard writeAll(Array(text.utf8), to: descriptor) == 0, fsync(descriptor) == 0 else {
            let failure = Draft.failure(path, "be written")
            unlink(path)
            throw failure
        }
        let folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        fsync(folder)
        close(folder)
    }

    /// Removes the draft, now that its text is safe.
    func remove() {
        unlink(path)
        unlink(notePath)
    }

    /// Removes what editors leave beside a file: backups, swap files, locks, undo files.
    ///
    /// - Returns: How many there were.
    func removeStrays() -> Int {
        let name = name
        let strays = Draft.names(in: folder).filter { stray in
            stray == name + "~" || stray == "#\(name)#" || stray == ".#" + name || stray == name + ".bak"
                || stray.hasPrefix(name + ".save") || stray.hasPrefix(".\(name).sw")
                || stray == ".\(name).un~" || stray == ".\(name)~"
        }
        return strays.filter { unlink(folder + "/" + $0) == 0 }.count
    }

    /// Copies of what was being written that an editor made before it died, the latest first.
    ///
    /// These are nano's `.save` and emacs's `#…#`, where they are newer than the draft.
    func rescuedCopies() -> [String] {
        let name = name
        let own = Draft.modified(path)
        return Draft.names(in: folder).filter { $0.hasPrefix(name + ".save") || $0 == "#\(name)#" }
            .map { folder + "/" + $0 }.filter { Draft.modified($0) >= own }
            .sorted { Draft.modified($0) > Draft.modified($1) }
    }

    /// vim's swap file, if one was left.
    var swapFile: String? {
        let prefix = ".\(name).sw"
        return Draft.names(in: folder).first { $0.hasPrefix(prefix) }.map { folder + "/" + $0 }
    }

    private static func modified(_ path: String) -> Double {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return 0 }
        return Double(facts.st_mtim.tv_sec) + Double(facts.st_mtim.tv_nsec) / 1e9
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

    private static func failure(_ path: String, _ what: String) -> CommandFailure {
        CommandFailure(
            .inputOutput,
            code: "draft-failed",
            "the draft \(path) cannot \(what): \(String(cString: strerror(errno)))"
        )
    }
}
