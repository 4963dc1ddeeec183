#!/usr/bin/env python3
"""Writes a big Day One export for benchmarks; the same arguments give the same bytes.

    generate_dayone.py OUT [--entries 10000] [--photos 0] [--journals 1] [--seed 1]

OUT ends in .zip or .json. Entries are about 4.5 kB each with `text` and `richText`; every third is
Japanese; English words follow Zipf's law over a vocabulary of 44,000 invented words.
"""

import argparse
import bisect
import hashlib
import itertools
import json
import random
import struct
import zipfile
import zlib
from datetime import datetime, timedelta, timezone

VOCABULARY = 44_000
WIDTH, HEIGHT = 208, 156
SYLLABLES = [c + v for c in "b c d f g h j k l m n p r s t v w br cl dr fl gr pl pr sh st th tr".split()
             for v in "a e i o u ai ea ou".split()]
COMMON = ("the of and to a in that it was he for on with as his they at be this from had not but what all were "
          "when we there can an your which their said if will each about how up out them then she many some so "
          "these would other into has more her two like him see time could no make than first been its who now "
          "people my made over did down only way find use may water long little very after words called just where "
          "most know morning evening rain train window garden coffee letter river street mother friend").split()
KANJI = ("今日朝昼夜雨雪風空海山川森町駅道橋家庭窓犬猫鳥花木草春夏秋冬友母父姉弟先生学校本紙手紙写真料理魚米茶酒店市場旅電車船"
         "時間記憶夢声音楽歌静古新白黒青赤光影水火土石雲星月")
KANA = "のにはをがでともからまでよりそしてけれどだったしているいました"


def vocabulary(rng):
    words = list(COMMON)
    seen = set(words)
    while len(words) < VOCABULARY:
        word = "".join(rng.choice(SYLLABLES) for _ in range(rng.choice((2, 2, 3, 3, 4))))
        if word not in seen:
            seen.add(word)
            words.append(word)
    return words


class Zipf:
    """Draws words with a frequency of 1 / (rank + 2.7)."""

    def __init__(self, words):
        self.words = words
        self.sums = list(itertools.accumulate(1 / (rank + 2.7) for rank in range(len(words))))

    def draw(self, rng):
        return self.words[bisect.bisect_left(self.sums, rng.random() * self.sums[-1])]


def english_sentence(rng, zipf):
    words = [zipf.draw(rng) for _ in range(rng.randint(6, 18))]
    return " ".join(words).capitalize() + "."


def japanese_sentence(rng):
    parts = []
    for _ in range(rng.randint(4, 9)):
        parts.append("".join(rng.choice(KANJI) for _ in range(rng.choice((1, 2, 2, 3)))))
        start = rng.randrange(len(KANA) - 3)
        parts.append(KANA[start:start + rng.choice((1, 1, 2, 3))])
    return "".join(parts) + "。"


def escape(text):
    return "".join("\\" + c if c in ".!-()`#\\" else c for c in text)


def identifier(*parts):
    return hashlib.md5("/".join(map(str, parts)).encode()).hexdigest().upper()


def png(number):
    """A valid picture that differs for each number, as large as a small photo and as hard to compress: 97 kB."""
    noise = random.Random(number)
    rows = b"".join(b"\0" + noise.randbytes(3 * WIDTH) for _ in range(HEIGHT))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")


