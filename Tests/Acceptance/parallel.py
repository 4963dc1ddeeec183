"""Many processes add an entry at the same moment: none fails, none is lost."""

import json
import subprocess

from acceptance import JOURNAL, Store, alone, check, environment, temporary_folder


def add_at_once(store, count):
    """Starts `count` processes before waiting for the first."""
    started = [
        subprocess.Popen(
            [JOURNAL, "new", f"entry {number} of {count}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment(JOURNAL_HOME=store.folder),
        )
        for number in range(count)
    ]
    statuses = []
    for process in started:
        said = process.communicate()[1]
        statuses.append((process.returncode, said[-200:]))
    failed = [status for status in statuses if status[0] != 0]
    check(not failed, f"{len(failed)} of {count} parallel `new` failed, first: {failed[:1]}")
    texts = {json.loads(line)["text"] for line in store.lines()}
    wanted = {f"entry {number} of {count}" for number in range(count)}
    check(wanted <= texts, f"{len(wanted - texts)} of {count} acknowledged entries are lost")


def main(long):
    for count in (8, 200, *((800,) if long else ())):
        with temporary_folder() as folder:
            # The store is not there yet: making it is part of the race.
            store = Store(folder / "store")
            add_at_once(store, count)
            check(len(store.lines()) == count, f"not exactly {count} entries")
            store.check_sound()


if __name__ == "__main__":
    alone(main)
