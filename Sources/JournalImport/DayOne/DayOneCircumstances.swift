import JournalModel

/// Place, weather and the like, in units that are ours already.
enum DayOneCircumstances {
    static func place(_ fields: FieldReader?) -> Place? {
        guard let fields else { return nil }
        var place = Place()
        place.label = fields.string("userLabel")
        place.name = fields.string("placeName")
        place.locality = fields.string("localityName")
        place.area = fields.string("administrativeArea")
        place.country = fields.string("country")
        place.zoneName = fields.string("timeZoneName")
        place.altitudeMetres = fields.double("altitude", in: -12_000...100_000)
        place.radiusMetres = fields.object("region")?.double("radius", in: 0...50_000_000)
        // Half a coordinate is none.
        if let latitude = fields.double("latitude", in: -90...90),
            let longitude = fields.double("longitude", in: -180...180)
        {
            (place.latitude, place.longitude) = (latitude, longitude)
        }
        return place == Place() ? nil : place
    }

    /// Zeros that Day One writes for "unknown" in migrated entries are left out.
    static func weather(_ fields: FieldReader?) -> Weather? {
        guard let fields else { return nil }
        var weather = Weather()
        weather.conditions = fields.string("conditionsDescription")
        weather.code = fields.string("weatherCode")
        weather.service = fields.string("weatherServiceName")
        weather.temperatureCelsius = fields.double("temperatureCelsius", in: -150...150)
        weather.windChillCelsius = fields.double("windChillCelsius", in: -200...150)
        weather.pressureHectopascal = known(fields.double("pressureMB", in: 0...2000))
        weather.relativeHumidityPercent = known(fields.double("relativeHumidity", in: 0...100))
        weather.visibilityKilometres = known(fields.double("visibilityKM", in: 0...1000))
        weather.windSpeedKilometresPerHour = fields.double("windSpeedKPH", in: 0...600)
        weather.windBearingDegrees = fields.double("windBearing", in: 0...360)
        weather.sunriseMilliseconds = date(fields, "sunriseDate")
        weather.sunsetMilliseconds = date(fields, "sunsetDate")
        weather.moonPhaseCode = fields.string("moonPhaseCode")
        weather.moonPhase = fields.double("moonPhase", in: 0...1)
        if weather.moonPhaseCode == nil { weather.moonPhase = known(weather.moonPhase) }
        return weather == Weather() ? nil : weather
    }

    static func activity(_ fields: FieldReader?) -> Activity? {
        guard let fields else { return nil }
        var activity = Activity()
        activity.name = fields.string("activityName")
        activity.stepCount = fields.int("stepCount", in: 0...1e9)
        return activity == Activity() ? nil : activity
    }

    static func music(_ fields: FieldReader?) -> Music? {
        guard let fields else { return nil }
        var music = Music()
        music.artist = fields.string("artist")
        music.album = fields.string("album")
        music.track = fields.string("track")
        music.albumYear = fields.int("albumYear", in: 0...9999)
        return music == Music() ? nil : music
    }

    static func template(_ fields: FieldReader?) -> TemplateReference? {
        guard let fields else { return nil }
        var template = TemplateReference()
        template.id = fields.string("uuid")
        template.title = fields.string("title")
        return template == TemplateReference() ? nil : template
    }

    static func camera(_ fields: FieldReader) -> Camera? {
        var camera = Camera()
        camera.make = fields.string("cameraMake")
        camera.model = fields.string("cameraModel")
        camera.lensMake = fields.string("lensMake")
        camera.lensModel = fields.string("lensModel")
        camera.fNumber = known(fields.double("fnumber", in: 0...1000))
        camera.focalLengthMillimetres = known(fields.double("focalLength", in: 0...100_000))
        camera.exposureBias = fields.double("exposureBiasValue", in: -100...100)
        // A bias alone is what Day One writes for pictures without any camera.
        if camera.exposureBias == 0 {
            var bare = camera
            bare.exposureBias = nil
            if bare == Camera() { return nil }
        }
        return camera == Camera() ? nil : camera
    }

    private static func known(_ value: Double?) -> Double? { value == 0 ? nil : value }

    /// The epoch itself is what Day One writes for an unknown sunrise.
    private static func date(_ fields: FieldReader, _ key: String) -> Int64? {
        guard let text = fields.string(key) else { return nil }
        guard let parts = Timestamp.parse(text) else {
            fields.drop(key, "is no date that exists")
            return nil
        }
        return parts.unixMilliseconds == 0 ? nil : parts.unixMilliseconds
    }
}
