import FileFormats
import Glibc
import JournalModel

/// The media of an export of data under names of their content, each once.
///
/// Original bytes, unless the location is to be taken out; then a medium whose location cannot be taken
/// out is left behind and reported.
final class DataMedia {
    struct Item {
        var name: String
        var recipe: ByteRecipe
    }

    private let source: any EntrySource
    /// Takes the location out; `nil` when original bytes are wanted.
    private let shelf: MediaShelf?
    private var names: [String: String] = [:]
    private(set) var items: [Item] = []
    private(set) var broken: [ExportReport.Broken] = []

    init(_ source: any EntrySource, options: BookOptions) {
        self.source = source
        let keepsMetadata = options.keepsMetadata(byDefault: true)
        shelf = keepsMetadata ? nil : MediaShelf(source, options: options, uprightsPictures: false)
    }

    /// Path within the export; `nil` when the bytes are not here.
    func name(_ attachment: Attachment) -> String? {
        guard let sha256 = attachment.sha256, let path = source.attachmentPath(sha256: sha256) else {
            return unavailable(attachment, "its bytes are not on this device")
        }
        if let known = names[sha256] { return known }
        let format: MediaFormat
        let recipe: ByteRecipe
        switch shelf?.medium(attachment) {
        case .ready(let media):
            (format, recipe) = (media.format, media.recipeWithOrientation)
        case .unavailable(let reason, _):
            return unavailable(attachment, reason)
        case nil:
            var status = stat()
            guard stat(path, &status) == 0 else {
                return unavailable(attachment, "its file could not be read")
            }
            format = MediaFormat(path: path)
            recipe = ByteRecipe(file: path, byteCount: Int64(status.st_size))
        }
        let name = "media/" + sha256.prefix(16) + "." + DataMedia.fileExtension(attachment, format)
        names[sha256] = name
        items.append(Item(name: name, recipe: recipe))
        return name
    }

    private func unavailable(_ attachment: Attachment, _ reason: String) -> String? {
        broken.append(ExportReport.Broken(id: attachment.id.description, reason: reason))
        return nil
    }

    /// By the bytes; for a file that they do not name, by its own name.
    private static func fileExtension(_ attachment: Attachment, _ format: MediaFormat) -> String {
        if format != .other { return format.fileExtension }
        let own = attachment.name.flatMap {
            $0.split(separator: ".").count > 1 ? $0.split(separator: ".").last : nil
        }
        let plain = own.map { FileNames.slug(String($0)).lowercased() } ?? ""
        return plain.isEmpty || plain.utf8.count > 8 ? format.fileExtension : plain
    }
}
