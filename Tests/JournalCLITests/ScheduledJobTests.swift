import Testing

@testable import JournalCLI

@Suite struct ScheduledJobTests {
    private func job(_ words: [String] = ["/usr/bin/journal"]) -> ScheduledJob {
        ScheduledJob(name: "backup", summary: "Backup", words: words, writable: ["/home/me/a b"])
    }

    @Test func cyclesAreThoseOfTimersAndCron() {
        var job = job()
        (job.hour, job.minute) = (4, 5)
        #expect(job.calendar == "*-*-* 04:05:00")
        #expect(job.cronLine == "5 4 * * * '/usr/bin/journal'")
        job.cycle = .weekly(6)
        #expect(job.calendar == "sun *-*-* 04:05:00")
        #expect(job.cronLine.hasPrefix("5 4 * * 0 "))
        job.cycle = .weekly(0)
        #expect(job.cronLine.hasPrefix("5 4 * * 1 "))
        job.cycle = .monthly
        #expect(job.calendar == "*-*-01 04:05:00")
        #expect(job.cronLine.hasPrefix("5 4 1 * * "))
        job.cycle = .hourly
        #expect(job.calendar == "*-*-* *:05:00")
        #expect(job.cronLine.hasPrefix("5 * * * * "))
    }

    @Test func wordsComeBackFromTheUnit() {
        let words = ["/a b/journal", "--store", "/x \"q\" \\ %h $HOME $$ 'é'", "", "日本"]
        let line = words.map(ScheduledJob.quoted).joined(separator: " ")
        #expect(ScheduledJob.unquoted(line) == words)
        #expect(!line.contains("%h") || line.contains("%%h"))
    }

    @Test func aCronLineIsSafeForTheShell() {
        let line = job(["/j", "it's 100%; rm -rf $HOME"]).cronLine
        #expect(line == "10 3 * * * '/j' 'it'\\''s 100\\%; rm -rf $HOME'")
    }

    @Test func aSandboxedServiceHasNoNetwork() {
        var job = job()
        #expect(job.service.contains("PrivateNetwork=yes\n"))
        #expect(job.service.contains("ReadWritePaths=\"-/home/me/a b\"\n"))
        job.isSandboxed = false
        #expect(!job.service.contains("Private"))
        #expect(job.service.contains("UMask=0077\n"))
    }
}
