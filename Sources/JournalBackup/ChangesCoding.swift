import Bytes
import JournalStore

/// The table of what was done at once, as one object: a checked JSON document.
enum ChangesCoding {
    static func encode(_ changes: [StoredChange]) -> [UInt8] {
        CheckedJSON.bytes { json in
            json.key("changes")
            json.array { json in
                for change in changes {
                    json.array { json in
                        json.int(Int(change.sequence))
                        json.int(Int(change.number))
                        json.string(change.verb)
                        json.int(Int(change.atMilliseconds))
                        json.int(Int(change.firstOperation))
                        json.int(Int(change.lastOperation))
                        json.int(change.undoes.map { Int($0) })
                    }
                }
            }
        }
    }

    static func decode(_ bytes: [UInt8]) -> [StoredChange]? {
        guard case .array(let rows) = CheckedJSON.value(bytes)?["changes"] else { return nil }
        return rows.compactMap { row in
            guard case .array(let cells) = row, cells.count == 7 else { return nil }
            func number(_ index: Int) -> Int64 { Int64(cells[index].int ?? 0) }
            return StoredChange(
                sequence: number(0),
                number: number(1),
                verb: cells[2].string ?? "",
                atMilliseconds: number(3),
                firstOperation: number(4),
                lastOperation: number(5),
                undoes: cells[6].int.map { Int64($0) }
            )
        }
    }
}
