"""The doctor finds every changed byte that changes an entry, an attachment or an operation, and mends what can be."""

import os
import pathlib
import random
import shutil
import sqlite3
import tempfile

import zstandard
from acceptance import JOURNAL, Store, alone, check, run, sample, temporary_folder

TABLES = ("operation", "entry", "attachment")
# Where the file with an unseen change is kept.
KEPT = pathlib.Path(tempfile.gettempdir()) / "doctor-unseen.sqlite"
MARKER = "hortensia"


def unpacked(frame):
    return zstandard.ZstdDecompressor().decompressobj().decompress(frame)


def truth(path):
    """Every row of what must not change unseen; what cannot be read is another truth."""
    try:
        database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
        try:
            # Through the rows and not through an index, in the order in which they lie.
            rows = [database.execute(f"SELECT * FROM {table} NOT INDEXED").fetchall() for table in TABLES]
        finally:
            database.close()
        # Some bits of a Zstandard frame say nothing: what an operation says is what comes out of it.
        rows[0] = [row[:-1] + (row[-1] and unpacked(row[-1]),) for row in rows[0]]
        return rows
    except (sqlite3.Error, zstandard.ZstdError, UnicodeDecodeError, OverflowError) as error:
        return str(type(error))


def make(folder):
    """A small journal with imports, edits, trash and a purge, all in its database file."""
    store = Store(folder / "store")
    archive, _ = sample("dayone-trip")
    store.run("import", archive, expect=(0, 3))
    for number in range(12):
        store.run("new", f"{MARKER} number {number} #tag{number % 3}", "--tz", "Asia/Tokyo")
    store.run("set", "last", "--tag", "edited", "--yes")
    store.run("delete", "last~2", "--yes")
    store.run("delete", "last~3", "--yes", "--forever")
    # The write-ahead log goes into the database at the end of long work.
    store.run("doctor", "--rebuild")
    return store


