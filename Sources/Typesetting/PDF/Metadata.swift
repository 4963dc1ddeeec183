extension PDFDocument {
    /// The XMP packet (ISO 16684-1), which must say the same as the information dictionary.
    func writeMetadata(_ object: Int) throws(TypesettingError) {
        var packet = """
            <?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
            xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" \
            xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
            <pdfaid:part>2</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>
            <dc:format>application/pdf</dc:format>
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(Self.escaped(info.title))</rdf:li></rdf:Alt></dc:title>
            <dc:language><rdf:Bag><rdf:li>\(Self.escaped(info.language))</rdf:li></rdf:Bag></dc:language>

            """
        if let author = info.author {
            packet += "<dc:creator><rdf:Seq><rdf:li>\(Self.escaped(author))</rdf:li></rdf:Seq></dc:creator>\n"
        }
        if let subject = info.subject {
            packet +=
                "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">\(Self.escaped(subject))</rdf:li>"
                + "</rdf:Alt></dc:description>\n"
        }
        if let date = info.date {
            packet += "<xmp:CreateDate>\(date)</xmp:CreateDate><xmp:ModifyDate>\(date)</xmp:ModifyDate>\n"
        }
        packet += "</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>"
        // Not compressed, so that programs without a PDF reader find it (PDF/A-1 asked for that).
        let bytes = Array(packet.utf8)
        let file = file
        var failure: TypesettingError?
        bytes.withUnsafeBufferPointer { content in
            do throws(TypesettingError) {
                try file.addStored(
                    object,
                    entries: Array("/Type/Metadata/Subtype/XML".utf8),
                    parts: [content]
                )
            } catch { failure = error }
        }
        if let failure { throw failure }
    }

    func writeInformation(_ object: Int) throws(TypesettingError) {
        let info = info
        try file.add(object) { output in
            output.write("<</Title")
            output.write(textString: info.title)
            if let author = info.author {
                output.write("/Author")
                output.write(textString: author)
            }
            if let subject = info.subject {
                output.write("/Subject")
                output.write(textString: subject)
            }
            if let date = info.date.flatMap(Self.pdfDate) {
                output.write("/CreationDate")
                output.write(literalString: date)
                output.write("/ModDate")
                output.write(literalString: date)
            }
            output.write(">>")
        }
    }

    /// `D:20250103182000+09'00'` of `2025-01-03T18:20:00+09:00` (7.9.4).
    private static func pdfDate(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19 else { return nil }
        let digits = bytes[..<19].filter { (0x30...0x39).contains($0) }
        var date = "D:" + String(decoding: digits, as: UTF8.self)
        let zone = bytes[19...].drop { $0 == 0x2e || (0x30...0x39).contains($0) }
        if zone.count == 6 {
            let characters = Array(zone)
            date +=
                String(decoding: characters[..<3], as: UTF8.self) + "'"
                + String(decoding: characters[4...], as: UTF8.self) + "'"
        } else {
            date += "Z"
        }
        return date
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\u{9}", "\u{a}", "\u{d}": result += " "
            case "\u{0}"..."\u{1f}", "\u{fffe}", "\u{ffff}": continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
