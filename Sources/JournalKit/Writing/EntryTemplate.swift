import Foundation
public import JournalModel
import Templates

/// The beginning of an entry: Markdown with a few parts that are filled in.
///
/// A template is a file `NAME.md`, or `NAME.LANGUAGE.md` for one language. It may begin with lines between
/// `---` that say `title:`, `tags:` (apart by commas), `people:` or `journal:`. In its text `{{date}}`,
/// `{{time}}`, `{{weekday}}`, `{{year}}`, `{{month}}`, `{{day}}` and `{{zone}}` are filled in. Anything else
/// between two braces is a mistake.
public struct EntryTemplate: Sendable, Hashable {
    /// What it is called by.
    public var name: String
    /// The file; `nil` for one that ships with the program.
    public var path: String?
    /// The text with its parts still open.
    public var text: String
    /// Title that the entry begins with.
    public var title: String?
    /// Tags that the entry begins with.
    public var tags: [String] = []
    /// People that the entry begins with.
    public var people: [String] = []
    /// Journal that the entry goes to.
    public var journal: String?
    private var firstLine = 1

    /// Longest file, in bytes.
    static let limit = 1 << 20

    /// All templates by name; one in a folder replaces one that ships.
    ///
    /// - Parameters:
    ///   - folder: A person's own templates; `nil` for none.
    ///   - language: BCP 47 tag; a file for its language is taken before the general one.
    /// - Returns: Them, sorted by name.
    /// - Throws: ``JournalError`` for a file that cannot be read or has a mistake.
    public static func all(in folder: String?, language: String) throws(JournalError) -> [EntryTemplate] {
        let own = folder.map { names(in: $0) } ?? []
        var result: [EntryTemplate] = []
        for name in Set(own + ShippedEntryTemplates.names).sorted() {
            if let template = try named(name, in: folder, language: language) { result.append(template) }
        }
        return result
    }

    /// The template of a name; `nil` when there is none.
    public static func named(
        _ name: String,
        in folder: String?,
        language: String
    ) throws(JournalError) -> EntryTemplate? {
        guard isName(name) else { return nil }
        let subtag = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
        if let folder {
            for file in ["\(name).\(subtag).md", "\(name).md"] {
                let path = folder + "/" + file
                guard FileManager.default.fileExists(atPath: path) else { continue }
                guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= limit else {
                    throw JournalError(.configuration, "the template \(path) cannot be read")
                }
                return try EntryTemplate(name, path: path, Array(bytes))
            }
        }
        guard let bytes = ShippedEntryTemplates.file(name, language: subtag) else { return nil }
        return try EntryTemplate(name, path: nil, bytes)
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && !name.contains("/") && !name.contains("\0")
    }

