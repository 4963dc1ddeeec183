import JournalKit
import Testing

@testable import JournalCLI

@Suite struct JobsFileTests {
    private func read(_ jobs: String) throws -> JobsFile {
        try JobsFile(Array(#"{"schema":"journal.jobs/1","jobs":[\#(jobs)]}"#.utf8), folder: "/jobs")
    }

    @Test func theExampleOfTheContractIsUnderstood() throws {
        let file = try read(
            """
            {"name":"x","import":{"file":"a.zip","into":"y","onChange":"keep"}},
            {"name":"z","export":{"file":"b.epub","format":"epub","from":"2024-01-01","overwrite":true}}
            """
        )
        #expect(file.jobs.map(\.name) == ["x", "z"])
        let first = try #require(file.jobs[0].command as? ImportCommand)
        #expect(first.path == "/jobs/a.zip")
        #expect(first.journal == "y")
        #expect(first.changeRule == .keep)
        let second = try #require(file.jobs[1].command as? ExportCommand)
        #expect(second.path == "/jobs/b.epub")
        #expect(second.format == .epub)
        #expect(second.selection.from == "2024-01-01")
        #expect(second.overwrites)
    }

    @Test func keysAreTheOptionsOfTheCommand() throws {
        let file = try read(
            """
            {"name":"z","export":{"file":"/out/b.pdf","tag":["a","b"],"limit":3,"star":false,
            "template":"plain","notTag":"c","noStripPhotoLocation":true}}
            """
        )
        let export = try #require(file.jobs[0].command as? ExportCommand)
        #expect(export.path == "/out/b.pdf")
        #expect(export.selection.tags == ["a", "b"])
        #expect(export.selection.excludedTags == ["c"])
        #expect(export.selection.limit == 3)
        #expect(!export.selection.isStarred)
        #expect(export.template == "plain")
        #expect(export.stripsPhotoLocation == false)
    }

    @Test(
        arguments: [
            (#"{"name":"x","import":{"file":"a","onChnage":"keep"}}"#, "unknown key 'onChnage'"),
            (#"{"name":"x","imprt":{"file":"a"}}"#, "unknown key 'imprt' in job 'x'"),
            (#"{"name":"x","import":{"into":"a"}}"#, "it has no file"),
            (
                #"{"name":"x","import":{"file":"a"},"export":{"file":"b.epub"}}"#,
                "either an import or an export"
            ),
            (#"{"import":{"file":"a"}}"#, "job 1 has no name"),
            (
                #"{"name":"x","export":{"file":"b.epub","overwrite":"yes"}}"#,
                "'overwrite' must be true or false"
            ),
            (#"{"name":"x","export":{"file":"b.epub","from":true}}"#, "'from' must be a text"),
            (#"{"name":"x","export":{"file":"b.xyz"}}"#, "no format is known by the name of"),
            (#"{"name":"x","export":{"file":"-","format":"json"}}"#, "it has no file"),
            (#"{"name":"x","import":{"file":"a"}},{"name":"x","import":{"file":"b"}}"#, "two jobs"),
            (#"{"name":"x","import":{"file":"a","json":true}}"#, "unknown key 'json'"),
            ("3", "job 1 is no object"), ("", "no list of jobs"), ("{", "not JSON"),
        ]
    )
    func mistakesAreFoundBeforeAnythingRuns(_ jobs: String, _ message: String) {
        let error = #expect(throws: UsageError.self) { try read(jobs) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }

    @Test func anotherSchemaIsRefused() {
        for text in [#"{"schema":"journal.jobs/2","jobs":[]}"#, "[]", #"{"jobs":[]}"#, ""] {
            #expect(throws: UsageError.self) { try JobsFile(Array(text.utf8), folder: "/") }
        }
        let extra = #"{"schema":"journal.jobs/1","jobs":[{"name":"x","import":{"file":"a"}}],"then":1}"#
        #expect(throws: UsageError.self) { try JobsFile(Array(extra.utf8), folder: "/") }
    }

    @Test(
        arguments: [
            ("a.epub", "epub"), ("a.PDF", "pdf"), ("x/a.jsonl", "jsonl"), ("site/", "md"), ("folder", "md"),
            ("a.b/c", "md"), ("all.zip", "md"), (".hidden", "md"),
        ]
    )
    func theFormatIsToldFromTheName(_ path: String, _ format: String) {
        #expect(ExportFormat(fileName: path)?.rawValue == format)
    }
}
