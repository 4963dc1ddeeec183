import Bytes
import JournalModel

/// Turns one element of `entries` into values of the model.
final class DayOneEntryReader {
    private let archive: DayOneArchive
    private let index: DayOneIndex
    private var zones: [String: JournalZone] = [:]
    /// Hash of the first item of each id that comes more than once.
    private var firstHashes: [String: [UInt8]] = [:]
    private var canonical: [UInt8] = []

    init(archive: DayOneArchive, index: DayOneIndex) {
        (self.archive, self.index) = (archive, index)
    }

    /// Reads an element.
    ///
    /// - Parameters:
    ///   - bytes: JSON text of one element.
    ///   - journalName: The journal it is in.
    ///   - notes: Receives what could not be taken as it is, and the entry's id.
    /// - Returns: The entry with openers of its media.
    /// - Throws: ``DayOneFault``; nothing is half taken.
    func read(_ bytes: UnsafeRawBufferPointer, of journalName: String, _ notes: ImportNotes)
        throws(DayOneFault)
        -> ImportedEntry
    {
        let item = try parse(bytes, notes)
        guard let fields = FieldReader(item, notes: notes) else { throw .unreadable("it is no object") }
        canonical.removeAll(keepingCapacity: true)
        item.appendCanonical(to: &canonical)
        let hash = Digest.of(canonical, .sha256)

        let givenID = fields.string("uuid")
        let sourceID = givenID ?? derivedID(fields, journalName)
        notes.entry = sourceID
        noteRepetition(of: sourceID, hash, journalName, notes)
        let isFirst = givenID.map { index.isFirstHolder(of: $0, journal: journalName) } ?? true
        let id = FixedIdentity.entry(
            app: DayOne.app,
            sourceID: sourceID,
            journalName: isFirst ? nil : journalName
        )
        let journal = JournalInfo(
            id: FixedIdentity.journal(app: DayOne.app, name: journalName),
            name: journalName
        )

        let created = date(fields, "creationDate")
        let modified = date(fields, "modifiedDate")
        guard let moment = created ?? fallbackDate(fields, modified) else { throw .undated }
        var entry = Entry(
            id: id,
            happened: happened(moment, fields),
            journal: journal.id,
            writtenMilliseconds: moment,
            changedMilliseconds: modified ?? moment
        )
        entry.tags = tags(fields)
        entry.isStarred = fields.bool("starred") ?? false
        entry.isPinned = fields.bool("isPinned") ?? fields.bool("pinned") ?? false
        entry.place = DayOneCircumstances.place(fields.object("location"))
        entry.weather = DayOneCircumstances.weather(fields.object("weather"))
        entry.activity = DayOneCircumstances.activity(fields.object("userActivity"))
        entry.music = DayOneCircumstances.music(fields.object("music"))
        entry.template = DayOneCircumstances.template(fields.object("template"))
        entry.source = EntrySourceReference(app: DayOne.app, id: sourceID)

        let media = DayOneMedia(fields, entry: id, archive: archive, index: index, notes: notes)
        entry.body = body(fields, media, notes)
        entry.attachments = media.attachments
        return ImportedEntry(
            entry: entry,
            journal: journal,
            itemHash: hash,
            modifiedMilliseconds: modified ?? moment,
            importerRevision: DayOne.revision,
            raw: Array(bytes),
            media: media.streams
        )
    }

    private func parse(_ bytes: UnsafeRawBufferPointer, _ notes: ImportNotes) throws(DayOneFault) -> JSONValue
    {
        var reader = JSONReader(bytes, mode: .lenient)
        let item: JSONValue
        do throws(JSONError) {
            item = try reader.value()
            try reader.finish()
        } catch {
            switch error.reason {
            case .tooDeep, .stringTooLong, .keyTooLong, .numberTooLong, .tooManyElements:
                throw .overLimit(error.reason.rawValue)
            default: throw .unreadable("\(error.reason.rawValue) (byte \(error.offset) of it)")
            }
        }
        let repairs = reader.repairs
        if repairs.replacedCharacters > 0 {
            notes.add(
                "text-repaired",
                "damaged characters that became U+FFFD: \(repairs.replacedCharacters)"
            )
        }
        if repairs.controlCharacters > 0 {
            notes.add(
                "text-repaired",
                "control characters that stood unescaped and were kept: \(repairs.controlCharacters)"
            )
        }
        if repairs.droppedNumbers > 0 {
            notes.add("field-dropped", "numbers that are none (NaN or Infinity): \(repairs.droppedNumbers)")
        }
        if repairs.duplicateKeys > 0 {
            notes.add("duplicate-key", "fields that came twice; the last one holds: \(repairs.duplicateKeys)")
        }
        return item
    }

