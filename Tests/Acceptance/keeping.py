"""What was undone, removed or deleted comes back with its bytes, also after clearing up with the clock ten years on."""

import json

from acceptance import JOURNAL, Store, alone, check, run, sample, temporary_folder

LATER = "2036-12-07T12:00:00Z"


def clear_up(store):
    """Everything that removes files, ten years from now."""
    later = (JOURNAL, "--store", store.folder, "--now", LATER)
    run(*later, "doctor", "--fix", expect=(0, 3))
    run(*later, "backup", "now", "--folder", store.folder.parent / "backups", expect=(0, 3))
    run(*later, "backup", "prune", "--keep-last", "1", "--folder", store.folder.parent / "backups", "--yes")
    # A purge of another entry clears up too.
    run(*later, "new", "to be purged")
    run(*later, "delete", "last", "--forever", "--yes")


def everything(store):
    return sorted(store.run("export", "-", "--format", "jsonl", "--with-trash").splitlines())


def without_changed(lines):
    return [{key: value for key, value in json.loads(line).items() if key != "changed"} for line in lines]


def check_back(store, before, what):
    store.run("doctor", "--deep", expect=(0, 3))
    damage = [
        finding
        for finding in store.json("doctor", "--deep", expect=(0, 3))["findings"]
        if finding["code"].startswith("media")
    ]
    check(not damage, f"{what}: {damage}")
    store.check_attachments()
    check(without_changed(everything(store)) == without_changed(before), f"{what}: the journal is not as it was")


def main(long):
    archive, _ = sample("dayone-trip")
    with temporary_folder() as folder:
        store = Store(folder / "store")
        store.run("import", archive, expect=(0, 3))
        before = everything(store)

        store.run("undo", "--yes")
        check(store.json("status")["entries"] == 0, "undo leaves entries of the import")
        clear_up(store)
        changes = store.json("undo", "--list")["changes"]
        undone = next(change["number"] for change in changes if change["verb"] == "undo")
        store.run("undo", str(undone), "--yes")
        check_back(store, before, "an import that was undone and brought back")

        entry = next(json.loads(line)["id"] for line in before if '"attachments":[{' in line)
        store.run("delete", entry, "--yes")
        clear_up(store)
        store.run("restore", entry)
        check_back(store, before, "a deleted entry")

        store.run("attach", entry, "--remove", "1", "--yes")
        clear_up(store)
        changes = store.json("undo", "--list")["changes"]
        store.run("undo", str(next(change["number"] for change in changes if change["verb"] == "attach")), "--yes")
        check_back(store, before, "an attachment that was taken away")

        # What is purged is gone, and only that.
        store.run("delete", entry, "--forever", "--yes")
        clear_up(store)
        store.run("doctor", "--deep", expect=(0, 3))
        check(len(everything(store)) == len(before) - 1, "a purge takes more than its entry")


if __name__ == "__main__":
    alone(main)
