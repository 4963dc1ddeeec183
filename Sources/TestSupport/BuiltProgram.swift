import Foundation

/// Programs of this package as the test run has built them.
package enum BuiltProgram {
    /// - Parameter name: A product's name.
    /// - Returns: Its path, beside the test bundle.
    package static func path(_ name: String) -> String {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(filePath: bundle).deletingLastPathComponent().appending(path: name).path
    }
}
