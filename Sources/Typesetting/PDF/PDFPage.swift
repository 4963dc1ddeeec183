/// A page while it is being filled: its content stream and what must be written beside it.
///
/// Coordinates are points from the lower left corner.
package final class PDFPage {
    package let width: Double
    package let height: Double
    let object: Int
    /// The page tree node above it.
    let node: Int
    /// Key of the page in the parent tree.
    let parentKey: Int
    private let contentCell = Cell<[UInt8]>([])
    var content: [UInt8] {
        @inline(__always) _read { yield contentCell.value }
        @inline(__always) _modify { yield &contentCell.value }
    }
    /// Element of each marked content, by its number.
    private(set) var marks: [Int] = []
    var annotations: [Int] = []
    private(set) var fonts: Set<Int> = []
    private(set) var images: Set<Int> = []
    private var font: Int32 = -1
    private var fontScale = 0.0
    private var color = Color.black
    private var tracking = 0.0

    init(width: Double, height: Double, object: Int, node: Int, parentKey: Int) {
        self.width = width
        self.height = height
        self.object = object
        self.node = node
        self.parentKey = parentKey
    }

    deinit { contentCell.free() }

    // MARK: Marked content

    /// Begins content that belongs to `element`.
    func begin(_ element: StructureElement) {
        let mark = addMark(of: element)
        content.append(0x2f)
        // The tag of the content; its structure type is what readers use (14.7.4).
        content.write(element.role.rawValue)
        content.write("<</MCID ")
        content.write(integer: mark)
        content.write(">>BDC\n")
    }

    /// Begins content whose codes do not say its text (14.9.4).
    ///
    /// Such content has a mark of its own and stands beside the other content of its element, not inside it:
    /// poppler takes the end of an unmarked span for the end of the marked content around it.
    ///
    /// - Parameters:
    ///   - text: What it says.
    ///   - element: What it belongs to; `nil` inside an artifact.
    func beginActualText(_ text: String, of element: StructureElement?) {
        content.write("/Span<<")
        if let element {
            content.write("/MCID ")
            content.write(integer: addMark(of: element))
        }
        content.write("/ActualText")
        content.write(textString: text)
        content.write(">>BDC\n")
    }

    private func addMark(of element: StructureElement) -> Int {
        let mark = marks.count
        marks.append(element.object)
        element.kids.append(.content(page: object, mark: mark))
        return mark
    }

    /// Begins content that is no part of the text: rules, backgrounds, running heads.
    func beginArtifact(isPagination: Bool = false) {
        content.write(isPagination ? "/Artifact<</Type/Pagination>>BDC\n" : "/Artifact BMC\n")
    }

    func end() { content.write("EMC\n") }

    // MARK: Shapes

    /// Fills a rectangle, as decoration.
    package func fill(x: Double, y: Double, width: Double, height: Double, _ color: Color) {
        beginArtifact()
        fillRectangle(x: x, y: y, width: width, height: height, color)
        end()
    }

    func fillRectangle(x: Double, y: Double, width: Double, height: Double, _ color: Color) {
        setColor(color)
        for value in [x, y, width, height] {
            content.write(value)
            content.append(0x20)
        }
        content.write("re f\n")
    }

    /// Draws an image resource through a matrix from the unit square.
    func drawImage(_ image: Int, _ matrix: (Double, Double, Double, Double, Double, Double)) {
        images.insert(image)
        content.write("q ")
        for value in [matrix.0, matrix.1, matrix.2, matrix.3, matrix.4, matrix.5] {
            content.write(value)
            content.append(0x20)
        }
        content.write("cm/I")
        content.write(integer: image)
        content.write(" Do Q\n")
    }

    // MARK: Text state

    /// Chooses a font; text must not be inside a string.
    @inline(__always)
    func setFont(_ number: Int32, scale: Double) {
        guard number != font || scale != fontScale else { return }
        font = number
        fontScale = scale
        fonts.insert(Int(number))
        content.write("/F")
        content.write(integer: Int(number))
        content.append(0x20)
        content.write(scale, decimals: 3)
        content.write(" Tf ")
    }

    func isFont(_ number: Int32, scale: Double) -> Bool { number == font && scale == fontScale }

    /// Points that a thousandth of the current font's em takes at a size of type.
    func fontUnit(size: Double) -> Double { max(fontScale, 0.01) * size / 1000 }

    func isState(_ wanted: Color, tracking wantedTracking: Double) -> Bool {
        wanted == color && wantedTracking == tracking
    }

    func setTracking(_ value: Double) {
        guard value != tracking else { return }
        tracking = value
        content.write(value / 1000, decimals: 3)
        content.write(" Tc ")
    }

    func setColor(_ wanted: Color) {
        guard wanted != color else { return }
        color = wanted
        if wanted.red == wanted.green, wanted.green == wanted.blue {
            content.write(wanted.red, decimals: 3)
            content.write(" g ")
        } else {
            for value in [wanted.red, wanted.green, wanted.blue] {
                content.write(value, decimals: 3)
                content.append(0x20)
            }
            content.write("rg ")
        }
    }
}
