package import JournalModel

/// Where a link of an entry leads, after the allow-list: no other address ever reaches a book.
package enum LinkTarget: Equatable, Sendable {
    /// An address with one of the allowed schemes, as the writer gave it.
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
        } else if LinkTarget.isAllowed(clean) {
            self = .address(clean)
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

    private static func id(_ text: String, scheme: String) -> String? {
        guard text.utf8.count > scheme.utf8.count, text.lowercased().hasPrefix(scheme) else { return nil }
        return String(text.dropFirst(scheme.count))
    }
}
