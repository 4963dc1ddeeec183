"""Compares the command with other programs, in one table of ratios with peak memory.

Usage: run.py --journal PATH [--runs N] [--only import|epub|pdf|search|everyday]
Processor time is user + system with all children, medians of N runs that alternate with the other program.
Ends with status 1 when a bar is missed. What is generated stays in .build/bench.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import measure

HERE = pathlib.Path(__file__).resolve().parent
WORK = HERE.parent / ".build" / "bench"
PEERS = HERE / "peers"
# Media of these kinds are compressed already; zip stores them as the book does.
STORED = ".jpg:.jpeg:.png:.m4a:.mp4"
SCRIPTS = {
    "en": ("English", 2_000_000, "Noto Serif", 3),
    "ja": ("Japanese", 500_000, "Noto Serif CJK JP", 3),
    "hi": ("Hindi", 500_000, "Noto Serif Devanagari", None),
    "ar": ("Arabic", 500_000, "Noto Naskh Arabic", None),
}
MEGABYTE = 1_000_000

rows = []
missed = []


def report(name, ours, other, figures, ratio=None, peak=None, bar=None, met=None):
    """Adds a line to the table; `met` is None where there is no bar."""
    rows.append((name, ours, other, figures, ratio, peak, bar, met))
    if met is False:
        missed.append(name)
    print(f"  {name}: {figures}", file=sys.stderr, flush=True)


class Journal:
    """The command on one store."""

    def __init__(self, command, store):
        self.command, self.store = command, store

    def run(self, *words, expect=(0, 3)):
        env = {**os.environ, "JOURNAL_HOME": str(self.store), "TZ": "UTC", "LANG": "C.UTF-8"}
        return measure.run([self.command, *words], env=env, expect=expect)


def python(script, *words):
    """One of the peers, which prints the processor seconds that count."""
    cost = measure.run([sys.executable, PEERS / script, *words])
    return float(cost.out), cost


def generated(entries, photos=0):
    """A generated Day One export, made once; a zip when there are photos."""
    path = WORK / f"export-{entries}-{photos}.{'zip' if photos else 'json'}"
    if not path.exists():
        part = WORK / f"part-{path.name}"
        words = [sys.executable, HERE / "generate_dayone.py", part, "--entries", entries, "--photos", photos]
        subprocess.run(list(map(str, words)), check=True)
        part.rename(path)
    return path


def filled(command, entries, photos=0):
    """A store with that generated export, made anew by each benchmark run."""
    store = WORK / f"store-{entries}-{photos}"
    shutil.rmtree(store, ignore_errors=True)
    journal = Journal(command, store)
    cost = journal.run("import", generated(entries, photos))
    return journal, cost


def bench_import(command, runs):
    file = generated(10_000)
    size = file.stat().st_size / MEGABYTE
    ours, parse, index = [], [], []
    for _ in range(runs):
        parse.append(python("json_load.py", file)[0])
        index.append(python("fts_insert.py", file)[0])
        ours.append(filled(command, 10_000)[1])
    cost = measure.median(ours)
    allowed = sorted(4 * p + 1.3 * f for p, f in zip(parse, index, strict=False))[runs // 2]
    report(
        f"import 10,000 entries, {size:.0f} MB",
        "journal import",
        "4 json.load + 1.3 FTS5 insert",
        f"{cost.cpu:.2f} s / {allowed:.2f} s",
        cost.cpu / allowed,
        cost.peak,
        "<= 1",
        cost.cpu <= allowed,
    )
    report(
        "import, peak memory",
        "journal import",
        "120 MB",
        f"{cost.peak / MEGABYTE:.0f} MB",
        None,
        cost.peak,
        "<= 120 MB",
        cost.peak <= 120 * MEGABYTE,
    )

    twice = filled(command, 20_000)[1]
    report(
        "import 20,000 entries, peak memory",
        "20,000 entries",
        "10,000 entries",
        f"{twice.peak / MEGABYTE:.0f} MB / {cost.peak / MEGABYTE:.0f} MB",
        twice.peak / cost.peak,
        twice.peak,
        "<= 1.1",
        twice.peak <= 1.1 * cost.peak,
    )

    journal = Journal(command, WORK / "store-10000-0")
    again = journal.run("import", generated(10_000), "--json")
    counts = json.loads(again.out)
    idle = counts["new"] == counts["changed"] == 0
    report(
        "second import",
        "journal import",
        "the first",
        f"{again.cpu:.2f} s / {cost.cpu:.2f} s, {counts['new']} new",
        again.cpu / cost.cpu,
        again.peak,
        "0 new, 0 changed",
        idle,
    )

    peer = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory(dir=WORK) as folder:
            words = ["dayone-to-obsidian", "run", "--json", file, "--target", f"{folder}/vault", "--force"]
            peer.append(measure.run(words))
    other = measure.median(peer)
    report(
        "import 10,000 entries",
        "journal import",
        "dayone-to-obsidian",
        f"{cost.cpu:.2f} s / {other.cpu:.2f} s",
        cost.cpu / other.cpu,
        cost.peak,
    )


def bench_epub(command, runs):
    journal, _ = filled(command, 10_000, 2_000)
    book, members = WORK / "bench.epub", WORK / "members"
    journal.run("export", book, "--overwrite")
    shutil.rmtree(members, ignore_errors=True)
    shutil.unpack_archive(book, members, "zip")
    ours, zipped = [], []
    for _ in range(runs):
        ours.append(journal.run("export", book, "--overwrite"))
        (WORK / "peer.zip").unlink(missing_ok=True)
        zipped.append(measure.run(["zip", "-q", "-r", "-6", "-n", STORED, WORK / "peer.zip", "."], cwd=members))
    cost, other = measure.median(ours), measure.median(zipped)
    size = book.stat().st_size / MEGABYTE
    report(
        f"EPUB, 10,000 entries and 2,000 photos, {size:.0f} MB",
        "journal export, from the store",
        "zip -6 of the members",
        f"{cost.cpu:.2f} s / {other.cpu:.2f} s",
        cost.cpu / other.cpu,
        cost.peak,
        "<= 1",
        cost.cpu <= other.cpu,
    )
    report(
        "EPUB, peak memory",
        "journal export",
        "256 MB",
        f"{cost.peak / MEGABYTE:.0f} MB",
        None,
        cost.peak,
        "<= 256 MB",
        cost.peak <= 256 * MEGABYTE,
    )
    peer = measure.run([sys.executable, PEERS / "ebooklib_book.py", members, WORK / "peer.epub"])
    report(
        "EPUB",
        "journal export, from the store",
        "EbookLib of the members",
        f"{cost.cpu:.2f} s / {peer.cpu:.2f} s",
        cost.cpu / peer.cpu,
        cost.peak,
    )


def pango():
    """The peer program, compiled."""
    program = WORK / "pango_pdf"
    flags = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "pangocairo"], check=True, capture_output=True, text=True
    )
    words = ["gcc", "-O2", PEERS / "pango_pdf.c", "-o", program, *flags.stdout.split()]
    subprocess.run(list(map(str, words)), check=True)
    return program


def bench_pdf(command, runs):
    program = pango()
    for language, (name, size, font, times) in SCRIPTS.items():
        folder = WORK / f"text-{language}-{size}"
        if not (folder / "records.txt").exists():
            subprocess.run([sys.executable, str(HERE / "texts.py"), language, str(size), str(folder)], check=True)
        store = WORK / f"store-{language}"
        shutil.rmtree(store, ignore_errors=True)
        journal = Journal(command, store)
        journal.run("import", folder / "Journal.json")
        ours, peer = [], []
        for _ in range(runs):
            ours.append(journal.run("export", WORK / f"{language}.pdf", "--paper", "a5", "--overwrite"))
            peer.append(measure.run([program, language, font, folder / "records.txt", WORK / f"{language}-peer.pdf"]))
        cost, other = measure.median(ours), measure.median(peer)
        ratio = other.cpu / cost.cpu
        bar = f"{times} times as fast" if times else None
        report(
            f"PDF, {size / MEGABYTE:.1f} MB of {name}, A5, tagged",
            "journal export, from the store",
            "Pango + Cairo",
            f"{cost.cpu:.2f} s / {other.cpu:.2f} s, {ratio:.1f} times as fast",
            cost.cpu / other.cpu,
            cost.peak,
            bar,
            ratio >= times if times else None,
        )
        report(
            f"PDF of {name}, peak memory",
            "journal export",
            "256 MB",
            f"{cost.peak / MEGABYTE:.0f} MB",
            None,
            cost.peak,
            "<= 256 MB",
            cost.peak <= 256 * MEGABYTE,
        )


def bench_search(command, runs):
    small, _ = filled(command, 10_000)
    for word, what in (("雨", "one character"), ("天気", "two characters")):
        costs = [small.run("search", word, "--limit", "20", expect=(0, 1)) for _ in range(runs * 5)]
        cost = measure.median(costs)
        report(
            f"search of {what} in 10,000 entries",
            "journal search, whole process",
            "60 ms",
            f"{cost.wall * 1000:.0f} ms",
            None,
            cost.peak,
            "<= 60 ms",
            cost.wall <= 0.060,
        )

    large, _ = filled(command, 50_000)
    dump = WORK / "all.jsonl"
    large.run("export", dump, "--format", "jsonl", "--overwrite")
    for words, peer in (
        (["search", "天気", "--limit", "50"], ["grep", "-c", "天気", dump]),
        (["search", "the", "--limit", "50"], ["grep", "-c", "-w", "the", dump]),
        (["list", "--limit", "50"], ["tail", "-n", "50", dump]),
        (["list", "--json"], [sys.executable, PEERS / "jsonl_load.py", dump]),
    ):
        ours = measure.median([large.run(*words, expect=(0, 1)) for _ in range(runs * 2)])
        other = measure.median([measure.run(peer, expect=(0, 1)) for _ in range(runs * 2)])
        shown = "python3 json.loads" if peer[0] == sys.executable else f"{peer[0]} on the jsonl"
        report(
            f"{' '.join(words)} in 50,000 entries",
            "journal, whole process",
            shown,
            f"{ours.wall * 1000:.0f} ms / {other.wall * 1000:.0f} ms",
            ours.wall / other.wall,
            ours.peak,
        )


def generated_short(entries):
    """A Day One export of short entries over thirty years, in English and Japanese, made once."""
    path = WORK / f"short-{entries}.json"
    if path.exists():
        return path
    start = datetime.datetime(1995, 1, 1, tzinfo=datetime.UTC)
    step = datetime.timedelta(days=365 * 30) / entries
    words = ["river", "bridge", "rain", "tea", "letter", "garden", "train", "night", "snow", "window"]
    part = path.with_suffix(".part")
    with open(part, "w", encoding="utf-8") as out:
        out.write('{"metadata":{"version":"1.0"},"entries":[')
        for number in range(entries):
            at = (start + step * number).strftime("%Y-%m-%dT%H:%M:%SZ")
            word = words[number % 10]
            text = f"Entry {number} of the {word}. " + ("天気のよい朝だった。" if number % 3 else "It was warm. ") * 8
            if number % 5_000 == 0:
                text += "銀河鉄道"
            entry = {
                "uuid": f"{number:032X}",
                "creationDate": at,
                "modifiedDate": at,
                "timeZone": "Asia/Tokyo",
                "text": text,
                "tags": [word],
            }
            out.write(("," if number else "") + json.dumps(entry, ensure_ascii=False))
        out.write("]}")
    part.rename(path)
    return path


def empty_program(command):
    """A Swift program that does nothing, linked with everything that the command is linked with."""
    path = WORK / "empty"
    source = WORK / "empty.swift"
    source.write_text("import Foundation\nexit(0)\n")
    needed = measure.run(["readelf", "-d", command]).out
    libraries = re.findall(r"NEEDED.*\[(.*)\]", needed)
    linked = [word for name in libraries for word in ("-Xlinker", f"-l:{name}")]
    swift = shutil.which("swiftc") or "/opt/swift/usr/bin/swiftc"
    measure.run([swift, "-O", "-static-stdlib", source, "-o", path, "-Xlinker", "--no-as-needed", *linked])
    return path


def bench_everyday(command, runs):
    runs = max(runs, 30)
    stores = {}
    for entries in (10_000, 500_000):
        store = WORK / f"short-store-{entries}"
        stores[entries] = Journal(command, store)
        if not (store / "private.sqlite").exists():
            stores[entries].run("import", generated_short(entries))
    small, large = stores[10_000], stores[500_000]
    empty = empty_program(command)

    def wall(journal, words, count=runs):
        return measure.median([journal.run(*words, expect=(0, 1)) for _ in range(count)]).wall * 1000

    peer = jrnl_with(10_000)
    measure.run([empty])
    base, start, version = [], [], []
    for _ in range(runs):
        base.append(measure.run([empty]).wall * 1000)
        start.append(small.run("list", "--limit", "1").wall * 1000)
        version.append(small.run("--version").wall * 1000)
    base, start, version = (sorted(values)[runs // 2] for values in (base, start, version))
    for name, took in (("--version", version), ("list --limit 1", start)):
        report(
            f"start: {name}",
            "journal, whole process",
            "an empty program, linked alike",
            f"{took:.1f} ms / {base:.1f} ms",
            took / base,
            None,
            "<= 15 ms more",
            took - base <= 15,
        )
    new = wall(small, ["new", "--at", "1994-01-01", "A short entry that is written for the benchmark."])
    for name, took, bar, peers in (
        ("new", new, 50, ["--config-file", peer, "A short entry."] if peer else None),
        ("list, all of it", wall(small, ["list"]), None, ["--config-file", peer, "--short"]),
        ("list --limit 20", wall(small, ["list", "--limit", "20"]), 25, ["--config-file", peer, "-n", "20", "--short"]),
        ("show last", wall(small, ["show", "last"]), 25, ["--config-file", peer, "-n", "1"]),
        ("search river", wall(small, ["search", "river", "--limit", "20"]), 60, None),
        ("search 銀河鉄道", wall(small, ["search", "銀河鉄道"]), 60, ["--config-file", peer, "-contains", "銀河鉄道"]),
    ):
        other = "jrnl"
        figures = f"{took:.0f} ms"
        ratio = None
        if peer and peers:
            theirs = measure.median([measure.run(["jrnl", *peers]) for _ in range(3)]).wall * 1000
            figures += f" / {theirs:.0f} ms"
            ratio = took / theirs
        else:
            other = ""
        report(
            f"{name} at 10,000",
            "journal, whole process",
            other,
            figures,
            ratio,
            None,
            bar and f"<= {bar} ms",
            took <= bar if bar else None,
        )
    for words in (
        ["search", "river", "--limit", "20"],
        ["search", "天気", "--limit", "20"],
        ["list", "--limit", "20"],
        ["today", "--now", "2026-06-15T12:00:00Z"],
        ["calendar", "--now", "2020-12-31T12:00:00Z"],
    ):
        few, many = wall(small, words), wall(large, words)
        report(
            f"{' '.join(words[:2] if words[0] == 'search' else words[:1])} at 500,000",
            "500,000 entries",
            "10,000 entries",
            f"{many:.0f} ms / {few:.0f} ms",
            many / few,
            None,
            "<= 3",
            many <= 3 * few,
        )


def jrnl_with(entries):
    """A configuration of jrnl with a journal of so many entries; None where jrnl is not installed."""
    if shutil.which("jrnl") is None:
        return None
    text, configuration = WORK / f"jrnl-{entries}.txt", WORK / f"jrnl-{entries}.yaml"
    source = json.loads(generated_short(entries).read_text(encoding="utf-8"))
    with open(text, "w", encoding="utf-8") as out:
        for entry in source["entries"]:
            out.write(f"[{entry['creationDate'][:16].replace('T', ' ')}] {entry['text']}\n\n")
    version = measure.run(["jrnl", "--version"]).out.split()[1].lstrip("v")
    configuration.write_text(
        f"""colors: {{body: none, date: none, tags: none, title: none}}
