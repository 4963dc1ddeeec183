import JournalKit
import JournalModel

/// The report of an import for people: counts, then what needs a look, by id and file.
enum ImportLines {
    /// Most warnings that are spelled out; the rest is counted.
    private static let warningLimit = 20

    static func lines(_ report: ImportReport, isDryRun: Bool) -> [String] {
        var source = name(report.format)
        if report.journals.count != 1 {
            source += ", \(counted(report.journals.count, ("journal", "journals")))"
        }
        let attachments = counted(report.attachmentsFound, ("attachment", "attachments"))
        var lines = ["\(source): \(counted(report.found, ("entry", "entries"))), \(attachments)"]
        let counts = [
            ("new", report.new), ("same", report.same), ("changed", report.changed),
            ("conflict", report.conflict),
            ("skipped", report.skipped), ("unreadable", report.failed),
        ]
        lines.append(counts.map { "\($0.0) \(grouped($0.1))" }.joined(separator: "   "))
        if report.attachmentsMissing > 0 {
            let missing = counted(report.attachmentsMissing, ("attachment is", "attachments are"))
            lines.append("\(missing) named in the archive but not in it")
        }
        if !report.warnings.isEmpty { lines.append("needs a look:") }
        for warning in report.warnings.prefix(warningLimit) {
            let place = [warning.entry, warning.file].compactMap(\.self).joined(separator: " ")
            lines.append("  \(warning.code)  \(warning.message)" + (place.isEmpty ? "" : " (\(place))"))
        }
        if report.warnings.count > warningLimit {
            lines.append("  and \(grouped(report.warnings.count - warningLimit)) more: --report FILE")
        }
        if isDryRun { lines.append("Nothing written.") }
        return lines.map(SafeText.line)
    }

    private static func name(_ format: String) -> String {
        switch format {
        case "dayone": "Day One"
        case let other: other
        }
    }
}
