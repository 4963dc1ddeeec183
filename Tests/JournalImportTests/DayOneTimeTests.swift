import JournalImport
import JournalModel
import Testing

/// Times, identities and odd values.
@Suite struct DayOneTimeTests {
    typealias Fixture = DayOneFixture

    @Test("20 The day is the writer's")
    func timeZones() throws {
        func entry(_ number: Int, _ zone: String, _ time: String = "2024-05-01T23:30:00Z") -> String {
            #"{"uuid":"Z\#(number)","creationDate":"\#(time)"\#(zone.isEmpty ? "" : #","timeZone":"\#(zone)""#)}"#
        }
        let result = try Fixture(
            entries: entry(1, "GMT+1200"),
            entry(2, "gmt+0530"),
            entry(3, "US/Pacific", "2024-05-01T03:00:00Z"),
            entry(4, "Mars/Olympus"),
            entry(5, ""),
            entry(6, "Asia/Tokyo"),
            #"{"uuid":"Z7","creationDate":"2024-05-01T23:30:00Z","timeZone":"Mars/Olympus","location":{"timeZoneName":"Asia/Tokyo"}}"#
        ).run()
        #expect(
            result.entries.map(\.happened.day.description) == [
                "2024-05-02", "2024-05-02", "2024-04-30", "2024-05-01", "2024-05-01", "2024-05-02",
                "2024-05-02",
            ]
        )
        #expect(result.entries[1].happened.offsetSeconds == 19_800)
        #expect(result.entries[3].happened.zoneName == "Mars/Olympus")
        #expect(result.entries[6].happened.zoneName == "Mars/Olympus")
        #expect(result.codes == ["zone-unknown", "zone-unknown"])
    }

    @Test("21 Dates of other writers; a day that does not exist never becomes another one")
    func dateShapes() throws {
        func entry(_ number: Int, _ date: String?, _ more: String = "") -> String {
            #"{"uuid":"D\#(number)"\#(date.map { #","creationDate":"\#($0)""# } ?? "")\#(more)}"#
        }
        let result = try Fixture(
            entries: entry(1, "2024-05-01T10:00:00.250Z"),
            entry(2, "2024-05-01T10:00:00+05:00"),
            entry(3, "2024-05-01T10:00:00"),
            entry(4, "2024-05-01 10:00:00"),
            entry(5, "0001-06-01T10:00:00Z"),
            entry(6, "2024-02-30T10:00:00Z"),
            entry(7, "yesterday"),
            entry(8, nil),
            entry(9, "2024-02-30T10:00:00Z", #","modifiedDate":"2024-04-04T04:04:04Z""#)
        ).run()
        #expect(result.entries.map { $0.source?.id } == ["D1", "D2", "D3", "D4", "D5", "D9"])
        #expect(result.entries[0].happened.unixMilliseconds == 1_714_557_600_250)
        #expect(result.entries[1].happened.unixMilliseconds == 1_714_539_600_000)
        #expect(result.entries[5].happened.day.description == "2024-04-04")
        #expect(result.failed.map(\.entry) == ["D6", "D7", "D8"])
        #expect(!result.entries.contains { $0.happened.day.description == "2024-03-01" })
        #expect(result.warnings.filter { $0.code == "date-without-zone" }.map(\.entry) == ["D3", "D4"])
        #expect(result.reconciles)
    }

    @Test("23 An id that comes again")
    func duplicateIDs() throws {
        func entry(_ id: String, _ text: String, _ modified: String = "2024-05-01T10:00:00Z") -> String {
            #"{"uuid":"\#(id)","creationDate":"2024-05-01T10:00:00Z","modifiedDate":"\#(modified)","text":"\#(text)"}"#
        }
        let result = try Fixture([
            "A.json": Fixture.document([
                entry("AB", "same"), entry("AB", "same"), entry("CD", "old"),
                entry("CD", "new", "2024-06-01T10:00:00Z"), entry("ab", "same"), entry("EF", "in A"),
            ]),
            "B.json": Fixture.document([entry("EF", "in B")]),
        ]).run()
        let ids = result.entries.map(\.id)
        #expect(ids[0] == ids[1] && result.items[0].itemHash == result.items[1].itemHash)
        #expect(ids[2] == ids[3] && result.items[2].itemHash != result.items[3].itemHash)
        #expect(result.items[3].modifiedMilliseconds > result.items[2].modifiedMilliseconds)
        #expect(ids[0] == ids[4])
        #expect(ids[5] != ids[6])
        #expect(ids[5] == FixedIdentity.entry(app: "dayone", sourceID: "ef"))
        #expect(ids[6] == FixedIdentity.entry(app: "dayone", sourceID: "EF", journalName: "B"))
        // Spelled differently the object differs, though the entry is the same.
        #expect(result.codes == ["duplicate-id", "duplicate-id"])
    }

    @Test("24 The same archive gives the same values, a newer item a later modification")
    func importTwice() throws {
        let fixture = try Fixture(
            entries: Fixture.entry(1, #""text":"one","modifiedDate":"2024-05-02T00:00:00Z""#)
        )
        let (first, second) = (try fixture.run(), try fixture.run())
        #expect(first.entries == second.entries)
        #expect(first.items.map(\.itemHash) == second.items.map(\.itemHash))
        let reordered = try Fixture(
            entries:
                #"{ "text":"one", "modifiedDate":"2024-05-02T00:00:00Z","creationDate":"2024-05-01T10:00:00Z","uuid":"00000000000000000000000000000001"}"#
        ).run()
        #expect(reordered.items[0].itemHash == first.items[0].itemHash)
        let newer = try Fixture(
            entries: Fixture.entry(1, #""text":"two","modifiedDate":"2024-05-03T00:00:00Z""#)
        ).run()
        #expect(newer.entries[0].id == first.entries[0].id)
        #expect(newer.items[0].modifiedMilliseconds > first.items[0].modifiedMilliseconds)
    }

    @Test("25 A value of the wrong type costs the field at most")
    func typeNoise() throws {
        let result = try Fixture(
            entries: Fixture.entry(
                1,
                #""text":"kept","starred":1,"tags":null,"photos":null,"videos":"none","music":{"albumYear":"2006","artist":5},"weather":{"relativeHumidity":62.5,"windBearing":360,"sunriseDate":"1970-01-01T00:00:00Z","temperatureCelsius":"7.5"},"location":{"latitude":123,"longitude":5,"placeName":"Here"},"pdfAttachments":[{"identifier":"P","fnumber":"(null)","width":"12"}]"#
            )
        ).run()
        let entry = try #require(result.entries.first)
        #expect(entry.body == "kept" && entry.isStarred && entry.tags.isEmpty)
        #expect(entry.music?.albumYear == 2006 && entry.music?.artist == "5")
        #expect(entry.weather?.relativeHumidityPercent == 62.5 && entry.weather?.windBearingDegrees == 360)
        #expect(entry.weather?.temperatureCelsius == 7.5 && entry.weather?.sunriseMilliseconds == nil)
        #expect(entry.place?.name == "Here" && entry.place?.latitude == nil && entry.place?.longitude == nil)
        #expect(entry.attachments[0].camera == nil && entry.attachments[0].pixelWidth == 12)
        #expect(result.codes == ["field-dropped", "field-dropped", "media-missing"])
        #expect(result.warnings.contains { $0.message.contains("location.latitude") })
    }

    @Test("Every circumstance has its place")
    func circumstances() throws {
        let result = try Fixture(
            entries: Fixture.entry(
                1,
                ##""isAllDay":true,"isPinned":true,"timeZone":"Asia/Tokyo","tags":[" Sea ","sea","","#x","a, b","犬"],"userActivity":{"activityName":"Walking","stepCount":1234},"template":{"uuid":"T","title":"Evening"},"location":{"userLabel":"Home","placeName":"1 Street","localityName":"Town","administrativeArea":"Area","country":"Land","latitude":1.5,"longitude":-2.5,"altitude":30,"timeZoneName":"Asia/Tokyo","region":{"radius":75}},"photos":[{"identifier":"A","type":"jpeg","width":4000,"height":3000,"date":"2024-05-01T09:00:00Z","cameraMake":"Maker","cameraModel":"Model","fnumber":"2.2","focalLength":"4.15","filename":"IMG_1.HEIC","location":{"latitude":3,"longitude":4}}],"audios":[{"identifier":"B","duration":12.5,"title":"Birds"}]"##
            )
        ).run()
        let entry = try #require(result.entries.first)
        #expect(entry.happened.isAllDay && entry.happened.day.description == "2024-05-01" && entry.isPinned)
        #expect(entry.tags == ["#x", "a, b", "Sea", "犬"])
        #expect(entry.activity?.name == "Walking" && entry.activity?.stepCount == 1234)
        #expect(entry.template?.id == "T" && entry.template?.title == "Evening")
        #expect(
            entry.place?.displayName == "Home" && entry.place?.radiusMetres == 75
                && entry.place?.altitudeMetres == 30
        )
        let (photo, audio) = (entry.attachments[0], entry.attachments[1])
        #expect(photo.pixelWidth == 4000 && photo.name == "IMG_1.HEIC" && photo.place?.latitude == 3)
        #expect(photo.camera?.fNumber == 2.2 && photo.camera?.focalLengthMillimetres == 4.15)
        #expect(photo.takenMilliseconds == 1_714_554_000_000)
        #expect(audio.durationSeconds == 12.5 && audio.caption == "Birds")
        #expect(entry.title == nil)
    }

    @Test("Links between entries become ours, also when the target is elsewhere")
    func entryLinks() throws {
        let target = String(repeating: "0", count: 31) + "2"
        let rich =
            #"{"contents":[{"text":"see "},{"text":"this","attributes":{"linkURL":"dayone://view?entryId=\#(target)"}},{"text":" or dayone2://view?entryId=ELSEWHERE."}]}"#
        let result = try Fixture(
            entries: Fixture.entry(
                1,
                "\"text\":\("[t](dayone2://view?entryId=\(target)) dayone://view?entryId=\(target), dayone://open".json)"
            ),
            Fixture.entry(2, "\"richText\":\(rich.json)")
        ).run()
        let link = "entry:\(result.entries[1].id)"
        #expect(result.bodies[0] == "[t](\(link)) [linked entry](\(link)), dayone://open")
        let elsewhere = FixedIdentity.entry(app: "dayone", sourceID: "elsewhere")
        #expect(result.bodies[1] == "see [this](\(link)) or [linked entry](entry:\(elsewhere)).")
        #expect(result.codes == ["link-unresolved"])
    }

    @Test("An item without an id gets one that stays")
    func derivedIDs() throws {
        let item = #"{"creationDate":"2024-05-01T10:00:00Z","text":"only this"}"#
        let other = #"{"creationDate":"2024-05-01T10:00:00Z","text":"only that"}"#
        let result = try Fixture(entries: item, other).run()
        #expect(result.entries[0].id != result.entries[1].id)
        #expect(try Fixture(entries: item).run().entries[0].id == result.entries[0].id)
    }
}
