import Bytes
import FileFormats
import JournalModel

/// Day One's four arrays of media.
enum DayOneMediaKind: CaseIterable {
    case photo, video, audio, pdf

    var arrayKey: String {
        switch self {
        case .photo: "photos"
        case .video: "videos"
        case .audio: "audios"
        case .pdf: "pdfAttachments"
        }
    }

    init?(arrayKey: String) {
        switch arrayKey {
        case "photos": self = .photo
        case "videos": self = .video
        case "audios": self = .audio
        case "pdfAttachments": self = .pdf
        default: return nil
        }
    }

    /// The kind that a link or an embedded object names; links have drifted, so an id that is listed decides before this.
    init(linkPart: String) {
        switch linkPart {
        case "video": self = .video
        case "audio": self = .audio
        case "pdfAttachment", "pdf": self = .pdf
        default: self = .photo
        }
    }

    var attachmentKind: Attachment.Kind {
        switch self {
        case .photo: .photo
        case .video: .video
        case .audio: .audio
        case .pdf: .pdf
        }
    }

    /// Media type by the declared type, which is only a hint until the bytes are sniffed.
    func mediaType(declared: String?) -> String {
        switch (self, declared?.lowercased()) {
        case (.photo, "png"): "image/png"
        case (.photo, "gif"): "image/gif"
        case (.photo, "heic"), (.photo, "heif"): "image/heic"
        case (.photo, "tiff"), (.photo, "tif"): "image/tiff"
        case (.photo, "webp"): "image/webp"
        case (.photo, "jpeg"), (.photo, "jpg"): "image/jpeg"
        case (.photo, _): "application/octet-stream"
        case (.video, "mov"): "video/quicktime"
        case (.video, _): "video/mp4"
        // The file is an .m4a whatever `format` says.
        case (.audio, _): "audio/mp4"
        case (.pdf, _): "application/pdf"
        }
    }
}

/// The attachments of one entry, and the meaning of ids that its body names.
final class DayOneMedia {
    private(set) var attachments: [Attachment] = []
    private(set) var streams: [AttachmentID: any ByteStream] = [:]
    private var byIdentifier: [DayOneKey: AttachmentID] = [:]
    private var captions: [AttachmentID: String] = [:]
    private let entry: EntryID
    private let archive: DayOneArchive
    private let index: DayOneIndex
    private let notes: ImportNotes

    init(
        _ fields: FieldReader,
        entry: EntryID,
        archive: DayOneArchive,
        index: DayOneIndex,
        notes: ImportNotes
    ) {
        (self.entry, self.archive, self.index, self.notes) = (entry, archive, index, notes)
        var listed: [(order: Int, attachment: Attachment)] = []
        for kind in DayOneMediaKind.allCases {
            for (position, element) in fields.array(kind.arrayKey).enumerated() {
                guard let record = FieldReader(element, notes: notes, path: kind.arrayKey + ".") else {
                    fields.drop(kind.arrayKey, "holds something that is no object")
                    continue
                }
                if let attachment = add(record, kind, position) {
                    listed.append((record.int("orderInEntry") ?? Int.max, attachment))
                }
            }
        }
        // Equal orders keep the order in which they were listed.
        for (order, item) in listed.enumerated().sorted(by: {
            ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
        })
        .map(\.element.attachment).enumerated() {
            var attachment = item
            attachment.order = order
            attachments.append(attachment)
        }
    }

