import JournalModel
import Typesetting

/// Lays out pictures in rows, and names what paper cannot show.
struct FigurePages {
    enum Figure {
        case attachment(Attachment, caption: String)
        /// The text names an attachment that the entry does not have.
        case gone(caption: String)
        /// A picture that is not part of the journal; a book shows nothing from outside.
        case outside(address: String?, caption: String)
    }

    private struct Photo {
        var picture: PlacedPicture
        var caption: String
        var alternative: String
    }

    private let context: PDFContext
    private let entry: Entry
    private let section: StructureElement

    init(_ context: PDFContext, entry: Entry, section: StructureElement) {
        self.context = context
        self.entry = entry
        self.section = section
    }

    private var strings: BookStrings { context.style.strings }
    private var numbers: PrintNumbers.Photos { context.style.numbers.photos }

    func write(_ figures: [Figure]) throws {
        var photos: [Photo] = []
        for figure in figures {
            if let photo = try photo(figure) {
                photos.append(photo)
            } else {
                try writeRows(photos)
                photos = []
                try note(figure)
            }
        }
        try writeRows(photos)
    }

    // MARK: Photos

    private func photo(_ figure: Figure) throws -> Photo? {
        guard case .attachment(let attachment, let written) = figure,
            case .picture(let picture) = try context.media.showing(attachment)
        else { return nil }
        let caption = written.isEmpty ? attachment.caption ?? "" : written
        // The caption is read out too; the alternative adds what the eye sees at once.
        return Photo(picture: picture, caption: caption, alternative: described(attachment))
    }

    /// Kind, day and place, for those who do not see the picture.
    private func described(_ attachment: Attachment) -> String {
        let day = strings.date(strings.plainDate, entry.happened.day)
        let place = context.redactsPlaces ? nil : (attachment.place ?? entry.place)?.displayName
        guard let place else { return BookStrings.fill(strings.photoOn, ["date": day]) }
        return BookStrings.fill(strings.photoAt, ["date": day, "place": place])
    }

    /// Rows as high as their pictures together fill the measure, in the order given.
    private func writeRows(_ photos: [Photo]) throws {
        guard !photos.isEmpty else { return }
        if photos.count == 1 {
            let measure = context.flow.measure
            let photo = photos[0]
            let aspect = photo.picture.aspect
            let highest = context.flow.textHeight * numbers.portraitShare
            // No picture is shown with less than 90 pixels an inch.
            let widest = Double(photo.picture.pixelWidth) * 72 / 90
            let width = min(measure, highest * aspect, max(widest, 90))
            return try writeRow([photo], height: width / aspect, x: (measure - width) / 2)
        }
        var start = 0
        while start < photos.count {
            var end = start
            var aspects = 0.0
            var height = Double.infinity
            while end < photos.count, end - start < numbers.perPage, height > numbers.rowHeight {
                aspects += photos[end].picture.aspect
                end += 1
                height =
                    (context.flow.measure - numbers.gutter * Double(end - start - 1)) / max(aspects, 0.05)
            }
            let isFull = height <= numbers.rowMaximum
            height = min(max(height, 40), isFull ? numbers.rowMaximum : numbers.rowHeight)
            let width = height * aspects + numbers.gutter * Double(end - start - 1)
            try writeRow(
                Array(photos[start..<end]),
                height: height,
                x: max((context.flow.measure - width) / 2, 0)
            )
            start = end
        }
    }

    private func writeRow(_ photos: [Photo], height: Double, x start: Double) throws {
        var x = start
        var placed: [FlowPicture] = []
        var captionHeight = 0.0
        for photo in photos {
            let width = height * photo.picture.aspect
            let element = context.document.open(.figure, in: section)
            element.alternative = photo.alternative
            var caption: SetParagraph?
            if !photo.caption.isEmpty {
                let line = context.style.numbers.caption
                let (style, _) = context.style.line(line, photo.caption)
                let run = TextRun(photo.caption, style: .italic, color: Color(gray: line.gray))
                let set = context.document.typesetter.set([run], style, measure: width)
                captionHeight = max(captionHeight, set.height + 4)
                caption = set
            }
            placed.append(
                FlowPicture(
                    picture: photo.picture,
                    x: x,
                    width: width,
                    height: height,
                    element: element,
                    caption: caption
                )
            )
            x += width + numbers.gutter
        }
        var block = PageFlow.Block(content: .pictures(placed, height: height + captionHeight))
        block.above = max(context.takeGap(), numbers.gutter)
        block.below = numbers.gutter
        try context.flow.add(block)
    }

    // MARK: Names

    private func note(_ figure: Figure) throws {
        var link: String?
        let text: String
        switch figure {
        case .gone(let caption):
            text = joined(BookStrings.fill(strings.missing, ["kind": strings.photo]), caption)
        case .outside(let address, let caption):
            text = caption.isEmpty ? strings.remoteImage : strings.remoteImage + ": " + caption
            link = address
        case .attachment(let attachment, let written):
            let caption = written.isEmpty ? attachment.caption ?? "" : written
            let kind = strings.kind(attachment.kind)
            switch try context.media.showing(attachment) {
            case .picture, .name: text = joined(label(attachment), caption)
            case .unavailable(let isMissing):
                let pattern = isMissing ? strings.missing : strings.unreadable
                text = joined(BookStrings.fill(pattern, ["kind": kind]), caption)
            }
        }
        try line(text, link: link)
    }

    private func joined(_ text: String, _ caption: String) -> String {
        caption.isEmpty ? text : text + " (" + caption + ")"
    }

    /// `♪ Recording: morning.m4a · 2 min 13 s`.
    private func label(_ attachment: Attachment) -> String {
        let kind = strings.kind(attachment.kind)
        var text = kind
        if let name = attachment.name, !name.isEmpty {
            text = BookStrings.fill(strings.attached, ["kind": kind, "name": name])
        }
        if attachment.kind == .audio { text = "♪ " + text }
        if attachment.kind == .video { text = "▶ " + text }
        if let seconds = attachment.durationSeconds, seconds.isFinite, seconds >= 1, seconds < 1e6 {
            let whole = Int(seconds.rounded())
            text +=
                " · "
                + BookStrings.fill(
                    strings.duration,
                    ["minutes": String(whole / 60), "seconds": String(whole % 60)]
                )
        }
        return text
    }

    private func line(_ text: String, link: String?) throws {
        let line = context.style.numbers.entryMeta
        let (style, language) = context.style.line(line, text)
        let run = TextRun(text, color: Color(gray: line.gray), link: link == nil ? nil : 0)
        let paragraph = context.document.typesetter.set([run], style, measure: context.flow.measure)
        let element = context.document.open(.paragraph, in: section)
        element.language = language
        let links = link.map { [TextLink(.address($0), description: text)] } ?? []
        var block = PageFlow.Block(content: .paragraph(paragraph, links: links), element: element)
        block.above = context.takeGap()
        try context.flow.add(block)
    }
}
