import JournalModel

/// One entry as `show` prints it: when, the text, what belongs to it.
struct EntryPage {
    let terminal: Terminal
    /// The reader's zone, for times that are not the entry's own.
    let zone: JournalZone
    let isRaw: Bool

    func lines(_ entry: Entry, journal: String) -> [String] {
        var lines = [heading(entry, journal)]
        if let title = entry.title, !title.isEmpty {
            lines += ["", Style.strong(isRaw ? title : SafeText.line(title), terminal)]
        }
        if !entry.body.isEmpty {
            let readable =
                isRaw ? entry.body : SafeText.body(ReadableBody.text(entry.body, entry.attachments))
            lines += ["", readable]
        }
        let facts = facts(entry)
        if !facts.isEmpty { lines += ["", Style.faint(facts, terminal)] }
        if !entry.attachments.isEmpty { lines += [""] + attachments(entry.attachments) }
        if !entry.conflicts.isEmpty {
            let versions = counted(entry.conflicts.count, ("other version", "other versions"))
            lines += ["", Style.warning("\(versions) of the text: journal show ID --json", terminal)]
        }
        return lines
    }

    private func heading(_ entry: Entry, _ journal: String) -> String {
        var parts = [Moments.long(entry.happened), SafeText.line(journal)]
        let written = entry.writtenMilliseconds
        if abs(written - entry.happened.sortMilliseconds) >= 60_000 {
            parts.append("written " + Moments.short(written, zone))
        }
        if entry.isArchived { parts.append("archived") }
        if entry.isTrashed { parts.append("in the trash") }
        return Style.identity(ShortID.text(entry.id), terminal) + "  " + parts.joined(separator: " · ")
    }

    private func facts(_ entry: Entry) -> String {
        var parts = entry.tags.map { "#" + $0 } + entry.people.map { "@" + $0 }
        if entry.isStarred { parts.append("★") }
        if let mood = entry.mood { parts.append("mood \(mood)") }
        if let place = entry.place?.displayName { parts.append(place) }
        if let temperature = entry.weather?.temperatureCelsius, temperature.isFinite,
            abs(temperature) < 1000
        {
            let words = entry.weather?.conditions.map { "\($0) " } ?? ""
            parts.append("\(words)\(Int(temperature.rounded())) °C")
        } else if let words = entry.weather?.conditions {
            parts.append(words)
        }
        return SafeText.line(parts.joined(separator: "  "))
    }

    private func attachments(_ attachments: [Attachment]) -> [String] {
        let names = attachments.map { SafeText.line($0.name ?? $0.kind.rawValue) }
        let nameWidth = min(30, names.map { DisplayWidth.columns($0) }.max() ?? 0)
        let sizes = attachments.map { $0.isMissing ? "missing" : size($0.byteCount) }
        let sizeWidth = sizes.map(\.utf8.count).max() ?? 0
        let numberWidth = String(attachments.count).utf8.count
        return attachments.indices.map { index in
            let name = DisplayWidth.truncated(names[index], to: nameWidth)
            let number = String(index + 1)
            let caption = attachments[index].caption.map { "  \"\(SafeText.line($0))\"" } ?? ""
            return "  " + String(repeating: " ", count: numberWidth - number.utf8.count) + number + "  "
                + DisplayWidth.padded(name, to: nameWidth) + "  "
                + String(repeating: " ", count: sizeWidth - sizes[index].utf8.count) + sizes[index] + caption
        }
    }
}
