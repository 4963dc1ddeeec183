import Foundation
import JournalModel
import TestSupport
import Testing

@testable import JournalStore

@Suite struct SearchTests {
    private static let texts = [
        "銀河鉄道の夜を読んだ。天気がよかった。", "東京に行った。iPhoneを買った。", "A walk by the river in Zürich; Straße und Café.",
        "नमस्ते हिन्दी में लिखा", "ذهبت إلى المدرسة اليوم", "วันนี้อากาศดีมาก", "학교에서 친구를 만났다", "party 🎉 with 👩‍👩‍👧‍👦",
        "ハングルとｶﾀｶﾅ", "がんばる",
    ]

    private func store() throws -> (TemporaryFolder, JournalStore) {
        let folder = try TemporaryFolder()
        let store = try JournalStore(
            StoreFolder(path: folder.path("store")),
            creating: true,
            environment: FixedWorld().environment
        )
        for (number, text) in SearchTests.texts.enumerated() { try store.add(makeEntry(number, text)) }
        return (folder, store)
    }

    @Test(
        arguments: [
            ("天気", 0), ("河", 0), ("夜", 0), ("銀河鉄道", 0), ("鉄道の", 0), ("東京", 1), ("iphone", 1), ("iPhoneを買", 1),
            ("RIVER", 2), ("zurich", 2), ("strasse", 2), ("cafe", 2), ("हिन्दी", 3), ("नमस्ते", 3), ("المدرسه", -1),
            ("المدرسة", 4),
            ("อากาศ", 5), ("학교", 6), ("🎉", 7), ("カタカナ", 8), ("が\u{3099}んばる", -1), ("か\u{3099}んばる", 9),
            ("riv*", 2), ("鉄河", -1),
            ("\"walk by the river\"", 2), ("\"river the by\"", -1), ("river -walk", -1), ("道", 0),
        ]
    )
    func wordsAreFoundInTheirOwnScript(_ words: String, _ expected: Int) throws {
        let (folder, store) = try store()
        var query = EntryQuery()
        query.text = words
        let found = try store.snapshot().page(query).map(\.body)
        #expect(found == (expected < 0 ? [] : [SearchTests.texts[expected]]), "\(words)")
        withExtendedLifetime(folder) {}
    }

    @Test(
        arguments: [
            "\"", "AND", "OR NOT", "NEAR(", "a\"b", "text:river", "*", "^river", "(", "-", "--",
            "'; DROP TABLE entry", "a\0b", "{x}", "+", "river*)",
        ]
    )
    func noQueryIsASyntaxError(_ words: String) throws {
        let (folder, store) = try store()
        var query = EntryQuery()
        query.text = words
        _ = try store.snapshot().page(query)
        withExtendedLifetime(folder) {}
    }

    @Test func theFirstHitIsMarkedWhereItStands() throws {
        let text = "A walk by the river in Zürich"
        let range = try #require(SearchQuery("zurich").firstMatch(in: text))
        #expect(text[range] == "Zürich")
        let japanese = "銀河鉄道の夜"
        #expect(SearchQuery("鉄道").firstMatch(in: japanese).map { String(japanese[$0]) } == "鉄道")
    }

    @Test func idsInTargetsAreNotWords() {
        let body =
            "see [the day](entry:0badf00d-0000-0000-0000-000000000000) and ![x](attachment:1badf00d-0000-0000-0000-000000000000)."
        #expect(SearchIndex.withoutTargets(body) == "see [the day  and ![x .")
    }

    @Test(arguments: [true, false])
    func pagesOfASearchLeaveNothingOutOfOneMoment(isNewestFirst: Bool) throws {
        let folder = try TemporaryFolder()
        let store = try JournalStore(
            StoreFolder(path: folder.path("store")),
            creating: true,
            environment: FixedWorld().environment
        )
        for number in 0..<20 { try store.add(makeEntry(number, "river")) }
        for number in 20..<23 { try store.add(makeEntry(number, "river", at: "2024-03-10T10:00:00Z")) }
        var query = EntryQuery()
        let listed = try store.snapshot().page(query, isNewestFirst: isNewestFirst).map(\.id)
        query.text = "river"
        var found: [EntryID] = []
        var cursor: EntryCursor?
        repeat {
            let page = try store.snapshot()
                .page(query, isNewestFirst: isNewestFirst, after: cursor, limit: 3)
            found += page.map(\.id)
            cursor = page.last.map {
                EntryCursor(sortMilliseconds: $0.happened.sortMilliseconds, id: $0.id)
            }
        } while cursor != nil
        #expect(found == listed)
    }
}
