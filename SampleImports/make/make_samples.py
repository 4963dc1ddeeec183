#!/usr/bin/env python3
"""Writes every sample of SampleImports/ with its expected.json.

    make_samples.py            (from any folder; Python 3.11 with Pillow, ffmpeg, heif-enc)

Text is in entries.py; pictures, sounds and films are drawn by pictures.py.
"""

import hashlib
import io
import json
import tempfile
import unicodedata
import zipfile
from pathlib import Path

import dayone
import entries
import pictures

OUT = Path(__file__).resolve().parent.parent
FOLDERS = {"photo": "photos", "video": "videos", "audio": "audios", "pdf": "pdfs"}


class Streamed(io.RawIOBase):
    """Output that cannot be rewound: zipfile then writes data descriptors, as macOS does."""

    def __init__(self, path):
        self.file = path.open("wb")  # noqa: SIM115 (closed by close)

    def writable(self):
        return True

    def write(self, data):
        return self.file.write(data)

    def close(self):
        self.file.close()
        super().close()


def write_zip(path, members, streamed=False):
    """Members are (name, bytes) in order; media are stored, text is deflated."""
    path.parent.mkdir(exist_ok=True)
    target = Streamed(path) if streamed else path.open("wb")  # noqa: SIM115 (the with below closes it)
    with target, zipfile.ZipFile(target, "w") as archive:
        for name, data in members:
            info = zipfile.ZipInfo(name, (2025, 1, 5, 10, 0, 0))
            info.create_system = 3
            info.external_attr = (0o40755 << 16 | 0x10) if name.endswith("/") else 0o100644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED if name.endswith(".json") else zipfile.ZIP_STORED
            archive.writestr(info, data)


def expect(name, **values):
    folder = OUT / name
    folder.mkdir(exist_ok=True)
    values = dict(values, schema="journal.sample/1")
    (folder / "expected.json").write_text(
        json.dumps(values, ensure_ascii=False, indent=2, sort_keys=True) + "\n", encoding="utf-8"
    )


class Media:
    """The media of a sample: records for entries, and files for the archive."""

    def __init__(self):
        self.files = {}
        self.records = {}

    def add(self, name, kind, data, extension, **record):
        digest = hashlib.md5(data).hexdigest()
        self.files[f"{FOLDERS[kind]}/{digest}.{extension}"] = data
        self.records[name] = (kind, dict(record, md5=digest, fileSize=len(data)))


def draw(folder):
    media = Media()
    camera = dict(
        cameraMake="Pocket",
        cameraModel="Pocket Camera 3",
        fnumber="2.2",
        focalLength="4.15",
        lensModel="Pocket 4.15mm f/2.2",
    )
    for _journal, _key, local, _zone, options, _text in entries.ENTRIES:
        place, taken = options["place"], (local + ":00")[:19] if "T" in local else local + "T10:00:00"
        for name in options.get("media", []):
            if name in media.records:
                continue
            kind = name[0]
            if name == "p-sketch":
                media.add(name, "photo", pictures.png(name), "png", type="png", width=400, height=300, isSketch=True)
            elif kind == "p":
                width, height = pictures.scene(name).size
                media.add(
                    name,
                    "photo",
                    pictures.jpeg(name, place, taken),
                    "jpeg",
                    type="jpeg",
                    width=width,
                    height=height,
                    filename=f"IMG_{1000 + len(media.records)}.JPG",
                    location=dict(
                        latitude=place["latitude"] + 0.001,
                        longitude=place["longitude"] - 0.001,
                        placeName=place["placeName"],
                    ),
                    **camera,
                )
            elif kind == "h":
                width, height = pictures.scene(name).size
                media.add(
                    name,
                    "photo",
                    pictures.heic(name, folder, place, taken),
                    "heic",
                    type="heic",
                    width=width,
                    height=height,
                    filename="IMG_2219.HEIC",
                    **camera,
                )
            elif kind == "v":
                media.add(
                    name,
                    "video",
                    pictures.mp4(name, folder, place),
                    "mp4",
                    type="mp4",
                    width=320,
                    height=240,
                    duration=2.0,
                )
            elif kind == "a":
                media.add(
                    name,
                    "audio",
                    pictures.m4a(name, folder),
                    "m4a",
                    format="aac",
                    duration=6.0,
                    title="Hassan, singing" if name == "a-hassan" else "Swifts at dusk",
                    audioChannels="Mono",
                    sampleRate="16.0 kHz",
                )
            else:
                lines = (
                    ["Bristol to Osaka", "28 March 2022, 04:55", "Seat 31A, window"]
                    if name == "d-ticket"
                    else ["An album for my mother", "Sixteen leaves, Sanganer paper", "Bristol, March 2024"]
                )
                media.add(
                    name, "pdf", pictures.pdf(lines), "pdf", pdfName="ticket.pdf" if name == "d-ticket" else "album.pdf"
                )
    return media