default_hour: 9
default_minute: 0
editor: ''
encrypt: false
highlight: true
indent_character: '|'
journals: {{default: {{journal: {text}}}}}
linewrap: 79
tagsymbols: '#@'
template: false
timeformat: '%Y-%m-%d %H:%M'
version: v{version}
"""
    )
    return configuration


BENCHMARKS = {
    "import": bench_import,
    "epub": bench_epub,
    "pdf": bench_pdf,
    "search": bench_search,
    "everyday": bench_everyday,
}


def print_table():
    header = ("what", "ours", "other", "figures", "ratio", "peak", "bar", "met")
    lines = [header]
    for name, ours, other, figures, ratio, peak, bar, met in rows:
        lines.append(
            (
                name,
                ours,
                other,
                figures,
                f"{ratio:.2f}" if ratio is not None else "",
                f"{peak / MEGABYTE:.0f} MB" if peak is not None else "",
                bar or "",
                {None: "", True: "yes", False: "NO"}[met],
            )
        )
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    print()
    for number, line in enumerate(lines):
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=False)) + " |")
        if number == 0:
            print("| " + " | ".join("-" * width for width in widths) + " |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--journal", required=True)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", choices=BENCHMARKS, action="append")
    arguments = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    for name in arguments.only or BENCHMARKS:
        print(f"{name} ...", file=sys.stderr, flush=True)
        BENCHMARKS[name](os.path.abspath(arguments.journal), arguments.runs)
    print_table()
    if missed:
        print(f"\n{len(missed)} bars missed: {'; '.join(missed)}")
        sys.exit(1)


if __name__ == "__main__":
    main()
