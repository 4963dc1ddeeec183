import Foundation

/// Reads the JSON files of templates, in which a key that nobody knows is a mistake.
enum StrictJSON {
    /// - Throws: ``ExportError/template(file:line:message:)`` naming the key and its line.
    static func decode<Value: Codable>(
        _ type: Value.Type,
        _ bytes: [UInt8],
        file: String
    ) throws(ExportError) -> Value {
        let data = Data(bytes)
        do {
            let value = try JSONDecoder().decode(type, from: data)
            let known = keys(try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)))
            let given = keys(try JSONSerialization.jsonObject(with: data))
            if let unknown = given.subtracting(known).sorted().first {
                let name = unknown.split(separator: ".").last.map(String.init) ?? unknown
                throw ExportError.template(
                    file: file,
                    line: line(of: "\"\(name)\"", in: bytes),
                    message: "unknown key '\(unknown)'"
                )
            }
            return value
        } catch let error as ExportError {
            throw error
        } catch let error as DecodingError {
            throw problem(error, bytes, file)
        } catch {
            throw .template(file: file, line: 0, message: "not JSON")
        }
    }

    private static func problem(_ error: DecodingError, _ bytes: [UInt8], _ file: String) -> ExportError {
        func name(_ path: [any CodingKey]) -> String {
            path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, let context):
            return .template(
                file: file,
                line: 0,
                message: "the key '\(name(context.codingPath + [key]))' is missing"
            )
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            let last = context.codingPath.last { $0.intValue == nil }?.stringValue ?? ""
            return .template(
                file: file,
                line: line(of: "\"\(last)\"", in: bytes),
                message: "the value of '\(name(context.codingPath))' has the wrong type"
            )
        case .dataCorrupted(let context):
            let underlying = (context.underlyingError as NSError?)?.userInfo[NSDebugDescriptionErrorKey]
            let text = (underlying as? String) ?? context.debugDescription
            return .template(file: file, line: lineNumber(in: text) ?? 0, message: "not JSON: \(text)")
        @unknown default:
            return .template(file: file, line: 0, message: "not JSON")
        }
    }

    /// Foundation's message says `around line N, column M`.
    private static func lineNumber(in message: String) -> Int? {
        guard let range = message.range(of: "line ") else { return nil }
        return Int(message[range.upperBound...].prefix { $0.isNumber })
    }

    private static func line(of text: String, in bytes: [UInt8]) -> Int {
        let content = String(decoding: bytes, as: UTF8.self)
        guard let range = content.range(of: text) else { return 0 }
        return content[..<range.lowerBound].utf8.count { $0 == 0x0a } + 1
    }

    /// Paths of all keys of an object, parts joined by dots.
    private static func keys(_ value: Any, under path: String = "") -> Set<String> {
        guard let object = value as? [String: Any] else { return [] }
        var found: Set<String> = []
        for (key, value) in object {
            let name = path.isEmpty ? key : path + "." + key
            found.insert(name)
            found.formUnion(keys(value, under: name))
        }
        return found
    }
}
