import CLibXML2

/// Writes one XML document into memory with libxml2, letting through only what XML 1.0 can hold.
///
/// libxml2 keeps the stack of open elements and does all escaping. Characters outside the production
/// `Char` (XML 1.0, section 2.2) are dropped and counted, because the writer would pass them on and
/// make the document unreadable.
package struct XMLWriter: ~Copyable {
    private let writer: xmlTextWriterPtr
    private let buffer: xmlBufferPtr
    private var hasFailed = false
    /// Characters left out so far because XML cannot hold them.
    package private(set) var droppedCount = 0

    /// Starts a UTF-8 document with an XML declaration.
    package init() throws(FormatError) {
        guard let buffer = xmlBufferCreate() else { throw FormatError.outOfMemory }
        // Growing by exact amounts, libxml2's default, would copy a large document again and again.
        xmlBufferSetAllocationScheme(buffer, XML_BUFFER_ALLOC_DOUBLEIT)
        guard let writer = xmlNewTextWriterMemory(buffer, 0) else {
            xmlBufferFree(buffer)
            throw FormatError.outOfMemory
        }
        guard xmlTextWriterStartDocument(writer, nil, "UTF-8", nil) >= 0 else {
            xmlFreeTextWriter(writer)
            xmlBufferFree(buffer)
            throw FormatError.xml(operation: "start the document")
        }
        (self.buffer, self.writer) = (buffer, writer)
    }

    deinit {
        xmlFreeTextWriter(writer)  // before the buffer it flushes into
        xmlBufferFree(buffer)
    }

    /// Writes `<!DOCTYPE html>`.
    package mutating func htmlDocumentType() { check(xmlTextWriterWriteDTD(writer, "html", nil, nil, nil)) }

    /// Writes `<name`; attributes may follow.
    package mutating func open(_ name: String) { check(xmlTextWriterStartElement(writer, name)) }

    /// Adds an attribute to the element opened last.
    package mutating func attribute(_ name: String, _ value: String) {
        if let clean = XMLCharacters.cleaned(value) {
            droppedCount += clean.droppedCount
            check(xmlTextWriterWriteAttribute(writer, name, clean.text))
        } else {
            check(xmlTextWriterWriteAttribute(writer, name, value))
        }
    }

    /// Writes the end tag of the element opened last, or `/>` when it is empty.
    package mutating func close() { check(xmlTextWriterEndElement(writer)) }

    /// Writes `</name>` also for an element without content, as XHTML readers expect of most.
    package mutating func closeFully() { check(xmlTextWriterFullEndElement(writer)) }

    /// Writes character data.
    package mutating func text(_ text: String) {
        var text = text
        let code = text.withUTF8 { bytes -> Int32? in
            // Most text has nothing to escape, and libxml2 need not copy it to find out.
            guard !XMLCharacters.needsCare(bytes), let start = bytes.baseAddress, bytes.count < 1 << 30 else {
                return nil
            }
            return xmlTextWriterWriteRawLen(writer, start, Int32(bytes.count))
        }
        if let code { return check(code) }
        if let clean = XMLCharacters.cleaned(text) {
            droppedCount += clean.droppedCount
            check(xmlTextWriterWriteString(writer, clean.text))
        } else {
            check(xmlTextWriterWriteString(writer, text))
        }
    }

    /// Writes a whole element.
    package mutating func element(
        _ name: String,
        _ attributes: KeyValuePairs<String, String> = [:],
        text: String? = nil
    ) {
        open(name)
        for (name, value) in attributes { attribute(name, value) }
        if let text { self.text(text) }
        close()
    }

    /// Ends the document, whatever is open in it, and gives its bytes; the writer is used up.
    ///
    /// - Throws: ``FormatError/xml(operation:)`` when libxml2 refused any step since the beginning.
    package consuming func finish() throws(FormatError) -> [UInt8] {
        check(xmlTextWriterEndDocument(writer))
        check(xmlTextWriterFlush(writer))
        guard !hasFailed else { throw FormatError.xml(operation: "write the document") }
        return Array(
            UnsafeBufferPointer(start: xmlBufferContent(buffer), count: Int(xmlBufferLength(buffer)))
        )
    }

    private mutating func check(_ code: Int32) {
        if code < 0 { hasFailed = true }
    }
}

/// The production `Char` of XML 1.0 (section 2.2).
package enum XMLCharacters {
    /// The text without what XML cannot hold; `nil` when it is clean, which costs one pass over its bytes.
    package static func cleaned(_ text: String) -> (text: String, droppedCount: Int)? {
        var text = text
        let firstBad = text.withUTF8 { firstForbidden(in: $0) }
        guard firstBad != nil else { return nil }
        var output = String.UnicodeScalarView()
        var droppedCount = 0
        for scalar in text.unicodeScalars {
            if isAllowed(scalar) { output.append(scalar) } else { droppedCount += 1 }
        }
        return (String(output), droppedCount)
    }

    /// Whether text has bytes that may have to be escaped or dropped; `false` only when it surely has none.
    static func needsCare(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // Without a branch, so that many bytes are looked at together.
        var found: UInt8 = 0
        for byte in bytes {
            let isControl: UInt8 = byte < 0x20 && byte != 0x0a && byte != 0x09 ? 1 : 0
            let isMarkup: UInt8 = byte == 0x26 || byte == 0x3c || byte == 0x3e || byte == 0x22 ? 1 : 0
            let mayBeNoCharacter: UInt8 = byte == 0xef ? 1 : 0
            found |= isControl | isMarkup | mayBeNoCharacter
        }
        return found != 0
    }

    private static func firstForbidden(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x20 {
                if byte != 0x0a && byte != 0x09 { return index }
            } else if byte == 0xef, index + 2 < bytes.count, bytes[index + 1] == 0xbf,
                bytes[index + 2] >= 0xbe
            {
                return index
            }
            index += 1
        }
        return nil
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // A carriage return is legal, but would come out as `&#13;` and mean nothing to a reader.
        case 0x09, 0x0a: true
        case 0..<0x20, 0xfffe, 0xffff: false
        default: true
        }
    }
}
