package import JournalModel

/// Where a link of an entry leads, after the allow-list: no other address ever reaches a book.
package enum LinkTarget: Equatable, Sendable {
    /// A valid URL with one of the allowed schemes: what the writer gave, characters encoded as RFC 3986 asks.
    case address(String)
    case entry(EntryID)
    case attachment(AttachmentID)
    /// Anything else: to be shown as its text alone.
    case refused

    /// Judges a target as a reading program would see it: controls and white space taken out first.
    package init(_ target: String) {
        let clean = String(
            String.UnicodeScalarView(target.unicodeScalars.filter { $0.value > 0x20 && $0.value != 0x7f })
        )
        if let id = LinkTarget.id(clean, scheme: "entry:").flatMap(EntryID.init) {
            self = .entry(id)
        } else if let id = LinkTarget.id(clean, scheme: "attachment:").flatMap(AttachmentID.init) {
            self = .attachment(id)
        } else if LinkTarget.isAllowed(clean), let address = LinkTarget.validated(clean) {
            self = .address(address)
        } else {
            self = .refused
        }
    }

    /// Whether an address has one of the schemes http, https, mailto, tel and geo.
    package static func isAllowed(_ address: String) -> Bool {
        guard let colon = address.utf8.firstIndex(of: 0x3a) else { return false }
        let scheme = address[..<colon].lowercased()
        return ["http", "https", "mailto", "tel", "geo"].contains(scheme)
    }

    /// The address with everything encoded that RFC 3986 (section 2) does not allow as it is.
    ///
    /// - Returns: `nil` when a web address has no host, or one that cannot be a host.
    private static func validated(_ address: String) -> String? {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        let rest = address.dropFirst(scheme.count + 1)
        guard scheme == "http" || scheme == "https" else {
            return rest.isEmpty ? nil : scheme + ":" + encoded(rest)
        }
        guard rest.hasPrefix("//") else { return nil }
        let authority = rest.dropFirst(2).prefix { !"/?#\\".contains($0) }
        let hostAndPort = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        let parts = hostAndPort.split(separator: ":", omittingEmptySubsequences: false)
        guard authority.utf8.count(where: { $0 == 0x40 }) < 2, parts.count <= 2, let host = parts.first,
            isHost(host),
            parts.count == 1 || parts[1].isEmpty || UInt16(parts[1]) != nil
        else { return nil }
        let tail = rest.dropFirst(2 + authority.count)
        guard !tail.hasPrefix("\\") else { return nil }
        let user = authority.dropLast(hostAndPort.count)
        return scheme + "://" + encoded(user) + hostAndPort + encoded(tail)
    }

    /// Names of letters, digits and dashes parted by dots; letters of any script (RFC 5890).
    ///
    /// Names in Punycode (`xn--`) are left as text: whether they are valid cannot be seen.
    private static func isHost(_ host: Substring) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber = labels.last.map { $0.allSatisfy(\.isNumber) } ?? true
        if isNumber, labels.count != 4 || !labels.allSatisfy({ UInt8($0) != nil }) { return false }
        return host.utf8.count <= 253
            && labels.allSatisfy { label in
                !label.isEmpty && label.utf8.count <= 63 && !label.lowercased().hasPrefix("xn--")
                    && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.unicodeScalars.allSatisfy { scalar in
                        scalar == "-" || scalar == "_" || scalar.properties.isAlphabetic
                            || (scalar.isASCII && (0x30...0x39).contains(scalar.value))
                    }
            }
    }

    private static func encoded(_ text: Substring) -> String {
        var output: [UInt8] = []
        let bytes = Array(text.utf8)
        let kept = Set("-._~:/?#@!$&'()*+,;=".utf8)
        var hasFragment = false
        for (index, byte) in bytes.enumerated() {
            let isPlain = (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
            let isEscape =
                byte == 0x25 && index + 2 < bytes.count && isHexadecimal(bytes[index + 1])
                && isHexadecimal(bytes[index + 2])
            let isSecondFragment = byte == 0x23 && hasFragment
            if byte == 0x23 { hasFragment = true }
            if isPlain || isEscape || kept.contains(byte) && !isSecondFragment {
                output.append(byte)
            } else {
                output += [0x25, hexadecimalDigits[Int(byte >> 4)], hexadecimalDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
    }

    private static let hexadecimalDigits = Array("0123456789ABCDEF".utf8)

    private static func id(_ text: String, scheme: String) -> String? {
        guard text.utf8.count > scheme.utf8.count, text.lowercased().hasPrefix(scheme) else { return nil }
        return String(text.dropFirst(scheme.count))
    }
}
