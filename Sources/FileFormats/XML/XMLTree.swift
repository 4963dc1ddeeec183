import CLibXML2

/// A small XML document in memory, for files that a person edits.
package indirect enum XMLNode: Sendable {
    /// Names keep their prefix; `line` counts from 1.
    case element(name: String, attributes: [XMLAttribute], children: [XMLNode], line: Int)
    case text(String, line: Int)
}

package struct XMLAttribute: Sendable {
    package var name: String
    package var value: String
}

/// Why a document was refused, and where; `line` counts from 1.
package struct XMLProblem: Error, Equatable, Sendable {
    package var line: Int
    package var message: String

    package init(line: Int, message: String) { (self.line, self.message) = (line, message) }
}

package enum XMLTree {
    /// Nesting beyond which a document is refused.
    private static let maximumDepth = 64

    /// Reads a document; document types, and with them entities, are refused; comments are left out.
    ///
    /// - Parameter bytes: UTF-8, at most 8 MiB.
    /// - Returns: The root element.
    /// - Throws: ``XMLProblem`` with the first fault.
    package static func parse(_ bytes: [UInt8]) throws(XMLProblem) -> XMLNode {
        guard bytes.count <= 8 << 20 else { throw XMLProblem(line: 1, message: "larger than 8 MiB") }
        guard let context = xmlNewParserCtxt() else { throw XMLProblem(line: 1, message: "out of memory") }
        defer { xmlFreeParserCtxt(context) }
        let options = Int32(
            XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        )
        let document = bytes.withUnsafeBytes { source in
            xmlCtxtReadMemory(
                context,
                source.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(source.count),
                nil,
                "UTF-8",
                options
            )
        }
        guard let document else {
            let error = xmlCtxtGetLastError(context)
            let message = error?.pointee.message.map { String(cString: $0) } ?? "not well-formed"
            let line = Int(error?.pointee.line ?? 1)
            throw XMLProblem(line: max(line, 1), message: trimmed(message))
        }
        defer { xmlFreeDoc(document) }
        guard document.pointee.intSubset == nil, document.pointee.extSubset == nil else {
            throw XMLProblem(line: 1, message: "a document type is not allowed here; remove <!DOCTYPE ...>")
        }
        guard let root = xmlDocGetRootElement(document) else {
            throw XMLProblem(line: 1, message: "no element")
        }
        return try element(root, depth: 0)
    }

    private static func element(_ node: xmlNodePtr, depth: Int) throws(XMLProblem) -> XMLNode {
        let line = Int(xmlGetLineNo(node))
        guard depth < maximumDepth else {
            throw XMLProblem(line: line, message: "nested deeper than \(maximumDepth)")
        }
        var attributes: [XMLAttribute] = []
        var attribute = node.pointee.properties
        while let current = attribute {
            let value = xmlNodeListGetString(node.pointee.doc, current.pointee.children, 1)
            attributes.append(
                XMLAttribute(
                    name: qualified(current.pointee.ns, current.pointee.name),
                    value: value.map { String(cString: $0) } ?? ""
                )
            )
            journal_xml_free(value)
            attribute = current.pointee.next
        }
        var children: [XMLNode] = []
        var child = node.pointee.children
        // libxml2 gives a text node the line of its end in some cases and none in others: count instead.
        var textLine = line
        while let current = child {
            switch current.pointee.type {
            case XML_ELEMENT_NODE:
                children.append(try element(current, depth: depth + 1))
                textLine = Int(xmlGetLineNo(current))
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
                if let content = current.pointee.content {
                    let text = String(cString: content)
                    children.append(.text(text, line: textLine))
                    textLine += text.utf8.count { $0 == 0x0a }
                }
            default: break
            }
            child = current.pointee.next
        }
        return .element(
            name: qualified(node.pointee.ns, node.pointee.name),
            attributes: attributes,
            children: children,
            line: line
        )
    }

    private static func qualified(_ space: UnsafeMutablePointer<xmlNs>?, _ name: UnsafePointer<UInt8>?)
        -> String
    {
        let local = name.map { String(cString: $0) } ?? ""
        guard let prefix = space?.pointee.prefix else { return local }
        return String(cString: prefix) + ":" + local
    }

    private static func trimmed(_ message: String) -> String {
        String(message.prefix { $0 != "\n" })
    }
}
