import CLibXML2

/// Character references of HTML as CommonMark allows them in text (specification 0.30, section 2.5).
enum CharacterReference {
    /// The characters that `&name;`, `&#decimal;` or `&#xhexadecimal;` stands for.
    ///
    /// - Parameter reference: From `&` to `;`.
    /// - Returns: The reference itself when no such name is known (libxml2 has those of HTML 4);
    ///   U+FFFD for numbers that are no Unicode scalar value.
    static func resolved(_ reference: UnsafeRawBufferPointer) -> String {
        let text = String(decoding: reference, as: UTF8.self)
        guard reference.count > 3, reference[0] == 0x26 else { return text }
        let name = text.dropFirst().dropLast()
        guard name.first == "#" else {
            guard let entity = htmlEntityLookup(String(name)),
                let scalar = Unicode.Scalar(entity.pointee.value)
            else { return text }
            return String(Character(scalar))
        }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number, number != 0, let scalar = Unicode.Scalar(number) else { return "\u{FFFD}" }
        return String(Character(scalar))
    }
}
