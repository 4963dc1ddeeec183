"""Writes entries the way Day One exports them: `richText` beside an escaped `text`."""

import hashlib
import json
import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

INLINE = re.compile(r"(\*\*.+?\*\*|\*[^*]+?\*|~~.+?~~|==.+?==|`[^`]+?`|\[[^\]]+\]\([^)]+\))")
WEATHER = {
    "clear": ("Clear", "clear", 17.5),
    "rain": ("Rain", "rain", 8.25),
    "fog": ("Foggy", "fog", 6.0),
    "cloudy": ("Mostly Cloudy", "mostly-cloudy", 11.0),
    "wind": ("Windy", "wind", 19.0),
    "storm": ("Thunderstorms", "thunderstorm", 12.0),
}
KINDS = {"photo": "photos", "video": "videos", "audio": "audios", "pdf": "pdfAttachments"}


def identifier(*parts):
    return hashlib.md5("/".join(parts).encode()).hexdigest().upper()


def escape(text):
    return re.sub(r"([\\.!`()#])", r"\\\1", text)


def inline(line, target):
    """The runs of a line and its Markdown as Apple's apps write it."""
    runs, text = [], ""
    for part in INLINE.split(line):
        if not part:
            continue
        if part.startswith("**"):
            runs.append({"text": part[2:-2], "attributes": {"bold": True}})
            text += "**" + escape(part[2:-2]) + "**"
        elif part.startswith("~~"):
            runs.append({"text": part[2:-2], "attributes": {"strikethrough": True}})
            text += "~~" + escape(part[2:-2]) + "~~"
        elif part.startswith("=="):
            runs.append({"text": part[2:-2], "attributes": {"highlightedColor": "ffc107cc"}})
            text += escape(part[2:-2])
        elif part.startswith("`"):
            runs.append({"text": part[1:-1], "attributes": {"inlineCode": True}})
            text += part
        elif part.startswith("["):
            words, url = re.fullmatch(r"\[([^\]]+)\]\(([^)]+)\)", part).groups()
            if url.startswith("entry:"):
                url = "dayone://view?entryId=" + target(url[6:])
            runs.append({"text": words, "attributes": {"linkURL": url}})
            text += f"[{escape(words)}]({url})"
        elif part.startswith("*"):
            runs.append({"text": part[1:-1], "attributes": {"italic": True}})
            text += "*" + escape(part[1:-1]) + "*"
        else:
            runs.append({"text": part})
            text += escape(part)
    return runs, text


def body(source, target, media_id):
    """`contents` of the rich text, and `text`."""
    runs, text, table = [], [], []
    for line in source.strip("\n").split("\n") + [""]:
        line = line.rstrip()
        if table and not line.startswith("|"):
            runs.append({"embeddedObjects": [{"type": "markdown", "contents": "\n".join(table)}]})
            text += table + [""]
            table = []
        stripped = line.lstrip()
        level = (len(line) - len(stripped)) // 2 + 1
        attributes = None
        if line.startswith("|"):
            table.append(line)
            continue
        if line.startswith("@"):
            kind, *names = line[1:].split()
            kind = {"pdf": "pdfAttachment"}.get(kind, kind)
            runs.append({"embeddedObjects": [{"type": kind, "identifier": media_id(name)} for name in names]})
            part = {"photo": "/", "video": "video/", "audio": "audio/", "pdfAttachment": "pdfAttachment/"}[kind]
            text += [f"![](dayone-moment:/{part}{media_id(name)})" for name in names] + [""]
            continue
        if line == "---":
            runs.append({"embeddedObjects": [{"type": "horizontalRuleLine"}]})
            text += ["---", ""]
            continue
        mark, content = "", line
        if match := re.match(r"# (.*)", line):
            attributes, mark, content = {"header": 1}, "# ", match[1]
        elif match := re.match(r"\[( |x)\] (.*)", stripped):
            attributes = {"listStyle": "checkbox", "indentLevel": level, "header": 0}
            if match[1] == "x":
                attributes["checked"] = True
            mark, content = f"- [{match[1]}] ", match[2]
        elif match := re.match(r"- (.*)", stripped):
            attributes, mark, content = (
                {"listStyle": "bulleted", "indentLevel": level},
                "\t" * (level - 1) + "- ",
                match[1],
            )
        elif match := re.match(r"(\d)\. (.*)", stripped):
            attributes = {"listStyle": "numbered", "indentLevel": level, "listIndex": int(match[1])}
            mark, content = f"{match[1]}. ", match[2]
        elif match := re.match(r"> (.*)", line):
            attributes, mark, content = {"quote": True}, "> ", match[1]
        elif match := re.match(r"\$ (.*)", line):
            runs.append({"text": match[1] + "\n", "attributes": {"line": {"codeBlock": True}}})
            text += ["```", escape(match[1]), "```"]
            continue
        pieces, markdown = inline(content, target)
        pieces.append({"text": "\n"})
        for piece in pieces:
            if attributes:
                piece.setdefault("attributes", {})["line"] = dict(attributes)
        merged = pieces[:-1]
        if merged and "linkURL" not in merged[-1].get("attributes", {}):
            merged[-1]["text"] += "\n"
        else:
            merged.append(pieces[-1])
        runs += merged
        text.append(mark + markdown)
    return runs, "\n".join(text).strip("\n")


