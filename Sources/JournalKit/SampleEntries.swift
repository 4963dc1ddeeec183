import JournalModel

/// Invented entries for previews.
enum SampleEntries {
    static func drafts(_ configuration: JournalConfiguration) -> [EntryDraft] {
        let day: Int64 = 86_400_000
        let now = configuration.now()
        func draft(_ daysAgo: Int64, _ text: String, tags: [String] = [], isStarred: Bool = false)
            -> EntryDraft
        {
            let moment = EntryMoment(unixMilliseconds: now - daysAgo * day, zone: configuration.zone)
            return EntryDraft(text: text, happened: .at(moment), tags: tags, isStarred: isStarred)
        }
        return [
            draft(
                400,
                "Moved the desk to the window. The street is louder, the light is better.",
                tags: ["home"]
            ),
            draft(
                365,
                "First snow. The whole yard went quiet before noon.",
                tags: ["winter"],
                isStarred: true
            ),
            draft(8, "銭湯に行った。湯が熱くて、長くは入れなかった。", tags: ["旅"]),
            draft(
                1,
                "Called Anna. We talked about *nothing* for an hour, which was the point. 🎉",
                tags: ["friends"]
            ),
            draft(0, "Rain again.\n\n- [x] soup\n- [ ] letter to M."),
        ]
    }
}
