"""Words of a journal go nowhere but where they were meant to: not into arguments, variables, messages or files elsewhere.

Each kind of text holds a word that is nowhere else; a session of every command is watched with strace, under a careless
umask, and everything that it starts, says and makes is searched for those words.
"""

import json
import os
import pty
import re
import select
import stat
import subprocess
import time

from acceptance import JOURNAL, Failed, alone, check, environment, sample, temporary_folder

WORDS = {
    kind: f"zq{kind}vx"
    for kind in ("body", "title", "tag", "person", "place", "journal", "file", "caption", "search", "draft", "secret")
}
CREATING = re.compile(r'^\d+ +(?:openat|creat|mkdir|mkdirat)\((?:AT_FDCWD, )?"([^"]+)".*(?:O_CREAT|mkdir|creat)')
ESCAPE = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]")


class Session:
    """Commands of one person, each under strace."""

    def __init__(self, folder):
        self.folder = folder
        self.store = folder / "store"
        self.out = folder / "out"
        self.temporary = folder / "tmp"
        self.trace = folder / "trace.txt"
        for path in (self.out, self.temporary, folder / "home"):
            path.mkdir(mode=0o700)
        self.around = environment(
            JOURNAL_HOME=self.store,
            HOME=folder / "home",
            TMPDIR=self.temporary,
            XDG_RUNTIME_DIR=self.temporary,
            TERM="xterm",
        )
        self.count = 0

    def line(self, words):
        tracer = ["strace", "-f", "-qq", "-v", "-s", "200000", "-e", "signal=none", "-o", str(self.trace)]
        return [*tracer, "-e", "trace=execve,openat,creat,mkdir,mkdirat", JOURNAL, *map(str, words)]

    def run(self, *words, input=None, expect=(0,), typed=False, **changes):
        """Runs a command without a terminal; its messages may hold no word, its output may."""
        done = subprocess.run(
            self.line(("-v", *words)),
            input=input,
            capture_output=True,
            encoding="utf-8",
            env={**self.around, **changes},
            cwd=self.out,
        )
        check(done.returncode in expect, f"journal {words[0]} ended with {done.returncode}: {done.stderr[-300:]}")
        self.inspect(words[0], done.stderr, typed)
        return done.stdout

    def on_terminal(self, *words, keys=b"", typed=False, **changes):
        """Runs a command on a terminal of its own; gives what it shows."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.out)
            line = self.line(words)
            os.execvpe(line[0], line, {**self.around, **changes})
        shown, end, sent = b"", time.monotonic() + 30, False
        while time.monotonic() < end:
            if select.select([terminal], [], [], 0.5)[0]:
                try:
                    shown += os.read(terminal, 65536)
                except OSError:
                    break
            elif keys and not sent:
                os.write(terminal, keys)
                sent = True
        os.close(terminal)
        os.waitpid(child, 0)
        self.inspect(words[0], "", typed)
        return shown

    def inspect(self, verb, messages, typed):
        """What was started, said and made by one command; what the person typed is in its own arguments."""
        for kind, word in WORDS.items():
            check(word not in messages, f"`journal {verb}` says a {kind} in a message")
        started = 0
        for line in self.trace.read_text(errors="replace").splitlines():
            if "execve(" in line:
                started += 1
                self.count += 1
                if typed and started == 1:
                    continue
                for kind, word in WORDS.items():
                    check(word not in line, f"`journal {verb}` gives a {kind} to another program: {line[:200]}")
            made = CREATING.match(line)
            if made and not made[1].startswith(("/dev/", str(self.folder))) and made[1].startswith("/"):
                raise Failed(f"`journal {verb}` makes {made[1]}")
        for path in self.temporary.rglob("*"):
            raise Failed(f"`journal {verb}` leaves {path.name} in the temporary folder")

    def check_modes(self):
        """Everything that was made is its owner's alone."""
        for path in self.folder.rglob("*"):
            if path == self.trace or path.is_socket():
                continue
            mode = stat.S_IMODE(path.lstat().st_mode)
            wanted = 0o700 if path.is_dir() else 0o600
            inside = any(path.is_relative_to(part) for part in (self.store, self.out, self.folder / "home"))
            check(not inside or mode == wanted or path.suffix == ".sh", f"{path} has mode {mode:o}")


def editor(folder, name, script):
    path = folder / name
    path.write_text("#!/bin/sh\n" + script)
    path.chmod(0o700)
    return str(path)


