"""Compares the command with other programs, in one table of ratios with peak memory.

Usage: run.py --journal PATH [--runs N] [--only import|epub|pdf|search]
Processor time is user + system with all children, medians of N runs that alternate with the other program.
Ends with status 1 when a bar is missed. What is generated stays in .build/bench.
"""

import argparse
import json
import os
import pathlib
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


BENCHMARKS = {"import": bench_import, "epub": bench_epub, "pdf": bench_pdf, "search": bench_search}


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
