"""A full disk: a clean error, nothing acknowledged is lost, and all goes on when there is room again."""

import contextlib
import json
import os
import subprocess

from acceptance import JOURNAL, Store, alone, check, environment, run, sample, temporary_folder


@contextlib.contextmanager
def small_disk(folder, kilobytes):
    folder.mkdir()
    run("mount", "-t", "tmpfs", "-o", f"size={kilobytes}k,mode=0700", "journal-test", folder)
    try:
        yield folder
    finally:
        run("umount", folder)


def can_mount(folder):
    if os.geteuid() != 0:
        return False
    with contextlib.suppress(Exception), small_disk(folder / "trial", 64):
        return True
    return False


def attempt(store, *words):
    done = subprocess.run(
        [JOURNAL, *map(str, words)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        env=environment(JOURNAL_HOME=store.folder),
    )
    return done.returncode, done.stdout, done.stderr


def fill(folder, kilobytes, archive, photo):
    """Adds entries until there is no room, with a large file that is there and then is not."""
    with small_disk(folder / str(kilobytes), kilobytes) as disk:
        place = f"disk of {kilobytes} kB"
        store = Store(disk / "store")
        spare = disk / "spare"
        spare.write_bytes(bytes(min(kilobytes * 1024 // 5, 2 << 20)))
        status, _, errors = attempt(store, "init")
        check(status in (0, 74), f"{place}: init ended with {status}: {errors}")
        if status == 74:
            # Too small for an empty journal: half of one must not stand in the way when there is room.
            spare.unlink()
            run("mount", "-o", "remount,size=4m", disk)
            store.run("new", "there is room again")
            store.check_sound()
            return
        acknowledged, failures = {}, 0
        for number in range(4_000):
            more = ["--attach", photo] if number % 5 == 4 else []
            status, output, errors = attempt(store, "new", f"entry {number} " + "words " * 1500, "--json", *more)
            if status == 0:
                acknowledged[json.loads(output)["id"]] = len(more) // 2
            else:
                check(status == 74, f"{place}: status {status}, not 74: {errors}")
                check("Fatal error" not in errors and errors, f"{place}: {errors}")
                failures += 1
                if failures == 5:
                    break
        check(failures == 5, f"{place}: never got full")
        for name in ("everything.jsonl", "everything.epub"):
            run(JOURNAL, "export", disk.parent / f"{kilobytes} {name}", JOURNAL_HOME=store.folder)
        status, _, errors = attempt(store, "import", archive)
        check(status in (0, 3, 74), f"{place}: the import ended with {status}: {errors}")
        spare.unlink()
        store.check_sound()
        store.run("doctor", "--media", expect=(0, 3))
        kept = {entry["id"]: entry for entry in map(json.loads, store.lines())}
        for id, attachments in acknowledged.items():
            check(id in kept and len(kept[id]["attachments"]) == attachments, f"{place}: an entry is lost")
        written = [entry for entry in kept.values() if entry["source"] is None]
        check(len(written) == len(acknowledged), f"{place}: {len(written)} entries, {len(acknowledged)} acknowledged")
        store.check_attachments()
        store.run("new", "there is room again")


def main(long):
    archive, _ = sample("dayone-android")
    with temporary_folder() as folder:
        if not can_mount(folder):
            print("acceptance full: skipped, a small disk can only be mounted by root")
            return
        photo = folder / "photo"
        photo.write_bytes(os.urandom(40_000))
        for kilobytes in range(200, 12_000, 400) if long else (200, 1_000, 6_000):
            fill(folder, kilobytes, archive, photo)


if __name__ == "__main__":
    alone(main)
