import Foundation
import JournalKit
import JournalModel
import TestSupport
import Testing

@Suite struct ImportJobTests {
    private let export = """
        {"metadata":{"version":"1.0"},"entries":[
        {"uuid":"0123456789ABCDEF0123456789ABCDE1","creationDate":"2024-03-09T23:30:00Z","timeZone":"Asia\\/Tokyo",
         "modifiedDate":"2024-03-10T00:00:00Z","text":"First\\\\. 銭湯","tags":["trip"],"starred":true,
         "photos":[{"identifier":"AA","md5":"5d41402abc4b2a76b9719d911017c592","orderInEntry":0}]},
        {"uuid":"0123456789ABCDEF0123456789ABCDE2","creationDate":"2024-03-09T10:00:00Z","text":"Second"},
        {"creationDate":"2024-02-30T10:00:00Z","text":"no such day"}]}
        """

    private func open(_ folder: TemporaryFolder) async throws -> Journal {
        try folder.write("export/Travel.json", Array(export.utf8))
        try folder.write("export/photos/5d41402abc4b2a76b9719d911017c592.jpeg", Array("hello".utf8))
        return try await Journal.open(.file(folder.path("store")))
    }

    @Test func theCountsReconcileAndASecondRunChangesNothing() async throws {
        let folder = try TemporaryFolder()
        let journal = try await open(folder)
        let dry = try await journal.importJob(folder.path("export"), dryRun()).run()
        #expect(dry.new == 2 && dry.failed == 1)
        #expect(try await journal.count() == 0)
        let first = try await journal.importJob(folder.path("export")).run()
        #expect(first.found == 3)
        #expect(
            first.found == first.new + first.same + first.changed + first.conflict + first.skipped
                + first.failed
        )
        #expect(first.new == 2)
        #expect(first.attachmentsStored == 1)
        #expect(first.journals.map { "\($0.name) \($0.found)" } == ["Travel 3"])
        let second = try await journal.importJob(folder.path("export")).run()
        #expect(second.new == 0 && second.changed == 0 && second.same == 2)
        let entries = try await journal.entries().entries
        #expect(entries.map(\.happened.day.description) == ["2024-03-10", "2024-03-09"])
        #expect(entries[0].isStarred && entries[0].tags == ["trip"])
        #expect(entries[0].body.hasPrefix("First. 銭湯"))
        #expect(try await journal.check(depth: .deep).allSatisfy { $0.severity == .ok })
        #expect(!first.json.contains("Second"))
    }

    @Test func entriesMayGoToOneJournal() async throws {
        let folder = try TemporaryFolder()
        let journal = try await open(folder)
        var options = ImportOptions()
        options.into = "All"
        _ = try await journal.importJob(folder.path("export"), options).run()
        var query = EntryQuery()
        query.journal = "all"
        #expect(try await journal.count(query) == 2)
        let again = try await journal.importJob(folder.path("export"), options).run()
        #expect(again.same == 2)
    }

    @Test func aCancelledImportCanBeRunAgain() async throws {
        let folder = try TemporaryFolder()
        let journal = try await open(folder)
        let job = journal.importJob(folder.path("export"))
        let task = Task { try await job.run() }
        task.cancel()
        await #expect(throws: JournalError.self) { try await task.value }
        let report = try await journal.importJob(folder.path("export")).run()
        #expect(report.new + report.same == 2)
    }

    @Test func whatIsNotThereIsNamed() async throws {
        let folder = try TemporaryFolder()
        let journal = try await open(folder)
        let missing = await #expect(throws: JournalError.self) {
            try await journal.importJob(folder.path("nowhere")).run()
        }
        #expect(missing?.code == .inputMissing)
        try folder.write("noise.zip", Array("PK not a zip".utf8))
        let broken = await #expect(throws: JournalError.self) {
            try await journal.importJob(folder.path("noise.zip")).run()
        }
        #expect(broken?.code == .inputBroken)
    }

    private func dryRun() -> ImportOptions {
        var options = ImportOptions()
        options.isDryRun = true
        return options
    }

    @Test(arguments: ["dayone-trip", "dayone-android", "dayone-broken", "dayone-macos-rezip"])
    func aDryRunCountsAsARealRunWould(_ sample: String) async throws {
        let folder = try TemporaryFolder()
        let samples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "SampleImports")
        let archive = samples.appending(path: "\(sample)/\(sample).zip").path
        let journal = try await Journal.open(.file(folder.path("store")))
        for _ in 0..<2 {
            let dry = try await journal.importJob(archive, dryRun()).run()
            #expect(dry == (try await journal.importJob(archive).run()))
        }
    }
}
