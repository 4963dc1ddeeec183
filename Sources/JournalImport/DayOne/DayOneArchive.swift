import Bytes
import FileFormats
import Foundation
import JournalModel

/// The files of an export: journals by name, media by the stem of their names.
struct DayOneArchive {
    struct Journal {
        /// File name without `.json`, as it is.
        var name: String
        var member: ArchiveMember
        /// Elements of its array, and one for a rest that broke off.
        var found: Int
    }

    /// How reading a journal's file ended.
    enum Outcome {
        case complete(trailingBytes: Int)
        case brokenOff
        /// The archive could not give the file to its end.
        case unreadable(String)
        case notAJournal
    }

    /// Folders that hold media, in lower case: Day One's own four and the spellings of other tools.
    static let mediaFolders: Set = [
        "photos", "videos", "audios", "pdfs", "photo", "video", "audio", "pdf", "pdfattachments",
    ]

    let source: any ArchiveSource
    /// By name in the order of its UTF-8, then by file.
    private(set) var journals: [Journal] = []
    private(set) var warnings: [ImportWarning] = []
    private(set) var mediaFileCount = 0
    private var media: [String: [ArchiveMember]] = [:]

    /// Lists an archive.
    ///
    /// - Parameters:
    ///   - source: Its files.
    ///   - collect: Called for each JSON file, in the order of ``journals``; it tells whether there
    ///     is an array of entries in it and how many.
    init(_ source: any ArchiveSource, collect: (ArchiveMember) -> (found: Int, isJournal: Bool)) {
        self.source = source
        for member in source.refused {
            warnings.append(
                ImportWarning(
                    code: "member-refused",
                    file: member.name,
                    message: "\(member.name) was not read: \(member.reason.rawValue)"
                )
            )
        }
        var candidates: [Journal] = []
        for member in source.members {
            let name = String(member.fileName)
            if name.lowercased().hasSuffix(".json") {
                candidates.append(Journal(name: String(name.dropLast(5)), member: member, found: 0))
            } else if let folder = member.folder.last, Self.mediaFolders.contains(folder.lowercased()) {
                media[Self.stem(name), default: []].append(member)
                mediaFileCount += 1
            } else if source.members.count == 1 {
                candidates.append(Journal(name: name, member: member, found: 0))
            }
        }
        candidates.sort { left, right in
            if left.name == right.name { return left.member.name < right.member.name }
            return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        }
        for var journal in candidates {
            let result = collect(journal.member)
            if result.isJournal {
                journal.found = result.found
                journals.append(journal)
            } else {
                warnings.append(
                    ImportWarning(
                        code: "file-ignored",
                        file: journal.member.name,
                        message: "\(journal.member.name) holds no array of entries and was ignored"
                    )
                )
            }
        }
    }

    /// The file of a medium; `nil` when the archive has none.
    ///
    /// `stem` is its name without extension, in any case; Day One uses the MD5 of the bytes. Of several
    /// files the one with the declared type as extension is preferred, else the largest.
    func mediaFile(stem: String, type: String?) -> ArchiveMember? {
        guard let files = media[stem.lowercased()] else { return nil }
        guard files.count > 1 else { return files.first }
        let declared = type.map { $0.lowercased() == "jpg" ? "jpeg" : $0.lowercased() }
        return files.first { file in
            let name = file.fileName.lowercased()
            let found = name.split(separator: ".").last.map(String.init)
            return found == declared || (declared == "jpeg" && found == "jpg")
        } ?? files.max { ($0.byteCount, $1.name) < ($1.byteCount, $0.name) }
    }

    func countUnusedMedia(used: Set<DayOneKey>) -> Int {
        media.reduce(0) { used.contains(DayOneKey($1.key)) ? $0 : $0 + $1.value.count }
    }

    private static func stem(_ name: String) -> String {
        let lower = name.lowercased()
        guard let dot = lower.lastIndex(of: "."), dot != lower.startIndex else { return lower }
        return String(lower[..<dot])
    }

    /// Calls `body` with each element of the file's array of entries, as bytes.
    static func forEachElement(
        of member: ArchiveMember,
        in source: any ArchiveSource,
        _ body: (JSONElementSplitter.Event) throws -> Void
    ) throws -> Outcome {
        var splitter = JSONElementSplitter(arrayKey: "entries")
        var thrown: (any Error)?
        func forward(_ event: JSONElementSplitter.Event) throws {
            do { try body(event) } catch {
                thrown = error
                throw error
            }
        }
        do {
            try source.read(member) { chunk in try splitter.feed(chunk, forward) }
        } catch {
            if let thrown { throw thrown }
            guard splitter.foundArray else { return .notAJournal }
            return .unreadable((error as? FormatError)?.sentence ?? "it cannot be read")
        }
        let outcome = try splitter.finish(forward)
        switch outcome {
        case .notAnObject: return .notAJournal
        case .brokenOff: return .brokenOff
        case .complete(let count):
            return splitter.foundArray ? .complete(trailingBytes: count) : .notAJournal
        }
    }
}
