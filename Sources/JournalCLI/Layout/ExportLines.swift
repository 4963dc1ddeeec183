import JournalKit

/// The report of an export.
enum ExportLines {
    /// `wrote 2026.epub  412 entries, 388 attachments, 41 MB; missing glyphs: none`.
    static func lines(_ report: ExportReport, file: String) -> [String] {
        var facts = [counted(report.entryCount, ("entry", "entries"))]
        if report.attachmentCount > 0 {
            facts.append(counted(report.attachmentCount, ("attachment", "attachments")))
        }
        if report.byteCount > 0 { facts.append(size(report.byteCount)) }
        var line = "wrote \(file)  \(facts.joined(separator: ", "))"
        if report.format == .pdf {
            let glyphs = report.missingGlyphs.isEmpty ? "none" : report.missingGlyphs.joined(separator: ", ")
            line += "; missing glyphs: \(glyphs)"
        }
        if report.droppedCount > 0 {
            line += "; left out \(counted(report.droppedCount, ("character", "characters")))"
        }
        return [SafeText.line(line)]
    }

    /// The object of schema `journal.export/1`.
    static func json(_ report: ExportReport, file: String) -> JSONText {
        .object([
            ("schema", .string("journal.export/1")), ("file", .string(file)),
            ("format", .string(report.format.rawValue)), ("entries", .int(report.entryCount)),
            ("attachments", .int(report.attachmentCount)), ("bytes", .int(Int(report.byteCount))),
            ("missingGlyphs", .array(report.missingGlyphs.map(JSONText.string))),
            ("dropped", .int(report.droppedCount)),
            (
                "broken",
                .array(
                    report.broken.map { .object([("id", .string($0.id)), ("reason", .string($0.reason))]) }
                )
            ), ("leftOut", .int(report.leftOutCount)),
        ])
    }
}
