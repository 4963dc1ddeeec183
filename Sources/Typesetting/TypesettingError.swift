/// What stops a document from being set or written.
package enum TypesettingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A C library is not on this machine; the text names it and its package.
    case library(String)
    /// The font that everything else falls back to is missing.
    case font(path: String)
    /// A font could not be reduced to the glyphs in use.
    case subset(font: String)
    /// The system refused; `code` is an `errno`.
    case system(operation: String, path: String, code: Int32)
    /// A picture's bytes are not what its format asks for, or it is over a limit.
    case picture(reason: String)

    package var description: String {
        switch self {
        case .library(let reason): reason
        case .font(let path): "the font \(path) is missing; install the package fonts-noto-core"
        case .subset(let font): "the font \(font) could not be embedded; reinstall its package"
        case .system(let operation, let path, let code):
            "could not \(operation) \(path) (errno \(code)); check space and permissions"
        case .picture(let reason): "the picture cannot be used: \(reason)"
        }
    }
}
