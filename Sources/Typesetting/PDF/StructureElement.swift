/// A place in the logical structure of a document (ISO 32000-1, 14.7 and 14.8).
///
/// Gathers its kids while it is open; ``PDFDocument/close(_:)`` writes it and lets it go.
package final class StructureElement {
    enum Kid {
        case element(Int)
        case content(page: Int, mark: Int)
        case object(page: Int, object: Int)
    }

    package enum Role: String, Sendable {
        case document = "Document"
        case section = "Sect"
        case heading1 = "H1"
        case heading2 = "H2"
        case heading3 = "H3"
        case heading4 = "H4"
        case heading5 = "H5"
        case heading6 = "H6"
        case paragraph = "P"
        case quote = "BlockQuote"
        case code = "Code"
        case list = "L"
        case listItem = "LI"
        case label = "Lbl"
        case listBody = "LBody"
        case table = "Table"
        case tableRow = "TR"
        case tableHeader = "TH"
        case tableCell = "TD"
        case figure = "Figure"
        case caption = "Caption"
        case link = "Link"
        case contents = "TOC"
        case contentsItem = "TOCI"
        case reference = "Reference"
        case note = "Note"
        case span = "Span"

        /// H1 to H6; deeper levels stay at H6.
        package static func heading(_ level: Int) -> Role {
            [.heading1, .heading2, .heading3, .heading4, .heading5, .heading6][min(max(level, 1), 6) - 1]
        }
    }

    package let role: Role
    let object: Int
    let parent: Int
    /// BCP 47, when it is not its parent's.
    package var language: String?
    /// What stands for a figure, or describes a link.
    package var alternative: String?
    /// Left, bottom, right, top; for figures.
    package var bounds: (Double, Double, Double, Double)?
    var kids: [Kid] = []

    init(role: Role, object: Int, parent: Int) {
        self.role = role
        self.object = object
        self.parent = parent
    }

    /// The dictionary of the element.
    func write(to output: inout [UInt8]) {
        output.write("<</S/")
        output.write(role.rawValue)
        output.write("/P ")
        output.write(reference: parent)
        if let language {
            output.write("/Lang")
            output.write(literalString: language)
        }
        if let alternative {
            output.write("/Alt")
            output.write(textString: alternative)
        }
        if let bounds {
            output.write("/A<</O/Layout/Placement/Block/BBox[")
            for value in [bounds.0, bounds.1, bounds.2, bounds.3] {
                output.write(value)
                output.append(0x20)
            }
            output.write("]>>")
        } else if role == .tableHeader {
            output.write("/A<</O/Table/Scope/Column>>")
        }
        writeKids(to: &output)
        output.write(">>")
    }

    private func writeKids(to output: inout [UInt8]) {
        guard !kids.isEmpty else { return }
        var ownPage: Int?
        for kid in kids {
            if case .content(let page, _) = kid {
                ownPage = page
                break
            }
        }
        if let ownPage {
            output.write("/Pg ")
            output.write(reference: ownPage)
        }
        output.write("/K[")
        for (index, kid) in kids.enumerated() {
            if index > 0 { output.append(0x20) }
            switch kid {
            case .element(let object): output.write(reference: object)
            case .content(let page, let mark):
                if page == ownPage {
                    output.write(integer: mark)
                } else {
                    output.write("<</Type/MCR/Pg ")
                    output.write(reference: page)
                    output.write("/MCID ")
                    output.write(integer: mark)
                    output.write(">>")
                }
            case .object(let page, let object):
                output.write("<</Type/OBJR/Pg ")
                output.write(reference: page)
                output.write("/Obj ")
                output.write(reference: object)
                output.write(">>")
            }
        }
        output.append(0x5d)
    }
}
