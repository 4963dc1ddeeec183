extension PDFDocument {
    /// Writes everything that is known only now, and closes the file.
    ///
    /// - Returns: The file's length in bytes.
    package func finish() throws(TypesettingError) -> Int {
        try close(root)
        for number in fontObjects.keys.sorted() {
            if let object = fontObjects[number] {
                try embed(typesetter.library.resources[number], as: object)
            }
        }
        try writeParentTree()
        let pages = try writePageTree()
        let names = try writeDestinations()
        let outlines = try OutlineWriter(file: file, items: outline).write()
        let metadata = file.allocate()
        try writeMetadata(metadata)
        let profile = file.allocate()
        try file.addStream(profile, entries: Array("/N 3/Alternate/DeviceRGB".utf8), ColorProfile.sRGB())
        let catalog = file.allocate()
        try file.add(catalog) { output in
            output.write("<</Type/Catalog/Version/1.7/Pages ")
            output.write(reference: pages)
            output.write("/Lang")
            output.write(literalString: info.language)
            output.write("/MarkInfo<</Marked true>>/StructTreeRoot ")
            output.write(reference: treeRoot)
            output.write("/Metadata ")
            output.write(reference: metadata)
            output.write("/ViewerPreferences<</DisplayDocTitle true")
            if info.isRightToLeft { output.write("/Direction/R2L") }
            output.write(">>/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)")
            output.write("/Info(sRGB IEC61966-2.1)/RegistryName(http://www.color.org)/DestOutputProfile ")
            output.write(reference: profile)
            output.write(">>]")
            if let names {
                output.write("/Names<</Dests ")
                output.write(reference: names)
                output.write(">>")
            }
            if let outlines {
                output.write("/PageMode/UseOutlines/Outlines ")
                output.write(reference: outlines)
            }
            output.write(">>")
        }
        let information = file.allocate()
        try writeInformation(information)
        return try file.finish(root: catalog, info: information)
    }

    private func writeParentTree() throws(TypesettingError) {
        let tree = file.allocate()
        parentTree.sort { $0.key < $1.key }
        var leaves: [(object: Int, first: Int, last: Int)] = []
        for start in stride(from: 0, to: parentTree.count, by: 500) {
            let entries = parentTree[start..<min(start + 500, parentTree.count)]
            let leaf = file.allocate()
            leaves.append((leaf, entries[entries.startIndex].key, entries[entries.endIndex - 1].key))
            try file.add(leaf) { output in
                output.write("<</Limits[")
                output.write(integer: entries[entries.startIndex].key)
                output.append(0x20)
                output.write(integer: entries[entries.endIndex - 1].key)
                output.write("]/Nums[")
                for entry in entries {
                    output.write(integer: entry.key)
                    output.append(0x20)
                    output.write(reference: entry.object)
                    output.append(0x20)
                }
                output.write("]>>")
            }
        }
        try file.add(tree) { output in
            output.write("<</Kids[")
            for leaf in leaves {
                output.write(reference: leaf.object)
                output.append(0x20)
            }
            output.write("]>>")
        }
        try file.add(treeRoot) { output in
            output.write("<</Type/StructTreeRoot/K ")
            output.write(reference: root.object)
            output.write("/ParentTree ")
            output.write(reference: tree)
            output.write("/ParentTreeNextKey ")
            output.write(integer: nextParentKey)
            output.write(">>")
        }
    }

    private func writePageTree() throws(TypesettingError) -> Int {
        let tree = file.allocate()
        let groups = pageGroups.filter { !$0.pages.isEmpty }
        for group in groups {
            try file.add(group.node) { output in
                output.write("<</Type/Pages/Parent ")
                output.write(reference: tree)
                output.write("/Count ")
                output.write(integer: group.pages.count)
                output.write("/Kids[")
                for page in group.pages {
                    output.write(reference: page)
                    output.append(0x20)
                }
                output.write("]>>")
            }
        }
        try file.add(tree) { output in
            output.write("<</Type/Pages/Count ")
            output.write(integer: groups.reduce(0) { $0 + $1.pages.count })
            output.write("/Kids[")
            for group in groups {
                output.write(reference: group.node)
                output.append(0x20)
            }
            output.write("]>>")
        }
        return tree
    }

    private func writeDestinations() throws(TypesettingError) -> Int? {
        guard !destinations.isEmpty else { return nil }
        let sorted = destinations.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        var leaves: [Int] = []
        for start in stride(from: 0, to: sorted.count, by: 200) {
            let entries = sorted[start..<min(start + 200, sorted.count)]
            let leaf = file.allocate()
            leaves.append(leaf)
            try file.add(leaf) { output in
                output.write("<</Limits[")
                output.write(literalString: entries[entries.startIndex].name)
                output.write(literalString: entries[entries.endIndex - 1].name)
                output.write("]/Names[")
                for entry in entries {
                    output.write(literalString: entry.name)
                    output.append(0x5b)
                    output.write(reference: entry.page)
                    output.write("/XYZ null ")
                    output.write(entry.top)
                    output.write(" null]")
                }
                output.write("]>>")
            }
        }
        let tree = file.allocate()
        try file.add(tree) { output in
            output.write("<</Kids[")
            for leaf in leaves {
                output.write(reference: leaf)
                output.append(0x20)
            }
            output.write("]>>")
        }
        return tree
    }
}
