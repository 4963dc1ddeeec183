import JournalImport
import JournalModel
import TestSupport
import Testing

@Suite struct MediaFactsTests {
    private func filled(_ kind: JournalModel.Attachment.Kind, _ declared: String, _ bytes: [UInt8]) throws
        -> JournalModel.Attachment
    {
        let folder = try TemporaryFolder()
        try folder.write("file", bytes)
        let entry = FixedIdentity.entry(app: "test", sourceID: "1")
        var attachment = JournalModel.Attachment(
            id: FixedIdentity.attachment(of: entry, sourceID: "1"),
            kind: kind,
            mediaType: declared,
            pixelWidth: 9,
            pixelHeight: 9
        )
        MediaFacts.fill(&attachment, path: folder.path("file"))
        return attachment
    }

    @Test func bytesOverruleWhatIsDeclared() throws {
        let gif = Array("GIF89a".utf8) + [3, 0, 2, 0]
        let attachment = try filled(.photo, "image/jpeg", gif)
        #expect(attachment.mediaType == "image/gif" && attachment.kind == .photo)
        #expect(attachment.pixelWidth == 3 && attachment.pixelHeight == 2)
    }

    @Test func aFileByHandGetsItsKind() throws {
        #expect(try filled(.file, "application/octet-stream", Array("%PDF-1.4".utf8)).kind == .pdf)
        #expect(try filled(.file, "application/octet-stream", Array("words".utf8)).kind == .file)
    }

    @Test func unknownBytesLeaveWhatIsDeclared() throws {
        let attachment = try filled(.audio, "audio/mp4", [])
        #expect(attachment.mediaType == "audio/mp4" && attachment.pixelWidth == 9)
        let film = [0, 0, 0, 20] + Array("ftypisom\0\0\0\0avc1".utf8)
        #expect(try filled(.audio, "audio/mp4", film).mediaType == "audio/mp4")
        #expect(try filled(.video, "video/quicktime", film).mediaType == "video/mp4")
    }
}
