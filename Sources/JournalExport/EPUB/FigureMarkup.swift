import FileFormats
import JournalModel

/// Writes the pictures, recordings and files of one entry.
struct FigureMarkup {
    enum Figure {
        case attachment(Attachment, caption: String)
        /// The text names an attachment that the entry does not have.
        case gone(AttachmentID, caption: String)
        /// A picture that is not part of the journal; a book shows nothing from outside.
        case outside(address: String?, caption: String)
    }

    private let context: EPUBContext
    private let day: CivilDate
    private let place: Place?

    init(_ context: EPUBContext, entry: Entry) {
        (self.context, day, place) = (context, entry.happened.day, entry.place)
    }

    /// Writes figures one after another; neighbouring pictures stand in rows.
    func write(_ figures: [Figure], to writer: inout XMLWriter) {
        var index = 0
        while index < figures.count {
            var end = index
            while end < figures.count, isPicture(figures[end]) { end += 1 }
            if end - index > 1 {
                writer.open("div")
                writer.attribute("class", "row")
                for figure in figures[index..<end] { write(figure, &writer) }
                writer.closeFully()
                index = end
            } else {
                write(figures[index], &writer)
                index += 1
            }
        }
    }

    /// Writes the attachments that the text does not name: things to see and hear, then a list of files.
    func writeRest(_ attachments: [Attachment], to writer: inout XMLWriter) {
        var shown: [Figure] = []
        var files: [Attachment] = []
        for attachment in attachments {
            if case .name = context.media.showing(attachment) {
                files.append(attachment)
            } else {
                shown.append(.attachment(attachment, caption: ""))
            }
        }
        write(shown, to: &writer)
        guard !files.isEmpty else { return }
        writer.open("ul")
        writer.attribute("class", "files")
        for file in files {
            writer.open("li")
            writer.element("bdi", text: label(file))
            writer.closeFully()
        }
        writer.closeFully()
    }

    private func isPicture(_ figure: Figure) -> Bool {
        guard case .attachment(let attachment, _) = figure, case .picture = context.media.showing(attachment)
        else {
            return false
        }
        return true
    }

    private func write(_ figure: Figure, _ writer: inout XMLWriter) {
        switch figure {
        case .gone(_, let caption): note(context.strings.photo, caption, context.strings.missing, &writer)
        case .outside(let address, let caption):
            writer.open("p")
            writer.attribute("class", "box-note")
            let text =
                caption.isEmpty ? context.strings.remoteImage : context.strings.remoteImage + ": " + caption
            if let address { writer.element("a", ["href": address], text: text) } else { writer.text(text) }
            writer.closeFully()
        case .attachment(let attachment, let caption):
            self.attachment(attachment, caption.isEmpty ? attachment.caption ?? "" : caption, &writer)
        }
    }

    private func attachment(_ attachment: Attachment, _ caption: String, _ writer: inout XMLWriter) {
        let kind = context.strings.kind(attachment.kind)
        switch context.media.showing(attachment) {
        case .unavailable(let isMissing):
            note(kind, caption, isMissing ? context.strings.missing : context.strings.unreadable, &writer)
        case .name:
            writer.open("p")
            writer.attribute("class", "box-note")
            writer.element("bdi", text: label(attachment))
            writer.closeFully()
        case .picture(let path, let width, let height):
            writer.open("figure")
            writer.open("img")
            writer.attribute("src", path)
            writer.attribute("alt", caption.isEmpty ? described(attachment) : caption)
            if let width, let height, width > 0, height > 0 {
                writer.attribute("width", String(width))
                writer.attribute("height", String(height))
            }
            writer.close()
            self.caption(caption, &writer)
            writer.closeFully()
        case .video(let path): recording("video", path, attachment, caption, &writer)
        case .audio(let path): recording("audio", path, attachment, caption, &writer)
        }
    }

    private func recording(
        _ element: String,
        _ path: String,
        _ attachment: Attachment,
        _ caption: String,
        _ writer: inout XMLWriter
    ) {
        writer.open("figure")
        writer.open(element)
        writer.attribute("src", path)
        writer.attribute("controls", "controls")
        if element == "video" { writer.attribute("preload", "none") }
        writer.attribute("aria-label", caption.isEmpty ? label(attachment) : caption)
        writer.closeFully()
        var text = caption.isEmpty ? context.strings.kind(attachment.kind) : caption
        if let seconds = attachment.durationSeconds, seconds.isFinite, seconds >= 1, seconds < 1e6 {
            let whole = Int(seconds.rounded())
            text +=
                " · "
                + BookStrings.fill(
                    context.strings.duration,
                    ["minutes": String(whole / 60), "seconds": String(whole % 60)]
                )
        }
        self.caption(text, &writer)
        writer.closeFully()
    }

    private func note(_ kind: String, _ caption: String, _ pattern: String, _ writer: inout XMLWriter) {
        let text = BookStrings.fill(pattern, ["kind": kind])
        writer.open("p")
        writer.attribute("class", "box-note")
        writer.text(caption.isEmpty ? text : text + " (" + caption + ")")
        writer.closeFully()
    }

    private func caption(_ text: String, _ writer: inout XMLWriter) {
        guard !text.isEmpty else { return }
        writer.open("figcaption")
        writer.languageAttributes(context.attributes(ScriptCounts(text)))
        writer.text(text)
        writer.closeFully()
    }

    /// What stands in for a caption: kind, day and place.
    private func described(_ attachment: Attachment) -> String {
        let strings = context.strings
        let date = strings.date(strings.plainDate, day)
        let name = context.redactsPlaces ? nil : (attachment.place ?? place)?.displayName
        guard let name else { return BookStrings.fill(strings.photoOn, ["date": date]) }
        return BookStrings.fill(strings.photoAt, ["date": date, "place": name])
    }

    private func label(_ attachment: Attachment) -> String {
        let kind = context.strings.kind(attachment.kind)
        guard let name = attachment.name, !name.isEmpty else { return kind }
        return BookStrings.fill(context.strings.attached, ["kind": kind, "name": name])
    }
}
