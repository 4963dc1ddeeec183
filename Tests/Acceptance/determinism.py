"""The same journal and options give the same bytes, whatever the machine's zone, language, folder and clock."""

from acceptance import JOURNAL, Store, alone, check, run, sample, sha256, temporary_folder

SETTINGS = [
    {"TZ": "UTC", "LANG": "C.UTF-8"},
    {"TZ": "Asia/Tokyo", "LANG": "ja_JP.UTF-8"},
    {"TZ": "America/St_Johns", "LANG": "ar_EG.UTF-8", "LC_ALL": "C"},
]
NAMES = ["book.epub", "book.pdf", "all.jsonl", "all.json", "all.md"]


def digests(store, folder, before=(), **settings):
    folder.mkdir()
    digests = {}
    for name in NAMES:
        run(JOURNAL, "export", name, cwd=folder, before=before, expect=(0, 3), JOURNAL_HOME=store, **settings)
        digests[name] = sha256(folder / name)
    return digests


def main(long):
    archive, _ = sample("dayone-trip")
    with temporary_folder() as folder:
        # Two imports of one archive, under unlike settings, are the same journal.
        first, second = Store(folder / "first"), Store(folder / "elsewhere" / "a store")
        second.folder.parent.mkdir()
        first.run("import", archive, expect=(0, 3))
        second.run("import", archive, expect=(0, 3), TZ="Asia/Kathmandu", LANG="hi_IN.UTF-8")
        check(first.lines() == second.lines(), "two imports of one archive differ")

        wanted = digests(first.folder, folder / "0", **SETTINGS[0])
        for number, settings in enumerate(SETTINGS[1:], 1):
            found = digests(first.folder, folder / f"{number}", **settings)
            for name in NAMES:
                check(found[name] == wanted[name], f"{name} differs under {settings}")
        found = digests(second.folder, folder / "a deeper place", **SETTINGS[0])
        for name in NAMES:
            check(found[name] == wanted[name], f"{name} differs for the same import in another store")
        found = digests(first.folder, folder / "later", before=["faketime", "-f", "+400d"], **SETTINGS[0])
        for name in NAMES:
            check(found[name] == wanted[name], f"{name} differs 400 days later")


if __name__ == "__main__":
    alone(main)
