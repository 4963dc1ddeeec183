/// A place that keeps named bytes: a folder, a bucket, a WebDAV collection.
///
/// Nothing more is relied on than putting a name that was never used, getting, listing (which may be stale) and
/// deleting: no locks, no conditional writes, no overwriting. Every object proves itself, so that a torn one is found.
package protocol ObjectTransport: AnyObject {
    /// What it is called in messages; no credentials.
    var description: String { get }

    /// Performs requests, as many at once as is good for the place.
    ///
    /// - Parameters:
    ///   - requests: In any order of importance; one that fails stops no other.
    ///   - visit: Asked now and then; throwing stops everything as soon as possible.
    /// - Returns: A result for each request, at its position.
    /// - Throws: What `visit` throws.
    func perform(_ requests: [ObjectRequest], visit: () throws -> Void) throws -> [ObjectResult]
}

/// What can be asked of a place.
package enum ObjectRequest: Sendable, Hashable {
    /// Stores bytes under a name that was never used before; again with the same bytes after a lost answer.
    case put(name: String, ObjectBody)
    /// Gives the bytes of an object of at most so many bytes.
    case get(name: String, limitBytes: Int64)
    /// Writes the bytes of an object to a new private file.
    case fetch(name: String, path: String, limitBytes: Int64)
    /// Names and sizes of all objects whose names begin so.
    case list(prefix: String)
    /// Removes an object; one that is not there is removed already.
    case delete(name: String)

    /// Whether its name or prefix is one that every place keeps as it is.
    var isValid: Bool {
        guard case .list(let prefix) = self else { return ObjectName.isValid(name) }
        return prefix.isEmpty || ObjectName.isValid(prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix)
    }

    /// The name or prefix.
    package var name: String {
        switch self {
        case .put(let name, _), .get(let name, _), .fetch(let name, _, _), .list(let name), .delete(let name):
            name
        }
    }
}

/// What is put.
package enum ObjectBody: Sendable, Hashable {
    case bytes([UInt8])
    /// A file that does not change while it is sent.
    case file(path: String, byteCount: Int64)

    package var byteCount: Int64 {
        switch self {
        case .bytes(let bytes): Int64(bytes.count)
        case .file(_, let count): count
        }
    }
}

/// One object of a listing.
package struct ListedObject: Sendable, Hashable {
    package var name: String
    package var byteCount: Int64

    package init(name: String, byteCount: Int64) { (self.name, self.byteCount) = (name, byteCount) }
}

/// What came of a request.
package enum ObjectResult: Sendable, Equatable {
    /// Stored, written to its file, or deleted.
    case done
    case bytes([UInt8])
    case objects([ListedObject])
    /// No such object, as far as the place tells now.
    case absent
    case failed(RemoteError)
}

/// Names that every place keeps as they are: lower-case letters, digits, `-`, `.` and `/` between parts.
package enum ObjectName {
    /// Whether a name may be used.
    package static func isValid(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return name.utf8.count <= 200
            && parts.allSatisfy { part in
                !part.isEmpty && part.first != "." && part.first != "-"
                    && part.utf8.allSatisfy { byte in
                        (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2d
                            || byte == 0x2e
                    }
            }
    }
}
