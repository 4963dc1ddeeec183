extension ExportFormat {
    /// The format that a name speaks of: by its extension; Markdown for a folder, JSON lines for a zip.
    ///
    /// A path without an extension, or with a final `/`, is a folder. `nil` for an extension that no
    /// format has.
    public init?(named path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex, !path.hasSuffix("/") else {
            self = .md
            return
        }
        switch name[name.index(after: dot)...].lowercased() {
        case "epub": self = .epub
        case "pdf": self = .pdf
        case "md", "markdown": self = .md
        case "json": self = .json
        case "jsonl", "zip": self = .jsonl
        case "txt": self = .txt
        default: return nil
        }
    }
}
