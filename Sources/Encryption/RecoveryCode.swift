import CSodium

/// 128 random bits as a person writes them down: Crockford's base32 with four characters that tell mistakes.
///
/// `J1-XXXXX-XXXXX-XXXXX-XXXXX-XXXXX-XXXXX`: 26 characters of code (the first one has two zero bits in front) and 4
/// of check. Codes are only given out when every single wrong character and every swap of neighbours is noticed.
package struct RecoveryCode: Sendable {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    private static let prefix = "J1"

    /// 16 bytes.
    let bits: [UInt8]

    init(bits: [UInt8]) { self.bits = bits }

    /// A code that nobody has had before.
    ///
    /// - Parameter random: Gives so many random bytes.
    /// - Returns: The code.
    /// - Throws: What `random` throws.
    package static func random(_ random: (Int) throws -> [UInt8] = randomBytes) throws -> RecoveryCode {
        while true {
            let code = RecoveryCode(bits: try random(16))
            if code.tellsEveryMistake { return code }
        }
    }

    /// Reads what a person typed: small letters, spaces, missing dashes, O for 0, I and L for 1.
    ///
    /// - Returns: `nil` when it is no code, or has a mistake.
    package init?(_ text: String) {
        var characters: [Int] = []
        for character in text.uppercased() where character != "-" && !character.isWhitespace {
            let read: Character = character == "O" ? "0" : "IL".contains(character) ? "1" : character
            guard let value = RecoveryCode.alphabet.firstIndex(of: read) else { return nil }
            characters.append(value)
        }
        let head = RecoveryCode.prefix.compactMap { RecoveryCode.alphabet.firstIndex(of: $0) }
        guard characters.starts(with: head), characters.count == head.count + 30,
            let code = RecoveryCode(values: Array(characters[head.count...]))
        else { return nil }
        self = code
    }

    /// - Parameter values: Thirty numbers below 32.
    private init?(values: [Int]) {
        guard values[0] < 8 else { return nil }
        var bits: [UInt8] = []
        var buffer = values[0]
        var count = 3
        for value in values[1..<26] {
            buffer = (buffer << 5 | value) & 0xffff
            count += 5
            while count >= 8 {
                bits.append(UInt8(truncatingIfNeeded: buffer >> (count - 8)))
                count -= 8
            }
        }
        guard bits.count == 16, RecoveryCode.check(bits) == Array(values[26...]) else { return nil }
        self.bits = bits
    }

    /// Four numbers below 32: 20 bits of BLAKE2b.
    private static func check(_ bits: [UInt8]) -> [Int] {
        let digest = KeyedDigest.of(
            Array("journal recovery check 1\0".utf8) + bits,
            key: nil,
            keyByteCount: 0
        )
        let number = Int(digest[0]) << 16 | Int(digest[1]) << 8 | Int(digest[2])
        return (0..<4).map { number >> (19 - 5 * $0) & 31 }
    }

    /// Thirty numbers below 32.
    private var values: [Int] {
        var values: [Int] = []
        var buffer = 0
        // Two zero bits in front make 130 bits of the 128.
        var count = 2
        for byte in bits {
            buffer = (buffer << 8 | Int(byte)) & 0xffff
            count += 8
            while count >= 5 {
                values.append(buffer >> (count - 5) & 31)
                count -= 5
            }
        }
        return values + RecoveryCode.check(bits)
    }

    /// As it is printed and written down.
    package var text: String {
        let characters = values.map { RecoveryCode.alphabet[$0] }
        return RecoveryCode.prefix
            + stride(from: 0, to: 30, by: 5).map { "-" + String(characters[$0..<$0 + 5]) }.joined()
    }

    var tellsEveryMistake: Bool {
        let values = values
        for index in 0..<30 {
            for wrong in 0..<32 where wrong != values[index] {
                var changed = values
                changed[index] = wrong
                if RecoveryCode(values: changed) != nil { return false }
            }
            guard index > 0, values[index] != values[index - 1] else { continue }
            var changed = values
            changed.swapAt(index, index - 1)
            if RecoveryCode(values: changed) != nil { return false }
        }
        return true
    }

    /// The key that the code stands for: 128 random bits need no slow function.
    package func key() throws -> SecretKey {
        guard sodium_init() >= 0 else { throw EncryptionError.unavailable }
        return try SecretKey(
            KeyedDigest.of(Array("journal recovery key 1\0".utf8), key: bits, keyByteCount: bits.count)
        )
    }
}
