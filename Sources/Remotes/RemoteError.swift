/// Why a place did not do what it was asked.
package enum RemoteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It cannot be reached: no network, no such host, not mounted.
    case unreachable(reason: String)
    /// It does not accept the credentials.
    case unauthorised(reason: String)
    /// It asks to wait.
    case throttled(retryAfterMilliseconds: Int64?)
    /// It has no room.
    case full
    /// The object is larger than may be read.
    case tooLarge(limitBytes: Int64)
    /// An object is there and cannot be read yet: a placeholder of a cloud folder, a file half written.
    case notReady
    /// It answered something that makes no sense, or refused.
    case refused(reason: String)
    /// The file to send or to write fails on this device.
    case local(reason: String)

    /// Whether the same request may succeed later without anybody doing anything.
    package var isPassing: Bool {
        switch self {
        case .unreachable, .throttled, .notReady: true
        case .unauthorised, .full, .tooLarge, .refused, .local: false
        }
    }

    package var description: String {
        switch self {
        case .unreachable(let reason): "cannot be reached (\(reason))"
        case .unauthorised(let reason): "does not accept the credentials (\(reason))"
        case .throttled: "asks to wait"
        case .full: "has no room left"
        case .tooLarge(let limit): "holds an object of more than \(limit) bytes, which was not read"
        case .notReady: "has an object that is not there yet"
        case .refused(let reason): "refused (\(reason))"
        case .local(let reason): "could not be used: \(reason)"
        }
    }
}
