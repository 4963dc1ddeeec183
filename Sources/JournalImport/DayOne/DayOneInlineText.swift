/// One line of `text`: backslashes reduced to those that matter, Day One's links turned into ours.
///
/// Searches for the end of a link or a code span are bounded or remembered, so that no line costs more
/// than its length times a constant.
struct DayOneInlineText {
    /// The number of a list that the line begins with.
    private(set) var number: Int?
    private let line: [UInt8]
    private let escapes: Bool
    private let media: DayOneMedia
    private let continuing: Int?
    private var position = 0
    /// Lengths of runs of backticks that nothing closes.
    private var unclosed: Set<Int> = []

    /// `#`, `+`, `-`, `=` and `>`.
    private static let blockMarks: Set<UInt8> = [0x23, 0x2b, 0x2d, 0x3d, 0x3e]
    private static let urlLimit = 1024
    /// Where the next of these bytes stands, kept until it is passed, so that all searches together are linear.
    private var nextPlaces: [UInt8: Int] = [:]

    init(_ line: [UInt8], escapes: Bool, media: DayOneMedia, continuing: Int?) {
        (self.line, self.escapes, self.media, self.continuing) = (line, escapes, media, continuing)
    }

    /// Code, which CommonMark does not unescape: one backslash less before punctuation.
    static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == 0x5c, index + 1 < text.endIndex, MarkdownEscaping.isPunctuation(text[index + 1])
            {
                index += 1
            }
            output.append(text[index])
            index += 1
        }
        return output
    }

    mutating func write(to output: inout [UInt8]) {
        let lineStart = output.count
        while position < line.count {
            switch line[position] {
            case 0x5c
            where escapes && position + 1 < line.count && MarkdownEscaping.isPunctuation(line[position + 1]):
                appendEscaped(to: &output, lineStart: lineStart)
            case 0x60: appendCode(to: &output)
            case 0x21 where byte(position + 1) == 0x5b && appendPicture(to: &output): break
            case 0x28 where position > 0 && line[position - 1] == 0x5d && appendEntryTarget(to: &output):
                break
            case 0x3c where appendElement(to: &output): break
            case 0x64, 0x44:
                guard let url = DayOneLinks.url(in: line, at: position) else {
                    output.append(line[position])
                    position += 1
                    continue
                }
                output.append(contentsOf: "[\(DayOneLinks.bareText)](\(media.entryLink(url.entryID)))".utf8)
                position = url.end
            default:
                output.append(line[position])
                position += 1
            }
        }
        number = MarkdownEscaping.number(output[lineStart...])
    }

    /// Offset of the next such byte at or behind `start`, if it is near.
    private mutating func next(_ byte: UInt8, from start: Int) -> Int? {
        if nextPlaces[byte].map({ $0 < start }) ?? true {
            nextPlaces[byte] = line[min(start, line.count)...].firstIndex(of: byte) ?? line.count
        }
        guard let place = nextPlaces[byte], place < line.count, place - start <= Self.urlLimit else {
            return nil
        }
        return place
    }

    private func byte(_ offset: Int) -> UInt8? { offset < line.count ? line[offset] : nil }

    /// The character behind a backslash, with a backslash again only where it would be taken for markup.
    private mutating func appendEscaped(to output: inout [UInt8], lineStart: Int) {
        let literal = line[position + 1]
        let isSlashNext =
            byte(position + 2) == 0x5c && byte(position + 3).map(MarkdownEscaping.isPunctuation) == true
        let next = isSlashNext ? byte(position + 3) : byte(position + 2)
        let before = output[lineStart...]
        let keeps: Bool
        switch literal {
        case 0x5b, 0x5d: keeps = true
        case 0x21: keeps = next == 0x5b
        case 0x7c: keeps = true
        case 0x28: keeps = before.last == 0x5d
        case _ where before.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) && Self.blockMarks.contains(literal):
            keeps = literal != 0x3d || next == 0x3d
        case 0x2e, 0x29:
            let indented = before.drop { $0 == 0x20 }
            let isNumber = !indented.isEmpty && indented.allSatisfy { (0x30...0x39).contains($0) }
            let value = MarkdownEscaping.number(indented + [0x2e, 0x20])
            keeps =
                isNumber && (next == nil || next == 0x20)
                && (literal == 0x29 || (continuing != nil && value != continuing))
        default: keeps = MarkdownEscaping.needsEscape(literal, previous: before.last, next: next)
        }
        if keeps { output.append(0x5c) }
        output.append(literal)
        position += 2
    }

    private mutating func appendCode(to output: inout [UInt8]) {
        let start = position
        let content = line[start...].drop { $0 == 0x60 }
        let length = content.startIndex - start
        position = content.startIndex
        guard !unclosed.contains(length), let end = closing(length, from: content.startIndex) else {
            unclosed.insert(length)
            output.append(contentsOf: line[start..<content.startIndex])
            return
        }
        let code =
            escapes ? Self.unescaped(line[content.startIndex..<end]) : Array(line[content.startIndex..<end])
        let ticks = max(length, code.contains(0x60) ? DayOneMarkdownWriter.longestRun(code) + 1 : length)
        output.append(contentsOf: repeatElement(0x60, count: ticks))
        output.append(contentsOf: code)
        output.append(contentsOf: repeatElement(0x60, count: ticks))
        position = end + length
    }

    private func closing(_ length: Int, from start: Int) -> Int? {
        var index = start
        while index < line.count {
            guard line[index] == 0x60 else {
                index += 1
                continue
            }
            let end = line[index...].firstIndex { $0 != 0x60 } ?? line.count
            if end - index == length { return index }
            index = end
        }
        return nil
    }

    /// `![words](dayone-moment:…)`.
    private mutating func appendPicture(to output: inout [UInt8]) -> Bool {
        guard let close = next(0x5d, from: position + 2), byte(close + 1) == 0x28,
            let end = next(0x29, from: close + 2)
        else { return false }
        guard let moment = Self.moment(line[(close + 2)..<end]) else { return false }
        output.append(contentsOf: media.markdown(moment.identifier, kind: moment.kind).utf8)
        position = end + 1
        return true
    }

    /// The parentheses behind a label, when they lead to an entry.
    private mutating func appendEntryTarget(to output: inout [UInt8]) -> Bool {
        guard let end = next(0x29, from: position + 1),
            let id = DayOneMedia.entryID(inLink: String(decoding: line[(position + 1)..<end], as: UTF8.self))
        else { return false }
        output.append(contentsOf: "(\(media.entryLink(id)))".utf8)
        position = end + 1
        return true
    }

    /// `<dayone://view?…>`, or an old `<img>`, `<audio>` or `<video>` that shows a medium.
    private mutating func appendElement(to output: inout [UInt8]) -> Bool {
        if byte(position + 1).map({ $0 | 0x20 == 0x64 }) == true,
            let url = DayOneLinks.url(in: line, at: position + 1),
            byte(url.end) == 0x3e
        {
            output.append(contentsOf: "[\(DayOneLinks.bareText)](\(media.entryLink(url.entryID)))".utf8)
            position = url.end + 1
            return true
        }
        guard let letter = byte(position + 1), [0x69, 0x61, 0x76].contains(letter | 0x20),
            let end = next(0x3e, from: position)
        else { return false }
        let element = line[position...end]
        let folded = element.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
        guard ["<img", "<audio", "<video"].contains(where: { folded.starts(with: $0.utf8) }),
            let source = folded.indices.first(where: { folded[$0...].starts(with: "src=".utf8) })
        else { return false }
        let value = element.dropFirst(source + 4).drop { $0 == 0x22 || $0 == 0x27 }
        let url = value.prefix { ![0x22, 0x27, 0x20, 0x3e].contains($0) }
        guard let moment = Self.moment(url) else { return false }
        output.append(contentsOf: media.markdown(moment.identifier, kind: moment.kind).utf8)
        position = end + 1
        return true
    }

    /// The id of a medium in one of the shapes that Day One's links have had: always the last part of the path.
    private static func moment(_ url: ArraySlice<UInt8>) -> (identifier: String, kind: DayOneMediaKind)? {
        let text = FieldReader.trimmed(String(decoding: url, as: UTF8.self))
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let kind: DayOneMediaKind?
        switch text[..<colon].lowercased() {
        case "dayone-moment": kind = nil
        case "dayone-photo": kind = .photo
        case "dayone-video": kind = .video
        case "dayone-audio": kind = .audio
        default: return nil
        }
        let parts = text[text.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false)
        let identifier = parts.last.map(String.init) ?? ""
        let part = parts.dropLast().last { !$0.isEmpty }.map(String.init)
        return (identifier, kind ?? DayOneMediaKind(linkPart: part ?? ""))
    }
}
