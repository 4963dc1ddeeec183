import JournalModel
import TestSupport

@testable import JournalExport

/// Books made of fixtures for the tests of this folder.
enum EPUBFixture {
    @discardableResult
    static func book(
        _ source: FixtureSource,
        in folder: TemporaryFolder,
        name: String = "book.epub",
        language: String = "en",
        change: (inout BookOptions) -> Void = { _ in }
    ) throws -> ExportReport {
        var options = BookOptions()
        options.language = language
        change(&options)
        let exporter = EPUBExporter(options: options, template: try Template(language: language))
        return try exporter.write(source, to: folder.path(name))
    }

    /// The text of one member.
    static func member(_ member: String, in folder: TemporaryFolder, name: String = "book.epub") throws
        -> String
    {
        try Tool.run("unzip", ["-p", folder.path(name), member])
    }

    static let tour = """
        We walked along the river. ==Never== have I seen so many swans; *really*, **so many**, ~~ten~~ twelve.
        A second line.

        > A quotation
        > of two lines.

        ### Things seen

        - [x] swans
        - [ ] a kingfisher

        1. first
        2. second

        | Bird | Count |
        |:-:|--:|
        | Swan | 12 |
        | Duck | 3 |

        ```swift
        let a = 1 < 2 && true
        ```

        See <https://example.org/?a=1&b=2>, [mail](mailto:a@example.org), [bad](javascript:alert(1)).

        مرحبا بالعالم، هذا يوم جميل.

        今日はとても天気が良かった。

        आज का दिन बहुत अच्छा था।

        👩‍👩‍👧‍👦 🏳️‍🌈 ❤️

        ---

        The end.
        """
}
