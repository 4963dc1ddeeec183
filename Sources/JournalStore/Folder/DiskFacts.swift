import Glibc

/// What Linux tells about the disk under a path; `nil` stands for what cannot be known.
package struct DiskFacts: Sendable, Equatable {
    /// Type of the file system, such as `ext4`.
    package var kind: String?
    /// Major and minor number of the block device, as in `253:0`; of no device when the major number is 0.
    package var device: String?

    /// Looks up what is mounted at or above a path.
    package init(_ path: String) {
        guard let real = realpath(path, nil) else { return }
        defer { free(real) }
        let place = String(cString: real)
        var best = -1
        for line in DiskFacts.lines("/proc/self/mountinfo") {
            // proc(5): number, parent, device, root, mount point, options ..., "-", type, source, options.
            let fields = line.split(separator: " ")
            guard fields.count > 5, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count else {
                continue
            }
            let point = fields[4]
            let isAbove = point == "/" || place == point || place.hasPrefix(point + "/")
            guard isAbove, point.utf8.count >= best else { continue }
            best = point.utf8.count
            kind = String(fields[dash + 1])
            device = String(fields[2])
        }
    }

    /// The type, when it is one of a file system of another machine.
    package var networkKind: String? {
        guard let kind else { return nil }
        let kinds = ["nfs", "cifs", "smb", "9p", "ceph", "afs", "fuse.sshfs", "fuse.rclone", "fuse.davfs"]
        return kinds.contains { kind.hasPrefix($0) } ? kind : nil
    }

    /// Whether dm-crypt lies under it; `nil` when no such layer is seen, which proves nothing.
    package var isEncrypted: Bool? {
        guard let device, !device.hasPrefix("0:") else { return nil }
        return DiskFacts.isEncrypted("/sys/dev/block/" + device) ? true : nil
    }

    private static func isEncrypted(_ folder: String, depth: Int = 0) -> Bool {
        // Documentation/ABI/testing/sysfs-block-dm of the kernel: the uuid begins with the kind of mapping.
        if lines(folder + "/dm/uuid").first?.hasPrefix("CRYPT-") == true { return true }
        guard depth < 8 else { return false }
        let below = FileSystem.names(in: folder + "/slaves")
        // A partition's own device has the layers below it.
        return !below.isEmpty && below.allSatisfy { isEncrypted("/sys/class/block/" + $0, depth: depth + 1) }
    }

    /// Swap spaces in use and whether each is encrypted or in memory; `nil` when that cannot be told.
    package static func swaps() -> [(name: String, isEncrypted: Bool?)] {
        // proc(5): a line of headings, then file name, type, size, used, priority.
        lines("/proc/swaps").dropFirst().compactMap { line in
            guard let name = line.split(separator: " ").first.map(String.init) else { return nil }
            guard name.hasPrefix("/dev/") else { return (name, DiskFacts(name).isEncrypted) }
            guard let real = realpath(name, nil) else { return (name, nil) }
            defer { free(real) }
            let device = String(cString: real).split(separator: "/").last.map(String.init) ?? ""
            if device.hasPrefix("zram") { return (name, true) }
            return (name, isEncrypted("/sys/class/block/" + device))
        }
    }

    private static func lines(_ path: String) -> [String] {
        var bytes: [UInt8] = []
        guard (try? FileStream(path: path).read { bytes += $0 }) != nil else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
}
