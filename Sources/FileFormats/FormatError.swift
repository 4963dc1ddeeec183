/// What stops a file from being read or written.
package enum FormatError: Error, Equatable, Sendable {
    /// libzip refused; `code` is one of its `ZIP_ER_` numbers.
    case zip(operation: String, code: Int32)
    /// libxml2 refused.
    case xml(operation: String)
    /// A limit on untrusted input was passed; the message names thing and limit.
    case limit(String)
    /// The bytes are not what their format asks for.
    case malformed(String)
    /// The system refused; `code` is an `errno`.
    case system(operation: String, code: Int32)
    case outOfMemory
}
