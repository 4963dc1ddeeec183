import JournalModel
import Testing

@testable import JournalBackup

@Suite struct RetentionPolicyTests {
    private func backups(_ days: ClosedRange<Int>) -> [(name: String, day: Int, month: Int, year: Int)] {
        days.map { day in
            let date = CivilDate(daysSince1970: day)
            return (name: "\(date)T030000Z", day: day, month: date.month, year: date.year)
        }
    }

    private func kept(_ policy: RetentionPolicy, _ all: [(name: String, day: Int, month: Int, year: Int)])
        -> [String]
    {
        let surplus = Set(policy.surplus(all))
        return all.map(\.name).filter { !surplus.contains($0) }.sorted(by: >).map { String($0.prefix(10)) }
    }

    @Test func theNewestAlwaysStays() {
        #expect(kept(RetentionPolicy(), backups(20_000...20_009)) == ["2024-10-13"])
        #expect(kept(RetentionPolicy(), []).isEmpty)
    }

    @Test func eachPeriodKeepsItsNewest() {
        var policy = RetentionPolicy()
        policy.daily = 2
        policy.weekly = 3
        policy.monthly = 3
        policy.yearly = 2
        // 2024-10-13 is a Sunday: the weeks' newest are Sundays.
        #expect(
            kept(policy, backups(19_600...20_009)) == [
                "2024-10-13", "2024-10-12", "2024-10-06", "2024-09-30", "2024-09-29", "2024-08-31",
                "2023-12-31",
            ]
        )
    }

    @Test func severalOfOneDayCountOnce() {
        let day = (day: 20_000, month: 10, year: 2024)
        let all = ["2024-10-04T030000Z", "2024-10-04T030000Z-002", "2024-10-04T040000Z"].map {
            (name: $0, day: day.day, month: day.month, year: day.year)
        }
        var policy = RetentionPolicy()
        policy.daily = 5
        #expect(policy.surplus(all) == ["2024-10-04T030000Z", "2024-10-04T030000Z-002"])
        policy.last = 2
        #expect(policy.surplus(all) == ["2024-10-04T030000Z"])
    }
}
