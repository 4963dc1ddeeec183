import Glibc
import TestSupport
import Testing

@testable import JournalCLI

@Suite struct ConfigurationTests {
    private let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private func file(_ text: String) throws -> ConfigurationFile {
        try folder.write("config", Array(text.utf8))
        return try ConfigurationFile(path: folder.path("config"))
    }

    @Test func settingsAreReadAndRemarksAreNot() throws {
        let file = try file("# mine\n\n zone = Asia/Tokyo \njournal=My diary\r\n")
        #expect(file.values == [.zone: "Asia/Tokyo", .journal: "My diary"])
        #expect(try ConfigurationFile(path: folder.path("none")).values.isEmpty)
    }

    @Test(
        arguments: [
            ("zone = Mars/Base", "line 1"), ("\nzome = UTC", "did you mean 'zone'"), ("zone", "line 1"),
            ("color = blue", "auto, always or never"), ("editor =", "editor"),
        ]
    )
    func aMistakeIsNamedWithItsLine(_ text: String, _ expected: String) throws {
        let failure = #expect(throws: CommandFailure.self) { try file(text) }
        #expect(failure?.status == .configuration)
        #expect(failure?.message.contains(expected) == true)
    }

    @Test func aChangeKeepsEverythingElse() throws {
        var file = try file("# one\nzone = UTC\n# two\njournal = A\nzone = Asia/Tokyo\n")
        try file.set(.zone, "Europe/Lisbon")
        try file.set(.editor, "vim")
        try file.set(.journal, nil)
        let text = String(decoding: try folder.read("config"), as: UTF8.self)
        #expect(text == "# one\nzone = Europe/Lisbon\n# two\neditor = vim\n")
        #expect(try ConfigurationFile(path: folder.path("config")).values == file.values)
        var facts = stat()
        #expect(stat(folder.path("config"), &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o600)
    }

    @Test func aLinkedFileStaysLinked() throws {
        try folder.write("real", Array("zone = UTC\n".utf8))
        #expect(symlink("real", folder.path("config")) == 0)
        var file = try ConfigurationFile(path: folder.path("config"))
        try file.set(.zone, "Asia/Tokyo")
        #expect(String(decoding: try folder.read("real"), as: UTF8.self) == "zone = Asia/Tokyo\n")
    }
}
