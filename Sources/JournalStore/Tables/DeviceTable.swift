import Bytes
package import Foundation
package import JournalModel
import SQLite

/// Who writes here: the device, its incarnation, its counter and its clock reading.
///
/// In `private.sqlite`, beside the operations that they number, since two files never commit together.
package struct DeviceTable {
    package var id: UUID
    package var incarnation: UInt64
    package var counter: UInt64
    package var time: HybridTime

    static func insert(_ database: Connection, _ environment: StoreEnvironment) throws {
        try database.run("INSERT INTO device (id, incarnation) VALUES (?1, ?2)") { insert in
            try insert.bind(environment.randomUUID().bytes, at: 1)
            try insert.bind(Array(environment.randomUUID().bytes.prefix(8)), at: 2)
        }
    }

    static func read(_ database: Connection) throws -> DeviceTable? {
        try database.first("SELECT id, incarnation, counter, time FROM device") { row in
            var incarnation: UInt64 = 0
            for byte in row.bytes(at: 1) ?? [] { incarnation = incarnation << 8 | UInt64(byte) }
            return DeviceTable(
                id: Bytes.uuid(bytes: row.bytes(at: 0) ?? []),
                incarnation: incarnation,
                counter: UInt64(bitPattern: row.int64(at: 2) ?? 0),
                time: HybridTime(value: UInt64(bitPattern: row.int64(at: 3) ?? 0))
            )
        }
    }

    /// Takes a new incarnation when the file is not where it last wrote: a copy must not number its
    /// operations like the original.
    static func bind(_ database: Connection, path: String, _ environment: StoreEnvironment) throws {
        guard let file = FileSystem.status(path) else { return }
        let place = "\(environment.machineID())|\(file.device)|\(file.inode)"
        let binding = Digest.of(place.utf8, .sha256)
        let known = try database.first("SELECT binding FROM device") { $0.bytes(at: 0) }
        if known == .some(binding) { return }
        if known == .some(nil) {
            return try database.run("UPDATE device SET binding = ?1") { try $0.bind(binding, at: 1) }
        }
        try database.run("UPDATE device SET binding = ?1, incarnation = ?2, counter = 0") { update in
            try update.bind(binding, at: 1)
            try update.bind(Array(environment.randomUUID().bytes.prefix(8)), at: 2)
        }
    }

    /// How many operations bear a number that this device has still to give.
    func laterCount(_ database: Connection) throws -> Int {
        func id(_ counter: UInt64) -> [UInt8] {
            OperationID(
                zone: FixedIdentity.privateZone,
                device: self.id,
                incarnation: incarnation,
                counter: counter
            ).bytes
        }
        return try database.first(
            "SELECT count(*) FROM operation WHERE id > ?1 AND id <= ?2 AND length(id) = length(?1)"
        ) {
            try $0.bind(id(counter), at: 1)
            try $0.bind(id(.max), at: 2)
        } row: {
            $0.int(at: 0) ?? 0
        } ?? 0
    }

    /// Takes a new incarnation when numbers would be given twice.
    mutating func renewIfBehind(_ database: Connection, _ environment: StoreEnvironment) throws {
        guard try laterCount(database) > 0 else { return }
        let bytes = environment.randomUUID().bytes.prefix(8)
        try database.run("UPDATE device SET incarnation = ?1, counter = 0") {
            try $0.bind(Array(bytes), at: 1)
        }
        incarnation = bytes.reduce(0) { $0 << 8 | UInt64($1) }
        counter = 0
    }

    func save(_ database: Connection) throws {
        try database.run("UPDATE device SET counter = ?1, time = ?2") { update in
            try update.bind(Int64(bitPattern: counter), at: 1)
            try update.bind(Int64(bitPattern: time.value), at: 2)
        }
    }

    /// The id and time of the next operation of this device.
    mutating func next(_ now: Int64) -> (id: OperationID, time: HybridTime) {
        counter += 1
        time = time.next(unixMilliseconds: now)
        let id = OperationID(
            zone: FixedIdentity.privateZone,
            device: id,
            incarnation: incarnation,
            counter: counter
        )
        return (id, time)
    }
}
