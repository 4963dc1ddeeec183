"""Every call that changes the disk fails once, or the command is killed there: nothing acknowledged is lost.

`faults.c` is preloaded into the command and counts its calls below the store's folder. The long form lets each
of them fail, the short form every 7th.
"""

import json
import os
import pathlib
import shutil
import subprocess

from acceptance import JOURNAL, Failed, Store, alone, check, environment, run, sample, temporary_folder

LIBRARY = pathlib.Path(__file__).resolve().parent / "faults.c"
WAYS = ["eio", "enospc", "eio-on", "enospc-on", "kill"]


class Faulty:
    """Runs the command with one of its calls failing."""

    def __init__(self, folder):
        self.folder = folder
        self.library = folder / "faults.so"
        run(os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O2", "-o", self.library, LIBRARY, "-ldl")

    def run(self, store, words, at=0, how="eio"):
        """Gives the status and what stood on stdout and stderr."""
        done = subprocess.run(
            [JOURNAL, *map(str, words)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            env=environment(
                JOURNAL_HOME=store.folder,
                LD_PRELOAD=self.library,
                FAULT_FOLDER=store.folder,
                FAULT_AT=at,
                FAULT_HOW=how,
                FAULT_COUNT=self.folder / "count",
            ),
        )
        return done.returncode, done.stdout, done.stderr

    def count(self, store, words):
        status, _, errors = self.run(store, words)
        check(status in (0, 3), f"{words[0]} without a fault ends with {status}: {errors}")
        return int((self.folder / "count").read_text())


def fresh(origin, folder):
    """A store as it was: a copy of `origin`, or nothing."""
    shutil.rmtree(folder, ignore_errors=True)
    if origin:
        shutil.copytree(origin, folder)
    return Store(folder)


def check_told(place, how, status, errors):
    """A fault ends the command with the status of a disk and one sentence, never with a crash."""
    if how == "kill":
        check(status in (0, 3, -9), f"{place}: killed, it ended with {status}: {errors}")
        return
    check(status in (0, 3, 73, 74), f"{place}: ended with {status}: {errors}")
    check("Fatal error" not in errors, f"{place}: crashed: {errors}")
    if status in (73, 74):
        check(errors.strip(), f"{place}: ended with {status} and said nothing")


def check_store(store, place, known):
    """Whole by SQLite's and by our own judgement, with every acknowledged entry in it."""
    if not (store.folder / "private.sqlite").exists():
        check(not known, f"{place}: the store is gone")
        return {}
    store.check_sound()
    store.run("doctor", "--media", expect=(0, 3))
    kept = {entry["id"]: entry for entry in map(json.loads, store.lines())}
    for id, entry in known.items():
        check(kept.get(id) == entry, f"{place}: an acknowledged entry is lost or changed")
    store.check_attachments()
    return kept


def sweep(faulty, name, words, origin, step, after):
    """Lets one call after another fail, each time in a store as `origin` is."""
    folder = faulty.folder / "store"
    known = {entry["id"]: entry for entry in map(json.loads, Store(origin).lines())} if origin else {}
    count = faulty.count(fresh(origin, folder), words)
    check(count > 5, f"{name}: only {count} calls were seen; is the command linked statically?")
    for how in WAYS:
        for at in range(1, count + 1, step):
            store = fresh(origin, folder)
            status, output, errors = faulty.run(store, words, at, how)
            place = f"{name}, call {at} of {count}, {how}"
            try:
                check_told(place, how, status, errors)
                after(store, place, status, output, check_store(store, place, known))
            except Failed as failure:
                raise Failed(failure if str(failure).startswith(name) else f"{place}: {failure}") from None


def main(long):
    step = 1 if long else 7
    archive, _ = sample("dayone-android")
    with temporary_folder() as folder:
        folder = folder.resolve()
        faulty = Faulty(folder)
        note = folder / "note.txt"
        note.write_bytes(b"an attached file\n" * 512)
        origin = Store(folder / "origin")
        origin.run("new", "the first, before any fault", "--attach", note)
        clean = fresh(origin.folder, folder / "clean")
        clean.run("import", archive, expect=(0, 3))
        wanted = clean.lines()
        text = "the second, while the disk fails"
        other = folder / "other.txt"
        other.write_bytes(b"another attached file\n" * 4096)

        def initialised(store, place, status, output, kept):
            store.run("new", "an entry afterwards")
            check(len(store.lines()) == len(kept) + 1, f"{place}: the store cannot be used afterwards")

        def added(store, place, status, output, kept):
            found = [entry for entry in kept.values() if entry["text"] == text]
            if status == 0:
                id = json.loads(output)["id"]
                check(id in kept and kept[id]["attachments"], f"{place}: an acknowledged entry is lost")
            # One that was not acknowledged may be there, after a sync that failed behind a write that did not.
            check(len(found) <= 1, f"{place}: the entry is there {len(found)} times")
            check(all(entry["attachments"] for entry in found), f"{place}: half an entry is there")

        def imported(store, place, status, output, kept):
            store.run("import", archive, expect=(0, 3))
            check(store.lines() == wanted, f"{place}: run again, the journal is not that of a clean import")
            store.check_attachments()

        sweep(faulty, "init", ["init"], None, step, initialised)
        sweep(faulty, "new", ["new", text, "--json", "--attach", other], origin.folder, step, added)
        sweep(faulty, "import", ["import", archive], origin.folder, step, imported)


if __name__ == "__main__":
    alone(main)