def entry(rng, zipf, number, photo):
    japanese = number % 3 == 2
    title = japanese_sentence(rng)[:-1] if japanese else " ".join(zipf.draw(rng) for _ in range(4)).capitalize()
    runs = [{"text": title + "\n", "attributes": {"line": {"header": 1, "identifier": identifier("line", number)}}}]
    text = ["# " + title, ""]
    size = 0
    while size < 1250:
        count = rng.randint(2, 5)
        sentences = [japanese_sentence(rng) if japanese else english_sentence(rng, zipf) for _ in range(count)]
        bold = rng.randrange(count)
        paragraph = []
        for index, sentence in enumerate(sentences):
            run = {"text": sentence + ("\n" if index == count - 1 else "" if japanese else " ")}
            if index == bold:
                run["attributes"] = {"bold": True}
                paragraph.append("**" + escape(sentence) + "**")
            else:
                paragraph.append(escape(sentence))
            runs.append(run)
            size += len(sentence.encode())
        text += [("" if japanese else " ").join(paragraph), ""]
    created = datetime(2008, 1, 1, 7, tzinfo=timezone.utc) + timedelta(hours=number * 13, minutes=rng.randrange(300))
    stamp = created.strftime("%Y-%m-%dT%H:%M:%SZ")
    item = {
        "uuid": identifier("entry", number), "creationDate": stamp,
        "modifiedDate": (created + timedelta(minutes=rng.randrange(90))).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "timeZone": "Asia/Tokyo" if japanese else "Europe/London", "starred": rng.random() < 0.05,
        "isPinned": False, "isAllDay": False, "duration": 0, "editingTime": round(rng.random() * 900, 6),
        "creationDevice": "Notebook", "creationDeviceType": "MacBook Pro", "creationDeviceModel": "MacBookPro18,3",
        "creationOSName": "macOS", "creationOSVersion": "14.4",
        "tags": sorted({zipf.words[rng.randrange(40)] for _ in range(rng.randrange(4))}),
        "location": {
            "latitude": round(rng.uniform(-60, 60), 6), "longitude": round(rng.uniform(-179, 179), 6),
            "placeName": zipf.draw(rng).capitalize() + " Street", "localityName": zipf.draw(rng).capitalize(),
            "administrativeArea": zipf.draw(rng).capitalize(), "country": "Japan" if japanese else "England",
            "region": {"center": {"latitude": 1.5, "longitude": 2.5}, "radius": 75}},
        "weather": {
            "temperatureCelsius": round(rng.uniform(-5, 30), 1), "conditionsDescription": "Partly Cloudy",
            "weatherCode": "partly-cloudy", "weatherServiceName": "WeatherKit", "relativeHumidity": rng.randint(30, 99),
            "pressureMB": 1013.2, "windSpeedKPH": 7.5, "windBearing": rng.randint(0, 360), "visibilityKM": 20},
    }
    if photo is not None:
        media = {"identifier": identifier("photo", number), "md5": photo, "type": "png", "orderInEntry": 0,
                 "width": WIDTH, "height": HEIGHT, "date": stamp, "favorite": False}
        item["photos"] = [media]
        runs.append({"embeddedObjects": [{"type": "photo", "identifier": media["identifier"]}]})
        text.append(f"![](dayone-moment://{media['identifier']})")
    item["text"] = "\n".join(text)
    item["richText"] = json.dumps(
        {"contents": runs, "meta": {"version": 1, "small-lines-removed": True,
                                    "created": {"platform": "com.bloombuilt.dayone-mac", "version": 1478}}},
        ensure_ascii=False, separators=(",", ":")).replace("/", "\\/")
    return item


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--photos", type=int, default=0)
    parser.add_argument("--journals", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    zipf = Zipf(vocabulary(rng))
    archive = zipfile.ZipFile(options.out, "w", zipfile.ZIP_DEFLATED) if options.out.endswith(".zip") else None
    step = max(1, options.entries // options.photos) if options.photos else 0
    photos = 0

    def add(name, data, method):
        info = zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0))
        info.compress_type = method
        archive.writestr(info, data)

    def items(first, last):
        nonlocal photos
        for number in range(first, last):
            photo = None
            if step and number % step == 0 and photos < options.photos:
                data = png(number)
                photo = hashlib.md5(data).hexdigest()
                photos += 1
                if archive:
                    add(f"photos/{photo}.png", data, zipfile.ZIP_STORED)
            yield json.dumps(entry(rng, zipf, number, photo), ensure_ascii=False, separators=(",", ":")).replace(
                "/", "\\/")

    for journal in range(options.journals):
        first = options.entries * journal // options.journals
        last = options.entries * (journal + 1) // options.journals
        body = '{"metadata":{"version":"1.0"},"entries":[' + ",\n".join(items(first, last)) + "]}"
        if archive:
            add(f"Journal {journal + 1}.json" if journal else "Journal.json", body, zipfile.ZIP_DEFLATED)
        else:
            with open(options.out, "w", encoding="utf-8") as out:
                out.write(body)
    if archive:
        archive.close()


if __name__ == "__main__":
    main()