def check_flips(store, count, seed):
    """Flips one bit of the database at a time."""
    path = store.folder / "private.sqlite"
    for suffix in ("-wal", "-shm"):
        beside = path.with_name(path.name + suffix)
        check(not beside.exists() or beside.stat().st_size == 0 or suffix == "-shm", "the log is not empty")
    sound = path.read_bytes()
    before = truth(path)
    check(not isinstance(before, str), "the sound journal cannot be read")
    chance = random.Random(seed)
    changed = silent = 0
    for _ in range(count):
        offset, bit = chance.randrange(len(sound)), 1 << chance.randrange(8)
        data = bytearray(sound)
        data[offset] ^= bit
        path.write_bytes(data)
        said = store.run("doctor", "--deep", "--json", expect=(0, 3, 66, 73, 74, 75, 77, 1))
        differs = truth(path) != before
        changed += differs
        if differs:
            found = '"severity":"damage"' in said or '"findings"' not in said
            if not found:
                shutil.copy(path, KEPT)
            check(found, f"bit {bit} of byte {offset} changes the journal unseen: {KEPT}")
        elif '"severity"' not in said:
            silent += 1
    path.write_bytes(sound)
    print(f"{count} flips: {changed} changed something, all found; {silent} changed nothing and were not told")
    check(changed > count // 20, "hardly a flip changed anything")
    store.run("doctor", "--deep", expect=0)


def check_attachments(store, count, seed):
    """Flips in files of attachments."""
    photos = [path for path in (store.folder / "attachments").rglob("*") if len(path.name) == 62]
    chance = random.Random(seed)
    for _ in range(count):
        path = chance.choice(photos)
        data = bytearray(path.read_bytes())
        offset = chance.randrange(len(data))
        data[offset] ^= 1 << chance.randrange(8)
        sound = path.read_bytes()
        path.write_bytes(data)
        check("media.damaged" in store.run("doctor", "--deep", "--json", expect=74), "a changed photo is not found")
        path.write_bytes(sound)
    path = photos[0]
    sound = path.read_bytes()
    path.unlink()
    check("media.damaged" in store.run("doctor", "--json", expect=74), "a photo that is gone is not found")
    path.write_bytes(sound)
    os.chmod(path, 0o600)
    store.run("doctor", "--deep", expect=0)


def damage(store, *statements):
    database = sqlite3.connect(store.folder / "private.sqlite")
    for statement in statements:
        database.execute(statement)
    database.commit()
    database.close()


def codes(store, *words, expect=(3, 74)):
    return {finding["code"] for finding in store.json("doctor", *words, expect=expect)["findings"]}


def check_mending(folder):
    """Each fault has its code, says no word, and --fix mends what is derived."""
    store = make(folder)
    listed = store.run("export", "-", "--format", "jsonl", "--with-trash")
    for statement, code in (
        (f"UPDATE entry SET body = 'x' WHERE body LIKE '{MARKER} number 1 %'", "entry.differs"),
        ("UPDATE entry SET month_day = 101 WHERE month_day > 0", "entry.differs"),
        ("DELETE FROM tag WHERE folded = 'tag1'", "tag.differs"),
        ("UPDATE attachment SET caption = 'x'", "attachment.differs"),
        ("UPDATE journal SET name = 'x'", "journal.differs"),
        (
            f"INSERT INTO search (search, rowid, text) SELECT 'delete', key, '{MARKER}' FROM entry LIMIT 1",
            "index.differs",
        ),
    ):
        damage(store, statement)
        check(code in codes(store, "--deep"), f"{statement} is not found as {code}")
        said = store.run("doctor", "--deep", expect=74)
        check(MARKER not in said, "the report holds words of an entry")
        store.run("doctor", "--fix", "--deep", expect=0)
        check(
            store.run("export", "-", "--format", "jsonl", "--with-trash") == listed,
            f"--fix changes the journal after {statement}",
        )
    damage(store, "UPDATE device SET counter = 0")
    check("device.behind" in codes(store), "a device that lost count is not found")
    store.run("doctor", "--fix", expect=0)
    store.run("new", "after the count was lost")
    store.run("delete", "last", "--yes", "--forever")
    damage(
        store,
        "UPDATE operation SET digest = zeroblob(32) WHERE sequence = (SELECT max(sequence) - 3 FROM operation WHERE digest NOT NULL)",
    )
    check("operation.damaged" in codes(store), "an operation that is not what was written is not found")

    stray = store.folder / "attachments" / "ab" / ("c" * 62)
    stray.parent.mkdir(exist_ok=True, mode=0o700)
    stray.write_bytes(b"nobody's")
    os.chmod(stray, 0o644)
    found = codes(store)
    check({"permissions.open", "media.unnamed"} <= found, f"open or unnamed files are not found: {found}")
    damage(store, "UPDATE operation SET content = content || x'00' WHERE 0")

    other = Store(folder / "other")
    other.run("new", "one")
    stray = other.folder / "attachments" / "ab" / ("c" * 62)
    stray.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    stray.write_bytes(b"nobody's")
    os.chmod(other.folder, 0o755)
    other.run("doctor", expect=3)
    other.run("doctor", "--fix", expect=0)
    check(not stray.exists(), "--fix leaves a file that nothing names")
    check(other.folder.stat().st_mode & 0o777 == 0o700, "--fix leaves the store open")
    other.run("new", "same words", "--at", "2026-01-01T10:00:00Z")
    other.run("new", "same words", "--at", "2026-01-01T10:00:00Z")
    check("entry.duplicate" in codes(other, "--duplicates", expect=3), "two equal entries are not told")
    check(codes(other, expect=0) == set(), "duplicates are told unasked")
    past = run(JOURNAL, "--store", other.folder, "--now", "2020-06-01T00:00:00Z", "doctor", "--json", expect=3)
    check("clock.behind" in past, "a clock that went back is not told")


def check_unreadable(folder):
    """What is no database any more is a finding, not a crash."""
    store = Store(folder / "unreadable")
    store.run("new", "one")
    store.run("doctor", "--rebuild")
    path = store.folder / "private.sqlite"
    sound = path.read_bytes()
    for data in (
        b"",
        sound[:100],
        sound[:5000],
        sound[:-4096],
        b"\0" * len(sound),
        sound[:100] + os.urandom(len(sound) - 100),
    ):
        path.write_bytes(data)
        said = store.run("doctor", "--deep", "--json", expect=(66, 73, 74, 77, 78))
        check("Traceback" not in said, "the doctor crashes")
    path.write_bytes(sound)
    store.run("doctor", "--deep", expect=0)
    shutil.rmtree(store.folder)


def main(long):
    with temporary_folder() as folder:
        check_mending(folder)
        check_unreadable(folder)
    with temporary_folder() as folder:
        store = make(folder)
        check_flips(store, 10_000 if long else 250, 1)
        check_attachments(store, 200 if long else 10, 2)


if __name__ == "__main__":
    alone(main)
