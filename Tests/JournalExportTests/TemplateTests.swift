import TestSupport
import Testing

@testable import JournalExport

@Suite struct TemplateTests {
    @Test(arguments: ["en", "ja", "fr", "ja-JP"])
    func theShippedTemplateLoads(_ language: String) throws {
        let template = try Template(language: language)
        #expect(template.print.papers.count == 4)
        #expect(template.language == (language.hasPrefix("ja") ? "ja" : "en"))
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var file: String
        var content: String
        var line: Int
    }

    @Test(
        arguments: [
            Fault(testDescription: "unclosed", file: "title.xhtml", content: "<body>\n<p>\n</body>", line: 3),
            Fault(
                testDescription: "unknown",
                file: "title.xhtml",
                content: "<body>\n\n{{nosuch}}</body>",
                line: 3
            ),
            Fault(
                testDescription: "script",
                file: "title.xhtml",
                content: "<body>\n<script/></body>",
                line: 2
            ),
            Fault(testDescription: "handler", file: "title.xhtml", content: "<body onload='x'/>", line: 1),
            Fault(
                testDescription: "open section",
                file: "title.xhtml",
                content: "<body>\n{{#hasYears}}</body>",
                line: 2
            ),
            Fault(
                testDescription: "entity",
                file: "title.xhtml",
                content: "<!DOCTYPE a [<!ENTITY b 'c'>]><body>&b;</body>",
                line: 1
            ),
            Fault(
                testDescription: "address",
                file: "epub.css",
                content: "p{}\nq{background:url(a)}",
                line: 2
            ),
            Fault(testDescription: "JSON key", file: "print.json", content: "{}", line: 0),
            Fault(
                testDescription: "own markup",
                file: "title.xhtml",
                content: "<body>{{{title}}}</body>",
                line: 1
            ),
        ]
    )
    func aFaultIsNamedWithFileAndLine(_ fault: Fault) throws {
        let folder = try TemporaryFolder()
        try folder.write("mine/" + fault.file, fault.content.utf8)
        let error = #expect(throws: ExportError.self) { _ = try Template("mine", folder: folder.path) }
        guard case .template(let file, let line, _) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(file == folder.path + "/mine/" + fault.file)
        #expect(line == fault.line)
    }

    @Test func anUnknownKeyOfAJSONFileIsNamedWithItsLine() throws {
        let folder = try TemporaryFolder()
        let shipped = try #require(ShippedFile.text("strings-en.json"))
        try folder.write(
            "mine/strings-en.json",
            shipped.replacing("\"cover\":", with: "\"kover\": \"x\",\n\"cover\":").utf8
        )
        let error = #expect(throws: ExportError.self) { _ = try Template(folder.path("mine")) }
        #expect(error?.description.contains("line 12: unknown key 'kover'") == true)
    }

    @Test func aFileOfUnknownNameAndAnUnknownTemplateAreRefused() throws {
        let folder = try TemporaryFolder()
        try folder.write("mine/entri.xhtml", "x".utf8)
        #expect(throws: ExportError.self) { _ = try Template("mine", folder: folder.path) }
        #expect(throws: ExportError.noTemplate(name: "none")) {
            _ = try Template("none", folder: folder.path)
        }
    }
}
