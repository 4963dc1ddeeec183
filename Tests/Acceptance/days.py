"""No entry's day ever moves: written in five zones, around clock changes and on 29 February, read in five zones."""

import datetime
import json
import zoneinfo

from acceptance import JOURNAL, Store, alone, check, run, temporary_folder

ZONES = ["Pacific/Auckland", "Asia/Kathmandu", "Europe/Lisbon", "America/New_York", "America/St_Johns"]
# Local day and time, and whether the clock skipped it (then it moves forward) or showed it twice (the earlier).
MOMENTS = [
    ("2023-12-31", "23:59"),
    ("2024-01-01", "00:00"),
    ("2024-02-29", "00:00"),
    ("2024-02-29", "23:59"),
    ("2024-03-01", "00:05"),
    ("2024-06-15", "12:00"),
]
# The nights on which the clocks of each zone go forward and back in 2024 (IANA time zone database).
CHANGES = {
    "Pacific/Auckland": [("2024-09-29", "02:30"), ("2024-04-07", "02:30")],
    "Europe/Lisbon": [("2024-03-31", "01:30"), ("2024-10-27", "01:30")],
    "America/New_York": [("2024-03-10", "02:30"), ("2024-11-03", "01:30")],
    "America/St_Johns": [("2024-03-10", "02:30"), ("2024-11-03", "01:30")],
}


def instant(day, time, zone):
    """The instant of a local time; a skipped one moves forward by the gap, of two the earlier (PEP 495)."""
    local = datetime.datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=zoneinfo.ZoneInfo(zone), fold=0)
    return local.astimezone(datetime.UTC)


def write(store):
    """Gives the day and instant that each entry must have, by id."""
    expected = {}
    for zone in ZONES:
        for day, time in MOMENTS + CHANGES.get(zone, []):
            entry = store.json("new", "--at", f"{day} {time}", "--tz", zone, f"words of {day}")
            expected[entry["id"]] = (day, instant(day, time, zone))
        for day in ("2024-02-29", "2023-12-31"):
            entry = store.json("new", "--at", day, "--all-day", "--tz", zone, f"all of {day}")
            expected[entry["id"]] = (day, None)
    return expected


def read(store, expected, tz, option):
    place = f"TZ={tz} {' '.join(option)}"
    everywhere = {"TZ": tz}
    by_day = {}
    for identifier, (day, _) in expected.items():
        by_day.setdefault(day, set()).add(identifier)
    lines = store.run("export", "-", "--format", "jsonl", *option, **everywhere).splitlines()
    check(len(lines) == len(expected), f"{place}: {len(lines)} entries exported, not {len(expected)}")
    for line in lines:
        entry = json.loads(line)
        day, moment = expected[entry["id"]]
        check(entry["happened"]["day"] == day, f"{place}: {day} is exported as {entry['happened']['day']}")
        if moment:
            at = datetime.datetime.fromisoformat(entry["happened"]["at"])
            check(at == moment, f"{place}: {day}: {at} is not {moment}")
            check(at.date().isoformat() == day, f"{place}: {day}: the text of the moment says {at}")
    for day, identifiers in by_day.items():
        listed = store.run("list", "--on", day, "--plain", *option, **everywhere).splitlines()
        check({line.split("\t")[0] for line in listed} == identifiers, f"{place}: list --on {day}")
        shown = store.run("list", "--on", day, *option, **everywhere).splitlines()
        check(all(line.startswith(day) for line in shown), f"{place}: list shows another day than {day}")
    days = store.json("calendar", "--from", "2023", "--to", "2024", *option, **everywhere)["days"]
    counts = {item["day"]: item["entries"] for item in days}
    check(counts == {day: len(ids) for day, ids in by_day.items()}, f"{place}: calendar has {counts}")
    leap = store.json("today", "--date", "2025-02-28", *option, **everywhere)["entries"]
    check({entry["id"] for entry in leap} == by_day["2024-02-29"], f"{place}: today of 28 February")
    eve = store.json("today", "--date", "2026-12-31", *option, **everywhere)["entries"]
    check({entry["id"] for entry in eve} == by_day["2023-12-31"], f"{place}: today of 31 December")
    markdown = store.run("export", "-", "--format", "md", *option, **everywhere)
    for day in by_day:
        check(day in markdown, f"{place}: {day} is not in the Markdown")
    stats = store.json("stats", *option, **everywhere)
    check(stats["days"] == len(by_day), f"{place}: stats has {stats['days']} days")
    check((stats["from"], stats["to"]) == (min(by_day), max(by_day)), f"{place}: stats has other ends")


def main(long):
    with temporary_folder() as folder:
        store = Store(folder / "store")
        expected = write(store)
        for tz in ZONES:
            read(store, expected, tz, [])
        for tz in ZONES if long else ZONES[:2]:
            read(store, expected, "UTC", ["--tz", tz])
        # The same words about a day mean the day of the one who says them.
        for tz, day in (("Pacific/Auckland", "2024-06-15"), ("America/New_York", "2024-06-14")):
            shown = run(
                JOURNAL,
                *("--now", "2024-06-15T02:00:00Z", "new", "--at", "today", "x", "--json"),
                JOURNAL_HOME=folder / "other",
                TZ=tz,
            )
            check(json.loads(shown)["happened"]["day"] == day, f"today in {tz} is not {day}")


if __name__ == "__main__":
    alone(main)
