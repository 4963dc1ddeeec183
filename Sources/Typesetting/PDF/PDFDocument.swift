/// What a document says about itself.
package struct DocumentInfo: Sendable {
    package var title: String
    package var author: String?
    package var subject: String?
    /// BCP 47 tag of the main language.
    package var language: String
    /// Date of creation and change, RFC 3339 with seconds, such as `2025-01-03T18:20:00+09:00`; `nil` leaves it out.
    package var date: String?
    package var isRightToLeft: Bool

    package init(
        title: String,
        author: String? = nil,
        subject: String? = nil,
        language: String = "en",
        date: String? = nil,
        isRightToLeft: Bool = false
    ) {
        self.title = title
        self.author = author
        self.subject = subject
        self.language = language
        self.date = date
        self.isRightToLeft = isRightToLeft
    }
}

/// A tagged PDF 1.7 document that is written page by page.
///
/// Built to PDF/A-2u (ISO 19005-2) and PDF/UA-1 (ISO 14289-1). Only small facts about finished pages
/// stay in memory. Not `Sendable`.
package final class PDFDocument {
    package let typesetter: Typesetter
    package let info: DocumentInfo
    package let root: StructureElement
    let file: PDFFile
    private(set) var pageGroups: [(node: Int, pages: [Int])] = []
    var parentTree: [(key: Int, object: Int)] = []
    private(set) var nextParentKey = 0
    private(set) var destinations: [(name: String, page: Int, top: Double)] = []
    private(set) var outline: [OutlineItem] = []
    private(set) var fontObjects: [Int: Int] = [:]
    private(set) var imageObjects: [Int] = []
    var profileObjects: [String: Int] = [:]
    let treeRoot: Int

    struct OutlineItem {
        var level: Int
        var title: String
        var page: Int
        var top: Double
    }

    /// Begins a document.
    ///
    /// - Parameters:
    ///   - descriptor: Open for writing at its beginning; stays the caller's to close.
    ///   - path: What messages call the file.
    ///   - info: Title, language and so on.
    ///   - typesetter: Whose paragraphs will be drawn.
    package init(descriptor: Int32, path: String, info: DocumentInfo, typesetter: Typesetter) {
        file = PDFFile(descriptor: descriptor, path: path)
        self.info = info
        self.typesetter = typesetter
        treeRoot = file.allocate()
        root = StructureElement(role: .document, object: file.allocate(), parent: treeRoot)
    }

    // MARK: Structure

    package func open(_ role: StructureElement.Role, in parent: StructureElement) -> StructureElement {
        let element = StructureElement(role: role, object: file.allocate(), parent: parent.object)
        parent.kids.append(.element(element.object))
        return element
    }

    /// Writes an element; it must get no more kids.
    package func close(_ element: StructureElement) throws(TypesettingError) {
        try file.add(element.object, element.write)
    }

    // MARK: Pages

    /// Numbers for pages whose content is known only later, at this place of the document.
    package func reservePages(_ count: Int) -> [Int] {
        beginPageGroup()
        let objects = (0..<count).map { _ in file.allocate() }
        pageGroups[pageGroups.count - 1].pages = objects
        beginPageGroup()
        return objects
    }

    private func beginPageGroup() {
        if let last = pageGroups.last, last.pages.isEmpty { return }
        pageGroups.append((file.allocate(), []))
    }

    /// Begins a page: the next one, or one of those reserved.
    package func beginPage(width: Double, height: Double, reserved: Int? = nil) -> PDFPage {
        let object = reserved ?? file.allocate()
        var node = 0
        if let reserved {
            node = pageGroups.first { $0.pages.contains(reserved) }?.node ?? 0
        } else {
            if pageGroups.last.map({ $0.pages.count >= 64 }) ?? true { beginPageGroup() }
            pageGroups[pageGroups.count - 1].pages.append(object)
            node = pageGroups[pageGroups.count - 1].node
        }
        defer { nextParentKey += 1 }
        return PDFPage(width: width, height: height, object: object, node: node, parentKey: nextParentKey)
    }

    /// Writes a page; nothing may be drawn on it afterwards.
    package func finish(_ page: PDFPage) throws(TypesettingError) {
        let content = file.allocate()
        try file.addStream(content, entries: [], page.content)
        let marks = file.allocate()
        try file.add(marks) { output in
            output.append(0x5b)
            for (index, element) in page.marks.enumerated() {
                if index > 0 { output.append(0x20) }
                output.write(reference: element)
            }
            output.append(0x5d)
        }
        parentTree.append((page.parentKey, marks))
        var body: [UInt8] = []
        body.write("<</Type/Page/Parent ")
        body.write(reference: page.node)
        body.write("/MediaBox[0 0 ")
        body.write(page.width)
        body.append(0x20)
        body.write(page.height)
        body.write("]/Contents ")
        body.write(reference: content)
        body.write("/StructParents ")
        body.write(integer: page.parentKey)
        body.write("/Tabs/S/Resources<<")
        writeResources("/Font<<", "/F", page.fonts.sorted().map { ($0, fontObject($0)) }, to: &body)
        writeResources("/XObject<<", "/I", page.images.sorted().map { ($0, imageObjects[$0]) }, to: &body)
        body.write(">>")
        if !page.annotations.isEmpty {
            body.write("/Annots[")
            for annotation in page.annotations {
                body.write(reference: annotation)
                body.append(0x20)
            }
            body.append(0x5d)
        }
        body.write(">>")
        try file.add(page.object, body)
    }

    private func writeResources(
        _ head: StaticString,
        _ prefix: StaticString,
        _ objects: [(number: Int, object: Int)],
        to body: inout [UInt8]
    ) {
        guard !objects.isEmpty else { return }
        body.write(head)
        for (number, object) in objects {
            body.write(prefix)
            body.write(integer: number)
            body.append(0x20)
            body.write(reference: object)
        }
        body.write(">>")
    }

    private func fontObject(_ number: Int) -> Int {
        if let known = fontObjects[number] { return known }
        let object = file.allocate()
        fontObjects[number] = object
        return object
    }

    func addImageObject(_ object: Int) -> Int {
        imageObjects.append(object)
        return imageObjects.count - 1
    }

    // MARK: Ways in

    /// Names a place, to be the target of links; `top` in points from the bottom of the page.
    package func addDestination(_ name: String, page: PDFPage, top: Double) {
        destinations.append((name, page.object, top))
    }

    /// Adds a line to the outline; `level` counts from 0 and grows by at most one.
    package func addOutline(level: Int, title: String, page: PDFPage, top: Double) {
        outline.append(OutlineItem(level: level, title: title, page: page.object, top: top))
    }

    func addLink(
        _ link: TextLink,
        page: PDFPage,
        rectangle: (left: Double, bottom: Double, right: Double, top: Double),
        element: StructureElement?
    ) throws(TypesettingError) {
        let object = file.allocate()
        page.annotations.append(object)
        element?.kids.append(.object(page: page.object, object: object))
        let key = nextParentKey
        nextParentKey += 1
        if let element { parentTree.append((key, element.object)) }
        try file.add(object) { output in
            output.write("<</Type/Annot/Subtype/Link/F 4/Border[0 0 0]/Rect[")
            for value in [rectangle.left, rectangle.bottom, rectangle.right, rectangle.top] {
                output.write(value)
                output.append(0x20)
            }
            output.append(0x5d)
            if element != nil {
                output.write("/StructParent ")
                output.write(integer: key)
            }
            output.write("/Contents")
            output.write(textString: link.description)
            switch link.target {
            case .destination(let name):
                output.write("/Dest")
                output.write(literalString: name)
            case .address(let address):
                output.write("/A<</S/URI/URI")
                output.write(literalString: Self.ascii(address))
                output.write(">>")
            }
            output.write(">>")
        }
    }

    /// A URI as seven-bit text: other characters are percent-encoded (RFC 3987, section 3.1).
    private static func ascii(_ address: String) -> String {
        var bytes: [UInt8] = []
        for byte in address.utf8 {
            if byte > 0x20, byte < 0x7f {
                bytes.append(byte)
            } else {
                bytes.append(0x25)
                bytes.write(hex: byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