def utc(local, zone):
    moment = datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone))
    return moment.astimezone(ZoneInfo("UTC"))


def stamp(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def entry(key, local, zone, options, source, media, device="Mac"):
    """One element of `entries`; `media` maps a name to its record without identifier."""
    created = utc(local, zone)

    def media_id(name):
        return identifier("medium", key, name)

    runs, text = body(source, lambda other: identifier("entry", other), media_id)
    item = {
        "uuid": identifier("entry", key),
        "creationDate": stamp(created),
        "modifiedDate": stamp(created + timedelta(minutes=11)),
        "timeZone": zone,
        "starred": options.get("starred", False),
        "isPinned": options.get("pinned", False),
        "isAllDay": options.get("allday", False),
        "duration": 0,
        "editingTime": 211.5,
        "creationDevice": "Nora's Notebook",
        "creationDeviceType": device,
        "creationDeviceModel": "Mac14,2",
        "creationOSName": "macOS",
        "creationOSVersion": "14.4",
        "text": text,
    }
    if options.get("rich", True):
        item["richText"] = json.dumps(
            {
                "contents": runs,
                "meta": {
                    "version": 1,
                    "small-lines-removed": True,
                    "created": {"platform": "com.bloombuilt.dayone-mac", "version": 1559},
                },
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )
    if options.get("tags"):
        item["tags"] = options["tags"]
    if place := options.get("place"):
        item["location"] = dict(
            place,
            timeZoneName=zone,
            region=dict(center=dict(latitude=place["latitude"], longitude=place["longitude"]), radius=75),
        )
    if weather := options.get("weather"):
        words, code, degrees = WEATHER[weather]
        item["weather"] = dict(
            conditionsDescription=words,
            weatherCode=code,
            temperatureCelsius=degrees,
            relativeHumidity=71,
            pressureMB=1012.5,
            windSpeedKPH=14.2,
            windBearing=230,
            visibilityKM=12.5,
            weatherServiceName="WeatherKit",
            sunriseDate=stamp(created.replace(hour=5)),
            sunsetDate=stamp(created.replace(hour=18)),
        )
    for order, name in enumerate(options.get("media", [])):
        kind, record = media[name]
        item.setdefault(KINDS[kind], []).append(
            dict(
                record,
                identifier=media_id(name),
                orderInEntry=order,
                date=stamp(created - timedelta(minutes=40)),
                creationDevice="Nora's Telephone",
                favorite=False,
            )
        )
    return item


def document(entries, version="1.0"):
    """A journal's file; Apple writes a slash as `\\/`."""
    text = json.dumps({"metadata": {"version": version}, "entries": entries}, ensure_ascii=False, indent=1)
    return text.replace("/", "\\/").encode()
