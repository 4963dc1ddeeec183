package import FileFormats

/// What a placeholder of a template stands for.
package enum TemplateValue: Sendable {
    /// `{{name}}`; always escaped.
    case text(String)
    /// `{{#name}}...{{/name}}`, kept once for each set of values; none leaves it out.
    case section([TemplateValues])

    /// A section that is there or not, and sees the values around it.
    package static func flag(_ isThere: Bool) -> TemplateValue { .section(isThere ? [[:]] : []) }
}

/// What the placeholders stand for, by name; a page has so few that comparing beats hashing.
package typealias TemplateValues = KeyValuePairs<String, TemplateValue>

/// The names that a template file may use.
struct TemplateKeys {
    /// For `{{name}}`.
    var texts: Set<String>
    /// For `{{#name}}`; the names that are known inside besides those around it.
    var sections: [String: Set<String>]
    /// For `{{{name}}}`: markup that the exporter writes itself.
    var contents: Set<String>
}

/// A parsed XHTML fragment of a template: no logic, no access to anything but its values.
///
/// The language is `{{name}}`, `{{#name}}...{{/name}}` and `{{{name}}}`. An attribute that is one
/// placeholder alone is left out when the value is empty.
package struct TemplateFragment: Sendable {
    private indirect enum Node: Sendable {
        case element(name: String, attributes: [(name: String, parts: [Part])], children: [Node])
        case text(String)
        case value(String)
        case content(String)
        case section(String, [Node])
    }

    private enum Part: Sendable {
        case text(String)
        case value(String)
    }

    private let root: Node

    /// Parses and checks a fragment.
    ///
    /// - Throws: ``ExportError/template(file:line:message:)`` for the first fault.
    init(_ bytes: [UInt8], file: String, keys: TemplateKeys) throws(ExportError) {
        do {
            let tree = try XMLTree.parse(bytes)
            var reader = Reader(keys: keys)
            root = try reader.node(tree)
        } catch {
            throw .template(file: file, line: error.line, message: error.message)
        }
    }

    /// Writes the fragment with its values filled in.
    ///
    /// - Parameters:
    ///   - writer: Where to.
    ///   - values: By name; a name without a value counts as empty.
    ///   - content: Writes what `{{{name}}}` stands for.
    package func write(
        to writer: inout XMLWriter,
        _ values: TemplateValues,
        content: (_ name: String, inout XMLWriter) throws -> Void
    ) rethrows {
        var scopes = [values]
        try write(root, &writer, &scopes, content)
    }

    private func write(
        _ node: Node,
        _ writer: inout XMLWriter,
        _ scopes: inout [TemplateValues],
        _ content: (String, inout XMLWriter) throws -> Void
    ) rethrows {
        switch node {
        case .text(let text): writer.text(text)
        case .value(let name): writer.text(text(name, scopes))
        case .content(let name): try content(name, &writer)
        case .section(let name, let children):
            guard case .section(let items) = value(name, scopes) else { return }
            for item in items {
                scopes.append(item)
                defer { scopes.removeLast() }
                for child in children { try write(child, &writer, &scopes, content) }
            }
        case .element(let name, let attributes, let children):
            writer.open(name)
            for (name, parts) in attributes {
                if parts.count == 1 {
                    let value = text(parts[0], scopes)
                    if case .value = parts[0], value.isEmpty { continue }
                    writer.attribute(name, value)
                } else {
                    writer.attribute(name, parts.map { text($0, scopes) }.joined())
                }
            }
            for child in children { try write(child, &writer, &scopes, content) }
            if children.isEmpty { writer.close() } else { writer.closeFully() }
        }
    }

    private func text(_ part: Part, _ scopes: [TemplateValues]) -> String {
        switch part {
        case .text(let text): text
        case .value(let name): text(name, scopes)
        }
    }

    private func value(_ name: String, _ scopes: [TemplateValues]) -> TemplateValue? {
        for scope in scopes.reversed() {
            for pair in scope where pair.key == name { return pair.value }
        }
        return nil
    }

    private func text(_ name: String, _ scopes: [TemplateValues]) -> String {
        guard case .text(let text) = value(name, scopes) else { return "" }
        return text
    }
}

extension TemplateFragment {
    private static let forbiddenElements: Set<String> = [
        "script", "style", "iframe", "object", "embed", "form", "input", "link", "meta", "base", "svg",
        "math",
        "audio", "video", "source", "html", "head", "frame", "frameset", "applet", "template",
    ]

    private struct Reader {
        let keys: TemplateKeys
        private var openSections: [String] = []

        init(keys: TemplateKeys) { self.keys = keys }

        mutating func node(_ node: XMLNode) throws(XMLProblem) -> Node {
            guard case .element(let name, let attributes, let children, let line) = node else {
                throw XMLProblem(line: 1, message: "no element")
            }
            if TemplateFragment.forbiddenElements.contains(name) {
                throw XMLProblem(line: line, message: "<\(name)> is not allowed in a template")
            }
            var read: [(name: String, parts: [Part])] = []
            for attribute in attributes {
                try check(attribute, line)
                read.append((attribute.name, try parts(attribute.value, line)))
            }
            return .element(name: name, attributes: read, children: try nodes(children, line))
        }

