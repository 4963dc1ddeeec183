import Bytes
import Testing

@testable import Encryption

@Suite struct EncryptionTests {
    private func sealed(_ content: [UInt8], _ key: SecretKey, _ associated: [UInt8] = [1, 2]) throws
        -> [UInt8]
    {
        var output: [UInt8] = []
        let sealer = try StreamSealer(key: key, associated: associated, byteCount: Int64(content.count)) {
            output += $0
        }
        try content.withUnsafeBytes { try sealer.update($0) }
        try sealer.finish()
        return output
    }

    private func opened(
        _ sealed: [UInt8],
        _ key: SecretKey,
        _ associated: [UInt8] = [1, 2],
        step: Int = 7919
    ) throws -> [UInt8] {
        var output: [UInt8] = []
        let opener = StreamOpener(key: key, associated: associated) { output += $0 }
        try sealed.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: step) {
                try opener.update(
                    UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + step, bytes.count)])
                )
            }
        }
        try opener.finish()
        return output
    }

    private func pattern(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    }

    @Test(arguments: [0, 1, 1015, 1016, 1017, 65_527, 65_528, 65_529, 131_064, 131_065, 300_000])
    func whatIsSealedOpens(_ count: Int) throws {
        let key = try SecretKey.random()
        let content = pattern(count)
        let stream = try sealed(content, key)
        #expect(Int64(stream.count) == SealedStream.byteCount(ofContent: Int64(count)))
        for step in [1000, 24, 65_553, 1 << 20] { #expect(try opened(stream, key, step: step) == content) }
        #expect(throws: EncryptionError.damaged) { try opened(stream, key, [1, 3]) }
        #expect(throws: EncryptionError.damaged) { try opened(stream, try SecretKey.random()) }
    }

    @Test func everyFlippedByteIsRefused() throws {
        let key = try SecretKey.random()
        let stream = try sealed(pattern(900), key)
        for index in stream.indices {
            var changed = stream
            changed[index] ^= 1
            #expect(throws: EncryptionError.damaged) { try opened(changed, key) }
        }
    }

    @Test func cutLongerAndReorderedStreamsAreRefused() throws {
        let key = try SecretKey.random()
        let stream = try sealed(pattern(200_000), key)
        let piece = 65_553
        var swapped = stream
        swapped.replaceSubrange(24..<(24 + piece), with: stream[(24 + piece)..<(24 + 2 * piece)])
        swapped.replaceSubrange((24 + piece)..<(24 + 2 * piece), with: stream[24..<(24 + piece)])
        let dropped = Array(stream[..<24]) + stream[(24 + piece)...]
        for wrong in [
            [], Array(stream.prefix(24)), Array(stream.prefix(24 + piece)), Array(stream.dropLast()),
            stream + [0],
            stream + stream[24...], swapped, dropped,
        ] {
            #expect(throws: EncryptionError.damaged) { try opened(wrong, key) }
        }
    }

    @Test func theContentIsAsLongAsAnnounced() throws {
        let key = try SecretKey.random()
        for announced in [0, 9, 11] as [Int64] {
            #expect(throws: EncryptionError.byteCount(announced: announced)) {
                let sealer = try StreamSealer(key: key, associated: [], byteCount: announced) { _ in }
                try pattern(10).withUnsafeBytes { try sealer.update($0) }
                try sealer.finish()
            }
        }
    }

    @Test func paddingHidesLengths() {
        #expect(Padding.padded(0) == 1024)
        #expect(Padding.padded(1025) == 1088)
        #expect(Padding.padded(1_000_000) == 1_015_808)
        var sizes: Set<Int64> = []
        for length in 1...65_536 as ClosedRange<Int64> {
            let padded = Padding.padded(length)
            #expect(padded >= length && (length < 1024 || Double(padded) <= 1.12 * Double(length)))
            sizes.insert(padded)
        }
        #expect(sizes.count < 110)
    }

    @Test func aPassphraseMakesTheKeyOfThePublishedAlgorithm() throws {
        // Made with argon2-cffi (Argon2id 1.3, one lane) from these inputs.
        let parameters = PassphraseParameters(memoryBytes: 32 << 20, passes: 1, salt: Array(0..<16))
        let key = try parameters.key(Array("correct horse".utf8))
        let bytes = key.withBytes { Array(UnsafeBufferPointer(start: $0, count: 32)) }
        #expect(hex(bytes) == "bb1877fa0a23c7677085990de0c65682eabb466ea27fca21f9404173f0b05bd8")
    }

    @Test func parametersAreBounded() throws {
        let salt = [UInt8](repeating: 0, count: 16)
        for (memory, passes) in [(31 << 20, 3), (1 << 31, 3), (256 << 20, 0), (256 << 20, 11)] {
            #expect(throws: EncryptionError.parameters) {
                _ = try PassphraseParameters(memoryBytes: memory, passes: passes, salt: salt).key([1])
            }
        }
    }

    @Test func aSealedKeyOpensUnderItsKeyAlone() throws {
        let (inner, outer) = (try SecretKey.random(), try SecretKey.random())
        let box = try SealedKey(inner, under: outer, associated: [7])
        let opened = try box.open(under: outer, associated: [7])
        #expect(opened.digest("x") == inner.digest("x"))
        #expect(throws: EncryptionError.wrongKey) { _ = try box.open(under: inner, associated: [7]) }
        #expect(throws: EncryptionError.wrongKey) { _ = try box.open(under: outer, associated: [8]) }
        for index in 0..<48 {
            var changed = box
            changed.sealed[index] ^= 1
            #expect(throws: EncryptionError.wrongKey) { _ = try changed.open(under: outer, associated: [7]) }
        }
    }

    /// RFC 7693 defines the function; the value is that of Python's hashlib.
    @Test func theKeyedDigestIsBlake2b() throws {
        let key = try SecretKey(Array(0..<32))
        #expect(
            hex(key.digest("label", [1, 2, 3]))
                == "b002ea31e63f10a132643889efdfc9dbd38ad65b9330490c68800a48f950e14c"
        )
    }
}

