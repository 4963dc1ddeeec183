"""Nobody else on the machine can read a journal, however careless the umask."""

import os
import stat

from acceptance import Store, alone, check, sample, temporary_folder


def main(long):
    archive, _ = sample("dayone-trip")
    with temporary_folder() as folder:
        store = Store(folder / "store")
        attached = folder / "note.txt"
        attached.write_text("attached")
        careless = os.umask(0)
        try:
            store.run("init")
            store.run("import", archive, expect=(0, 3))
            store.run("new", "For nobody else.", "--attach", attached)
            store.run("export", folder / "book.pdf", expect=(0, 3))
            store.run("export", folder / "book.epub", expect=(0, 3))
            store.run("doctor", expect=(0, 3))
        finally:
            os.umask(careless)
        seen = 0
        for path in [store.folder, *store.folder.rglob("*")]:
            mode = stat.S_IMODE(path.lstat().st_mode)
            wanted = 0o700 if path.is_dir() else 0o600
            check(mode == wanted, f"{path.relative_to(folder)} has mode {mode:o}, not {wanted:o}")
            seen += 1
        check(seen > 5, "the store holds next to nothing")


if __name__ == "__main__":
    alone(main)
