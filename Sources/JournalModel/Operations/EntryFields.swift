import Bytes
import Foundation

/// The fields of an entry as operations carry them.
package enum EntryFields {
    /// Every field of an entry that is not at its default, as changes without parents.
    ///
    /// So they stand in the operation that creates the entry; `raw` is the source's own object, `nil` for
    /// what was written by hand.
    package static func changes(of entry: Entry, raw: [UInt8]? = nil) -> [Operation.Change] {
        var changes: [Operation.Change] = []
        func add(_ kind: Field.Kind, _ value: FieldValue, key: String = "") {
            if value != .none { changes.append(Operation.Change(Field(kind, key: key), value)) }
        }
        for kind in scalars { add(kind, value(of: kind, in: entry)) }
        add(.raw, raw.map(FieldValue.bytes) ?? .none)
        for tag in entry.tags { add(.tag, .text(tag), key: SearchText.foldedName(tag)) }
        for person in entry.people { add(.person, .text(person), key: SearchText.foldedName(person)) }
        for attachment in entry.attachments {
            add(.attachment, .object(AttachmentFields.object(attachment)), key: attachment.id.description)
        }
        return changes
    }

    /// The entry with each tag, person and attachment once: the first of those that count as the same.
    ///
    /// An operation with one field twice could not be read back.
    package static func withoutRepetitions(_ entry: Entry) -> Entry {
        var entry = entry
        entry.tags = distinct(entry.tags)
        entry.people = distinct(entry.people)
        var known: Set<AttachmentID> = []
        entry.attachments.removeAll { !known.insert($0.id).inserted }
        sortAttachments(&entry)
        return entry
    }

    /// Names without outer white space, empty ones and those that differ only in case; in folded order.
    package static func distinct(_ names: [String]) -> [String] {
        var found: [String: String] = [:]
        for name in names {
            let folded = SearchText.foldedName(name)
            if !folded.isEmpty, found[folded] == nil {
                found[folded] = name.trimmingCharacters(in: .whitespacesAndNewlines)
            }
        }
        return found.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.compactMap { found[$0] }
    }

    /// Names after some came and others went; the spelling of one that is there already stays.
    package static func changed(_ names: [String], adding: [String], removing: [String]) -> [String] {
        let removed = Set(removing.map { SearchText.foldedName($0) })
        return distinct(names.filter { !removed.contains(SearchText.foldedName($0)) } + adding)
    }

    /// Fields of which an entry has one value.
    static let scalars: [Field.Kind] = [
        .journal, .happened, .written, .changed, .title, .body, .starred, .pinned, .archived, .mood, .place,
        .weather, .activity, .music, .template, .source,
    ]

    static func value(of kind: Field.Kind, in entry: Entry) -> FieldValue {
        switch kind {
        case .journal: .text(entry.journal.description)
        case .happened: .moment(entry.happened)
        case .written: .int(entry.writtenMilliseconds)
        case .changed: .int(entry.changedMilliseconds)
        case .title: entry.title.map(FieldValue.text) ?? .none
        case .body: entry.body.isEmpty ? .none : .text(entry.body)
        case .starred: entry.isStarred ? .bool(true) : .none
        case .pinned: entry.isPinned ? .bool(true) : .none
        case .archived: entry.isArchived ? .bool(true) : .none
        case .mood: entry.mood.map { .int(Int64($0)) } ?? .none
        case .place: entry.place?.fields ?? .none
        case .weather: entry.weather?.fields ?? .none
        case .activity: entry.activity?.fields ?? .none
        case .music: entry.music?.fields ?? .none
        case .template: entry.template?.fields ?? .none
        case .source: entry.source?.fields ?? .none
        default: .none
        }
    }

    /// The changes that turn one state of an entry into another, without parents.
    package static func changes(from old: Entry, to new: Entry) -> [Operation.Change] {
        let before = Dictionary(uniqueKeysWithValues: changes(of: old).map { ($0.field, $0.value) })
        let after = Dictionary(uniqueKeysWithValues: changes(of: new).map { ($0.field, $0.value) })
        var changed: [Operation.Change] = []
        for field in Set(before.keys).union(after.keys) where before[field] != after[field] {
            changed.append(Operation.Change(field, after[field] ?? .none))
        }
        return changed.sorted { $0.field < $1.field }
    }

    /// The entry that a record's operations amount to.
    package static func entry(_ view: RecordView) -> Entry {
        let happened: EntryMoment =
            if case .moment(let moment) = view.value(.happened) {
                moment
            } else {
                EntryMoment(unixMilliseconds: 0, zone: .utc)
            }
        var entry = Entry(id: EntryID(view.record.uuid), happened: happened)
        entry.journal = view.value(.journal).text.flatMap { JournalID($0) } ?? FixedIdentity.defaultJournal
        entry.writtenMilliseconds = view.value(.written).int ?? 0
        entry.changedMilliseconds = view.value(.changed).int ?? 0
        entry.title = view.value(.title).text
        entry.body = view.value(.body).text ?? ""
        entry.isStarred = view.value(.starred).bool ?? false
        entry.isPinned = view.value(.pinned).bool ?? false
        entry.isArchived = view.value(.archived).bool ?? false
        entry.isTrashed = view.isDeleted
        entry.mood = view.value(.mood).int.map { min(max(Int(clamping: $0), 1), 5) }
        entry.place = Place(fields: view.value(.place))
        entry.weather = Weather(fields: view.value(.weather))
        entry.activity = Activity(fields: view.value(.activity))
        entry.music = Music(fields: view.value(.music))
        entry.template = TemplateReference(fields: view.value(.template))
        entry.source = EntrySourceReference(fields: view.value(.source))
        entry.tags = view.members(.tag).compactMap(\.value.text)
        entry.people = view.members(.person).compactMap(\.value.text)
        entry.attachments = view.members(.attachment).compactMap { key, value in
            guard let id = AttachmentID(key), var found = AttachmentFields.attachment(id, value) else {
                return nil
            }
            if let caption = view.value(Field(.attachmentCaption, key: key)).text {
                found.caption = caption.isEmpty ? nil : caption
            }
            if let order = view.value(Field(.attachmentOrder, key: key)).int {
                found.order = Int(clamping: order)
            }
            return found
        }
        sortAttachments(&entry)
        entry.conflicts = view.conflicts
        return entry
    }

    /// Puts attachments in the order that every reader shows.
    package static func sortAttachments(_ entry: inout Entry) {
        entry.attachments.sort { ($0.order, $0.id) < ($1.order, $1.id) }
    }
}