def main(long):
    archive, _ = sample("dayone-trip")
    with temporary_folder() as folder:
        session = Session(folder)
        attached = folder / f"{WORDS['file']}.txt"
        attached.write_text(WORDS["caption"])
        text = f"{WORDS['title']}\n\n{WORDS['body']} #{WORDS['tag']} @{WORDS['person']}\n"
        careless = os.umask(0)
        try:
            session.run("import", archive, expect=(0, 3))
            session.run("new", "-", input=text)
            ident = session.run("list", "--limit", "1", "--plain")[:8]
            names = {kind: WORDS[kind] for kind in ("journal", "place", "person", "tag", "caption")}
            session.run("journals", "add", names["journal"], typed=True)
            session.run("set", ident, "--place", names["place"], "--people", names["person"], "--yes", typed=True)
            session.run("attach", ident, attached, "--caption", names["caption"], "--yes", typed=True)
            session.run("search", WORDS["search"], expect=(1,), typed=True)
            session.on_terminal("search", WORDS["body"], keys=b"q", typed=True, PAGER="less")
            # Words that a person types as arguments are theirs; programs that are started must not get them.
            for words in (
                ("edit", ident),
                ("show", ident),
                ("list",),
                ("search", "--rank", "rain"),
                ("today",),
                ("calendar",),
                ("stats",),
                ("history", ident),
                ("tags",),
                ("journals",),
                ("status",),
                ("doctor", "--deep"),
                ("doctor", "--fix"),
                ("privacy",),
                ("export", session.out / "all.zip", "--format", "jsonl"),
                ("export", session.out / "book.epub"),
                ("export", session.out / "book.pdf"),
                ("export", session.out / "text", "--format", "md"),
                ("export", session.out / "all.json"),
                ("backup", "now", "--folder", session.out / "backup"),
                ("backup", "verify", "--folder", session.out / "backup"),
                ("backup", "restore", "--folder", session.out / "backup", "--into", session.out / "restored"),
                ("set", ident, "--star", "--yes"),
                ("delete", ident, "--yes"),
                ("trash",),
                ("restore", ident),
                ("undo",),
                ("restore", ident),
                ("config", "list"),
                ("schedule", "list"),
                ("completion-of-nothing",),
            ):
                change = editor(folder, "edit.sh", f"printf '%s\\n' {WORDS['draft'][:3]} >> \"$1\"\n")
                session.run(*words, input="x\n" if "-" in words else None, expect=(0, 1, 3, 64), EDITOR=change)
            # An editor that dies leaves a draft, and the message no word of it.
            dying = editor(folder, "die.sh", f'cat {folder}/draft.txt >> "$1"; exit 1\n')
            (folder / "draft.txt").write_text(WORDS["draft"])
            session.run("new", expect=(1,), EDITOR=dying)
            session.run("new", "--resume", expect=(0, 1, 64), EDITOR=editor(folder, "ok.sh", "true\n"))
            # Input that is broken is refused without being quoted.
            broken = folder / "broken.json"
            broken.write_text(
                '{"metadata":{"version":"1.0"},"entries":[{"uuid":"1","text":"' + WORDS["secret"] + '", nonsense'
            )
            session.run("import", broken, expect=(1, 3, 65))
            jobs = folder / "jobs.json"
            jobs.write_text(json.dumps({"schema": "journal.jobs/1", "jobs": [{"verb": WORDS["secret"]}]}))
            session.run("job", "run", jobs, expect=(1, 64, 65, 78))

            shown = session.on_terminal("list", keys=b"q", PAGER="less")
            check(WORDS["title"].encode() in shown, f"the pager shows nothing: {shown[-300:]}")
            shown = session.on_terminal("show", ident, keys=b"q", JOURNAL_PAGER="cat -v")
            check(WORDS["body"].encode() in shown, "a pager with an option shows nothing")
            vim = session.on_terminal("edit", ident, keys=b":q!\r", EDITOR="vim.tiny")
            check(WORDS["body"].encode() in ESCAPE.sub(b"", vim), "vim shows nothing")
        finally:
            os.umask(careless)
        check(session.count > 40, "hardly a program was seen")
        session.check_modes()
        for path in (folder / "home").rglob("*"):
            check(
                not path.is_file() or not any(word.encode() in path.read_bytes() for word in WORDS.values()),
                f"{path.name} in the home folder holds words",
            )


if __name__ == "__main__":
    alone(main)
