"""The installed command works from any folder, and touches nothing of the folder it was built in."""

import shutil
import subprocess

from acceptance import ROOT, Store, alone, check, environment, run, sample, sha256, temporary_folder


def main(long):
    archive, _ = sample("dayone-trip")
    with temporary_folder() as folder:
        run("make", "-C", ROOT, "--no-print-directory", "install", f"DESTDIR={folder}/root", "PREFIX=/usr")
        installed = folder / "root/usr"
        command = installed / "bin/journal"
        for name in (
            "bin/jot",
            "libexec/journal/journal-decode",
            "share/man/man1/journal.1",
            "share/journal/templates",
        ):
            check((installed / name).exists(), f"{name} is not installed")
        run("bash", "-n", installed / "share/bash-completion/completions/journal")
        if shutil.which("man"):
            read = subprocess.run(
                ["man", "--warnings", "-l", installed / "share/man/man1/journal.1"],
                capture_output=True,
                encoding="utf-8",
                env=environment(MANPAGER="cat"),
            )
            check(read.returncode == 0 and not read.stderr, f"man on journal.1: {read.stderr[:300]}")

        # A copy of the sample: the build folder must not be opened at all, so nothing may lie in it.
        copy = folder / archive.name
        run("cp", "-r", archive, copy)
        store = Store(folder / "store", command)
        steps = [("import", copy), ("export", folder / "book.epub"), ("export", folder / "book.pdf")]
        for step in steps:
            seen = folder / "opened.txt"
            tracer = ["strace", "-f", "-qq", "-e", "trace=%file", "-e", "signal=none", "-o", seen]
            run(command, *step, before=tracer, cwd="/", expect=(0, 3), JOURNAL_HOME=store.folder)
            touched = [line for line in seen.read_text(errors="replace").splitlines() if f'"{ROOT}' in line]
            check(not touched, f"the installed `journal {step[0]}` looks into the build folder: {touched[:3]}")
        built = Store(store.folder)
        for name in ("book.epub", "book.pdf"):
            built.run("export", folder / f"again-{name}", expect=(0, 3))
            check(
                sha256(folder / name) == sha256(folder / f"again-{name}"),
                f"{name} differs from that of the built command",
            )

        run(installed / "bin/jot", "Written with the short form.", cwd="/", JOURNAL_HOME=store.folder)
        check("Written with the short form." in store.run("show", "last", cwd="/"), "`jot` did not add the entry")

        run("make", "-C", ROOT, "--no-print-directory", "uninstall", f"DESTDIR={folder}/root", "PREFIX=/usr")
        left = [path for path in installed.rglob("*") if not path.is_dir()]
        check(not left, f"uninstall leaves {left[:3]}")
        check((store.folder / "private.sqlite").exists(), "uninstall touched a journal")


if __name__ == "__main__":
    alone(main)
