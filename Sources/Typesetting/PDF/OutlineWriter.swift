/// Writes the outline: a tree of titles that lead to places (ISO 32000-1, 12.3.3).
struct OutlineWriter {
    let file: PDFFile
    let items: [PDFDocument.OutlineItem]

    private struct Links {
        var parent = -1
        var previous = -1
        var next = -1
        var first = -1
        var last = -1
        var kidCount = 0
    }

    /// The object number of the outline; `nil` when there are no items.
    func write() throws(TypesettingError) -> Int? {
        guard !items.isEmpty else { return nil }
        let (links, top) = connect()
        let objects = items.map { _ in file.allocate() }
        let root = file.allocate()
        for (index, item) in items.enumerated() {
            let link = links[index]
            try file.add(objects[index]) { output in
                output.write("<</Title")
                output.write(textString: item.title)
                reference("/Parent ", link.parent < 0 ? root : objects[link.parent], &output)
                if link.previous >= 0 { reference("/Prev ", objects[link.previous], &output) }
                if link.next >= 0 { reference("/Next ", objects[link.next], &output) }
                if link.first >= 0 {
                    reference("/First ", objects[link.first], &output)
                    reference("/Last ", objects[link.last], &output)
                    // Negative: shown closed.
                    output.write("/Count ")
                    output.write(integer: item.level == 0 ? link.kidCount : -link.kidCount)
                }
                output.write("/Dest[")
                output.write(reference: item.page)
                output.write("/XYZ null ")
                output.write(item.top)
                output.write(" null]>>")
            }
        }
        try file.add(root) { output in
            output.write("<</Type/Outlines")
            reference("/First ", objects[top.first ?? 0], &output)
            reference("/Last ", objects[top.last ?? 0], &output)
            output.write("/Count ")
            output.write(integer: top.count + top.reduce(0) { $0 + links[$1].kidCount })
            output.write(">>")
        }
        return root
    }

    private func reference(_ key: StaticString, _ object: Int, _ output: inout [UInt8]) {
        output.write(key)
        output.write(reference: object)
    }

    private func connect() -> (links: [Links], top: [Int]) {
        var links = [Links](repeating: Links(), count: items.count)
        var path: [Int] = []
        var top: [Int] = []
        for (index, item) in items.enumerated() {
            // Never deeper than one below the item before.
            let level = min(max(item.level, 0), path.count)
            let sibling = path.count > level ? path[level] : -1
            path.removeLast(path.count - level)
            if let parent = path.last {
                links[index].parent = parent
                if links[parent].first < 0 { links[parent].first = index }
                links[parent].last = index
                links[parent].kidCount += 1
            } else {
                top.append(index)
            }
            if sibling >= 0 {
                links[index].previous = sibling
                links[sibling].next = index
            }
            path.append(index)
        }
        return (links, top)
    }
}
