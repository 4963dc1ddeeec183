import Foundation

/// An outside judge: a program of the machine and what it said.
enum Tool {
    struct Outcome {
        var status: Int32
        var text: String
    }

    /// Runs a shell command, standard error joined to standard output.
    static func run(_ command: String) -> Outcome {
        guard let stream = popen(command + " 2>&1", "r") else { return Outcome(status: -1, text: "") }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 {
            bytes += buffer[..<count]
        }
        let status = pclose(stream)
        return Outcome(status: status >> 8 & 255, text: String(decoding: bytes, as: UTF8.self))
    }

    /// What poppler reads out of a file.
    static func text(_ path: String) -> String {
        run("pdftotext -enc UTF-8 '\(path)' -").text
    }
}
