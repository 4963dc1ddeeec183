import FileFormats
import JournalModel

/// The media that a book has come to need, each distinct content under one name.
final class EPUBMedia {
    /// How an attachment can be shown.
    enum Showing {
        case picture(path: String, width: Int?, height: Int?)
        case video(path: String)
        case audio(path: String)
        /// By its name alone: reading programs show no such files, and EPUB forbids links to them.
        case name
        case unavailable(isMissing: Bool)
    }

    struct Item {
        var path: String
        var mediaType: String
        var recipe: ByteRecipe
    }

    private let shelf: MediaShelf
    private let keepsMetadata: Bool
    private var known: [String: Showing] = [:]
    private var reasons: [String: String] = [:]
    private var reported: Set<AttachmentID> = []
    private(set) var items: [Item] = []
    private(set) var broken: [ExportReport.Broken] = []
    private(set) var listedCount = 0
    private(set) var hasAudio = false
    private(set) var hasVideo = false
    private(set) var hasPictures = false

    init(_ shelf: MediaShelf, keepsMetadata: Bool) {
        (self.shelf, self.keepsMetadata) = (shelf, keepsMetadata)
    }

    /// How to show an attachment; its path is relative to the text files.
    func showing(_ attachment: Attachment) -> Showing {
        let key = attachment.sha256 ?? attachment.id.description
        let showing = known[key] ?? shelved(attachment, key)
        known[key] = showing
        if case .unavailable = showing, reported.insert(attachment.id).inserted {
            broken.append(ExportReport.Broken(id: attachment.id.description, reason: reasons[key] ?? ""))
        }
        return showing
    }

    private func shelved(_ attachment: Attachment, _ key: String) -> Showing {
        switch shelf.medium(attachment) {
        case .unavailable(let reason, let isMissing):
            reasons[key] = reason
            return .unavailable(isMissing: isMissing)
        case .ready(let media): return shelve(media, attachment, String(key.prefix(16)))
        }
    }

    private func shelve(_ media: StrippedMedia, _ attachment: Attachment, _ name: String) -> Showing {
        let fileName = name + "." + media.format.fileExtension
        switch media.format {
        case .jpeg, .png, .gif:
            hasPictures = true
            let path = "img/" + fileName
            items.append(
                Item(
                    path: path,
                    mediaType: media.format.mediaType,
                    recipe: keepsMetadata ? media.recipe : media.recipeWithOrientation
                )
            )
            let isOnItsSide = media.format == .jpeg && media.orientation >= 5
            return .picture(
                path: "../" + path,
                width: isOnItsSide ? media.pixelHeight : media.pixelWidth,
                height: isOnItsSide ? media.pixelWidth : media.pixelHeight
            )
        case .mp4, .quickTime, .m4a, .mp3, .ogg:
            let path = "media/" + fileName
            let isSound = attachment.kind == .audio || [.m4a, .mp3, .ogg].contains(media.format)
            let isMPEG4 = media.format == .mp4 || media.format == .quickTime
            let type = isSound && isMPEG4 ? "audio/mp4" : media.format.mediaType
            items.append(Item(path: path, mediaType: type, recipe: media.recipe))
            if isSound { hasAudio = true } else { hasVideo = true }
            return isSound ? .audio(path: "../" + path) : .video(path: "../" + path)
        case .webp, .heif, .tiff, .pdf, .other:
            listedCount += 1
            return .name
        }
    }
}
