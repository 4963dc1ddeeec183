package import Bytes

/// A value that operations and tables carry as one JSON object: members sorted by key, absent ones left out.
package protocol ObjectFields {
    init()
    /// Members that are there.
    var members: [(key: String, value: JSONValue?)] { get }
    mutating func read(_ object: JSONValue)
}

extension ObjectFields {
    /// JSON text, or nothing when no member is there.
    package var json: String? {
        let present = members.compactMap { member in member.value.map { JSONValue.Member(member.key, $0) } }
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        guard !present.isEmpty else { return nil }
        var writer = JSONWriter(escapesTerminalControls: false)
        writer.value(.object(present))
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    var fields: FieldValue { json.map(FieldValue.object) ?? .none }

    /// Reads ``json``; `nil` for anything that is not an object.
    package init?(json: String?) {
        guard var json, let read = json.withUTF8({ Self(json: UnsafeRawBufferPointer($0)) }) else {
            return nil
        }
        self = read
    }

    /// Reads ``json`` as UTF-8; `nil` for anything that is not an object, such as no bytes.
    package init?(json bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty, let object = try? JSONValue(parsing: bytes), case .object = object else {
            return nil
        }
        self.init()
        read(object)
    }

    init?(fields: FieldValue) { self.init(json: fields.object) }
}

private func text(_ value: String?) -> JSONValue? { value.map(JSONValue.string) }

private func number(_ value: Double?) -> JSONValue? {
    guard let value, value.isFinite else { return nil }
    if value == value.rounded(), abs(value) < 1e15 { return .number(String(Int64(value))) }
    return .number(String(describing: value))
}

private func number(_ value: Int64?) -> JSONValue? { value.map { .number(String($0)) } }
private func number(_ value: Int?) -> JSONValue? { value.map { .number(String($0)) } }

extension JSONValue {
    fileprivate func integer(_ key: String) -> Int64? {
        guard case .number(let text)? = self[key] else { return nil }
        return Int64(text)
    }
}

extension Place: ObjectFields {
    package var members: [(key: String, value: JSONValue?)] {
        [
            ("label", text(label)), ("name", text(name)), ("locality", text(locality)), ("area", text(area)),
            ("country", text(country)), ("latitude", number(latitude)), ("longitude", number(longitude)),
            ("altitudeMetres", number(altitudeMetres)), ("radiusMetres", number(radiusMetres)),
            ("zone", text(zoneName)),
        ]
    }

    package mutating func read(_ object: JSONValue) {
        label = object["label"]?.string
        name = object["name"]?.string
        locality = object["locality"]?.string
        area = object["area"]?.string
        country = object["country"]?.string
        latitude = object["latitude"]?.double
        longitude = object["longitude"]?.double
        altitudeMetres = object["altitudeMetres"]?.double
        radiusMetres = object["radiusMetres"]?.double
        zoneName = object["zone"]?.string
    }
}

extension Weather: ObjectFields {
    package var members: [(key: String, value: JSONValue?)] {
        [
            ("conditions", text(conditions)), ("code", text(code)), ("service", text(service)),
            ("temperatureCelsius", number(temperatureCelsius)),
            ("windChillCelsius", number(windChillCelsius)),
            ("pressureHectopascal", number(pressureHectopascal)),
            ("relativeHumidityPercent", number(relativeHumidityPercent)),
            ("visibilityKilometres", number(visibilityKilometres)),
            ("windSpeedKilometresPerHour", number(windSpeedKilometresPerHour)),
            ("windBearingDegrees", number(windBearingDegrees)), ("sunrise", number(sunriseMilliseconds)),
            ("sunset", number(sunsetMilliseconds)), ("moonPhase", number(moonPhase)),
            ("moonPhaseCode", text(moonPhaseCode)),
        ]
    }

    package mutating func read(_ object: JSONValue) {
        conditions = object["conditions"]?.string
        code = object["code"]?.string
        service = object["service"]?.string
        temperatureCelsius = object["temperatureCelsius"]?.double
        windChillCelsius = object["windChillCelsius"]?.double
        pressureHectopascal = object["pressureHectopascal"]?.double
        relativeHumidityPercent = object["relativeHumidityPercent"]?.double
        visibilityKilometres = object["visibilityKilometres"]?.double
        windSpeedKilometresPerHour = object["windSpeedKilometresPerHour"]?.double
        windBearingDegrees = object["windBearingDegrees"]?.double
        sunriseMilliseconds = object.integer("sunrise")
        sunsetMilliseconds = object.integer("sunset")
        moonPhase = object["moonPhase"]?.double
        moonPhaseCode = object["moonPhaseCode"]?.string
    }
}

extension Activity: ObjectFields {
    package var members: [(key: String, value: JSONValue?)] {
        [("name", text(name)), ("stepCount", number(stepCount))]
    }

