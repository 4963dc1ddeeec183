import JournalModel
import Testing

@Suite struct WordCountTests {
    @Test(
        arguments: [
            ("", 0), ("It rained all day.", 4), ("don't well-known — yes", 3), ("a\n\n# b **c** 4", 4),
            ("銭湯。湯が熱い。", 6), ("東京 Tokyo 2026年", 5), ("ラーメン", 3), ("हिन्दी में लिखा", 3),
            ("مرحبا بالعالم", 2), ("café e\u{301}te\u{301}", 2), ("ไทย", 3), ("👩‍👩‍👧 🎉", 0), ("한국어 단어", 2),
            ("it’s", 1), ("--- * > |", 0), ("ｆｕｌｌ", 1),
        ]
    )
    func wordsAreCountedByOneRule(_ text: String, _ count: Int) {
        #expect(WordCount.of(text) == count)
    }
}
