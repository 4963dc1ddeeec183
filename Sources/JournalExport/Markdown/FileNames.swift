import Foundation
import JournalModel

/// File names made from what people write: safe on every system, and never two the same.
struct FileNames {
    private var taken: Set<String> = []

    /// A name that no earlier call gave, also where case or composition do not count.
    ///
    /// - Parameters:
    ///   - stem: Made by ``slug(_:)``.
    ///   - suffix: Such as `.md`.
    /// - Returns: The stem, a number where needed, and the suffix.
    mutating func unique(_ stem: String, suffix: String) -> String {
        var number = 1
        while true {
            let name = number == 1 ? stem + suffix : "\(stem)-\(number)\(suffix)"
            if taken.insert(name.precomposedStringWithCanonicalMapping.lowercased()).inserted { return name }
            number += 1
        }
    }

    /// Letters, digits, `.`, `_` and `-` of any script in NFC, at most 80 bytes; empty when there are none.
    ///
    /// No dot or dash at the ends, and none of the names that Windows keeps for devices.
    static func slug(_ text: String) -> String {
        var output = String.UnicodeScalarView()
        var byteCount = 0
        var needsDash = false
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
            guard isKept(scalar) else {
                needsDash = !output.isEmpty
                continue
            }
            let width = UTF8.width(scalar) + (needsDash ? 1 : 0)
            if byteCount + width > 80 { break }
            if needsDash { output.append("-") }
            needsDash = false
            output.append(scalar)
            byteCount += width
        }
        let slug = String(output).trimmingCharacters(in: CharacterSet(charactersIn: ".-"))
        return isDevice(slug) ? slug + "_" : slug
    }

    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber,
            .nonspacingMark, .spacingMark:
            true
        default: scalar == "." || scalar == "_"
        }
    }

    /// Names of Windows devices, with or without an extension (Win32 file naming conventions).
    private static func isDevice(_ name: String) -> Bool {
        let stem = name.split(separator: ".", maxSplits: 1).first.map { $0.uppercased() } ?? ""
        if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
        return stem.utf8.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
            && stem.last?.isNumber == true
    }
}
