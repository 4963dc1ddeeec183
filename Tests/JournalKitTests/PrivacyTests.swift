import JournalStore
import Testing

@testable import JournalKit

@Suite struct PrivacyTests {
    private static let backups: [[PrivacyStatement.Backup]] = [
        [], [.init(path: "/disk/plain", isEncrypted: false)],
        [.init(path: "/disk/sealed", isEncrypted: true)],
        [.init(path: "/disk/plain", isEncrypted: false), .init(path: "/disk/sealed", isEncrypted: true)],
    ]

    @Test(arguments: backups, [nil, "/home/me/.config/journal/config"])
    func everyPlaceIsNamedOnce(_ backups: [PrivacyStatement.Backup], _ configuration: String?) {
        let rows = PrivacyStatement(storePath: "/s", configurationPath: configuration, backups: backups).rows
        #expect(Set(rows.map { $0.data + $0.place }).count == rows.count)
        for file in ["private.sqlite", "local.sqlite", "attachments", "drafts", "cache"] {
            #expect(rows.contains { $0.place == "/s/" + file })
        }
        #expect(rows.contains { $0.place == configuration } == (configuration != nil))
        for backup in backups {
            let row = rows.first { $0.place == backup.path }
            #expect(row?.protection.contains("Argon2id") == backup.isEncrypted)
        }
        #expect(rows.contains { $0.data.contains("passphrase of") } == backups.contains(where: \.isEncrypted))
        for word in ["military", "zero-knowledge", "unbreakable", "100%", "anonymous"] {
            #expect(!rows.contains { "\($0)".contains(word) })
        }
    }

    @Test func whatCannotBeSeenIsNotPromised() throws {
        #expect(PrivacyStatement.swap([]).verdict == .ok)
        #expect(PrivacyStatement.swap([("/dev/zram0", true)]).verdict == .ok)
        #expect(PrivacyStatement.swap([("/dev/sda2", false), ("/dev/zram0", true)]).verdict == .warning)
        #expect(PrivacyStatement.swap([("/swapfile", nil)]).verdict == .unknown)
        var facts = DiskFacts("/proc")
        #expect(facts.kind == "proc")
        #expect(PrivacyStatement.disk(facts).verdict == .unknown)
        facts.kind = "nfs4"
        #expect(PrivacyStatement.disk(facts).verdict == .warning)
        #expect(DiskFacts("/no/such/place").kind == nil)
    }
}
