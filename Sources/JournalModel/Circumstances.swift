// What surrounded an entry. All fields are optional; units are in the names.

/// A place on the Earth, by coordinates, by names, or by both.
public struct Place: Hashable, Sendable {
    /// The writer's own name for it, to be preferred in display.
    public var label: String?
    /// Name of the place or street.
    public var name: String?
    /// Town.
    public var locality: String?
    /// State, prefecture or county.
    public var area: String?
    /// Country in the writer's language.
    public var country: String?
    /// Degrees north, WGS 84, -90...90.
    public var latitude: Double?
    /// Degrees east, WGS 84, -180...180.
    public var longitude: Double?
    /// Metres above sea level.
    public var altitudeMetres: Double?
    /// Radius in metres within which the place counts.
    public var radiusMetres: Double?
    /// IANA zone name of the place.
    public var zoneName: String?

    /// A place of which nothing is known yet.
    public init() {}

    /// The first of label, name, locality, area and country that is there.
    public var displayName: String? { label ?? name ?? locality ?? area ?? country }
}

/// The weather at an entry's moment.
public struct Weather: Hashable, Sendable {
    /// Words such as "Mostly cloudy", in the language of the source.
    public var conditions: String?
    /// The source's code, such as `mostly-cloudy-night`.
    public var code: String?
    /// Who measured, such as `WeatherKit`.
    public var service: String?
    /// Degrees Celsius.
    public var temperatureCelsius: Double?
    /// Degrees Celsius as felt.
    public var windChillCelsius: Double?
    /// Hectopascal.
    public var pressureHectopascal: Double?
    /// Percent, 0...100.
    public var relativeHumidityPercent: Double?
    /// Kilometres.
    public var visibilityKilometres: Double?
    /// Kilometres per hour.
    public var windSpeedKilometresPerHour: Double?
    /// Where the wind comes from: degrees clockwise from north, 0...360.
    public var windBearingDegrees: Double?
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var sunriseMilliseconds: Int64?
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var sunsetMilliseconds: Int64?
    /// 0 (new) to 1.
    public var moonPhase: Double?
    /// The source's code, such as `waxing-gibbous`.
    public var moonPhaseCode: String?

    /// Weather of which nothing is known yet.
    public init() {}
}

/// What the writer was doing.
public struct Activity: Hashable, Sendable {
    /// Such as `Walking`.
    public var name: String?
    /// Steps of that day.
    public var stepCount: Int?

    /// An activity of which nothing is known yet.
    public init() {}
}

/// What was playing.
public struct Music: Hashable, Sendable {
    /// Artist.
    public var artist: String?
    /// Album.
    public var album: String?
    /// Track.
    public var track: String?
    /// Year of the album.
    public var albumYear: Int?

    /// Music of which nothing is known yet.
    public init() {}
}

/// The template that an entry was begun from.
public struct TemplateReference: Hashable, Sendable {
    /// Id in the source or in this journal.
    public var id: String?
    /// Title as shown.
    public var title: String?

    /// A template of which nothing is known yet.
    public init() {}
}

/// What took a picture.
public struct Camera: Hashable, Sendable {
    /// Maker and model of the camera.
    public var make: String?
    /// Model.
    public var model: String?
    /// Maker of the lens.
    public var lensMake: String?
    /// Model of the lens.
    public var lensModel: String?
    /// The number N of f/N.
    public var fNumber: Double?
    /// Millimetres.
    public var focalLengthMillimetres: Double?
    /// EV.
    public var exposureBias: Double?

    /// A camera of which nothing is known yet.
    public init() {}
}