    /// An id for an item that has none: the same item gives the same id.
    private func derivedID(_ fields: FieldReader, _ journalName: String) -> String {
        let digest = Digest(.sha256)
        for part in [journalName, fields.string("creationDate") ?? "", fields.string("text") ?? ""] {
            var part = part
            withUnsafeBytes(of: UInt64(part.utf8.count).littleEndian) { digest.update($0) }
            part.withUTF8 { digest.update(UnsafeRawBufferPointer($0)) }
        }
        return "derived-" + hex(digest.finish().prefix(16))
    }

    private func noteRepetition(of id: String, _ hash: [UInt8], _ journalName: String, _ notes: ImportNotes) {
        guard index.isRepeated(id) else { return }
        let key = journalName + "/" + id.lowercased()
        guard let first = firstHashes.updateValue(firstHashes[key] ?? hash, forKey: key), first != hash else {
            return
        }
        notes.add(
            "duplicate-id",
            "the archive holds two versions of this entry; the one modified last is shown, the other is in its history"
        )
    }

    private func date(_ fields: FieldReader, _ key: String) -> Int64? {
        guard let text = fields.string(key) else { return nil }
        guard let parts = Timestamp.parse(text) else {
            fields.drop(key, "is no date that exists")
            return nil
        }
        if parts.offsetSeconds == nil {
            fields.notes.add("date-without-zone", "the field \(key) names no zone and was read as UTC")
        }
        return parts.unixMilliseconds
    }

    /// When an entry without a date that exists is filed: never a day near the one that was written.
    private func fallbackDate(_ fields: FieldReader, _ modified: Int64?) -> Int64? {
        guard let modified else { return nil }
        fields.notes.add(
            "date-replaced",
            "it has no creation date that exists; its modification date was taken instead"
        )
        return modified
    }

    private func happened(_ milliseconds: Int64, _ fields: FieldReader) -> EntryMoment {
        let isAllDay = fields.bool("isAllDay") ?? false
        let name = fields.string("timeZone")
        let placeZone = fields.object("location")?.string("timeZoneName").map(zone(named:))
        let knownPlaceZone = placeZone.flatMap { $0.isKnown ? $0 : nil }
        let given = name.map(zone(named:))
        let rules = given.flatMap { $0.isKnown ? $0 : nil } ?? knownPlaceZone ?? .utc
        let moment = EntryMoment(unixMilliseconds: milliseconds, zone: rules, isAllDay: isAllDay)
        if !(1900...2100).contains(moment.day.year) {
            fields.notes.add("date-unusual", "its year is \(moment.day.year)")
        }
        guard let given, !given.isKnown else { return moment }
        fields.notes.add(
            "zone-unknown",
            "its time zone is not known; its day is that of \(knownPlaceZone?.name ?? "UTC")"
        )
        return EntryMoment(
            unixMilliseconds: milliseconds,
            offsetSeconds: moment.offsetSeconds,
            zoneName: given.name,
            day: moment.day,
            isAllDay: isAllDay
        )
    }

    private func zone(named name: String) -> JournalZone {
        if let zone = zones[name] { return zone }
        let zone = JournalZone(name)
        if zones.count < 1000 { zones[name] = zone }
        return zone
    }

    private func tags(_ fields: FieldReader) -> [String] {
        var folded: Set<String> = []
        var tags: [(folded: String, tag: String)] = []
        for element in fields.array("tags") {
            guard let text = element.string else {
                fields.drop("tags", "holds something that is no text")
                continue
            }
            let tag = FieldReader.trimmed(text)
            let key = tag.lowercased()
            if !tag.isEmpty, folded.insert(key).inserted { tags.append((key, tag)) }
        }
        return tags.sorted { $0.folded < $1.folded }.map(\.tag)
    }

    private func body(_ fields: FieldReader, _ media: DayOneMedia, _ notes: ImportNotes) -> String {
        if let richText = fields.object["richText"]?.string, !richText.isEmpty {
            switch DayOneRichText(richText) {
            case .some(let document):
                let body = document.markdown(media, notes)
                if !body.isEmpty { return body }
            case .none:
                notes.add("richtext-unreadable", "its rich text cannot be read; the plain text was taken")
            }
        }
        guard let text = fields.object["text"]?.string, !text.isEmpty else { return "" }
        let isAndroid =
            fields.has("pinned") || fields.has("v")
            || fields.string("creationOSName")?.lowercased() == "android"
        return DayOneText(escapes: !isAndroid).markdown(text, media, notes)
    }
}
