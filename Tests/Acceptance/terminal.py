"""No control byte of an entry reaches a terminal: 600 hostile texts in every field, shown by every command."""

import json
import os
import pty
import re
import select
import time

from acceptance import JOURNAL, Store, alone, check, environment, temporary_folder

# What the program itself sends: colours (ECMA-48 SGR), and progress on a line of its own.
OWN = re.compile(rb"\x1b\[[0-9;]*m|\x1b\[K")
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]")
PIECES = [
    *(chr(code) for code in [*range(1, 9), 11, 12, *range(14, 32), *range(127, 160)]),
    *"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufff9\ufffa\ufffb\ufeff",
    "\x1b[2J",
    "\x1b[31m",
    "\x1b[999;999H",
    "\x1b]0;owned\x07",
    "\x1b]52;c;cHduZWQ=\x07",
    "\x1b]8;;http://x\x1b\\",
    "\x1bP$q\x1b\\",
    "\x1b_x\x1b\\",
    "\x1b^x\x1b\\",
    "\x1bc",
    "\x1b(0",
    "\x1b[?1049h",
    "\x1b[6n",
    "\x1b[c",
    "\x1b[5i",
    "\x9b31m",
    "\x9d0;owned\x9c",
    "\x90x\x9c",
    "\x1b[21t",
    "\x1b[1;1r",
    "\x1b#8",
    "\x1b[?25l",
    "\r",
    "\r\n",
    "\x85",
]


def texts(count):
    """Each piece in front, inside and at the end, then pairs of them."""
    made = [f"{place}{piece}{rest}" for piece in PIECES for place, rest in (("", "front"), ("in", "side"), ("end", ""))]
    step = 1
    while len(made) < count:
        for index in range(len(PIECES)):
            made.append(f"a{PIECES[index]}b{PIECES[(index + step) % len(PIECES)]}c")
        step += 1
    return made[:count]


def export(path, hostile):
    """A Day One export with a hostile text in every field that is shown."""
    entries = []
    for index, text in enumerate(hostile):
        entries.append(
            {
                "uuid": f"{index:032X}",
                "creationDate": f"20{10 + index % 15}-12-{1 + index % 28:02}T10:00:00Z",
                "timeZone": "Asia/Tokyo",
                "text": f"{text}\n\nbody {text} **bold {text}** word{index}",
                "tags": [f"t{text}"],
                "location": {
                    "placeName": text,
                    "localityName": text,
                    "country": text,
                    "latitude": 1.0,
                    "longitude": 2.0,
                },
                "weather": {"conditionsDescription": text, "temperatureCelsius": 4},
                "music": {"artist": text, "track": text},
            }
        )
    path.write_text(json.dumps({"metadata": {"version": "1.0"}, "entries": entries}))


def on_terminal(folder, store, words, width):
    """Everything that a command sends to a terminal."""
    child, terminal = pty.fork()
    if child == 0:
        around = environment(JOURNAL_HOME=store.folder, TERM="xterm", PAGER="off", COLUMNS=width)
        os.chdir(folder)
        os.execvpe("sh", ["sh", "-c", f'stty cols {width}; exec "$@"', "sh", JOURNAL, *words], around)
    shown, end = b"", time.monotonic() + 60
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            shown += os.read(terminal, 1 << 16)
        except OSError:
            break
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    return shown, os.waitstatus_to_exitcode(status)


def main(long):
    hostile = texts(5000 if long else 600)
    with temporary_folder() as folder:
        store = Store(folder / "store")
        # As a journal's name too: every list of journals shows it.
        for number, text in enumerate(hostile[:40]):
            path = folder / f"J{number}.json"
            export(path, [text])
        everything = folder / "Hostile.json"
        export(everything, hostile)
        store.run("import", everything, expect=(0, 3))
        check(store.json("status")["entries"] == len(hostile), "hostile entries are not all there")
        first = store.run("list", "--limit", "1", "--plain")[:8]
        store.run("set", first, "--people", "p\x1b[31m\u202e", "--mood", "4", "--yes", expect=(0, 64))
        store.run("journals", "add", "j\x1b]0;owned\x07\u202e", expect=(0, 64))
        seen = 0
        for width in (80, 40):
            for words in (
                ("list", "--limit", "1000"),
                ("show", "--from", "2000-01-01", "--to", "2030-01-01", "--yes"),
                ("search", "body"),
                ("search", "--rank", "--context", "2", "body"),
                ("today", "--now", "2026-12-07T12:00:00+09:00"),
                ("calendar", "2012-12"),
                ("stats",),
                ("tags",),
                ("journals",),
                ("history", first),
                ("undo", "--list"),
                ("delete", first, "--dry-run"),
                ("set", first, "--star", "--dry-run"),
                ("export", "-", "--format", "md", "--dry-run"),
                ("list", "--tag", "t\x1b[31mnone"),
                ("show", "\x1b[31mnone"),
                ("new", "--journal", "\x1b]0;owned\x07", "x", "--dry-run"),
            ):
                shown, status = on_terminal(folder, store, words, width)
                check(status in (0, 1, 3, 64), f"journal {words[0]} ended with {status}")
                text = OWN.sub(b"", shown).decode("utf-8")
                # A terminal turns a newline into two bytes; nothing else may send a carriage return but progress.
                found = STEERING.search(text.replace("\r\n", "\n"))
                near = repr(text[max(0, found.start() - 40) : found.end() + 20]) if found else ""
                check(not found, f"journal {words[0]} sends a control byte: {near}")
                seen += len(shown)
        check(seen > 100_000, "hardly anything was shown")


if __name__ == "__main__":
    alone(main)
