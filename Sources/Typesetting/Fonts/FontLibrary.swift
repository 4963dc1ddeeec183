import CTypesetting

/// The fonts of one document: found by style, script and language from the pinned list, opened when first needed.
package final class FontLibrary {
    private let folders: [String]
    private let scales: FontScales
    private(set) var resources: [FontResource] = []
    private var primaryNumbers = [Int?](repeating: nil, count: 8)
    private var pinned: [PinnedFont: Int?] = [:]
    private var emojiNumber: Int??
    /// Fonts chosen for single code points; the key is the paragraph builder's.
    var chosen: [UInt64: Int] = [:]
    /// Files of the pinned list that were wanted and are not on this machine.
    package private(set) var missingFiles: Set<String> = []

    /// - Parameters:
    ///   - folders: Where font files are looked for, in this order; the pinned folders when empty.
    ///   - scales: Sizes of other scripts beside Latin text.
    /// - Throws: `library` or `font` when something is not installed.
    package init(folders: [String] = [], scales: FontScales = FontScales()) throws(TypesettingError) {
        if let reason = typesetting_load() { throw .library(String(cString: reason)) }
        self.folders = folders.isEmpty ? PinnedFonts.folders : folders
        self.scales = scales
        guard primaryIfPresent(.regular) != nil else {
            throw .font(path: self.folders[0] + "/" + PinnedFonts.primary(.regular))
        }
    }

    /// Number of the resource for a style; a missing style falls back to the regular one.
    func primary(_ style: FontStyle) -> Int {
        if let number = primaryNumbers[style.index] { return number }
        let number = primaryIfPresent(style) ?? primaryNumbers[0] ?? 0
        primaryNumbers[style.index] = number
        return number
    }

    private func primaryIfPresent(_ style: FontStyle) -> Int? {
        let file = PinnedFonts.primary(style)
        let scale = style.family == .mono ? 0.86 : 1.0
        guard let number = open(PinnedFont(file: file, scale: scale), bold: false) else { return nil }
        primaryNumbers[style.index] = number
        return number
    }

    /// The font that has every character of a grapheme.
    ///
    /// - Parameters:
    ///   - scalars: The grapheme's code points, ignorable ones left out.
    ///   - style: What the text asks for.
    ///   - script: ISO 15924 code of its first character.
    ///   - language: BCP 47; tells regional forms of Han characters apart.
    /// - Returns: A resource number, or `nil` when no font of the list has them.
    func font(for scalars: [UInt32], style: FontStyle, script: String, language: String) -> Int? {
        let first = primary(style)
        if covers(first, scalars) { return first }
        var candidates: [PinnedFont] = []
        if var own = PinnedFonts.byScript[script] {
            own.scale = scales.byScript[script] ?? 1
            candidates.append(own)
        }
        var han = PinnedFonts.han(script == "Hang" ? "ko" : language)
        han.scale = scales.han
        candidates.append(han)
        candidates += PinnedFonts.lastResorts
        for candidate in candidates {
            if let number = open(candidate, bold: style.isBold), covers(number, scalars) { return number }
        }
        let regular = primary(.regular)
        if covers(regular, scalars) { return regular }
        if let number = emoji(for: 1), covers(number, scalars) { return number }
        return nil
    }

    private func covers(_ number: Int, _ scalars: [UInt32]) -> Bool {
        let face = resources[number].face
        return scalars.allSatisfy(face.covers)
    }

    /// The emoji resource with room for `count` more glyphs; `nil` when the font is missing.
    func emoji(for count: Int) -> Int? {
        if case .some(let known) = emojiNumber {
            guard let known else { return nil }
            let resource = resources[known]
            if resource.glyphs.count + count <= FontResource.mostPictures + 1 { return known }
            let next = add(resource.face, .pictures)
            emojiNumber = .some(next)
            return next
        }
        guard let face = find(PinnedFonts.emoji, index: 0, scale: 0.86), face.facts.has_bitmaps else {
            emojiNumber = .some(nil)
            return nil
        }
        let number = add(face, .pictures)
        emojiNumber = .some(number)
        return number
    }

    private func open(_ font: PinnedFont, bold: Bool) -> Int? {
        var wanted = font
        if bold, let file = font.boldFile { wanted.file = file }
        wanted.boldFile = nil
        if let known = pinned[wanted] { return known }
        var face = find(wanted.file, index: wanted.index, scale: font.scale)
        if face == nil, wanted.file != font.file {
            face = find(font.file, index: font.index, scale: font.scale)
        }
        let number = face.map { add($0, .outline) }
        pinned[wanted] = .some(number)
        return number
    }

    private func find(_ file: String, index: UInt32, scale: Double) -> FontFace? {
        for folder in folders {
            if let face = FontFace(path: folder + "/" + file, index: index, scale: scale) { return face }
        }
        missingFiles.insert(file)
        return nil
    }

    private func add(_ face: FontFace, _ kind: FontResource.Kind) -> Int {
        resources.append(FontResource(face: face, kind: kind, number: resources.count))
        return resources.count - 1
    }
}

/// Sizes of scripts in proportion to the Latin text around them, so that all look equally large.
package struct FontScales: Sendable {
    /// By ISO 15924 code; 1 where none is given.
    package var byScript: [String: Double]
    /// Chinese, Japanese and Korean characters, which share their fonts.
    package var han: Double

    package init(byScript: [String: Double] = [:], han: Double = 1) {
        (self.byScript, self.han) = (byScript, han)
    }
}
