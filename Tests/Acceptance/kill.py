"""kill -9 at any moment of an import or an addition: what was acknowledged is whole, the store is sound."""

import json
import random
import subprocess
import time

from acceptance import JOURNAL, ROOT, Store, alone, check, environment, run, temporary_folder

# A fixed seed: a failure can be run again. The moments still differ by what the machine does.
SEED = 20_240_229


def start(store, *words):
    return subprocess.Popen(
        [JOURNAL, *map(str, words)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(JOURNAL_HOME=store.folder),
    )


def kill_after(process, seconds):
    """Gives what the process had printed when it was killed, or had ended by itself."""
    time.sleep(seconds)
    process.kill()
    return process.communicate()[0].decode("utf-8", "replace")


def kill_imports(count, chance, entries):
    with temporary_folder() as folder:
        archive = folder / "export.zip"
        run("python3", ROOT / "Benchmarks/generate_dayone.py", archive, "--entries", entries, "--photos", entries // 20)
        clean = Store(folder / "clean")
        started = time.monotonic()
        clean.run("import", archive, expect=(0, 3))
        whole = time.monotonic() - started
        wanted = clean.lines()
        by_id = {json.loads(line)["id"]: line for line in wanted}
        check(len(wanted) > 0, "the clean import gave no entry")
        store = Store(folder / "round 0")
        for round in range(count):
            kill_after(start(store, "import", archive), chance.uniform(0, whole * 1.1))
            # Killed before it was there, the store is no journal yet.
            if (store.folder / "private.sqlite").exists():
                store.check_sound()
                now = store.lines()
                # An entry whose links are not resolved yet may differ; it must be one of the import's, and readable.
                unknown = [line for line in now if json.loads(line)["id"] not in by_id]
                check(not unknown, f"round {round}: {len(unknown)} entries that the clean import does not have")
            # Half of the rounds go on in the store of the last kill, as a person would who tries again.
            if chance.random() < 0.5:
                continue
            store.run("import", archive, expect=(0, 3))
            check(
                store.lines() == wanted,
                f"round {round}: killed and run again, the journal is not that of a clean import",
            )
            store.check_attachments()
            store = Store(folder / f"round {round + 1}")


def kill_additions(count, chance):
    with temporary_folder() as folder:
        store = Store(folder / "store")
        photo = folder / "note.txt"
        photo.write_bytes(b"an attached file\n" * 4096)
        started = time.monotonic()
        store.run("new", "the first, not killed")
        whole = time.monotonic() - started
        acknowledged, sent = {}, {"the first, not killed"}
        for number in range(count):
            text = f"addition {number}: " + "words that must be whole or not there at all. " * (1 + number % 40)
            text = text.strip()
            sent.add(text)
            more = ["--attach", photo] if number % 3 == 0 else []
            said = kill_after(start(store, "new", text, "--json", *more), chance.uniform(0, whole * 1.6))
            try:
                entry = json.loads(said)
            except ValueError:
                continue
            acknowledged[entry["id"]] = (text, len(entry["attachments"]))
        store.check_sound()
        kept = {entry["id"]: entry for entry in map(json.loads, store.lines())}
        for id, (text, attachments) in acknowledged.items():
            check(id in kept, f"acknowledged entry {id} is lost")
            check(kept[id]["text"] == text, f"acknowledged entry {id} is not whole")
            check(len(kept[id]["attachments"]) == attachments, f"acknowledged entry {id} has lost its attachment")
        torn = [id for id, entry in kept.items() if entry["text"] not in sent]
        check(not torn, f"{len(torn)} entries are torn")
        store.check_attachments()
        check(
            0 < len(acknowledged) < count,
            f"{len(acknowledged)} of {count} additions were acknowledged: the kills missed",
        )


def main(long):
    chance = random.Random(SEED)
    count = 150 if long else 20
    kill_imports(count, chance, entries=3_000 if long else 400)
    kill_additions(count, chance)


if __name__ == "__main__":
    alone(main)