    private static func names(in folder: String) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".md") && !$0.hasPrefix(".") }.map { file in
            let name = file.dropLast(3)
            guard let dot = name.lastIndex(of: ".") else { return String(name) }
            let subtag = name[name.index(after: dot)...]
            let isLanguage = (2...3).contains(subtag.count) && subtag.allSatisfy(\.isLetter)
            return String(isLanguage ? name[..<dot] : name)
        }
    }

    init(_ name: String, path: String?, _ bytes: [UInt8]) throws(JournalError) {
        (self.name, self.path) = (name, path)
        guard let whole = String(validating: bytes, as: UTF8.self) else {
            throw JournalError(.configuration, "the template '\(name)' is not UTF-8 text")
        }
        let plain = whole.replacing("\r\n", with: "\n")
        var lines = plain.split(separator: "\n", omittingEmptySubsequences: false)[...]
        text = ""
        if lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---") {
            for index in 1..<end { try takeHead(lines[index], line: index + 1) }
            lines = lines[(end + 1)...]
            firstLine = end + 2
        }
        text = lines.joined(separator: "\n")
        while text.hasSuffix("\n") { text.removeLast() }
        // A mistake shows when the template is read, not on the evening it is needed.
        _ = try filled(EntryMoment(unixMilliseconds: 0, zone: .utc))
    }

    private mutating func takeHead(_ text: Substring, line: Int) throws(JournalError) {
        if text.allSatisfy(\.isWhitespace) { return }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        let names = value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        switch parts[0] {
        case "title" where !value.isEmpty: title = value
        case "journal" where !value.isEmpty: journal = value
        case "tags": tags = names
        case "people": people = names
        default:
            throw mistake("'\(parts[0].prefix(40))' is none of title, tags, people, journal", line)
        }
    }

    /// The text with its parts filled in.
    ///
    /// - Parameters:
    ///   - moment: When the entry happened.
    ///   - language: BCP 47 tag for the weekday: Japanese or English.
    /// - Returns: Markdown.
    /// - Throws: ``JournalError`` that names the line of a part which does not exist.
    public func filled(_ moment: EntryMoment, language: String = "en") throws(JournalError) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.range(of: "{{") {
            let before = rest[..<open.lowerBound]
            result += before
            let line =
                firstLine + text[..<open.lowerBound].utf8.count { $0 == UInt8(ascii: "\n") }
            guard let close = rest[open.upperBound...].range(of: "}}") else {
                throw mistake("'{{' has no '}}'", line)
            }
            let name = rest[open.upperBound..<close.lowerBound].trimmingCharacters(in: .whitespaces)
            guard let value = EntryTemplate.value(name, moment, language) else {
                throw mistake("'{{\(name.prefix(40))}}' is nothing that can be filled in", line)
            }
            result += value
            rest = rest[close.upperBound...]
        }
        return result + rest
    }

    private static func value(_ name: String, _ moment: EntryMoment, _ language: String) -> String? {
        switch name {
        case "date": return moment.day.description
        case "year": return String(moment.day.year)
        case "month": return String(moment.day.month)
        case "day": return String(moment.day.day)
        case "weekday":
            let names =
                language.hasPrefix("ja")
                ? ["月", "火", "水", "木", "金", "土", "日"]
                : ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
            return names[moment.day.isoWeekday - 1]
        case "time":
            guard let milliseconds = moment.millisecondOfDay else { return "" }
            let minutes = milliseconds / 60_000
            let padded = { (number: Int) in number < 10 ? "0\(number)" : String(number) }
            return padded(minutes / 60) + ":" + padded(minutes % 60)
        case "zone": return moment.zoneName
        default: return nil
        }
    }

    private func mistake(_ what: String, _ line: Int) -> JournalError {
        JournalError(
            .configuration,
            "\(path ?? "the template '\(name)'"), line \(line): \(what)",
            remedy: "see Templates/README.md for what a template may hold"
        )
    }
}

/// Questions to write about.
public enum WritingPrompts {
    /// The questions of a language: a person's own file, else those that ship, English where there are none.
    ///
    /// - Parameters:
    ///   - folder: Holds `prompts.LANGUAGE.txt` or `prompts.txt`, one question a line; `nil` for none.
    ///   - language: BCP 47 tag.
    /// - Returns: At least one.
    /// - Throws: ``JournalError`` for a file that is too large, not text, or empty.
    public static func all(in folder: String?, language: String) throws(JournalError) -> [String] {
        let subtag = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
        var bytes = ShippedEntryTemplates.prompts(language: subtag)
        var name = "the prompts"
        if let folder {
            let files = ["\(folder)/prompts.\(subtag).txt", "\(folder)/prompts.txt"]
            if let path = files.first(where: { FileManager.default.fileExists(atPath: $0) }) {
                guard let own = FileManager.default.contents(atPath: path), own.count <= EntryTemplate.limit
                else { throw JournalError(.configuration, "\(path) cannot be read") }
                (bytes, name) = (Array(own), path)
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw JournalError(.configuration, "\(name): it is not UTF-8 text")
        }
        let prompts = text.split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        guard !prompts.isEmpty else {
            throw JournalError(.configuration, "\(name): it has no question", remedy: "write one a line")
        }
        return prompts
    }

    /// The question of a day: the same all day, another on the next.
    public static func prompt(of day: CivilDate, among prompts: [String]) -> String? {
        guard !prompts.isEmpty else { return nil }
        let count = prompts.count
        return prompts[((day.daysSince1970 % count) + count) % count]
    }
}
