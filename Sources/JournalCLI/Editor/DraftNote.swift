/// What is kept beside the text of a draft: `journal.draft/1`.
struct DraftNote: Equatable {
    /// When it was begun: milliseconds since 1970-01-01T00:00:00Z.
    ///
    /// Words such as `yesterday` are read from here.
    var beganMilliseconds: Int64 = 0
    /// Where the writer was: IANA name.
    var zone: String?
    /// The id that the new entry will have, so that a draft which was saved already is known.
    var id: String?
    /// Options of `journal new`.
    var options: [String: JSONInput] = [:]
    /// For an edit, the entries with what was seen of them; `nil` for a new entry.
    var seen: [Seen]?

    struct Seen: Equatable {
        var id: String
        /// The number of the revision.
        var revision: Int64
    }

    init(beganMilliseconds: Int64 = 0, zone: String? = nil) {
        (self.beganMilliseconds, self.zone) = (beganMilliseconds, zone)
    }

    /// Reads a note; of what cannot be understood nothing is taken.
    init(json bytes: [UInt8]) {
        guard case .object(let members)? = JSONInput(json: bytes), members["schema"] == .string(Self.schema)
        else { return }
        if case .integer(let number) = members["began"] { beganMilliseconds = Int64(number) }
        if case .string(let name) = members["zone"] { zone = name }
        if case .string(let text) = members["id"] { id = text }
        if case .object(let values) = members["new"] { options = values }
        if case .array(let items) = members["edit"] {
            seen = items.compactMap { item in
                guard case .object(let members) = item, case .string(let id) = members["id"],
                    case .integer(let revision) = members["revision"]
                else { return nil }
                return Seen(id: id, revision: Int64(revision))
            }
        }
    }

    private static let schema = "journal.draft/1"

    var json: String {
        var members: [(String, JSONText)] = [
            ("schema", .string(Self.schema)), ("began", .int(Int(beganMilliseconds))),
            ("zone", .optional(zone)), ("id", .optional(id)),
            ("new", .object(options.sorted { $0.key < $1.key }.map { ($0.key, $0.value.output) })),
        ]
        if let seen {
            let items = seen.map {
                JSONText.object([("id", .string($0.id)), ("revision", .int(Int($0.revision)))])
            }
            members.append(("edit", .array(items)))
        }
        return JSONText.object(members).text + "\n"
    }
}
