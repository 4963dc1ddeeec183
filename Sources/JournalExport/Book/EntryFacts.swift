import JournalModel

/// What surrounded an entry, in the book's words: place, weather, mood, people, music, journal.
struct EntryFacts {
    let strings: BookStrings
    /// Journals by id, named only when the book holds several.
    let journals: [JournalID: JournalInfo]
    let redactsPlaces: Bool

    func words(_ entry: Entry) -> [String] {
        var facts: [String] = []
        if !redactsPlaces {
            if let place = entry.place { facts.append(Self.words(place)) }
            if let weather = entry.weather { facts.append(words(weather)) }
        }
        if let mood = entry.mood { facts.append(BookStrings.fill(strings.mood, ["value": String(mood)])) }
        if !entry.people.isEmpty {
            facts.append(BookStrings.fill(strings.people, ["names": entry.people.joined(separator: ", ")]))
        }
        if let track = entry.music?.track {
            facts.append("♪ " + [track, entry.music?.artist].compactMap(\.self).joined(separator: ", "))
        }
        if journals.count > 1, let journal = journals[entry.journal] { facts.append(journal.name) }
        return facts.filter { !$0.isEmpty }
    }

    private func words(_ weather: Weather) -> String {
        let temperature = weather.temperatureCelsius.flatMap { value -> String? in
            guard value.isFinite, abs(value) < 1000 else { return nil }
            return BookStrings.fill(strings.temperature, ["value": String(Int(value.rounded()))])
        }
        return [temperature, weather.conditions].compactMap(\.self).joined(separator: ", ")
    }

    /// The place's own name and the town it lies in.
    private static func words(_ place: Place) -> String {
        var parts: [String] = []
        for part in [place.label ?? place.name, place.locality ?? place.area, place.country] {
            if let part, !part.isEmpty, !parts.contains(part) { parts.append(part) }
        }
        return parts.prefix(2).joined(separator: ", ")
    }
}
