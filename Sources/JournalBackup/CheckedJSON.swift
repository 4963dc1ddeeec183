import Bytes

/// A small JSON document followed by its own SHA-256, so that no changed byte goes unseen.
///
/// One line of JSON, a newline, 64 hexadecimal characters, a newline.
enum CheckedJSON {
    static func bytes(_ content: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(content)
        let json = writer.bytes + [0x0a]
        return json + Array(hex(Digest.of(json, .sha256)).utf8) + [0x0a]
    }

    /// - Returns: `nil` when it is not exactly what was written.
    static func value(_ bytes: [UInt8]) -> JSONValue? {
        guard bytes.count > 66 else { return nil }
        let json = bytes.dropLast(65)
        guard Array(bytes.suffix(65)) == Array(hex(Digest.of(json, .sha256)).utf8) + [0x0a] else {
            return nil
        }
        return json.withUnsafeBytes { buffer in
            var limits = JSONReader.Limits()
            limits.elements = 100_000_000
            var reader = JSONReader(buffer, limits: limits)
            return try? reader.value()
        }
    }
}
