"""What the acceptance checks share: running the command, stores in temporary folders, counting checks.

A check is a script with `main(long)`: it runs the built command as a person would and asks other programs
whether the result is right. Each also runs by itself: `JOURNAL=.build/release/journal python3 demo.py`.
"""

import contextlib
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "SampleImports"
JOURNAL = os.path.abspath(os.environ.get("JOURNAL", ROOT / ".build/release/journal"))


class Failed(Exception):
    """A check did not hold."""


_held = 0


def check(holds, sentence):
    """Counts a check; ends the script with `sentence` when it does not hold."""
    global _held
    if not holds:
        raise Failed(sentence)
    _held += 1


def environment(**changes):
    """This process's environment without anything that could point the command at a person's own journal."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("JOURNAL", "XDG_")) and name not in ("TZ", "LANG", "LC_ALL", "EDITOR", "VISUAL")
    }
    kept.update({"LANG": "C.UTF-8", "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no"})
    kept.update({name: str(value) for name, value in changes.items()})
    return kept


def run(*words, expect=0, input=None, cwd=None, before=(), **changes):
    """Runs a command line; a status that is not in `expect` fails the check. Gives stdout as text."""
    done = subprocess.run(
        [*map(str, before), *map(str, words)],
        input=input,
        capture_output=True,
        encoding="utf-8",
        cwd=cwd,
        env=environment(**changes),
        timeout=1800,
    )
    accepted = (expect,) if isinstance(expect, int) else expect
    if accepted and done.returncode not in accepted:
        shown = " ".join(map(str, words))
        raise Failed(
            f"`{shown}` ended with {done.returncode}, not {expect}\n{done.stdout[-1000:]}\n{done.stderr[-3000:]}"
        )
    return done.stdout


class Store:
    """A journal in a folder, used through the command only."""

    def __init__(self, folder, command=JOURNAL):
        self.folder = pathlib.Path(folder)
        self.command = command

    def run(self, *words, **options):
        return run(self.command, *words, JOURNAL_HOME=self.folder, **options)

    def json(self, *words, **options):
        return json.loads(self.run(*words, "--json", **options))

    def lines(self):
        """The whole journal, one line an entry, as the command exports it."""
        return self.run("export", "-", "--format", "jsonl").splitlines()

    def check_sound(self):
        """SQLite itself, a second implementation of nothing of ours, finds every database whole."""
        # A name with a leading dot is a file in the making, which nothing opens.
        for database in self.folder.glob("[!.]*.sqlite"):
            verdict = run("sqlite3", "-readonly", database, "PRAGMA integrity_check; PRAGMA foreign_key_check;")
            check(verdict.strip() == "ok", f"{database.name}: integrity_check says {verdict.strip()[:200]}")

    def check_attachments(self):
        """Each stored attachment is the bytes that its name promises, and each one that an entry names is there."""
        stored = {}
        for path in (self.folder / "attachments").glob("*/*"):
            if path.is_file() and len(path.parent.name + path.name) == 64:
                stored[path.parent.name + path.name] = path
        for line in self.lines():
            for attachment in json.loads(line)["attachments"]:
                if not attachment["missing"]:
                    path = stored.get(attachment["sha256"])
                    check(path is not None, f"attachment {attachment['id']} has no bytes in the store")
                    check(sha256(path) == attachment["sha256"], f"attachment {attachment['id']} is damaged")


@contextlib.contextmanager
def temporary_folder():
    """A folder that is gone afterwards."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="journal-acceptance-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for piece in iter(lambda: file.read(1 << 20), b""):
            digest.update(piece)
    return digest.hexdigest()


def sample(name):
    """The path of a sample to import, and what is expected of it: its archive, or else its folder."""
    folder = SAMPLES / name
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    archives = sorted(folder.glob("*.zip")) + sorted(folder.glob("*.json"))
    archives = [path for path in archives if path.name != "expected.json"]
    return (archives[0] if archives else folder), expected


def alone(main):
    """Runs one script's checks when it was called by itself, `--long` for the long form."""
    try:
        main("--long" in sys.argv)
    except Failed as failure:
        sys.exit(f"failed: {failure}")
    print(f"{_held} checks held")


def held():
    """How many checks held so far."""
    return _held
