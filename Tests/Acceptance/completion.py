"""Completion in real bash, zsh and fish: verbs, options, tags, journals and ids of the journal that the line names."""

import os
import pty
import select
import shutil
import subprocess
import time

from acceptance import JOURNAL, Failed, Store, alone, check, environment, run, temporary_folder

# A name that a careless script would run or split.
HOSTILE = "$(touch${IFS}pwned)`id`"


def bash(folder, around, *words):
    """What bash would offer for the last of `words`."""
    script = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_journal
printf '%s\\n' "${COMPREPLY[@]}"
"""
    done = subprocess.run(
        ["bash", "--norc", "-c", script, "bash", folder / "journal.bash", *words],
        env=around,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    check(not done.stderr, f"bash complains: {done.stderr}")
    return [line for line in done.stdout.split("\n") if line]


def fish(folder, around, line):
    """What fish would offer at the end of a line."""
    done = subprocess.run(
        ["fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", str(folder / "journal.fish"), line],
        env=around,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    check(not done.stderr, f"fish complains: {done.stderr}")
    return done.stdout


def zsh(folder, around, line):
    """What zsh shows after a line and two tabs."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execvpe("zsh", ["zsh", "-f", "-i"], around)
    seen = b""

    def read(until, seconds=20.0):
        nonlocal seen
        end = time.monotonic() + seconds
        while time.monotonic() < end and until not in seen:
            if select.select([terminal], [], [], 0.1)[0]:
                try:
                    seen += os.read(terminal, 65536)
                except OSError:
                    break

    setup = f"fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D; zstyle ':completion:*' list-prompt ''; PS1='READY''> '\n"
    os.write(terminal, setup.encode())
    read(b"READY> ")
    seen = b""
    os.write(terminal, line.encode() + b"\t\t")
    # The list comes when it comes; nothing marks its end.
    last = -1
    while len(seen) != last:
        last = len(seen)
        read(b"never", 1.5)
    os.close(terminal)
    os.waitpid(child, 0)
    return seen.decode(errors="replace")


def main(long):
    missing = [shell for shell in ("bash", "zsh", "fish") if not shutil.which(shell)]
    if missing:
        raise Failed(f"{', '.join(missing)} not installed; run `make test-deps`")
    with temporary_folder() as folder:
        programs = folder / "bin"
        programs.mkdir()
        (programs / "journal").symlink_to(JOURNAL)
        run(JOURNAL, "__generate", "completions", folder)
        store, other = Store(folder / "store"), Store(folder / "other")
        store.run("journals", "add", "Night walks")
        store.run("new", "first", "--tag", "river", "--tag", HOSTILE)
        other.run("new", "elsewhere", "--tag", "mountain")
        ids = [line.split("\t")[0][:8] for line in store.run("list", "--plain").splitlines()]
        foreign = other.run("list", "--plain")[:8]
        around = {
            **environment(JOURNAL_HOME=store.folder, TERM="xterm", HOME=folder),
            "PATH": f"{programs}:{os.environ['PATH']}",
        }
        elsewhere = f"--store {other.folder} "

        check("search" in bash(folder, around, "journal", "se"), "bash knows no verb")
        check("--with-trash" in bash(folder, around, "journal", "export", "--with-t"), "bash knows no option")
        check("river" in bash(folder, around, "journal", "list", "--tag", "ri"), "bash knows no tag")
        check(HOSTILE in bash(folder, around, "journal", "list", "--tag", "$"), "bash loses a name")
        check("Night walks" in bash(folder, around, "journal", "new", "--journal", "N"), "bash splits a journal's name")
        check(bash(folder, around, "journal", "show", ids[0][:3]) == ids, "bash knows no id")
        check(
            bash(folder, around, "journal", "--store", str(other.folder), "show", "") == [foreign],
            "bash asks another journal",
        )
        check("merge" in bash(folder, around, "journal", "tags", "me"), "bash knows no word")
        check("journal.fish" in bash(folder, around, "journal", "import", "journal.f"), "bash knows no path")

        check("search\t" in fish(folder, around, "journal se"), "fish knows no verb")
        check("--with-trash" in fish(folder, around, "journal export --with-t"), "fish knows no option")
        check("river" in fish(folder, around, "journal list --tag ri"), "fish knows no tag")
        check(HOSTILE in fish(folder, around, "journal list --tag '$"), "fish loses a name")
        check(
            "Night walks" in fish(folder, around, "journal new --journal N").replace("\\", ""), "fish knows no journal"
        )
        check(f"{ids[0]}\t" in fish(folder, around, "journal show "), "fish knows no id")
        check(foreign in fish(folder, around, f"journal {elsewhere}show "), "fish asks another journal")
        check("merge" in fish(folder, around, "journal tags me"), "fish knows no word")

        check("search" in zsh(folder, around, "journal sea"), "zsh knows no verb")
        check("--with-trash" in zsh(folder, around, "journal export --with-t"), "zsh knows no option")
        check("river" in zsh(folder, around, "journal list --tag ri"), "zsh knows no tag")
        check(ids[0] in zsh(folder, around, "journal show "), "zsh knows no id")
        check(foreign in zsh(folder, around, f"journal {elsewhere}show "), "zsh asks another journal")
        check("unarchive" in zsh(folder, around, "journal tags una"), "zsh knows no word")
        check("Night" in zsh(folder, around, "journal new --journal N"), "zsh knows no journal")
        check(not (folder / "pwned").exists(), "a shell ran a name")


if __name__ == "__main__":
    alone(main)
