"""Backups: a store that is destroyed comes back equal, and no changed byte of a backup goes unseen."""

import json
import os
import pty
import select
import shutil
import sqlite3
import subprocess
import sys
import termios
import time

from acceptance import JOURNAL, ROOT, Store, alone, check, environment, sample, temporary_folder

GOLDEN = ROOT / "Tests/Acceptance/golden"


def everything(store):
    """What a person can see of a journal."""
    return store.run("export", "-", "--format", "jsonl", "--with-trash")


def files(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "lock")


def check_flips(store, backups, options, count):
    """Changes bytes all over the folder, one at a time; each must be found."""
    places = [(path, offset) for path in files(backups) for offset in range(path.stat().st_size)]
    step = max(1, len(places) // count)
    for path, offset in places[::step]:
        data = bytearray(path.read_bytes())
        data[offset] ^= 1
        path.write_bytes(data)
        # A header that is not what was written may say so before anything is read: 77 for one that is encrypted.
        store.run("backup", "verify", *options, expect=(74, 77))
        check(True, f"a changed byte {offset} of {path.name} is found")
        data[offset] ^= 1
        path.write_bytes(data)
    store.run("backup", "verify", *options)


def check_another_reader(store, backups, options, name):
    """A program that knows the documented format alone finds the same operations and attachments."""
    secret = ("--passphrase-file", options[options.index("--passphrase-file") + 1]) if options[2:] else ()
    reader = (sys.executable, ROOT / "Tests/Judges/backup_reader.py", backups, name, *secret)
    done = subprocess.run([str(word) for word in reader], capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"the documented format is not what is written: {done.stderr[-300:]}")
    found = json.loads(done.stdout)
    database = sqlite3.connect(f"file:{store.folder}/private.sqlite?mode=ro", uri=True)
    count, records = database.execute(
        "SELECT count(*), count(DISTINCT CASE record_kind WHEN 1 THEN record END) FROM operation"
    ).fetchone()
    check((found["operations"], found["records"]) == (count, records), "a backup has other operations")
    (changes,) = database.execute("SELECT count(*) FROM change_set").fetchone()
    check(found["changes"] == changes, "a backup has another table of changes")
    named = database.execute("SELECT DISTINCT sha256 FROM attachment WHERE sha256 IS NOT NULL")
    check(found["attachments"] == sorted(row[0] for row in named), "a backup has other attachments")
    check(found["entries"] == store.json("status")["entries"], "a backup counts other entries")
    database.close()


def check_round_trip(folder, options, archive, flips):
    store = Store(folder / "store")
    backups = folder / "backups"
    options = ("--folder", backups, *options)
    store.run("import", archive, expect=(0, 3))
    store.run("new", "kept", "words", "#tag")
    store.run("new", "thrown away")
    store.run("delete", "last", "--yes")
    made = store.json("backup", "now", *options)
    check(len(made["backups"]) == 1 and made["newBytes"] > 0, "the first backup adds nothing")
    again = store.json("backup", "now", *options)
    check(again["newBytes"] == 0, "the same again is stored twice")
    store.run("new", "written after the first backup")
    added = store.json("backup", "now", *options)
    check(0 < added["newBytes"] < made["newBytes"], "a backup is not incremental")
    check_another_reader(store, backups, options, added["backups"][0]["name"])
    before = everything(store)
    history = store.run("undo", "--list")
    status = store.json("status")
    check(status["backup"]["verified"] is True and status["backup"]["last"], "status knows no backup")
    for path in [backups, *backups.rglob("*")]:
        check(path.stat().st_mode & 0o077 == 0, f"others can read {path.name} of a backup")

    store.run("backup", "restore", *options, expect=73)
    shutil.rmtree(store.folder)
    store.run("backup", "restore", *options)
    check(everything(store) == before, "the restored journal differs")
    check(store.run("undo", "--list") == history, "the restored journal cannot undo the same")
    store.run("doctor", "--media")
    store.run("new", "goes on")

    first = made["backups"][0]["name"]
    beside = Store(folder / "beside")
    store.run("backup", "restore", first, "--into", beside.folder, *options)
    check(len(everything(beside).splitlines()) + 1 == len(before.splitlines()), "the older backup has other entries")

    check(len(store.json("backup", "list", *options)["backups"]) == 3, "three backups are not three")
    nothing = [word for name in ("daily", "weekly", "monthly", "yearly") for word in (f"--keep-{name}", "0")]
    store.run("backup", "prune", "--keep-last", "1", *nothing, *options, expect=64)
    pruned = store.json("backup", "prune", "--keep-last", "1", *nothing, "--yes", *options)
    check(len(pruned["removed"]) == 2 and len(pruned["backups"]) == 1, "prune leaves other than the newest")
    check_flips(store, backups, options, flips)

    store.run("backup", "now", *options)
    needed = store.json("backup", "now", *options)["backups"][0]["name"]
    store.run("backup", "prune", "--keep-last", "1", *nothing, "--yes", *options)
    victim = next(path for path in files(backups) if path.parent.parent.name == "objects")
    victim.unlink()
    found = store.run("backup", "verify", *options, expect=74)
    check(needed in found, "verify does not name the backup that misses an object")
    store.run("backup", "now", *options)
    store.run("backup", "verify", *options)


def check_salvage(folder, archive):
    """One damaged photo costs nothing else; a damaged history is refused, and told to, all else comes back."""
    store = Store(folder / "store")
    backups = folder / "backups"
    store.run("import", archive, expect=(0, 3))
    for number in range(20):
        store.run("new", f"entry number {number}")
    store.run("backup", "now", "--folder", backups)
    entries = store.json("status")["entries"]
    photos = [path for path in files(store.folder / "attachments") if not path.name.startswith(".")]
    photo = max(photos, key=lambda path: path.stat().st_size)
    largest = backups / "objects" / photo.parent.name / photo.name
    segment = next(path for path in files(backups) if path.read_bytes().startswith(b"JRNLSEG1"))

    def flip(path, offset):
        data = bytearray(path.read_bytes())
        data[offset] ^= 4
        path.write_bytes(data)

    flip(largest, 1000)
    photoless = Store(folder / "photoless")
    restored = photoless.run("backup", "restore", "--folder", backups, "--into", photoless.folder, "--json", expect=3)
    check(json.loads(restored)["lost"] == 1, "a damaged photo is not counted")
    check(photoless.json("status")["entries"] == entries, "a damaged photo costs an entry")
    check("media.damaged" in photoless.run("doctor", "--json", expect=(3, 74)), "doctor does not miss the photo")
    flip(largest, 1000)

    size = segment.stat().st_size
    for number, offset in enumerate(range(8, size, size // 12)):
        flip(segment, offset)
        less = Store(folder / f"salvaged-{number}")
        store.run("backup", "restore", "--folder", backups, "--into", less.folder, expect=74)
        check(not less.folder.exists(), "a refused restore leaves something")
        less.run("backup", "restore", "--folder", backups, "--into", less.folder, "--salvage", expect=3)
        found = less.json("status")["entries"]
        # A flip in a length ends the segment there; any other costs the one operation.
        check(0 <= found <= entries, f"salvage brings {found} entries of {entries}")
        less.run("list", "--limit", "1000")
        less.run("new", "goes on")
        flip(segment, offset)


def check_writers_meanwhile(folder):
    """Backups of a journal in which others write: each is of one moment, and restores whole."""
    store = Store(folder / "busy")
    backups = folder / "busy-backups"
    store.run("new", "first")
    command = [JOURNAL, "--store", str(store.folder), "new", "--quiet"]
    writer = subprocess.Popen(
        [
            "sh",
            "-c",
            'i=0; while [ $i -lt 150 ]; do i=$((i+1)); "$@" "number $i" 2>/dev/null || exit 1; done',
            "sh",
            *command,
        ],
        env=environment(),
        stdout=subprocess.DEVNULL,
    )
    counts = []
    while writer.poll() is None:
        counts.append(store.json("backup", "now", "--folder", backups)["backups"][0]["entries"])
    check(writer.returncode == 0, "a writer fails while a backup is made")
    check(counts == sorted(counts), "a later backup has fewer entries")
    check(store.json("status")["entries"] == 151, "a backup costs an entry")
    for number, backup in enumerate(store.json("backup", "list", "--folder", backups)["backups"][:3]):
        restored = Store(folder / f"moment-{number}")
        restored.run("backup", "restore", backup["name"], "--folder", backups, "--into", restored.folder)
        check(restored.json("status")["entries"] == backup["entries"], "a backup restores another number of entries")
    store.run("backup", "verify", "--folder", backups)


def check_planted(folder):
    """What another user could have put at a name that can be foreseen is neither used nor changed."""
    store = Store(folder / "guarded")
    store.run("new", "not for others")
    backups = folder / "guarded-backups"
    store.run("backup", "now", "--folder", backups)
    shared, trap = folder / "shared", folder / "trap"
    shared.mkdir()
    trap.mkdir()
    # The command that a shell becomes has the shell's number.
    script = (
        f"for n in 0 1 2; do ln -s {trap} {shared}/.journal-restore-$$-$n; done; ln -s {trap} {shared}/.journal-restore-$$;"
        f' exec "$@" backup restore --folder {backups} --into {shared}/restored'
    )
    subprocess.run(["sh", "-c", script, "sh", JOURNAL], env=environment(), check=True, stdout=subprocess.DEVNULL)
    check(not list(trap.iterdir()), "a restore writes through a planted link")
    check(Store(shared / "restored").json("status")["entries"] == 1, "a planted link stops a restore")


def check_prompt(folder):
    """A passphrase is asked twice and never shown; Ctrl-C leaves a terminal that shows what is typed."""
    store = Store(folder / "asked")
    store.run("new", "behind a passphrase")
    backups = folder / "asked-backups"

    def session(keys, *words):
        child, terminal = pty.fork()
        if child == 0:
            around = environment(JOURNAL_HOME=store.folder, TERM="xterm")
            os.execvpe(JOURNAL, [JOURNAL, *map(str, words)], around)
        shown, end = b"", time.monotonic() + 30
        waiting = list(keys)
        while time.monotonic() < end:
            if select.select([terminal], [], [], 0.3)[0]:
                try:
                    shown += os.read(terminal, 65536)
                except OSError:
                    break
            elif waiting:
                os.write(terminal, waiting.pop(0))
        echoes = bool(termios.tcgetattr(terminal)[3] & termios.ECHO)
        os.close(terminal)
        _, status = os.waitpid(child, 0)
        check(b"horse" not in shown, "a passphrase is shown")
        check(echoes, "the terminal stays dumb")
        return os.waitstatus_to_exitcode(status)

    now = ("backup", "now", "--encrypt", "--folder", backups)
    check(session([b"correct horse\n", b"wrong horse\n"], *now) == 77, "two different passphrases are taken")
    check(session([b"\n"], *now) == 77, "no passphrase is taken for one")
    check(session([b"corr", b"\x03"], *now) == 130, "Ctrl-C is not heard")
    check(not backups.exists(), "a passphrase that was not given makes a folder")
    check(session([b"correct horse\n", b"correct horse\n"], *now) == 0, "a passphrase is not taken")
    check(session([b"correct horse\n"], "backup", "verify", "--folder", backups) == 0, "it does not open the backup")
    check(session([b"another horse\n"], "backup", "verify", "--folder", backups) == 77, "another one opens it")


def check_golden(folder):
    """Backups that earlier versions wrote come back."""
    secret = folder / "golden-passphrase"
    secret.write_text("correct horse\n")
    os.chmod(secret, 0o600)
    for name, options in (("backup-1", ()), ("backup-1-encrypted", ("--passphrase-file", secret))):
        backups = folder / name
        shutil.copytree(GOLDEN / name, backups)
        store = Store(folder / f"golden-{name}")
        store.run("backup", "verify", "--folder", backups, *options)
        store.run("backup", "restore", "--folder", backups, *options)
        lines = (GOLDEN / "backup-1.jsonl").read_text().splitlines()
        check(
            [json.loads(line) for line in everything(store).splitlines()] == [json.loads(line) for line in lines],
            f"{name} restores something else",
        )
        store.run("backup", "now", "--folder", backups, *options)


def main(long):
    archive, _ = sample("dayone-trip")
    with temporary_folder() as folder:
        check_round_trip(folder, (), archive, 4000 if long else 150)
    with temporary_folder() as folder:
        check_golden(folder)
        check_planted(folder)
        check_prompt(folder)
        check_salvage(folder, archive)
        check_writers_meanwhile(folder)
    with temporary_folder() as folder:
        secret = folder / "passphrase"
        secret.write_text("correct horse\n")
        os.chmod(secret, 0o600)
        check_round_trip(folder, ("--passphrase-file", secret), archive, 400 if long else 10)
        backups = folder / "backups"
        words = [b"kept words", b"thrown away", b"written after", b"JRNLSEG1", b"journal.backup-manifest"]
        for path in files(backups):
            data = path.read_bytes()
            check(not any(word in data for word in words), f"{path.name} holds a word of the journal")
        store = Store(folder / "store")
        wrong = folder / "wrong"
        wrong.write_text("incorrect\n")
        os.chmod(wrong, 0o600)
        store.run("backup", "list", "--folder", backups, "--passphrase-file", wrong, expect=77)
        store.run("backup", "list", "--folder", backups, expect=77)
        os.chmod(secret, 0o644)
        store.run("backup", "list", "--folder", backups, "--passphrase-file", secret, expect=78)


if __name__ == "__main__":
    alone(main)