    package mutating func read(_ object: JSONValue) {
        name = object["name"]?.string
        stepCount = object["stepCount"]?.int
    }
}

extension Music: ObjectFields {
    package var members: [(key: String, value: JSONValue?)] {
        [
            ("artist", text(artist)), ("album", text(album)), ("track", text(track)),
            ("albumYear", number(albumYear)),
        ]
    }

    package mutating func read(_ object: JSONValue) {
        artist = object["artist"]?.string
        album = object["album"]?.string
        track = object["track"]?.string
        albumYear = object["albumYear"]?.int
    }
}

extension TemplateReference: ObjectFields {
    package var members: [(key: String, value: JSONValue?)] { [("id", text(id)), ("title", text(title))] }

    package mutating func read(_ object: JSONValue) {
        id = object["id"]?.string
        title = object["title"]?.string
    }
}

extension EntrySourceReference: ObjectFields {
    package init() { self.init(app: "", id: "") }

    package var members: [(key: String, value: JSONValue?)] { [("app", .string(app)), ("id", .string(id))] }

    package mutating func read(_ object: JSONValue) {
        app = object["app"]?.string ?? ""
        id = object["id"]?.string ?? ""
    }
}

extension Camera: ObjectFields {
    package var members: [(key: String, value: JSONValue?)] {
        [
            ("make", text(make)), ("model", text(model)), ("lensMake", text(lensMake)),
            ("lensModel", text(lensModel)), ("fNumber", number(fNumber)),
            ("focalLengthMillimetres", number(focalLengthMillimetres)),
            ("exposureBias", number(exposureBias)),
        ]
    }

    package mutating func read(_ object: JSONValue) {
        make = object["make"]?.string
        model = object["model"]?.string
        lensMake = object["lensMake"]?.string
        lensModel = object["lensModel"]?.string
        fNumber = object["fNumber"]?.double
        focalLengthMillimetres = object["focalLengthMillimetres"]?.double
        exposureBias = object["exposureBias"]?.double
    }
}

/// An attachment as one JSON object; its id is the key of its field.
package enum AttachmentFields {
    package static func object(_ attachment: Attachment) -> String { Stored(attachment).json ?? "{}" }

    package static func attachment(_ id: AttachmentID, _ value: FieldValue) -> Attachment? {
        guard let stored = Stored(fields: value) else { return nil }
        var attachment = stored.attachment
        attachment.id = id
        return attachment
    }

    private struct Stored: ObjectFields {
        var attachment: Attachment

        init(_ attachment: Attachment) { self.attachment = attachment }

        init() {
            attachment = Attachment(id: AttachmentID(FixedIdentity.namespace), kind: .file, mediaType: "")
        }

        var members: [(key: String, value: JSONValue?)] {
            [
                ("kind", .string(attachment.kind.rawValue)), ("mediaType", .string(attachment.mediaType)),
                ("sha256", text(attachment.sha256)), ("bytes", number(attachment.byteCount)),
                ("name", text(attachment.name)), ("caption", text(attachment.caption)),
                ("order", number(attachment.order)), ("width", number(attachment.pixelWidth)),
                ("height", number(attachment.pixelHeight)), ("duration", number(attachment.durationSeconds)),
                ("taken", number(attachment.takenMilliseconds)),
                ("place", attachment.place.flatMap(objectValue)),
                ("camera", attachment.camera.flatMap(objectValue)),
            ]
        }

        mutating func read(_ object: JSONValue) {
            attachment.kind = object["kind"]?.string.flatMap(Attachment.Kind.init) ?? .file
            attachment.mediaType = object["mediaType"]?.string ?? "application/octet-stream"
            attachment.sha256 = object["sha256"]?.string
            attachment.byteCount = object.integer("bytes") ?? 0
            attachment.name = object["name"]?.string
            attachment.caption = object["caption"]?.string
            attachment.order = object["order"]?.int ?? 0
            attachment.pixelWidth = object["width"]?.int
            attachment.pixelHeight = object["height"]?.int
            attachment.durationSeconds = object["duration"]?.double
            attachment.takenMilliseconds = object.integer("taken")
            attachment.place = object["place"].map { value in
                var place = Place()
                place.read(value)
                return place
            }
            attachment.camera = object["camera"].map { value in
                var camera = Camera()
                camera.read(value)
                return camera
            }
        }

        private func objectValue(_ fields: some ObjectFields) -> JSONValue? {
            let present = fields.members.compactMap { member in
                member.value.map { JSONValue.Member(member.key, $0) }
            }
            return present.isEmpty
                ? nil : .object(present.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
        }
    }
}
