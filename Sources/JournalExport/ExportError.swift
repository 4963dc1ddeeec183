package import FileFormats
package import Typesetting

/// What stops an export; anything that can be left out of it is a line of ``ExportReport`` instead.
package enum ExportError: Error, Equatable, Sendable {
    /// Something is at `path` already, and replacing it was not asked for.
    case outputExists(path: String)
    /// The system refused to create or write `path`; `code` is an `errno`.
    case cannotWrite(path: String, code: Int32)
    /// A template file is wrong; `line` counts from 1, 0 when the fault is no one line's.
    case template(file: String, line: Int, message: String)
    /// No template has this name, nor is there a folder of it.
    case noTemplate(name: String)
    /// Fonts or libraries for setting type are missing, or refused.
    case typesetting(TypesettingError)
    /// A format's writer refused.
    case format(FormatError)
}

extension ExportError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .outputExists(let path):
            "\(path) exists; give another name, or --overwrite to replace it"
        case .cannotWrite(let path, let code):
            "cannot write \(path): \(systemMessage(code)); choose another place or make room there"
        case .template(let file, let line, let message):
            line > 0
                ? "\(file), line \(line): \(message); correct the template or leave --template out"
                : "\(file): \(message); correct the template or leave --template out"
        case .noTemplate(let name):
            "no template '\(name)'; 'classic' is built in, others are folders given by name or path"
        case .typesetting(let error): error.description
        case .format(.system(let operation, let code)):
            "could not \(operation): \(systemMessage(code)); nothing was left behind"
        case .format(let error):
            "could not write the file (\(error)); nothing was left behind"
        }
    }
}