@Suite struct DeviceKeysTests {
    /// RFC 8032, section 7.1, test 3.
    @Test func signaturesAreThoseOfThePublishedAlgorithm() throws {
        let seed = try #require(
            bytes(hex: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7")
        )
        let keys = try DeviceKeys(seed: seed + [UInt8](repeating: 7, count: 32))
        #expect(
            hex(keys.publicKeys.signing) == "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
        )
        let signature = keys.signature(of: [0xaf, 0x82])
        #expect(
            hex(signature) == "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        )
        #expect(keys.publicKeys.signed([0xaf, 0x82], signature))
        #expect(!keys.publicKeys.signed([0xaf, 0x83], signature))
        #expect(!keys.publicKeys.signed([0xaf, 0x82], Array(signature.dropLast())))
    }

    @Test func whatIsSealedToADeviceOpensThereAlone() throws {
        let (one, other) = (try device(1), try device(2))
        let box = try one.publicKeys.sealed([1, 2, 3])
        #expect(try one.opened(box) == [1, 2, 3])
        #expect(throws: EncryptionError.damaged) { try other.opened(box) }
        for index in box.indices {
            var changed = box
            changed[index] ^= 1
            #expect(throws: EncryptionError.damaged) { try one.opened(changed) }
        }
        #expect(throws: EncryptionError.damaged) { try one.opened([]) }
    }

    private func device(_ number: UInt8) throws -> DeviceKeys {
        try DeviceKeys(seed: [UInt8](repeating: number, count: 64))
    }

    @Test func anEnvelopeOpensAtItsPlaceFromItsSignerAlone() throws {
        let (one, other) = (try device(1), try device(2))
        let key = try SecretKey(Array(0..<32))
        let nonce = [UInt8](repeating: 9, count: 24)
        for count in [0, 1, 1008, 1016, 1017, 70_000] {
            let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            let sealed = try Envelope.seal(payload, key: key, place: [1, 2], signer: one, nonce: nonce)
            #expect(try Envelope.open(sealed, key: key, place: [1, 2], signer: one.publicKeys) == payload)
            for (place, signer) in [([1, 3], one.publicKeys), ([1, 2], other.publicKeys)] as [([UInt8], _)] {
                #expect(throws: EncryptionError.damaged) {
                    try Envelope.open(sealed, key: key, place: place, signer: signer)
                }
            }
            #expect(throws: EncryptionError.damaged) {
                try Envelope.open(sealed, key: try SecretKey.random(), place: [1, 2], signer: one.publicKeys)
            }
            #expect(throws: EncryptionError.damaged) {
                try Envelope.open(sealed + [0], key: key, place: [1, 2], signer: one.publicKeys)
            }
        }
        let sealed = try Envelope.seal([1], key: key, place: [], signer: one, nonce: nonce)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: EncryptionError.damaged) {
                try Envelope.open(changed, key: key, place: [], signer: one.publicKeys)
            }
            #expect(throws: EncryptionError.damaged) {
                try Envelope.open(Array(sealed.prefix(index)), key: key, place: [], signer: one.publicKeys)
            }
        }
        // What a member signs with another's padding is refused as well: one form only.
        #expect(sealed.count == 93 + 1024 + 16)
    }
}

@Suite struct RecoveryCodeTests {
    @Test func aCodeComesBackHoweverItIsTyped() throws {
        for seed in 0..<20 as Range<UInt8> {
            let code = RecoveryCode(bits: (0..<16).map { $0 &* 17 &+ seed })
            #expect(RecoveryCode(code.text)?.bits == code.bits)
            #expect(RecoveryCode(code.text.lowercased().replacing("-", with: " "))?.bits == code.bits)
            #expect(
                RecoveryCode(code.text.replacing("0", with: "o").replacing("1", with: "l"))?.bits == code.bits
            )
            #expect(code.text.utf8.count == 38)
        }
    }

    @Test func everyMistakeIsTold() throws {
        let code = try RecoveryCode.random()
        #expect(code.tellsEveryMistake)
        for wrong in ["", "J1", "J2" + code.text.dropFirst(2), code.text + "0", String(code.text.dropLast())]
        {
            #expect(RecoveryCode(wrong) == nil)
        }
        #expect(RecoveryCode(code.text.replacing("-", with: "U")) == nil)
    }

    /// The value is that of Python's hashlib.
    @Test func theKeyIsThatOfTheDocument() throws {
        let code = RecoveryCode(bits: Array(0..<16))
        let other = RecoveryCode(bits: Array(1..<17))
        #expect(try code.key().digest("x") != other.key().digest("x"))
        let bytes = try code.key().withBytes { Array(UnsafeBufferPointer(start: $0, count: 32)) }
        #expect(hex(bytes) == "7911b39a188816e0b04060d674c7f9140843dfc419f036b28949a75db586a4c5")
        #expect(code.text == "J1-00041-06105-0R3GG-28A1C-60T3G-F56RY")
    }
}
