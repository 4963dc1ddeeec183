"""Hostile words: unchanged in the journal and its data, inert on a terminal and in books.

With JOURNAL_CORPORA also the Big List of Naughty Strings, of which each becomes an entry.
"""

import json
import os
import pathlib
import re
import subprocess
import xml.etree.ElementTree as tree
import zipfile

from acceptance import JOURNAL, Store, alone, check, environment, run, temporary_folder

OWN = [
    "a\0b\0\0c",
    "\x1b]0;title\x07\x1b[2J\x1b[31mred\x9b1m\x90q\x9c",
    "\u202eback\u2066wards\u2069\u061c\ufeff",
    "</p><script>alert(1)</script>]]><!--\u0001\ufffe\uffff",
    "![x](attachment:../../etc/passwd) [y](javascript:alert(1)) [z](entry:0)",
    '"; DROP TABLE entry; --',
    "%s%n$(id)`id`${HOME}\\",
    "e" + "\u0301" * 2_000,
    "\U0010ffff\U000e0041\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "> " * 500 + "deep",
    "[" * 3_000 + "](" * 50,
    "*" * 3_000 + "_" * 3_000,
    "\r\nline\rline\u2028line\u0085line",
]
# The characters of Unicode's property White_Space.
SPACE = "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]")


def strings():
    corpora = os.environ.get("JOURNAL_CORPORA")
    if not corpora:
        return OWN
    listed = json.loads((pathlib.Path(corpora) / "naughty/blns.json").read_text(encoding="utf-8"))
    check(len(listed) > 500, "the list of naughty strings is short")
    return OWN + listed


def as_kept(text):
    """Line ends become newlines and white space at the end goes; nothing else changes."""
    return re.sub(f"[{SPACE}]+\\Z", "", re.sub("\r\n?", "\n", text))


def command(store, *words, input=None):
    """Gives status and stdout as they are; Python must not translate line ends."""
    done = subprocess.run(
        [JOURNAL, *map(str, words)],
        input=(input or "").encode("utf-8"),
        capture_output=True,
        env=environment(JOURNAL_HOME=store.folder),
        timeout=120,
    )
    check(b"Fatal error" not in done.stderr, f"`journal {words[0]}` crashed: {done.stderr[-500:]}")
    for output in (done.stdout, done.stderr):
        if "--format" not in words:
            found = STEERING.search(output.decode("utf-8"))
            check(not found, f"`journal {words[0]}` lets U+{ord(found[0]):04X} through" if found else "")
    return done.returncode, done.stdout.decode("utf-8")


def check_book(path):
    """Every document is XML, and holds nothing that runs or loads."""
    with zipfile.ZipFile(path) as book:
        for name in book.namelist():
            if not name.endswith((".xhtml", ".opf", ".ncx")):
                continue
            for element in tree.fromstring(book.read(name)).iter():
                local = element.tag.split("}")[-1]
                check(local not in ("script", "iframe", "object", "form"), f"{name} holds <{local}>")
                for attribute, value in element.attrib.items():
                    check(not attribute.split("}")[-1].startswith("on"), f"{name} holds {attribute}")
                    check(not value.strip().lower().startswith(("javascript:", "data:")), f"{name} holds {value}")


def main(long):
    with temporary_folder() as folder:
        store = Store(folder / "store")
        kept = []
        for number, text in enumerate(strings()):
            wanted = as_kept(text)
            moment = f"2020-01-01T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}Z"
            status, output = command(store, "new", "-", "--json", "--at", moment, input=text)
            if not wanted:
                check(status == 1, f"an empty text ends with {status}")
                continue
            check(status == 0, f"text {number} ends with {status}")
            check(json.loads(output)["text"] == wanted, f"`new` changed text {number}")
            kept.append((json.loads(output)["id"], wanted))
        _, data = command(store, "export", "-", "--format", "jsonl")
        exported = [json.loads(line)["text"] for line in data.split("\n")[:-1]]
        check(exported == [text for _, text in kept], "the export has other texts than were written")
        _, listed = command(store, "list", "--json")
        check([entry["text"] for entry in json.loads(listed)["entries"]] == exported[::-1], "`list` has other texts")
        _, lines = command(store, "list")
        check(lines.count("\n") == len(kept), "`list` has not one line for each entry")
        for id, text in kept:
            status, output = command(store, "show", id)
            check(status == 0, f"`show` ends with {status}")
            if "\0" not in text and len(text) < 500:
                status, _ = command(store, "search", "--", text)
                check(status in (0, 1), f"`search` ends with {status} for {text!r}")
        store.run("doctor")
        markdown = folder / "book.md"
        store.run("export", markdown)
        check(markdown.stat().st_size > len(kept), "the Markdown is empty")
        for book in (folder / "book.epub", folder / "book.pdf"):
            store.run("export", book)
        check_book(folder / "book.epub")
        run("qpdf", "--check", folder / "book.pdf")


if __name__ == "__main__":
    alone(main)
