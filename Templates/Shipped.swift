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