    private func add(_ record: FieldReader, _ kind: DayOneMediaKind, _ position: Int) -> Attachment? {
        let stem = record.string("md5")
        let identifier = record.string("identifier") ?? stem ?? "\(kind.arrayKey)-\(position)"
        let id = FixedIdentity.attachment(of: entry, sourceID: identifier)
        guard byIdentifier.updateValue(id, forKey: DayOneKey(identifier)) == nil else { return nil }
        let type = record.string("type")
        var attachment = Attachment(
            id: id,
            kind: kind.attachmentKind,
            mediaType: kind.mediaType(declared: type),
            byteCount: Int64(record.int("fileSize", in: 0...1e15) ?? 0)
        )
        attachment.name = record.string("filename") ?? record.string("pdfName")
        attachment.caption = record.string("caption") ?? record.string("title")
        captions[id] = attachment.caption
        attachment.pixelWidth = record.int("width", in: 0...1e6).flatMap { $0 > 0 ? $0 : nil }
        attachment.pixelHeight = record.int("height", in: 0...1e6).flatMap { $0 > 0 ? $0 : nil }
        attachment.durationSeconds = record.double("duration", in: 0...1e9).flatMap { $0 > 0 ? $0 : nil }
        attachment.takenMilliseconds = record.string("date").flatMap(Timestamp.parse)?.unixMilliseconds
        attachment.place = DayOneCircumstances.place(record.object("location"))
        attachment.camera = DayOneCircumstances.camera(record)
        connect(
            id,
            stem: stem ?? index.medium(identifier)?.stem,
            type: type,
            named: "\(kind.attachmentKind.rawValue) \(identifier)"
        )
        return attachment
    }

    private func connect(_ id: AttachmentID, stem: String?, type: String?, named name: String) {
        if let stem, let file = archive.mediaFile(stem: stem, type: type) {
            streams[id] = ArchiveStream(source: archive.source, member: file)
        } else {
            notes.add(
                "media-missing",
                file: stem,
                "the export does not hold the \(name); it may never have been downloaded by the app that exported"
            )
        }
    }

    /// The attachment that the body means by an identifier; `nil` when the archive lists none.
    ///
    /// One that only another entry lists becomes an attachment of this entry too, with the same bytes.
    func attachment(_ identifier: String) -> AttachmentID? {
        if let id = byIdentifier[DayOneKey(identifier)] { return id }
        guard let medium = index.medium(identifier),
            let file = archive.mediaFile(stem: medium.stem, type: medium.type)
        else { return nil }
        let id = FixedIdentity.attachment(of: entry, sourceID: identifier)
        byIdentifier[DayOneKey(identifier)] = id
        streams[id] = ArchiveStream(source: archive.source, member: file)
        attachments.append(
            Attachment(
                id: id,
                kind: medium.kind.attachmentKind,
                mediaType: medium.kind.mediaType(declared: medium.type),
                order: attachments.count
            )
        )
        return id
    }

    /// Markdown for a reference in the body.
    func markdown(_ identifier: String, kind: DayOneMediaKind) -> String {
        if let id = attachment(identifier) {
            let caption = captions[id] ?? ""
            return "![\(MarkdownEscaping.label(caption))](attachment:\(id))"
        }
        notes.add(
            "media-unknown",
            file: identifier.isEmpty ? nil : identifier,
            "its text shows a \(kind.attachmentKind.rawValue) that no entry of the export lists"
        )
        return "*(\(kind.attachmentKind.rawValue) missing)*"
    }

    /// Target of a link to another entry, which need not be in this archive.
    func entryLink(_ sourceID: String) -> String {
        if !index.holds(entry: sourceID) {
            notes.add(
                "link-unresolved",
                file: sourceID,
                "it links to an entry that is not in this archive"
            )
        }
        return "entry:\(FixedIdentity.entry(app: DayOne.app, sourceID: sourceID))"
    }

    /// The id that a Day One URL names when it leads to an entry.
    static func entryID(inLink url: String) -> String? {
        let lower = url.lowercased()
        guard lower.hasPrefix("dayone://view?") || lower.hasPrefix("dayone2://view?"),
            let query = url.split(separator: "?", maxSplits: 1).last
        else { return nil }
        for item in query.split(separator: "&") where item.lowercased().hasPrefix("entryid=") {
            let id = item.dropFirst(8)
            return id.isEmpty ? nil : String(id)
        }
        return nil
    }
}
