import Glibc
public import JournalModel
import JournalStore

extension Journal {
    /// Copies an attachment's bytes to a folder, under its original name or one like it.
    ///
    /// Never writes over a file; the copy has mode 0600.
    ///
    /// - Parameters:
    ///   - attachment: One of an entry of this journal.
    ///   - folder: Path of a folder, made when it is not there.
    ///   - number: Names the file when the attachment has no usable name.
    /// - Returns: The path of the copy; `nil` when the bytes are not here.
    /// - Throws: ``JournalError/Code/outputFailed``; nothing is left behind then.
    public nonisolated func copy(
        _ attachment: Attachment,
        to folder: String,
        number: Int
    ) throws(JournalError) -> String? {
        guard let source = file(of: attachment) else { return nil }
        do {
            if FileSystem.status(folder) == nil { try FileSystem.makePrivateFolder(folder) }
            let name = Journal.fileName(of: attachment, number: number)
            for attempt in 1...10_000 {
                let path = folder + "/" + name.stem + (attempt == 1 ? "" : "-\(attempt)") + name.ending
                guard FileSystem.status(path) == nil else { continue }
                try write(source, to: path)
                return path
            }
        } catch {
            throw JournalError(
                .outputFailed,
                "cannot write to \(folder)",
                remedy: "check the folder and its space"
            )
        }
        throw JournalError(.outputFailed, "\(folder) has too many files of the same name")
    }

    private nonisolated func write(_ source: String, to path: String) throws {
        let descriptor = try FileSystem.createPrivateFile(path)
        defer { close(descriptor) }
        do {
            try FileStream(path: source).read { try FileSystem.writeAll($0, to: descriptor, path: path) }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// A name that stays in its folder, whatever an import brought.
    private static func fileName(of attachment: Attachment, number: Int) -> (stem: String, ending: String) {
        var kept = ""
        for character in attachment.name ?? "" where kept.utf8.count + character.utf8.count <= 200 {
            let isPlain = character.unicodeScalars.allSatisfy { scalar in
                scalar.value >= 0x20 && !(0x7f...0x9f).contains(scalar.value) && scalar != "/"
                    && scalar.properties.generalCategory != .format
            }
            kept.append(isPlain ? character : "_")
        }
        if kept.allSatisfy({ $0 == "." }) { kept = "attachment-\(number)" }
        guard let dot = kept.lastIndex(of: "."), dot != kept.startIndex else { return (kept, "") }
        return (String(kept[..<dot]), String(kept[dot...]))
    }
}
