import FileFormats
import Foundation
import TestSupport
import Testing

@Suite struct ZipReaderTests {
    static let corpus = ProcessInfo.processInfo.environment["JOURNAL_CORPORA"].map {
        $0 + "/zip/regress/data"
    }

    /// What becomes of an archive: `refused` as a whole, or a letter for each member.
    ///
    /// `+` read to its end, `-` refused by rule, `!` damaged.
    private func verdict(_ path: String) -> String {
        do {
            let zip = try ZipReader(path: path)
            let read = zip.members.map { member -> String in
                do {
                    try zip.read(member) { _ in }
                    return "+"
                } catch { return "!" }
            }
            return read.joined() + String(repeating: "-", count: zip.refused.count)
        } catch { return "refused" }
    }

    @Test(.enabled(if: corpus != nil, "JOURNAL_CORPORA is not set"))
    func everyZipOfTheCorpusGetsAVerdict() throws {
        let folder = try #require(Self.corpus)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.hasSuffix(".zip")
        }
        #expect(names.count > 150)
        for name in names.sorted() { print(name, verdict(folder + "/" + name)) }
    }
}
