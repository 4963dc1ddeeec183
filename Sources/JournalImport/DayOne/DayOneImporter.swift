import Bytes
package import FileFormats
import JournalModel

/// Imports Day One's JSON exports: `docs/importers/dayone.md`.
///
/// The first pass over the journals only collects ids; the second makes entries. What an entry becomes
/// depends on its own object, its journal's name and its media, with two exceptions that the archive
/// decides: an id that several journals hold, and a picture that only another entry lists.
package final class DayOneImporter: Importer {
    package let app = DayOne.app
    package let inventory: ImportInventory
    private let archive: DayOneArchive
    private let index: DayOneIndex

    /// Takes the inventory.
    ///
    /// - Parameter source: The export; it is read again by ``forEachItem(_:)``.
    /// - Throws: ``FormatError`` when the archive as a whole cannot be read.
    package init(_ source: any ArchiveSource) throws {
        var index = DayOneIndex()
        archive = DayOneArchive(source) { file in index.collect(file, from: source) }
        self.index = index
        var journals: [ImportInventory.Journal] = []
        for journal in archive.journals {
            if journals.last?.name == journal.name {
                journals[journals.count - 1].found += journal.found
            } else {
                journals.append(ImportInventory.Journal(name: journal.name, found: journal.found))
            }
        }
        inventory = ImportInventory(
            journals: journals,
            mediaFiles: archive.mediaFileCount,
            unusedMediaFiles: archive.countUnusedMedia(used: index.usedStems)
        )
    }

    package func forEachItem(_ body: (ImportItem) throws -> Void) throws {
        for warning in archive.warnings { try body(.warning(warning)) }
        if inventory.unusedMediaFiles > 0 {
            try body(
                .warning(
                    ImportWarning(
                        code: "media-unused",
                        message:
                            "media files that no entry lists and that stay behind: \(inventory.unusedMediaFiles)"
                    )
                )
            )
        }
        let reader = DayOneEntryReader(archive: archive, index: index)
        for journal in archive.journals {
            var position = 0
            let outcome = try DayOneArchive.forEachElement(of: journal.member, in: archive.source) { event in
                if case .member = event { return }
                position += 1
                try read(event, at: position, of: journal, reader, body)
            }
            try report(outcome, of: journal, body)
        }
    }

    private func read(
        _ event: JSONElementSplitter.Event,
        at position: Int,
        of journal: DayOneArchive.Journal,
        _ reader: DayOneEntryReader,
        _ body: (ImportItem) throws -> Void
    ) throws {
        func warning(_ code: String, _ message: String) -> ImportWarning {
            ImportWarning(code: code, file: journal.member.name, message: "entry \(position) \(message)")
        }
        switch event {
        case .member: break
        case .oversizedElement:
            try body(.skipped(warning("over-limit", "is larger than 64 MiB and was left out")))
        case .element(let bytes):
            let notes = ImportNotes()
            let result: Result<ImportedEntry, DayOneFault> = Result { () throws(DayOneFault) in
                try reader.read(bytes, of: journal.name, notes)
            }
            let sourceID = notes.entry
            switch result {
            case .success(let entry):
                for note in notes.all { try body(.warning(note.warning(entry: sourceID, file: nil))) }
                try body(.entry(entry))
            case .failure(.unreadable(let reason)):
                try body(.failed(warning("entry-unreadable", "could not be read: \(reason)")))
            case .failure(.overLimit(let reason)):
                try body(.skipped(warning("over-limit", "was left out: \(reason)")))
            case .failure(.undated):
                var undated = warning(
                    "date-unreadable",
                    "has no date that can be read; correct it and import again"
                )
                undated.entry = sourceID
                try body(.failed(undated))
            }
        }
    }

    private func report(
        _ outcome: DayOneArchive.Outcome,
        of journal: DayOneArchive.Journal,
        _ body: (ImportItem) throws -> Void
    ) throws {
        let file = journal.member.name
        switch outcome {
        case .complete(0): break
        case .complete(let count):
            try body(
                .warning(
                    ImportWarning(
                        code: "trailing-bytes",
                        file: file,
                        message: "\(file) goes on for \(count) bytes after its end; they were ignored"
                    )
                )
            )
        case .brokenOff:
            try body(
                .failed(
                    ImportWarning(
                        code: "file-broken-off",
                        file: file,
                        message: "\(file) breaks off; what came before was taken; export it again"
                    )
                )
            )
        case .unreadable(let reason):
            try body(
                .failed(ImportWarning(code: "file-unreadable", file: file, message: "\(file): \(reason)"))
            )
        case .notAJournal: break
        }
    }
}

/// Names that hold for everything from Day One.
enum DayOne {
    static let app = "dayone"
    /// To be raised when the same item shall become different values.
    static let revision = 1
}

/// Why one item became no entry.
enum DayOneFault: Error {
    case unreadable(String)
    case overLimit(String)
    case undated
}
