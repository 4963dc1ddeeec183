/// Objects in memory: for tests, and for the simulator.
package final class MemoryTransport: ObjectTransport {
    package private(set) var objects: [String: [UInt8]] = [:]
    package let description = "memory"

    package init(_ objects: [String: [UInt8]] = [:]) { self.objects = objects }

    package func perform(_ requests: [ObjectRequest], visit: () throws -> Void) throws -> [ObjectResult] {
        try requests.map { request in
            try visit()
            return answer(request)
        }
    }

    /// Changes an object behind everybody's back; `nil` removes it.
    package func tamper(_ name: String, _ bytes: [UInt8]?) { objects[name] = bytes }

    private func answer(_ request: ObjectRequest) -> ObjectResult {
        guard request.isValid else {
            return .failed(.refused(reason: "not a name"))
        }
        switch request {
        case .put(let name, .bytes(let bytes)):
            objects[name] = bytes
            return .done
        case .put(let name, .file(let path, let count)):
            guard let bytes = FileReading.all(path), Int64(bytes.count) == count else {
                return .failed(.local(reason: "the file changed"))
            }
            objects[name] = bytes
            return .done
        case .get(let name, let limit):
            guard let bytes = objects[name] else { return .absent }
            return Int64(bytes.count) <= limit ? .bytes(bytes) : .failed(.tooLarge(limitBytes: limit))
        case .fetch(let name, let path, let limit):
            guard let bytes = objects[name] else { return .absent }
            guard Int64(bytes.count) <= limit else { return .failed(.tooLarge(limitBytes: limit)) }
            return FileReading.write(bytes, path) ? .done : .failed(.local(reason: "cannot write"))
        case .list(let prefix):
            return .objects(
                objects.filter { $0.key.hasPrefix(prefix) }.sorted { $0.key < $1.key }.map {
                    ListedObject(name: $0.key, byteCount: Int64($0.value.count))
                }
            )
        case .delete(let name):
            objects[name] = nil
            return .done
        }
    }
}
