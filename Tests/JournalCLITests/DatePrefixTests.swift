import JournalModel
import Testing

@testable import JournalCLI

@Suite struct DatePrefixTests {
    /// Tuesday, 13:33 in Tokyo.
    private func tokyo() throws -> DateExpression {
        let now = try #require(Timestamp.parse("2026-12-01T13:33:00+09:00")).unixMilliseconds
        return DateExpression(nowMilliseconds: now, zone: JournalZone("Asia/Tokyo"))
    }

    @Test(
        arguments: [
            ("yesterday 9am: Walked", "yesterday 9am", "2026-11-30T09:00:00.000+09:00", "Walked"),
            ("Yesterday at 9:30 PM: x", "Yesterday at 9:30 PM", "2026-11-30T21:30:00.000+09:00", "x"),
            ("2026-11-30 21:00: 銭湯。", "2026-11-30 21:00", "2026-11-30T21:00:00.000+09:00", "銭湯。"),
            ("9am: a: b", "9am", "2026-12-01T09:00:00.000+09:00", "a: b"),
            ("21:05:  text", "21:05", "2026-12-01T21:05:00.000+09:00", "text"),
            ("last monday 9am: x", "last monday 9am", "2026-11-30T09:00:00.000+09:00", "x"),
            ("sunday noon: x", "sunday noon", "2026-11-29T12:00:00.000+09:00", "x"),
            ("today 8:15: x", "today 8:15", "2026-12-01T08:15:00.000+09:00", "x"),
            ("2 hours ago: x", "2 hours ago", "2026-12-01T11:33:00.000+09:00", "x"),
            ("昨日 21時: 銭湯。湯が熱い。", "昨日 21時", "2026-11-30T21:00:00.000+09:00", "銭湯。湯が熱い。"),
            ("昨日21時半：銭湯", "昨日21時半", "2026-11-30T21:30:00.000+09:00", "銭湯"),
            ("昨日 21：00：銭湯", "昨日 21：00", "2026-11-30T21:00:00.000+09:00", "銭湯"),
            ("先週の月曜 9時：会議", "先週の月曜 9時", "2026-11-23T09:00:00.000+09:00", "会議"),
            ("21時30分：帰宅", "21時30分", "2026-12-01T21:30:00.000+09:00", "帰宅"),
        ]
    )
    func formsOfTheListAreTaken(_ text: String, _ words: String, _ moment: String, _ rest: String) throws {
        let prefix = try #require(DatePrefix(text, try tokyo()))
        #expect(prefix.words == words)
        #expect(prefix.reading.moment.rfc3339 == moment)
        #expect(prefix.rest == rest)
    }

    @Test(arguments: [
        ("yesterday: x", "2026-11-30"), ("2026-11-30: x", "2026-11-30"), ("3日前：x", "2026-11-28"),
    ])
    func aDayAloneIsTheWholeDay(_ text: String, _ day: String) throws {
        let moment = try #require(DatePrefix(text, try tokyo())).reading.moment
        #expect(moment.day.description == day)
        #expect(moment.rfc3339 == nil)
    }

    @Test(
        arguments: [
            "Lunch: sushi with Ken", "Sun: bright today", "May: I saw May", "5: five things", "2026: a year",
            "Monday: blue", "月曜: 会議", "today: rain", "今日：雨", "now: this", "noon: hot", "tomorrow: exam",
            "next friday: party", "John 3:16: verse", "yesterday 9am:no space", "yesterday 9am: ",
            "yesterday 9am", "Note: yesterday 9am: x", "9: nine", "yesterday 25:00: x", "2026-02-30: x",
            "I said yesterday: no", "日曜：晴れ", "11-30: x", "https://example.org: x", "12: 30",
        ]
    )
    func wordsOfATextAreNeverTaken(_ text: String) throws {
        #expect(try DatePrefix(text, tokyo()) == nil)
    }
}
