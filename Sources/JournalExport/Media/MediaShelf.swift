package import FileFormats
package import JournalModel

/// Prepares the media of a book, each distinct content once: metadata out, foreign pictures decoded.
///
/// What cannot be prepared is a reason in words; a broken picture never costs a book.
package final class MediaShelf {
    package enum Outcome: Sendable {
        case ready(StrippedMedia)
        /// Why there is nothing to show, for the report.
        case unavailable(reason: String, isMissing: Bool)
    }

    private let source: any EntrySource
    private let keepsMetadata: Bool
    private let uprightsPictures: Bool
    private let decoder: PictureDecoder?
    private var outcomes: [String: Outcome] = [:]

    /// - Parameters:
    ///   - source: Knows where the bytes lie.
    ///   - options: Whether metadata stay, and where the decoder and its cache are.
    ///   - uprightsPictures: Whether turned JPEG pictures are stored upright, for readers that ignore the
    ///     EXIF orientation; otherwise the orientation is handed on in ``StrippedMedia/orientation``.
    package init(_ source: any EntrySource, options: BookOptions, uprightsPictures: Bool) {
        self.source = source
        keepsMetadata = options.keepsMetadata(byDefault: false)
        self.uprightsPictures = uprightsPictures
        decoder = options.decoderPath.map { PictureDecoder($0, cacheFolder: options.cacheFolder) }
    }

    /// The medium of an attachment.
    ///
    /// - Parameter attachment: Its hash says which bytes; its declared type is not believed.
    /// - Returns: The same outcome for the same bytes.
    package func medium(_ attachment: Attachment) -> Outcome {
        guard let sha256 = attachment.sha256 else {
            return .unavailable(reason: "its bytes are not in the journal", isMissing: true)
        }
        if let known = outcomes[sha256] { return known }
        let outcome = prepared(sha256)
        outcomes[sha256] = outcome
        return outcome
    }

    private func prepared(_ sha256: String) -> Outcome {
        guard let path = source.attachmentPath(sha256: sha256) else {
            return .unavailable(reason: "its bytes are not on this device", isMissing: true)
        }
        do {
            let media = try StrippedMedia.of(path, keepsMetadata: keepsMetadata)
            let isForeign = [.heif, .tiff, .webp].contains(media.format)
            let needsTurning = uprightsPictures && media.format == .jpeg && media.orientation != 1
            guard isForeign || needsTurning else { return .ready(media) }
            guard let decoder else {
                if needsTurning { return .ready(media) }
                return .unavailable(
                    reason: "no program to decode \(media.format) pictures is installed",
                    isMissing: false
                )
            }
            let result =
                isForeign
                ? try decoder.decoded(path, sha256: sha256)
                : try decoder.upright(media.recipe, orientation: media.orientation, sha256: sha256)
            return .ready(try StrippedMedia.of(result))
        } catch let error as FormatError {
            return .unavailable(reason: MediaShelf.words(for: error), isMissing: false)
        } catch let error as PictureDecoder.Failure {
            return .unavailable(reason: error.description, isMissing: false)
        } catch {
            return .unavailable(reason: "it could not be read", isMissing: false)
        }
    }

    private static func words(for error: FormatError) -> String {
        switch error {
        case .malformed(let message), .limit(let message): message
        case .system(_, let code): "its file could not be read: \(systemMessage(code))"
        case .zip, .xml, .outOfMemory: "it could not be read"
        }
    }
}
