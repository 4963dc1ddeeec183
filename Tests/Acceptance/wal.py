"""Single additions, one process each, do not let the write-ahead log grow."""

from acceptance import Store, alone, check, temporary_folder

LIMIT = 20_000_000


def main(long):
    count = 10_000 if long else 500
    text = "A day like others, and yet. " * 160
    with temporary_folder() as folder:
        store = Store(folder / "store")
        largest = 0
        for number in range(count):
            store.run("new", f"{number} {text}")
            log = store.folder / "private.sqlite-wal"
            largest = max(largest, log.stat().st_size if log.exists() else 0)
        check(largest < LIMIT, f"the write-ahead log reached {largest:,} bytes in {count} additions")
        check(len(store.lines()) == count, f"not exactly {count} entries")
        store.check_sound()


if __name__ == "__main__":
    alone(main)
