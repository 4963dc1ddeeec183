import Foundation

/// Named byte streams that came together: a zip, a folder, or a single file.
///
/// Names are only keys; nothing is ever extracted by them.
package protocol ArchiveSource: AnyObject {
    /// What may be read, in a fixed order; files that only an operating system cares for are left out.
    var members: [ArchiveMember] { get }
    /// What was refused by rule, with the reason.
    var refused: [RefusedMember] { get }

    /// Calls `body` with the bytes of a member from the first to the last, at most 1 MiB at a time.
    ///
    /// - Throws: What `body` throws, or ``FormatError`` when the bytes cannot be read to their end or
    ///   are not those that were announced.
    func read(_ member: ArchiveMember, _ body: (UnsafeRawBufferPointer) throws -> Void) throws
}

/// One readable file of an ``ArchiveSource``.
package struct ArchiveMember: Hashable, Sendable {
    /// Components separated by `/`, in Unicode normalisation form C.
    package var name: String
    /// Bytes as announced.
    package var byteCount: Int64
    /// Position in the source's own order.
    var index: Int

    /// The last component.
    package var fileName: Substring { name.split(separator: "/").last ?? "" }
    /// All components but the last.
    package var folder: [Substring] { name.split(separator: "/").dropLast() }
}

/// A file that is not read, because its name or its record breaks a rule.
package struct RefusedMember: Hashable, Sendable {
    package enum Reason: String, Hashable, Sendable {
        case name = "its name is not a plain relative path"
        case duplicate = "another file has the same name, case and normalisation aside"
        case notAFile = "it is a link or a device"
        case encrypted = "it is encrypted; export without a password"
        case method = "it is compressed by a method other than store and deflate"
        case headers = "its two headers contradict each other"
        case expansion = "it claims to expand too much"
    }

    package var name: String
    package var reason: Reason
}

enum ArchiveNames {
    /// Whether a name belongs to an operating system's own bookkeeping.
    static func isJunk(_ name: some StringProtocol) -> Bool {
        name.split(separator: "/").contains { part in
            part.hasPrefix("._") || part == "__MACOSX" || part == ".DS_Store"
                || part.lowercased() == "thumbs.db" || part.lowercased() == "desktop.ini"
        }
    }

    /// Whether a name is a relative path without tricks.
    static func isPlain(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 512, !name.hasPrefix("/") else { return false }
        for scalar in name.unicodeScalars {
            if scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) || scalar == "\\" { return false }
        }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        if let first = parts.first?.utf8, first.count >= 2, first.dropFirst().first == UInt8(ascii: ":"),
            let drive = first.first, (0x41...0x5a).contains(drive & 0xdf)
        {
            return false
        }
        return !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
    }

    /// The form in which two names are compared: normalised and case-folded.
    static func folded(_ name: String) -> String {
        isASCII(name)
            ? name.lowercased()
            : name.precomposedStringWithCanonicalMapping.lowercased().precomposedStringWithCanonicalMapping
    }

    static func normalised(_ name: String) -> String {
        isASCII(name) ? name : name.precomposedStringWithCanonicalMapping
    }

    private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }
}