def words(text):
    """The lists of words, each proved to stand in the text."""
    lists = dict(en=entries.ENGLISH, ja=entries.JAPANESE, ar=entries.ARABIC, hi=entries.HINDI, emoji=entries.EMOJI)
    for script, list_ in lists.items():
        missing = [word for word in list_ if word not in text]
        assert not missing, (script, missing)
        assert len(set(list_)) >= 20, script
    return lists


def built(media, journals):
    made = {}
    for journal, key, local, zone, options, text in entries.ENTRIES:
        if journal in journals:
            local = local if "T" in local else local + "T12:00"
            made.setdefault(journal, []).append(dayone.entry(key, local, zone, options, text, media.records))
    return made


def count(made):
    return sum(len(item.get(key, [])) for items in made.values() for item in items for key in dayone.KINDS.values())


def main_sample(media):
    made = built(media, ("Home", "Travels"))
    text = "".join(text for *_, text in entries.ENTRIES)
    write_zip(
        OUT / "dayone-trip" / "dayone-trip.zip",
        [(f"{name}.json", dayone.document(items)) for name, items in made.items()] + sorted(media.files.items()),
    )
    expect(
        "dayone-trip",
        entries=sum(map(len, made.values())),
        journals={k: len(v) for k, v in made.items()},
        attachments=count(made),
        warnings=[],
        failed=0,
        skipped=0,
        words=words(text),
    )


def macos_rezip(media):
    """The first year again, its folder zipped by hand on a Mac."""
    made = built(media, ("Home", "Travels"))
    journals = {"Home ☕": made["Home"][:5], "Séjours": made["Travels"][:5]}
    used = {r["md5"] for items in journals.values() for i in items for k in dayone.KINDS.values() for r in i.get(k, [])}
    members = [("Export 2022/", b"")]
    for name, items in journals.items():
        name = unicodedata.normalize("NFD", name)
        members += [
            (f"Export 2022/{name}.json", dayone.document(items)),
            (f"__MACOSX/Export 2022/._{name}.json", b"\0\5\26\7\0\2\0\0Mac OS X        "),
        ]
    members += [("Export 2022/.DS_Store", b"\0\0\0\1Bud1"), ("Export 2022/photos/", b"")]
    for file, data in sorted(media.files.items()):
        folder, stem = file.split("/")
        if stem.split(".")[0] in used:
            members += [
                (f"Export 2022/{folder}/{stem}", data),
                (f"__MACOSX/Export 2022/{folder}/._{stem}", b"\0\5\26\7"),
            ]
    write_zip(OUT / "dayone-macos-rezip" / "dayone-macos-rezip.zip", members, streamed=True)
    expect(
        "dayone-macos-rezip",
        entries=10,
        journals={k: len(v) for k, v in journals.items()},
        attachments=count(journals),
        warnings=[],
        failed=0,
        skipped=0,
        words=dict(en=["notebook", "starter", "spine"], ja=["約束", "手紙"], ar=[], hi=[], emoji=["🐈‍⬛", "❤️‍🔥"]),
    )


def android(media):
    """The dialect of Android: no escapes, `pinned`, `jpg`, sizes of 0."""
    made = built(media, ("Travels",))["Travels"][:4]
    for item in made:
        item["text"] = item["text"].replace("\\", "").replace("\n---\n", "\n***\n")
        item["pinned"] = item.pop("isPinned")
        item.pop("isAllDay")
        item.update(v={}, creationOSName="Android", creationDeviceType="Pocketphone")
        item.pop("richText")
        for record in item.get("photos", []):
            record.update(type="jpg", width=0, height=0)
            record.pop("creationDevice")
    made[0]["pinned"] = True
    files = {
        name.replace(".jpeg", ".jpg"): data
        for name, data in media.files.items()
        if any(r["md5"] in name for i in made for k in dayone.KINDS.values() for r in i.get(k, []))
    }
    write_zip(
        OUT / "dayone-android" / "dayone-android.zip",
        [("Journal.json", dayone.document(made, "2024.14"))] + sorted(files.items()),
    )
    expect(
        "dayone-android",
        entries=len(made),
        journals={"Journal": len(made)},
        attachments=count({"": made}),
        warnings=["link-unresolved"],
        failed=0,
        skipped=0,
        words=dict(en=["petals", "wheat", "colleague"], ja=["木漏れ日", "図書館"], ar=[], hi=[], emoji=["🌸", "🦌"]),
    )


