import FileFormats
import JournalModel
import Typesetting

/// The pictures that a PDF has come to need, each distinct content once.
final class PDFMedia {
    /// How an attachment can be shown on paper.
    enum Showing {
        case picture(PlacedPicture)
        /// By its name alone.
        case name
        case unavailable(isMissing: Bool)
    }

    private let shelf: MediaShelf
    private let document: PDFDocument
    private let showsPictures: Bool
    private var known: [String: Showing] = [:]
    private var reasons: [String: String] = [:]
    private var reported: Set<AttachmentID> = []
    private(set) var broken: [ExportReport.Broken] = []
    private(set) var shownCount = 0
    private(set) var listedCount = 0

    init(_ shelf: MediaShelf, document: PDFDocument, showsPictures: Bool) {
        self.shelf = shelf
        self.document = document
        self.showsPictures = showsPictures
    }

    func showing(_ attachment: Attachment) throws -> Showing {
        let key = attachment.sha256 ?? ""
        if let showing = known[key], !key.isEmpty {
            if let reason = reasons[key] { report(attachment, reason) }
            return showing
        }
        let showing: Showing
        switch shelf.medium(attachment) {
        case .unavailable(let reason, let isMissing):
            showing = unavailable(attachment, reason, isMissing: isMissing)
        case .ready(let media):
            if showsPictures, [.jpeg, .png].contains(media.format) {
                showing = try picture(media, attachment)
            } else {
                listedCount += 1
                showing = .name
            }
        }
        known[key] = showing
        return showing
    }

    private func picture(_ media: StrippedMedia, _ attachment: Attachment) throws -> Showing {
        guard media.recipe.byteCount <= 200 << 20 else {
            return unavailable(attachment, "it is over 200 MiB", isMissing: false)
        }
        var bytes: [UInt8] = []
        do {
            bytes.reserveCapacity(Int(media.recipe.byteCount))
            try media.recipe.read { bytes.append(contentsOf: $0) }
        } catch {
            return unavailable(attachment, "it could not be read", isMissing: false)
        }
        let orientation = media.format == .jpeg ? media.orientation : nil
        let result = bytes.withUnsafeBufferPointer { content in
            Result { () throws(TypesettingError) in try document.addPicture(content, orientation: orientation)
            }
        }
        switch result {
        case .success(let picture):
            shownCount += 1
            return .picture(picture)
        case .failure(.picture(let reason)):
            return unavailable(attachment, reason, isMissing: false)
        case .failure(let error): throw error
        }
    }

    private func unavailable(_ attachment: Attachment, _ reason: String, isMissing: Bool) -> Showing {
        if let sha256 = attachment.sha256 { reasons[sha256] = reason }
        report(attachment, reason)
        return .unavailable(isMissing: isMissing)
    }

    private func report(_ attachment: Attachment, _ reason: String) {
        guard reported.insert(attachment.id).inserted else { return }
        broken.append(ExportReport.Broken(id: attachment.id.description, reason: reason))
    }
}
