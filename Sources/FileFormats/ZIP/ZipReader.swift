import CLibZip
import Foundation

/// A zip whose members are streamed, never extracted.
///
/// ``ZipDirectory`` has checked the records first; libzip then decompresses and checks the CRC-32.
/// Not for use by several threads at once.
package final class ZipReader: ArchiveSource {
    /// Bounds on untrusted archives.
    package struct Limits: Sendable {
        /// Bytes of the zip itself.
        package var fileBytes: Int64 = 200 << 30
        /// All members together may expand to this many times the zip's size, and to ``expansionAllowance`` more.
        package var expansion: UInt64 = 100
        /// Bytes that any zip may expand to.
        package var expansionAllowance: UInt64 = 64 << 20

        package init() {}
    }

    package private(set) var members: [ArchiveMember] = []
    package private(set) var refused: [RefusedMember] = []
    private let path: String
    private let archive: OpaquePointer
    private let records: [ZipDirectory.Record]

    /// Opens a zip.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limits: Bounds beyond which it is refused.
    /// - Throws: ``FormatError`` when it is no zip, is cut off, contradicts itself, or passes a limit.
    package init(path: String, limits: Limits = Limits()) throws {
        self.path = path
        let file = try InputFile(path: path)
        guard file.byteCount <= limits.fileBytes else {
            throw FormatError.limit("\(path) is larger than \(limits.fileBytes >> 30) GiB")
        }
        records = try ZipDirectory(file).records
        let names = try records.map { record in
            guard let name = ZipReader.name(of: record) else {
                throw FormatError.malformed(
                    "\(path) cannot be read as a zip: a name is marked as UTF-8 and is not"
                )
            }
            return name
        }
        // The same open file, so that nobody can exchange it between the check and the use.
        let descriptor = dup(file.descriptor)
        var code: Int32 = 0
        guard descriptor >= 0, let opened = zip_fdopen(descriptor, 0, &code) else {
            if descriptor >= 0 { close(descriptor) }
            throw FormatError.zip(operation: "open \(path)", code: code)
        }
        guard zip_get_num_entries(opened, 0) == Int64(records.count) else {
            zip_discard(opened)
            throw FormatError.malformed("\(path) cannot be read as a zip: its members cannot be counted")
        }
        archive = opened
        list(names, fileBytes: UInt64(file.byteCount), limits)
    }

    deinit { zip_discard(archive) }

    package func read(_ member: ArchiveMember, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let index = zip_uint64_t(member.index)
        let record = records[member.index]
        var status = zip_stat()
        guard zip_stat_index(archive, index, 0, &status) == 0, status.size == record.byteCount,
            status.comp_size == record.compressedBytes, status.crc == record.checksum
        else { throw damaged(member, "its records can be read in two ways") }
        guard let stream = zip_fopen_index(archive, index, 0) else {
            throw FormatError.zip(
                operation: "open \(member.name) in \(path)",
                code: zip_error_code_zip(zip_get_error(archive))
            )
        }
        defer { zip_fclose(stream) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var produced: UInt64 = 0
        while true {
            let got = zip_fread(stream, buffer.baseAddress, zip_uint64_t(buffer.count))
            guard got >= 0 else {
                throw FormatError.zip(
                    operation: "read \(member.name) in \(path)",
                    code: zip_error_code_zip(zip_file_get_error(stream))
                )
            }
            guard got > 0 else { break }
            produced += UInt64(got)
            guard produced <= record.byteCount else { throw damaged(member, "it is longer than announced") }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<Int(got)]))
        }
        guard produced == record.byteCount else { throw damaged(member, "it is shorter than announced") }
    }

    private func damaged(_ member: ArchiveMember, _ reason: String) -> FormatError {
        FormatError.malformed("\(member.name) in \(path) is damaged: \(reason)")
    }

    private func list(_ names: [String], fileBytes: UInt64, _ limits: Limits) {
        let budget = fileBytes * limits.expansion + limits.expansionAllowance
        var announced: UInt64 = 0
        var seen: Set<String> = []
        for (index, record) in records.enumerated() {
            let name = names[index]
            let isFolder = name.hasSuffix("/")
            let plain = isFolder ? String(name.dropLast()) : name
            if ArchiveNames.isJunk(plain) { continue }
            if let reason = problem(record, plain) {
                refused.append(RefusedMember(name: name, reason: reason))
                continue
            }
            guard seen.insert(ArchiveNames.folded(plain)).inserted else {
                refused.append(RefusedMember(name: name, reason: .duplicate))
                continue
            }
            if isFolder { continue }
            let (total, overflows) = announced.addingReportingOverflow(record.byteCount)
            guard !overflows, total <= budget else {
                refused.append(RefusedMember(name: name, reason: .expansion))
                continue
            }
            announced = total
            members.append(
                ArchiveMember(
                    name: ArchiveNames.normalised(name),
                    byteCount: Int64(record.byteCount),
                    index: index
                )
            )
        }
    }

    private func problem(_ record: ZipDirectory.Record, _ name: String) -> RefusedMember.Reason? {
        guard ArchiveNames.isPlain(name) else { return .name }
        // Bit 0: encrypted; bit 6: strong encryption; bit 13: masked headers; bit 5: patch data.
        guard record.flags & 0x2061 == 0 else { return record.flags & 0x20 != 0 ? .method : .encrypted }
        guard record.method == 0 || record.method == 8 else {
            return record.method == 99 ? .encrypted : .method
        }
        guard record.headersAgree, record.method != 0 || record.compressedBytes == record.byteCount else {
            return .headers
        }
        // Unix modes stand in the upper half (3 is Unix, 19 macOS): file, folder, or a pipe that was read.
        let kind = record.externalAttributes >> 28
        if record.madeBySystem == 3 || record.madeBySystem == 19, ![0, 1, 4, 8].contains(kind) {
            return .notAFile
        }
        // Deflate cannot reach 1,032:1.
        if record.method == 8, record.byteCount / 1032 > record.compressedBytes { return .expansion }
        return nil
    }

    /// The name by flag bit 11 (UTF-8), else UTF-8 when it is that, else code page 437 (APPNOTE, appendix D).
    private static func name(of record: ZipDirectory.Record) -> String? {
        if let name = String(validating: record.nameBytes, as: UTF8.self) { return name }
        guard record.flags & 0x800 == 0 else { return nil }
        var name = String.UnicodeScalarView()
        for byte in record.nameBytes {
            name.append(byte < 0x80 ? Unicode.Scalar(byte) : codePage437[Int(byte) - 0x80])
        }
        return String(name)
    }

    private static let codePage437 = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌"
            + "█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}").unicodeScalars
    )
}
