"""The installed command works from any folder, and touches nothing of the folder it was built in."""

import subprocess

from acceptance import JOURNAL, ROOT, Store, alone, check, environment, run, sample, sha256, temporary_folder


def check_pages(manual, command):
    """Every verb has a page, and man reads every page without a warning."""
    pages = sorted(manual.glob("man?/*"))
    verbs = [
        line.split()[0] for line in run(command, "help").splitlines() if line.startswith("  ") and line[2].isalpha()
    ]
    for verb in verbs:
        check(manual / f"man1/journal-{verb}.1" in pages, f"'{verb}' has no page")
    check(manual / "man5/journal-format.5" in pages and len(pages) > 25, "pages are missing")
    for page in pages:
        read = subprocess.run(
            ["man", "--warnings", "-l", page],
            capture_output=True,
            encoding="utf-8",
            env=environment(MANPAGER="cat", MANWIDTH="80"),
            cwd=manual,
        )
        check(read.returncode == 0 and not read.stderr, f"man on {page.name}: {read.stderr[:300]}")
        check("NAME" in read.stdout, f"{page.name} is empty")


def check_package(folder):
    """The Debian package has no error, is the same twice, and works where it is unpacked."""
    for name in ("one", "two"):
        run(
            "bash",
            "scripts/deb.sh",
            JOURNAL.rsplit("/", 1)[0],
            folder / name,
            cwd=ROOT,
            SOURCE_DATE_EPOCH=1_700_000_000,
        )
    first, second = (next((folder / name).glob("*.deb")) for name in ("one", "two"))
    check(sha256(first) == sha256(second), "two packages of the same files differ")
    said = run("lintian", "--fail-on", "error,warning", "--allow-root", first)
    check("E:" not in said and "W:" not in said, f"lintian: {said[:500]}")
    run("dpkg-deb", "-x", first, folder / "unpacked")
    store = Store(folder / "packaged", folder / "unpacked/usr/bin/journal")
    store.run("new", "from the package")
    store.run("export", folder / "packaged.epub")
    needed = run("dpkg-deb", "-f", first, "Depends")
    check("libsqlite3-0" in needed and "libsodium23" in needed, "the package does not say what it needs")


def main(long):
    with temporary_folder() as folder:
        check_package(folder)
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
        check_pages(installed / "share/man", command)

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
