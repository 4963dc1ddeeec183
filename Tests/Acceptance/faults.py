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

    def run(self, store, words, at=0, how="eio", below=None):
        """Gives the status and what stood on stdout and stderr; calls below a folder count, the store's if not given."""
        done = subprocess.run(
            [JOURNAL, *map(str, words)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            env=environment(
                JOURNAL_HOME=store.folder,
                LD_PRELOAD=self.library,
                FAULT_FOLDER=below or store.folder,
                FAULT_AT=at,
                FAULT_HOW=how,
                FAULT_COUNT=self.folder / "count",
            ),
        )
        return done.returncode, done.stdout, done.stderr

    def count(self, store, words, below=None):
        status, _, errors = self.run(store, words, below=below)
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


def sweep(faulty, name, words, origin, step, after, removes=False):
    """Lets one call after another fail, each time in a store as `origin` is."""
    folder = faulty.folder / "store"
    known = {entry["id"]: entry for entry in map(json.loads, Store(origin).lines())} if origin and not removes else {}
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


def sweep_backup(faulty, origin, step):
    """A backup that fails leaves earlier ones whole, and the next one succeeds."""
    store = Store(origin)
    wanted = store.lines()
    earlier, backups, restored = (faulty.folder / name for name in ("earlier", "backups", "restored"))
    words = ("backup", "now", "--folder", backups)
    store.run("backup", "now", "--folder", earlier)
    store.run("new", "written since", "--attach", faulty.folder / "faults.so")
    grown = store.lines()
    fresh(earlier, backups)
    count = faulty.count(store, words, backups)
    for how in WAYS:
        for at in range(1, count + 1, step):
            fresh(earlier, backups)
            status, _, errors = faulty.run(store, words, at, how, backups)
            place = f"backup, call {at} of {count}, {how}"
            try:
                check_told(place, how, status, errors)
                store.run("backup", "verify", "--folder", backups)
                made = [backup["name"] for backup in store.json("backup", "list", "--folder", backups)["backups"]]
                check(
                    len(made) in (1, 2) and (status != 0 or len(made) == 2), f"{place}: there are {len(made)} backups"
                )
                for name, lines in ((made[-1], wanted), (made[0], grown if len(made) == 2 else wanted)):
                    shutil.rmtree(restored, ignore_errors=True)
                    store.run("backup", "restore", name, "--folder", backups, "--into", restored)
                    check(Store(restored).lines() == lines, f"{place}: a backup restores something else")
                store.run("backup", "now", "--folder", backups)
                check(not list(backups.rglob(".new-*")), f"{place}: something half made stays")
            except Failed as failure:
                raise Failed(f"{place}: {failure}") from None


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

        def undone(store, place, status, output, kept):
            if status == 0:
                check(len(kept) == 1, f"{place}: an import that was undone is still there")
            else:
                # What was cut off is done by doing it again.
                changes = store.json("undo", "--list")["changes"]
                number = next(change["number"] for change in changes if change["verb"] == "import")
                if not next(change["undone"] for change in changes if change["verb"] == "import") or len(kept) > 1:
                    store.run("undo", str(number), "--yes", expect=(0, 1))
            check(len(store.lines()) == 1, f"{place}: an import cannot be undone any more")

        def purged(store, place, status, output, kept):
            store.run("doctor", "--fix", expect=(0, 3))
            left = len(store.lines())
            check(left == 1 if status == 0 else left in (1, 2), f"{place}: {left} entries are left")
            check(len(store.json("trash")) >= 0, f"{place}: the trash cannot be read")

        sweep(faulty, "init", ["init"], None, step, initialised)
        sweep(faulty, "new", ["new", text, "--json", "--attach", other], origin.folder, step, added)
        sweep(faulty, "import", ["import", archive], origin.folder, step, imported)
        sweep(faulty, "undo", ["undo", "--yes"], clean.folder, step, undone, removes=True)
        doomed = fresh(origin.folder, folder / "doomed")
        doomed.run("new", "to be purged", "--attach", other)
        sweep(faulty, "purge", ["delete", "last", "--forever", "--yes"], doomed.folder, step, purged, removes=True)
        sweep_backup(faulty, origin.folder, 3 * step)


if __name__ == "__main__":
    alone(main)
