import FileFormats
import JournalModel

/// The bytes of one member of an archive, as the store takes them.
struct ArchiveStream: ByteStream {
    let source: any ArchiveSource
    let member: ArchiveMember

    func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws { try source.read(member, body) }
}
