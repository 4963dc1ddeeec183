/// A place that fails in every way that places fail, told by a sequence of numbers: the same numbers, the same faults.
package final class FaultyTransport: ObjectTransport {
    /// What may happen to a request.
    package enum Fault: Sendable, CaseIterable {
        /// It never arrives.
        case lostRequest
        /// It is done, and the answer never arrives.
        case lostAnswer
        /// It is done twice.
        case twice
        /// A half of what is put becomes visible, and the sender is told of a failure.
        case torn
        /// One bit of what is read is wrong.
        case flippedBit
        /// A listing or a look is of an earlier time.
        case stale
        case throttled
        case unauthorised
        case full
        case refused
    }

    private let inner: any ObjectTransport
    private let chance: () -> UInt64
    /// One request of so many has a fault; 0 for none.
    package var oneIn: UInt64
    /// Which faults may happen.
    package var faults: [Fault]
    /// How often each has happened.
    package private(set) var counts: [Fault: Int] = [:]
    private var earlier: [ObjectRequest: ObjectResult] = [:]

    package init(
        _ inner: any ObjectTransport,
        oneIn: UInt64,
        faults: [Fault] = Fault.allCases,
        chance: @escaping () -> UInt64
    ) {
        (self.inner, self.oneIn, self.faults, self.chance) = (inner, oneIn, faults, chance)
    }

    package var description: String { inner.description }

    package func perform(_ requests: [ObjectRequest], visit: () throws -> Void) throws -> [ObjectResult] {
        try requests.map { request in
            let isFaulty = oneIn > 0 && chance() % oneIn == 0 && !faults.isEmpty
            guard isFaulty else { return try remembered(request, visit) }
            let fault = faults[Int(chance() % UInt64(faults.count))]
            counts[fault, default: 0] += 1
            return try answer(request, fault, visit)
        }
    }

    private func one(_ request: ObjectRequest, _ visit: () throws -> Void) throws -> ObjectResult {
        try inner.perform([request], visit: visit).first ?? .failed(.refused(reason: "no answer"))
    }

    /// Answers, and keeps the answer to give it again when it is old.
    private func remembered(_ request: ObjectRequest, _ visit: () throws -> Void) throws -> ObjectResult {
        let result = try one(request, visit)
        switch request {
        case .list, .get: earlier[request] = result
        default: break
        }
        return result
    }

    private func answer(_ request: ObjectRequest, _ fault: Fault, _ visit: () throws -> Void) throws
        -> ObjectResult
    {
        switch fault {
        case .lostRequest: return .failed(.unreachable(reason: "no answer"))
        case .lostAnswer:
            _ = try one(request, visit)
            return .failed(.unreachable(reason: "no answer"))
        case .twice:
            _ = try one(request, visit)
            return try one(request, visit)
        case .torn:
            guard case .put(let name, .bytes(let bytes)) = request, bytes.count > 1 else {
                return .failed(.unreachable(reason: "broken off"))
            }
            let half = Array(bytes.prefix(1 + Int(chance() % UInt64(bytes.count - 1))))
            _ = try one(.put(name: name, .bytes(half)), visit)
            return .failed(.unreachable(reason: "broken off"))
        case .flippedBit:
            guard case .bytes(var bytes) = try one(request, visit), !bytes.isEmpty else {
                return .failed(.refused(reason: "500"))
            }
            let bit = chance() % UInt64(bytes.count * 8)
            bytes[Int(bit / 8)] ^= 1 << UInt8(bit % 8)
            return .bytes(bytes)
        case .stale: return try earlier[request] ?? remembered(request, visit)
        case .throttled: return .failed(.throttled(retryAfterMilliseconds: Int64(chance() % 5000)))
        case .unauthorised: return .failed(.unauthorised(reason: "403"))
        case .full:
            guard case .put = request else { return try remembered(request, visit) }
            return .failed(.full)
        case .refused: return .failed(.refused(reason: "500"))
        }
    }
}
