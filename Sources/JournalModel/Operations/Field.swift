/// A field of a record: a kind, and for members of a set the key of the member.
package struct Field: Hashable, Sendable, Comparable {
    /// The numbers are part of the format and never reused.
    package enum Kind: UInt16, Sendable, CaseIterable {
        case journal = 1
        case happened = 2
        case written = 3
        case changed = 4
        case title = 5
        case body = 6
        case starred = 7
        case pinned = 8
        case archived = 9
        case mood = 10
        case place = 11
        case weather = 12
        case activity = 13
        case music = 14
        case template = 15
        case source = 16
        /// The source's own object, opaque bytes.
        case raw = 17
        /// Key: folded name; value: the name as spelled, or nothing when removed.
        case tag = 32
        /// As ``tag``.
        case person = 33
        /// Key: attachment id; value: everything about it, or nothing when removed.
        case attachment = 34
        /// Key: attachment id; takes the place of the caption in ``attachment``.
        case attachmentCaption = 35
        /// Key: attachment id; takes the place of the order in ``attachment``.
        case attachmentOrder = 36
        /// Name of a journal, a tag or the person.
        case name = 48
        /// Profile: BCP 47 tag of the person's language.
        case language = 49
        /// Profile: first day of the week, 1 (Monday) to 7 (ISO 8601).
        case weekStart = 50
        /// Profile: paper of printed books, as in `--paper`.
        case paper = 51
        /// Its parents are the operations that the deletion covers.
        case deleted = 64
        /// Brings a deleted record back, since no earlier deletion covers it.
        case restored = 65
        /// Deletes for good: the operations among its parents no longer have their content on this device.
        case purged = 66

        /// Whether the members of the field come and go one by one.
        var isSet: Bool { self == .tag || self == .person || self == .attachment }

        /// Whether it ends a record instead of giving it a value.
        package var isDeletion: Bool { self == .deleted || self == .purged }

        /// Whether concurrent values are merged word by word.
        package var isText: Bool { self == .title || self == .body }
    }

    package let kind: Kind
    package let key: String

    package init(_ kind: Kind, key: String = "") { (self.kind, self.key) = (kind, key) }

    package static func < (left: Field, right: Field) -> Bool {
        left.kind == right.kind
            ? left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
            : left.kind.rawValue < right.kind.rawValue
    }
}

/// A value of a field; which case a field has is said in `docs/journal-format.md`.
package enum FieldValue: Hashable, Sendable {
    case none
    case bool(Bool)
    case int(Int64)
    case text(String)
    case bytes([UInt8])
    case moment(EntryMoment)
    /// JSON text of an object, members sorted by key, absent members left out.
    case object(String)

    package var text: String? {
        if case .text(let value) = self { value } else { nil }
    }

    package var int: Int64? {
        if case .int(let value) = self { value } else { nil }
    }

    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    package var object: String? {
        if case .object(let value) = self { value } else { nil }
    }

    package var bytes: [UInt8]? {
        if case .bytes(let value) = self { value } else { nil }
    }
}
