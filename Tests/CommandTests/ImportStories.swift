import Foundation
import TestSupport
import Testing

@Suite struct ImportStories {
    private static let export = """
        {"metadata":{"version":"1.0"},"entries":[
        {"uuid":"0123456789ABCDEF0123456789ABCDEF","creationDate":"2024-05-01T10:00:00Z",
        "timeZone":"Europe/Lisbon","text":"The secret of the river","tags":["walk"]},
        {"uuid":"0123456789ABCDEF0123456789ABCDE0","creationDate":"2024-05-02T10:00:00Z",
        "timeZone":"Europe/Lisbon","text":"A second secret"},{"text":"A third secret"}]}
        """

    private func journal() throws -> JournalProcess {
        let journal = try JournalProcess()
        try journal.folder.write("Diary.json", Array(ImportStories.export.utf8))
        return journal
    }

    @Test func anImportReportsEveryItemAndRunsTwice() throws {
        let journal = try journal()
        let first = try journal("import", "Diary.json", "--json")
        #expect(first.status == 3)
        let report = try first.json()
        #expect(report["schema"] as? String == "journal.import/1")
        #expect(report["found"] as? Int == 3)
        #expect(report["new"] as? Int == 2)
        #expect(report["failed"] as? Int == 1)
        let again = try journal("import", "Diary.json", "--json", "--report", "report.json")
        #expect(try again.json()["new"] as? Int == 0)
        #expect(try again.json()["same"] as? Int == 2)
        #expect(String(decoding: try journal.folder.read("report.json"), as: UTF8.self) == again.output)
        #expect(try journal("list", "--journal", "diary").output.split(separator: "\n").count == 2)
    }

    @Test func aDryRunReportsAndMakesNoStore() throws {
        let journal = try journal()
        let result = try journal("import", "Diary.json", "--dry-run")
        #expect(result.status == 3)
        #expect(result.output.contains("new 2   same 0"))
        #expect(result.output.hasSuffix("Nothing written.\n"))
        #expect(try journal("list").status == 66)
    }

    @Test func noWordOfAnEntryIsInAnyReport() throws {
        let journal = try journal()
        for result in [
            try journal("import", "Diary.json", "--verbose"), try journal("import", "Diary.json", "--json"),
            try journal("doctor", "--verbose"), try journal("status"),
        ] { #expect(!(result.output + result.errors).contains("secret")) }
    }

    @Test func inputsThatAreNoExportAreTold() throws {
        let journal = try journal()
        try journal.folder.write("x.zip", Array("no zip".utf8))
        #expect(try journal("import", "x.zip").status == 65)
        #expect(try journal("import", "nothing.zip").status == 66)
        #expect(try journal("import").status == 64)
        #expect(try journal("import", "Diary.json", "--on-change", "maybe").status == 64)
    }

    @Test func jobsAreCheckedBeforeAnyRuns() throws {
        let journal = try journal()
        let jobs = """
            {"schema":"journal.jobs/1","jobs":[{"name":"in","import":{"file":"Diary.json"}},
            {"name":"out","export":{"file":"b.epub","from":"2024-02-30"}}]}
            """
        try journal.folder.write("jobs.json", Array(jobs.utf8))
        let result = try journal("job", "run", "jobs.json")
        #expect(result.status == 64)
        #expect(result.errors.contains("job 'out'") && result.errors.contains("2024-02-30"))
        #expect(try journal("list").status == 66)
    }

    @Test func eachJobHasItsOwnOutcome() throws {
        let journal = try journal()
        let jobs = """
            {"schema":"journal.jobs/1","jobs":[{"name":"gone","import":{"file":"nothing.zip"}},
            {"name":"in","import":{"file":"Diary.json","into":"Old","onChange":"keep"}}]}
            """
        try journal.folder.write("folder/jobs.json", Array(jobs.utf8))
        try journal.folder.write("folder/Diary.json", Array(ImportStories.export.utf8))
        let result = try journal("job", "run", "folder/jobs.json", "--json")
        #expect(result.status == 3)
        let outcomes = try #require(try result.json()["jobs"] as? [[String: Any]])
        #expect(outcomes.map { $0["name"] as? String } == ["gone", "in"])
        #expect(outcomes.map { $0["outcome"] as? String } == ["failed", "partial"])
        #expect(outcomes.map { $0["status"] as? Int } == [66, 3])
        #expect((outcomes[0]["error"] as? [String: Any])?["code"] as? String == "input-missing")
        #expect((outcomes[1]["report"] as? [String: Any])?["new"] as? Int == 2)
        #expect(!result.output.contains("secret") && !result.errors.contains("secret"))
        #expect(try journal("list", "--journal", "Old").output.split(separator: "\n").count == 2)
        #expect(try journal("job", "run", "missing.json").status == 66)
        #expect(try journal("job", "walk", "missing.json").status == 64)
    }

    @Test func aStoppedImportEndsWith130AndGoesOnWhenRunAgain() throws {
        let journal = try JournalProcess()
        var entries: [String] = []
        for number in 0..<6000 {
            let id = String(repeating: "A", count: 27) + String(number + 10_000)
            entries.append(
                "{\"uuid\":\"\(id)\",\"creationDate\":\"2024-05-01T10:00:00Z\",\"text\":\"Entry \(number)\"}"
            )
        }
        let text = "{\"entries\":[\(entries.joined(separator: ","))]}"
        try journal.folder.write("Big.json", Array(text.utf8))
        let script =
            "\"$0\" import Big.json & until [ -s store/private.sqlite ]; do sleep 0.01; done; sleep 0.1; kill -INT $!; wait $!; echo $?"
        let stopped = try journal.run("/bin/bash", ["-mc", script, JournalProcess.executable])
        #expect(stopped.output.hasSuffix("130\n"), "\(stopped)")
        #expect(try journal("doctor").status == 0)
        #expect(try journal("import", "Big.json").status == 0)
        #expect(try journal("status", "--json").json()["entries"] as? Int == 6000)
    }

    @Test func controlsInASourceNeverReachTheTerminal() throws {
        let journal = try journal()
        let export =
            "{\"entries\":[{\"uuid\":\"A1\",\"creationDate\":\"2024-03-09T23:30:00Z\",\"text\":\"x\u{1b}[31m\u{9b}1m\"}]}"
        try journal.folder.write("Controls.json", Array(export.utf8))
        try journal("import", "Controls.json")
        for result in [
            try journal("show", "last", "--json"), try journal("list", "--json"),
            try journal("export", "-", "--format", "jsonl"),
        ] {
            #expect(!result.output.unicodeScalars.contains("\u{1b}"))
            #expect(throws: Never.self) { try result.json() }
        }
        #expect(!(try journal("show", "last", "--json")).output.unicodeScalars.contains("\u{9b}"))
    }

    @Test func entriesAreNamedByTheirPlaceInTheFile() throws {
        let journal = try journal()
        let result = try journal("import", "Diary.json", "--json")
        #expect(result.output.contains("entry 3 has no date"))
    }

    @Test func aReaderThatLeavesAnExportEndsItQuietly() throws {
        let journal = try JournalProcess()
        let text = String(repeating: "It rained, and the river rose. ", count: 10_000)
        for _ in 0..<4 { try journal("new", "-", input: text) }
        for format in ["jsonl", "json", "md", "txt"] {
            let script =
                "(\"$0\" export - --format \(format); echo $? >status) 2>errors | head -c 1 >/dev/null; sleep 0.3; cat status errors"
            let result = try journal.run("/bin/sh", ["-c", script, JournalProcess.executable])
            #expect(result.output == "0\n", "\(format)")
        }
    }
}