def minimal():
    """What other programs write: text and a date."""
    items = [
        {"creationDate": "2019-05-04T06:20:00Z", "text": "The heron was on the weir again, being nobody's business."},
        {"creationDate": "2019-05-05 19:00:00", "text": "# Sunday\n\nSoup, *rain*, and the good blanket."},
        {"creationDate": "2019-05-06T21:45:10.500+02:00", "text": "सब ठीक है। كل شيء بخير. 大丈夫。"},
    ]
    (OUT / "dayone-minimal").mkdir(exist_ok=True)
    (OUT / "dayone-minimal" / "Notes from the weir.json").write_text(
        json.dumps({"entries": items}, ensure_ascii=False, indent=2), encoding="utf-8"
    )
    expect(
        "dayone-minimal",
        entries=3,
        journals={"Notes from the weir": 3},
        attachments=0,
        warnings=["date-without-zone"],
        failed=0,
        skipped=0,
        words=dict(en=["heron", "blanket"], ja=["大丈夫"], ar=["بخير"], hi=["ठीक"], emoji=[]),
    )


def broken(media):
    """One fault each; everything sound must still come in."""

    def item(key, text, **more):
        return dict(
            {
                "uuid": dayone.identifier("broken", key),
                "creationDate": "2021-07-01T09:00:00Z",
                "modifiedDate": "2021-07-01T09:30:00Z",
                "timeZone": UK,
                "text": text,
            },
            **more,
        )

    UK = entries.UK
    shared = media.records["p-cat"][1]
    owner = item(
        "owner",
        "The cat, in bad light.\n\n![](dayone-moment://" + "C" * 32 + ")",
        photos=[dict(shared, identifier="C" * 32, orderInEntry=0)],
    )
    good = [
        item("fine", "A page that has nothing wrong with it."),
        {k: v for k, v in item("blank", "").items() if k != "text"},
        owner,
        item("borrowed", f"The same cat, seen from another page. ![](dayone-moment://{'C' * 32})"),
        item("dangling", "Here was a lighthouse. ![](dayone-moment://" + "D" * 32 + ")"),
        item(
            "absent",
            "Here is a picture that was never downloaded.",
            photos=[{"identifier": "E" * 32, "type": "jpeg", "orderInEntry": 0}],
        ),
        item("zone", "Landed. The dust is red.", timeZone="Mars/Olympus"),
        item("rich", "The plain text is safe.", richText="{"),
        item(
            "noise",
            "Numbers as words, words as numbers.",
            starred=1,
            tags=None,
            music={"albumYear": "2006"},
            weather={"relativeHumidity": 62.5, "windBearing": 360, "sunriseDate": "1970-01-01T00:00:00Z"},
            location={"latitude": 123, "longitude": 5, "placeName": "Off the map"},
        ),
        item("twice", "First draft of a sentence."),
        item("twice", "Second draft of a better sentence.", modifiedDate="2021-07-02T09:30:00Z"),
        item("february", "The thirtieth of February, after lunch.", creationDate="2021-02-30T12:00:00Z"),
        {k: v for k, v in item("undated", "Some time ago, once.").items() if not k.endswith("Date")},
        item("lost", "See [the other book](dayone2://view?entryId=" + "F" * 32 + ")."),
    ]
    text = dayone.document(good).decode()
    lone = json.dumps(item("lone", "Half a smile: SMILE"), ensure_ascii=False).replace("SMILE", "\\ud83d")
    bad = '{"uuid": "BROKEN", "creationDate": "2021-07-01T09:00:00Z", "text": unquoted}'
    text = text.rstrip()[:-1].rstrip()[:-1] + f", {lone}, {bad}, 17]}}"
    data = text.encode() + b"\0\0\0"
    whole = dayone.document([item("kept", "The page before the spine gave way."), item("cut", "This one is lost.")])
    picture = next(file for file in media.files if shared["md5"] in file)
    write_zip(
        OUT / "dayone-broken" / "dayone-broken.zip",
        [
            ("Faults.json", data),
            ("Torn.json", whole[:-60]),
            ("settings.json", b'{"theme": "dark"}'),
            ("../evil.json", whole),
            ("photos\\slip.jpeg", b"x"),
            (picture, media.files[picture]),
            ("photos/orphan.jpeg", media.files[picture] + b"\0"),
        ],
    )
    expect(
        "dayone-broken",
        entries=14,
        journals={"Faults": 17, "Torn": 2},
        attachments=3,
        skipped=0,
        failed=4,
        warnings=[
            "date-replaced",
            "date-unreadable",
            "duplicate-id",
            "entry-unreadable",
            "field-dropped",
            "file-broken-off",
            "file-ignored",
            "link-unresolved",
            "media-missing",
            "media-unknown",
            "media-unused",
            "member-refused",
            "richtext-unreadable",
            "text-repaired",
            "trailing-bytes",
            "zone-unknown",
        ],
        words=dict(en=["lighthouse", "sentence", "smile"], ja=[], ar=[], hi=[], emoji=[]),
    )


def main():
    with tempfile.TemporaryDirectory() as folder:
        media = draw(folder)
        main_sample(media)
        macos_rezip(media)
        android(media)
        minimal()
        broken(media)


if __name__ == "__main__":
    main()
