"""The main job opens no socket: not to the network, not to a service of this machine."""

from acceptance import JOURNAL, Store, alone, check, run, sample, temporary_folder

CALLS = "trace=socket,connect,bind,listen,accept,accept4,sendto,sendmsg,sendmmsg"


def main(long):
    archive, _ = sample("dayone-trip")
    with temporary_folder() as folder:
        store = Store(folder / "store")
        steps = [
            ("init",),
            ("import", archive),
            ("new", "No one else needs to know."),
            ("search", "know"),
            ("export", folder / "book.epub"),
            ("export", folder / "book.pdf"),
            ("export", folder / "all.zip", "--format", "jsonl"),
        ]
        for step in steps:
            seen = folder / "calls.txt"
            tracer = ["strace", "-f", "-qq", "-e", CALLS, "-e", "signal=none", "-o", seen]
            run(JOURNAL, *step, before=tracer, expect=(0, 3), JOURNAL_HOME=store.folder)
            calls = [line for line in seen.read_text().splitlines() if "(" in line]
            check(not calls, f"`journal {step[0]}` opened a socket: {calls[:3]}")


if __name__ == "__main__":
    alone(main)
