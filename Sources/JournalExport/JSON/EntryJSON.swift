package import Bytes
package import JournalModel

/// Writes entries as `journal.entry/1` objects (`docs/cli.md`), the one JSON form of an entry.
///
/// All keys are always there; units are in the names where they could be doubted.
package enum EntryJSON {
    /// Writes one object.
    ///
    /// - Parameters:
    ///   - entry: What to write.
    ///   - journal: The name of its journal.
    ///   - raw: The source's own object as it came (JSON text), or `nil`.
    ///   - redactsPlaces: Leaves out places and weather, and with them the raw object, which may hold both.
    ///   - writer: Where to.
    package static func write(
        _ entry: Entry,
        journal: String,
        raw: [UInt8]?,
        redactsPlaces: Bool = false,
        to writer: inout JSONWriter
    ) {
        writer.object {
            $0.member("schema", "journal.entry/1")
            $0.member("id", entry.id.description)
            $0.member("journal", journal)
            $0.key("happened")
            happened(entry.happened, &$0)
            $0.member("written", Timestamp.utc(entry.writtenMilliseconds))
            $0.member("changed", Timestamp.utc(entry.changedMilliseconds))
            $0.member("title", entry.title)
            $0.member("text", entry.body)
            $0.member("tags", entry.tags)
            $0.member("people", entry.people)
            $0.member("star", entry.isStarred)
            $0.member("pinned", entry.isPinned)
            $0.member("archived", entry.isArchived)
            $0.member("trashed", entry.isTrashed)
            $0.member("mood", entry.mood)
            $0.key("place")
            place(redactsPlaces ? nil : entry.place, &$0)
            $0.key("weather")
            weather(redactsPlaces ? nil : entry.weather, &$0)
            $0.key("activity")
            activity(entry.activity, &$0)
            $0.key("music")
            music(entry.music, &$0)
            $0.key("template")
            template(entry.template, &$0)
            $0.key("attachments")
            $0.array { for file in entry.attachments { attachment(file, redactsPlaces, &$0) } }
            $0.member("conflicts", entry.conflicts)
            $0.key("share")
            $0.null()
            $0.key("source")
            source(entry.source, &$0)
            $0.key("raw")
            if let raw, !redactsPlaces { $0.raw(raw) } else { $0.null() }
        }
    }

    private static func happened(_ moment: EntryMoment, _ writer: inout JSONWriter) {
        writer.object {
            $0.member("at", moment.rfc3339)
            $0.member("offset", moment.offset)
            $0.member("zone", moment.zoneName)
            $0.member("day", moment.day.description)
            $0.member("allDay", moment.isAllDay)
        }
    }

    private static func attachment(_ file: Attachment, _ redactsPlaces: Bool, _ writer: inout JSONWriter) {
        writer.object {
            $0.member("id", file.id.description)
            $0.member("kind", file.kind.rawValue)
            $0.member("mediaType", file.mediaType)
            $0.member("sha256", file.sha256)
            $0.member("bytes", Int(file.byteCount))
            $0.member("name", file.name)
            $0.member("caption", file.caption)
            $0.member("order", file.order)
            $0.member("width", file.pixelWidth)
            $0.member("height", file.pixelHeight)
            $0.member("duration", file.durationSeconds)
            $0.member("taken", file.takenMilliseconds.map(Timestamp.utc))
            $0.key("place")
            place(redactsPlaces ? nil : file.place, &$0)
            $0.key("camera")
            camera(file.camera, &$0)
            $0.member("missing", file.isMissing)
        }
    }

    private static func place(_ place: Place?, _ writer: inout JSONWriter) {
        guard let place else { return writer.null() }
        writer.object {
            $0.member("label", place.label)
            $0.member("name", place.name)
            $0.member("locality", place.locality)
            $0.member("area", place.area)
            $0.member("country", place.country)
            $0.member("latitude", place.latitude)
            $0.member("longitude", place.longitude)
            $0.member("altitudeMetres", place.altitudeMetres)
            $0.member("radiusMetres", place.radiusMetres)
            $0.member("zone", place.zoneName)
        }
    }

    private static func weather(_ weather: Weather?, _ writer: inout JSONWriter) {
        guard let weather else { return writer.null() }
        writer.object {
            $0.member("conditions", weather.conditions)
            $0.member("code", weather.code)
            $0.member("service", weather.service)
            $0.member("temperatureCelsius", weather.temperatureCelsius)
            $0.member("windChillCelsius", weather.windChillCelsius)
            $0.member("pressureHectopascal", weather.pressureHectopascal)
            $0.member("relativeHumidityPercent", weather.relativeHumidityPercent)
            $0.member("visibilityKilometres", weather.visibilityKilometres)
            $0.member("windSpeedKilometresPerHour", weather.windSpeedKilometresPerHour)
            $0.member("windBearingDegrees", weather.windBearingDegrees)
            $0.member("sunrise", weather.sunriseMilliseconds.map(Timestamp.utc))
            $0.member("sunset", weather.sunsetMilliseconds.map(Timestamp.utc))
            $0.member("moonPhase", weather.moonPhase)
            $0.member("moonPhaseCode", weather.moonPhaseCode)
        }
    }

    private static func activity(_ activity: Activity?, _ writer: inout JSONWriter) {
        guard let activity else { return writer.null() }
        writer.object {
            $0.member("name", activity.name)
            $0.member("stepCount", activity.stepCount)
        }
    }

    private static func music(_ music: Music?, _ writer: inout JSONWriter) {
        guard let music else { return writer.null() }
        writer.object {
            $0.member("artist", music.artist)
            $0.member("album", music.album)
            $0.member("track", music.track)
            $0.member("albumYear", music.albumYear)
        }
    }

    private static func template(_ template: TemplateReference?, _ writer: inout JSONWriter) {
        guard let template else { return writer.null() }
        writer.object {
            $0.member("id", template.id)
            $0.member("title", template.title)
        }
    }

    private static func camera(_ camera: Camera?, _ writer: inout JSONWriter) {
        guard let camera else { return writer.null() }
        writer.object {
            $0.member("make", camera.make)
            $0.member("model", camera.model)
            $0.member("lensMake", camera.lensMake)
            $0.member("lensModel", camera.lensModel)
            $0.member("fNumber", camera.fNumber)
            $0.member("focalLengthMillimetres", camera.focalLengthMillimetres)
            $0.member("exposureBias", camera.exposureBias)
        }
    }

    private static func source(_ source: EntrySourceReference?, _ writer: inout JSONWriter) {
        guard let source else { return writer.null() }
        writer.object {
            $0.member("app", source.app)
            $0.member("id", source.id)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: String, _ value: String?) {
        key(name)
        string(value)
    }

    fileprivate mutating func member(_ name: String, _ value: Int?) {
        key(name)
        int(value)
    }

    fileprivate mutating func member(_ name: String, _ value: Double?) {
        key(name)
        double(value)
    }

    fileprivate mutating func member(_ name: String, _ value: Bool) {
        key(name)
        bool(value)
    }

    fileprivate mutating func member(_ name: String, _ values: [String]) {
        key(name)
        array { for value in values { $0.string(value) } }
    }
}
