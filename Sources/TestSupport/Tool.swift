import Foundation

/// Runs the programs that judge our files in tests.
package enum Tool {
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    /// - Parameters:
    ///   - name: A program in the search path, or a path.
    ///   - arguments: As given to it.
    ///   - environment: Variables besides those of the tests.
    /// - Returns: What it wrote to standard output.
    /// - Throws: ``Failure`` with all it wrote, when its status is not 0.
    @discardableResult
    package static func run(
        _ name: String,
        _ arguments: [String],
        environment: [String: String] = [:]
    ) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let folder = try TemporaryFolder()
        let (output, errors) = (folder.path("out"), folder.path("err"))
        for name in ["out", "err"] { try folder.write(name, []) }
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
        try process.run()
        process.waitUntilExit()
        let text = String(decoding: try folder.read("out"), as: UTF8.self)
        guard process.terminationStatus == 0 else {
            let problem = String(decoding: try folder.read("err"), as: UTF8.self)
            throw Failure(description: "\(name) ended with \(process.terminationStatus)\n\(text)\(problem)")
        }
        return text
    }

    /// Whether a program is in the search path.
    package static func exists(_ name: String) -> Bool { (try? run("which", [name])) != nil }
}
