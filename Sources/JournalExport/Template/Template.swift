import FileFormats
import Foundation
import JournalModel
import Templates

/// Everything about a book's looks that a person can change: markup, style sheet, words, measures.
///
/// A template is a folder of files that replace shipped ones by name. All of it is checked when it is
/// loaded, so that a fault is found before anything is written.
package struct Template: Sendable {
    /// The style sheet as written, with no reference to anything outside it.
    package let styleSheet: [UInt8]
    package let entry: TemplateFragment
    package let month: TemplateFragment
    package let year: TemplateFragment
    package let title: TemplateFragment
    package let colophon: TemplateFragment
    package let strings: BookStrings
    /// BCP 47 tag of ``strings``.
    package let language: String
    package let print: PrintNumbers

    /// Loads a template.
    ///
    /// - Parameters:
    ///   - name: A shipped name, else the name of a folder in `folder`, else the path of a folder.
    ///   - folder: Where a person keeps templates; may be `nil` or absent.
    ///   - language: BCP 47 tag; strings of its primary language are taken, else English ones.
    /// - Throws: ``ExportError/noTemplate(name:)`` or the first fault in a file.
    package init(_ name: String = "classic", folder: String? = nil, language: String = "en")
        throws(ExportError)
    {
        let files = try TemplateFiles(name, folder: folder)
        styleSheet = try StyleSheet.checked(try files.bytes("epub.css"), file: files.label("epub.css"))
        func fragment(_ file: String, _ keys: TemplateKeys) throws(ExportError) -> TemplateFragment {
            try TemplateFragment(try files.bytes(file), file: files.label(file), keys: keys)
        }
        entry = try fragment("entry.xhtml", .entry)
        month = try fragment("month.xhtml", .month)
        year = try fragment("year.xhtml", .year)
        title = try fragment("title.xhtml", .title)
        colophon = try fragment("colophon.xhtml", .colophon)
        print = try StrictJSON.decode(
            PrintNumbers.self,
            try files.bytes("print.json"),
            file: files.label("print.json")
        )
        let primary = language.split(separator: "-").first.map { $0.lowercased() } ?? "en"
        let file = files.has("strings-\(primary).json") ? "strings-\(primary).json" : "strings-en.json"
        self.language = file == "strings-en.json" ? "en" : primary
        strings = try StrictJSON.decode(BookStrings.self, try files.bytes(file), file: files.label(file))
        guard strings.months.count == 12, strings.weekdays.count == 7 else {
            throw .template(file: files.label(file), line: 0, message: "12 months and 7 weekdays are needed")
        }
        guard print.markComponents != nil else {
            throw .template(
                file: files.label("print.json"),
                line: 0,
                message: "markColor is '\(print.markColor)'; it takes the form #RRGGBB"
            )
        }
        for paper in BookOptions.Paper.allCases where print.papers[paper.rawValue] == nil {
            throw .template(
                file: files.label("print.json"),
                line: 0,
                message: "the paper '\(paper.rawValue)' is missing"
            )
        }
    }
}

extension TemplateKeys {
    static let entry = TemplateKeys(
        texts: [
            "id", "headingId", "datetime", "moment", "starredWord", "title", "titleLang", "titleDir",
            "tagsWord",
        ],
        sections: [
            "titled": [], "untitled": [], "starred": [], "hasMeta": [], "meta": ["fact"], "hasTags": [],
            "tags": ["tag"],
        ],
        contents: ["body", "media"]
    )
    static let month = TemplateKeys(
        texts: ["year", "month"],
        sections: ["hasContents": [], "contents": ["href", "day", "label"]],
        contents: ["entries"]
    )
    static let year = TemplateKeys(
        texts: ["year", "count"],
        sections: ["months": ["href", "name", "count"]],
        contents: []
    )
    static let title = TemplateKeys(
        texts: ["title", "titleLang", "titleDir", "years", "author"],
        sections: ["hasYears": [], "hasAuthor": []],
        contents: []
    )
    static let colophon = TemplateKeys(texts: ["heading"], sections: ["lines": ["line"]], contents: [])
}

/// The files of one template over the shipped ones.
private struct TemplateFiles {
    private let shipped: String
    private let folder: String?

    init(_ name: String, folder templates: String?) throws(ExportError) {
        if ShippedTemplates.names.contains(name) {
            (shipped, folder) = (name, nil)
            return
        }
        shipped = "classic"
        let isPlainName = !name.contains("/") && !name.hasPrefix(".")
        let candidates = (isPlainName ? templates.map { [$0 + "/" + name] } ?? [] : []) + [name]
        guard let found = candidates.first(where: TemplateFiles.isFolder) else {
            throw .noTemplate(name: name)
        }
        folder = found
        let names = (try? FileManager.default.contentsOfDirectory(atPath: found)) ?? []
        for name in names.sorted() where !TemplateFiles.isKnown(name) {
            throw .template(
                file: found + "/" + name,
                line: 0,
                message: "no template has a file of this name"
            )
        }
    }

    func has(_ file: String) -> Bool {
        if let folder, FileManager.default.fileExists(atPath: folder + "/" + file) { return true }
        return ShippedTemplates.file(file, of: shipped) != nil
    }

    /// The file's name in messages.
    func label(_ file: String) -> String {
        if let folder, FileManager.default.fileExists(atPath: folder + "/" + file) {
            return folder + "/" + file
        }
        return file
    }

    func bytes(_ file: String) throws(ExportError) -> [UInt8] {
        if let folder, let data = FileManager.default.contents(atPath: folder + "/" + file) {
            guard data.count <= 1 << 20 else {
                throw .template(file: label(file), line: 0, message: "larger than 1 MiB")
            }
            return Array(data)
        }
        guard let bytes = ShippedTemplates.file(file, of: shipped) else {
            throw .template(file: file, line: 0, message: "the file is missing")
        }
        return bytes
    }

    private static func isKnown(_ name: String) -> Bool {
        let isStrings = name.hasPrefix("strings-") && name.hasSuffix(".json")
        return name.hasPrefix(".") || name == "README.md" || isStrings
            || ShippedTemplates.file(name, of: "classic") != nil
    }

    private static func isFolder(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
            && isDirectory.boolValue
    }
}

/// The one rule for style sheets: they refer to nothing outside themselves.
private enum StyleSheet {
    static func checked(_ bytes: [UInt8], file: String) throws(ExportError) -> [UInt8] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .template(file: file, line: 0, message: "not UTF-8")
        }
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let lower = line.lowercased()
            // A backslash could spell any of these words in another way.
            for word in ["url(", "@import", "@font-face", "expression(", "\\", "image-set(", "src("]
            where lower.contains(word) {
                throw .template(
                    file: file,
                    line: index + 1,
                    message: "'\(word)' is not allowed in a style sheet"
                )
            }
        }
        return bytes
    }
}
