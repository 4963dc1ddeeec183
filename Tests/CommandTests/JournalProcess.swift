import Foundation
import Glibc
import TestSupport
import Testing

/// The built `journal`, run in a temporary store with nothing of the machine's own settings.
struct JournalProcess {
    /// What a run left behind.
    struct Result {
        var status: Int32
        var output: String
        var errors: String

        /// Standard output as one JSON object.
        func json() throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        }
    }

    let folder: TemporaryFolder
    var environment: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        environment = [
            "HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "Asia/Tokyo",
            "JOURNAL_HOME": folder.path("store"),
        ]
    }

    /// The executable beside the test bundle.
    static let executable: String = {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        var url = URL(filePath: bundle)
        while url.path != "/" {
            url = url.deletingLastPathComponent()
            let candidate = url.appending(path: "journal").path
            if access(candidate, X_OK) == 0, !isFolder(candidate) { return candidate }
        }
        return "journal"
    }()

    private static func isFolder(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }

    @discardableResult
    func callAsFunction(_ arguments: String..., input: String = "") throws -> Result {
        try run(JournalProcess.executable, arguments, input: Array(input.utf8))
    }

    /// Runs any program in the temporary folder.
    func run(_ program: String, _ arguments: [String], input: [UInt8] = []) throws -> Result {
        let mark = UUID().uuidString
        let (inputName, outputName, errorName) = ("\(mark).in", "\(mark).out", "\(mark).err")
        try folder.write(inputName, input)
        defer {
            for name in [inputName, outputName, errorName] { unlink(folder.path(name)) }
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let create = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 0, folder.path(inputName), O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, folder.path(outputName), create, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, folder.path(errorName), create, 0o600)
        var words: [UnsafeMutablePointer<CChar>?] =
            (["env", "-C", folder.path, program] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var child = pid_t()
        try #require(posix_spawnp(&child, "/usr/bin/env", &actions, nil, &words, &variables) == 0)
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        return Result(
            status: status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f),
            output: String(decoding: try folder.read(outputName), as: UTF8.self),
            errors: String(decoding: try folder.read(errorName), as: UTF8.self)
        )
    }
}
