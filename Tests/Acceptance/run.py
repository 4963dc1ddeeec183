"""Runs every acceptance check and closes with one line: how many checks held, which scripts failed."""

import importlib
import pathlib
import sys
import time

import acceptance

SCRIPTS = [
    "samples",
    "demo",
    "modes",
    "network",
    "determinism",
    "install",
    "parallel",
    "wal",
    "kill",
    "faults",
    "full",
    "drafts",
    "days",
    "hostile",
    "backup",
    "doctor",
    "schedule",
    "completion",
    "canary",
    "terminal",
    "keeping",
]


def main():
    long = "--long" in sys.argv
    named = [word for word in sys.argv[1:] if not word.startswith("-")] or SCRIPTS
    if not pathlib.Path(acceptance.JOURNAL).exists():
        sys.exit(f"{acceptance.JOURNAL} is not there; run `make build` first")
    failed = []
    for name in named:
        started, before = time.monotonic(), acceptance.held()
        try:
            importlib.import_module(name).main(long)
            verdict = f"{acceptance.held() - before} checks held"
        except acceptance.Failed as failure:
            failed.append(name)
            verdict = f"FAILED: {failure}"
        print(f"acceptance {name}: {verdict} ({time.monotonic() - started:.1f} s)", flush=True)
    closing = f"; FAILED: {' '.join(failed)}" if failed else ""
    print(f"acceptance: {acceptance.held()} checks held in {len(named)} scripts{closing}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
