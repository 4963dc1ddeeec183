/// The template files that are compiled into the program.
package enum ShippedTemplates {
    /// Names that `--template` knows without a folder.
    package static let names = ["classic"]

    /// The bytes of a file of a shipped template; `nil` for a name that is not there.
    package static func file(_ file: String, of template: String) -> [UInt8]? {
        guard template == "classic" else { return nil }
        return switch file {
        case "epub.css": PackageResources.epub_css
        case "entry.xhtml": PackageResources.entry_xhtml
        case "month.xhtml": PackageResources.month_xhtml
        case "year.xhtml": PackageResources.year_xhtml
        case "title.xhtml": PackageResources.title_xhtml
        case "colophon.xhtml": PackageResources.colophon_xhtml
        case "print.json": PackageResources.print_json
        case "strings-en.json": PackageResources.strings_en_json
        case "strings-ja.json": PackageResources.strings_ja_json
        default: nil
        }
    }
}

/// The beginnings of entries that are compiled into the program.
package enum ShippedEntryTemplates {
    /// Names, in order.
    package static let names = ["evening", "morning", "trip", "week"]

    /// The bytes of one; in English when it is not there in the language.
    ///
    /// - Parameters:
    ///   - name: One of ``names``.
    ///   - language: BCP 47 language subtag, such as `ja`.
    /// - Returns: UTF-8 text; `nil` for a name that is not there.
    package static func file(_ name: String, language: String) -> [UInt8]? {
        switch (name, language) {
        case ("evening", "ja"): PackageResources.evening_ja_md
        case ("evening", _): PackageResources.evening_md
        case ("morning", "ja"): PackageResources.morning_ja_md
        case ("morning", _): PackageResources.morning_md
        case ("trip", "ja"): PackageResources.trip_ja_md
        case ("trip", _): PackageResources.trip_md
        case ("week", "ja"): PackageResources.week_ja_md
        case ("week", _): PackageResources.week_md
        default: nil
        }
    }

    /// Questions to write about, one a line; in English when there are none in the language.
    package static func prompts(language: String) -> [UInt8] {
        language == "ja" ? PackageResources.prompts_ja_txt : PackageResources.prompts_en_txt
    }
}