        /// Children with their sections made into a tree; a section begins and ends in one element.
        private mutating func nodes(_ children: [XMLNode], _ line: Int) throws(XMLProblem) -> [Node] {
            var levels: [(name: String, line: Int, nodes: [Node])] = [("", line, [])]
            for child in children {
                guard case .text(let text, let start) = child else {
                    levels[levels.count - 1].nodes.append(try node(child))
                    continue
                }
                var line = start
                for token in try TemplateToken.split(text, line: start) {
                    switch token {
                    case .text(let text):
                        line += text.utf8.count { $0 == 0x0a }
                        levels[levels.count - 1].nodes.append(.text(text))
                    case .value(let name):
                        try checkText(name, line)
                        levels[levels.count - 1].nodes.append(.value(name))
                    case .content(let name):
                        guard keys.contents.contains(name) else { throw unknown("{{{\(name)}}}", line) }
                        levels[levels.count - 1].nodes.append(.content(name))
                    case .open(let name):
                        guard keys.sections[name] != nil else { throw unknown("{{#\(name)}}", line) }
                        levels.append((name, line, []))
                        openSections.append(name)
                    case .close(let name):
                        guard levels.count > 1, let level = levels.popLast(), level.name == name else {
                            throw XMLProblem(
                                line: line,
                                message: "{{/\(name)}} closes nothing in this element"
                            )
                        }
                        openSections.removeLast()
                        levels[levels.count - 1].nodes.append(.section(name, level.nodes))
                    }
                }
            }
            if levels.count > 1, let open = levels.last {
                throw XMLProblem(line: open.line, message: "{{#\(open.name)}} is not closed in this element")
            }
            return levels[0].nodes
        }

        private func parts(_ value: String, _ line: Int) throws(XMLProblem) -> [Part] {
            var parts: [Part] = []
            for token in try TemplateToken.split(value, line: line) {
                switch token {
                case .text(let text): parts.append(.text(text))
                case .value(let name):
                    try checkText(name, line)
                    parts.append(.value(name))
                default: throw XMLProblem(line: line, message: "only {{name}} is allowed in an attribute")
                }
            }
            return parts
        }

        private func checkText(_ name: String, _ line: Int) throws(XMLProblem) {
            guard
                keys.texts.contains(name)
                    || openSections.contains(where: { keys.sections[$0]?.contains(name) == true })
            else { throw unknown("{{\(name)}}", line) }
        }

        private func check(_ attribute: XMLAttribute, _ line: Int) throws(XMLProblem) {
            let name = attribute.name.lowercased()
            if name.hasPrefix("on") || name == "style" || name == "srcset" {
                throw XMLProblem(
                    line: line,
                    message: "the attribute \(attribute.name) is not allowed in a template"
                )
            }
            if name == "src" {
                throw XMLProblem(
                    line: line,
                    message: "src is not allowed: a template shows no files of its own"
                )
            }
            if name == "href", !attribute.value.hasPrefix("{{"), !LinkTarget.isAllowed(attribute.value) {
                throw XMLProblem(
                    line: line,
                    message: "this href is not allowed; use http, https, mailto, tel or geo"
                )
            }
        }

        private func unknown(_ text: String, _ line: Int) -> XMLProblem {
            XMLProblem(line: line, message: "\(text) is not known here")
        }
    }
}

/// The pieces of a text with placeholders.
private enum TemplateToken {
    case text(String)
    case value(String)
    case content(String)
    case open(String)
    case close(String)

    static func split(_ text: String, line: Int) throws(XMLProblem) -> [TemplateToken] {
        var tokens: [TemplateToken] = []
        var rest = text[...]
        var line = line
        while let open = rest.firstRange(of: "{{") {
            if open.lowerBound > rest.startIndex { tokens.append(.text(String(rest[..<open.lowerBound]))) }
            line += rest[..<open.lowerBound].utf8.count { $0 == 0x0a }
            rest = rest[open.upperBound...]
            let isContent = rest.first == "{"
            let end = isContent ? "}}}" : "}}"
            guard let close = rest.firstRange(of: end) else {
                throw XMLProblem(line: line, message: "{{ without }}")
            }
            let inside = rest[..<close.lowerBound].drop { $0 == "{" || $0 == " " }
            rest = rest[close.upperBound...]
            let mark = inside.first
            let name = String(inside.drop { $0 == "#" || $0 == "/" || $0 == " " }.prefix { $0 != " " })
            guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
                throw XMLProblem(line: line, message: "a placeholder is a name of letters and digits")
            }
            tokens.append(
                isContent
                    ? .content(name) : mark == "#" ? .open(name) : mark == "/" ? .close(name) : .value(name)
            )
        }
        if !rest.isEmpty { tokens.append(.text(String(rest))) }
        return tokens
    }
}
