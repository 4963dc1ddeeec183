"""What was typed is in the journal or in a draft: two terminals, crashes, a full disk, Ctrl-C at any moment."""

import json
import os
import random
import signal
import subprocess
import time

from acceptance import JOURNAL, Store, alone, check, environment, run, temporary_folder
from full import can_mount, small_disk

# Writes its text in two steps, as a person saves twice, then ends as it is told.
EDITOR = """
import os, signal, sys, time
text, ending, path = sys.argv[1], sys.argv[2], sys.argv[3]
with open(path, "a") as file:
    file.write(text + " first\\n")
    file.flush()
    os.fsync(file.fileno())
    time.sleep(float(os.environ.get("PAUSE", "0")))
    file.write(text + " second\\n")
open(os.environ["DONE"] + text, "w").close()
if ending == "crash":
    os.kill(os.getpid(), signal.SIGKILL)
if ending == "orphan":
    os.kill(os.getppid(), signal.SIGKILL)
sys.exit(3 if ending == "fail" else 0)
"""


class Desk:
    """A home with a journal and an editor that does as it is told."""

    def __init__(self, folder):
        self.folder = folder
        self.store = Store(folder / "store")
        (folder / "editor.py").write_text(EDITOR)
        (folder / "done").mkdir()

    def environment(self, **changes):
        return environment(JOURNAL_HOME=self.store.folder, HOME=self.folder, DONE=f"{self.folder}/done/", **changes)

    def editor(self, text, ending):
        return f"python3 {self.folder / 'editor.py'} {text} {ending}"

    def start(self, *words, **changes):
        return subprocess.Popen(
            [JOURNAL, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.environment(**changes),
            start_new_session=True,
        )

    def drafts(self):
        folders = [self.store.folder / "drafts", self.folder / ".local/state/journal/drafts"]
        return [path for folder in folders if folder.exists() for path in folder.iterdir()]

    def resume_all(self):
        for _ in range(1000):
            done = subprocess.run(
                [JOURNAL, "new", "--resume"], capture_output=True, encoding="utf-8", env=self.environment(VISUAL="true")
            )
            if "no draft was left" in done.stderr:
                break
            # A draft in which nothing was written yet goes away with status 1.
            check(done.returncode in (0, 1), f"--resume ended with {done.returncode}: {done.stderr}")
        else:
            check(False, "--resume never comes to an end")
        check(not self.drafts(), f"left in the folder of drafts: {[path.name for path in self.drafts()]}")

    def texts(self):
        return [json.loads(line)["text"] for line in self.store.lines()]

    def check_kept(self, wanted, place):
        texts = self.texts()
        for text in wanted:
            found = [kept for kept in texts if text in kept]
            check(found, f"{place}: `{text}` is neither in the journal nor in a draft")
            check(len(found) == 1, f"{place}: `{text}` is there {len(found)} times")


def terminals(count, seed):
    """Many sittings at once, most of which end badly."""
    chance = random.Random(seed)
    with temporary_folder() as folder:
        desk = Desk(folder)
        sittings = []
        for number in range(count):
            ending = chance.choice(["save", "crash", "fail", "orphan"])
            text = f"sitting{number}{ending}"
            sittings.append((text, desk.start("new", VISUAL=desk.editor(text, ending), PAUSE=chance.random() / 5)))
        for _, process in sittings:
            process.communicate(timeout=120)
        time.sleep(0.2)
        desk.resume_all()
        desk.check_kept([f"{text} {step}" for text, _ in sittings for step in ("first", "second")], "terminals")


def interrupted_editor(moments, seed):
    """Ctrl-C for everything in the terminal, at any moment of a sitting."""
    chance = random.Random(seed)
    with temporary_folder() as folder:
        desk = Desk(folder)
        texts = []
        for number in range(moments):
            text = f"moment{number}x"
            process = desk.start("new", VISUAL=desk.editor(text, "save"), PAUSE=0.05)
            time.sleep(chance.random() * 0.3)
            os.killpg(process.pid, chance.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]))
            process.communicate(timeout=60)
            if (desk.folder / "done" / text).exists():
                texts += [f"{text} first", f"{text} second"]
        time.sleep(0.2)
        desk.resume_all()
        check(len(texts) > moments // 5, "hardly a sitting came to its end: the moments are too early")
        desk.check_kept(texts, "interrupted editor")


def interrupted_input(moments, seed):
    """Ctrl-C while text comes on standard input, and just after its end."""
    chance = random.Random(seed)
    with temporary_folder() as folder:
        desk = Desk(folder)
        desk.store.run("init")
        texts = []
        for number in range(moments):
            text = f"typed{number}x"
            process = desk.start("new", "-")
            process.stdin.write(f"{text}\n".encode())
            process.stdin.flush()
            time.sleep(0.25)
            if number % 2:
                process.stdin.close()
                time.sleep(chance.random() * 0.02)
            os.killpg(process.pid, chance.choice([signal.SIGINT, signal.SIGTERM]))
            process.wait(60)
            said = process.stderr.read().decode()
            check(process.returncode in (0, 130), f"interrupted input: status {process.returncode}: {said}")
            check(text not in said, "a text is in a message")
            texts.append(text)
        desk.resume_all()
        desk.check_kept(texts, "interrupted input")


def full_disk():
    with temporary_folder() as folder:
        if not can_mount(folder):
            print("acceptance drafts: no tmpfs may be mounted here; the full disk is left out", flush=True)
            return
        (folder / "home").mkdir()
        with small_disk(folder / "disk", 2048) as disk:
            desk = Desk(folder / "home")
            desk.store = Store(disk / "store")
            desk.store.run("new", "before")
            fill = "import os, sys; sys.stdout.buffer.write(os.urandom(4 << 20))"
            subprocess.run(["sh", "-c", f"python3 -c '{fill}' >'{disk}/filling'"], stderr=subprocess.DEVNULL)
            texts = []
            for number in range(3):
                text = f"stdin{number}x " + "word " * 3000
                done = subprocess.run(
                    [JOURNAL, "new", "-"], input=text, capture_output=True, encoding="utf-8", env=desk.environment()
                )
                check(done.returncode in (0, 74), f"full disk: status {done.returncode}: {done.stderr}")
                check("word word" not in done.stderr, "a text is in a message")
                texts.append(f"stdin{number}x")
            check(desk.drafts(), "nothing was kept as a draft: the disk was not full")
            (disk / "filling").unlink()
            # The disk fills up while someone writes.
            script = f"printf 'while x\\n' >\"$1\"; head -c 4000000 /dev/urandom >'{disk}/filling'; true"
            (folder / "home" / "filler").write_text(script)
            done = subprocess.run(
                [JOURNAL, "new", "--tag", "full"],
                capture_output=True,
                encoding="utf-8",
                env=desk.environment(VISUAL=f"sh {folder / 'home' / 'filler'}"),
            )
            check(done.returncode in (0, 74), f"filling disk: status {done.returncode}: {done.stderr}")
            (disk / "filling").unlink(missing_ok=True)
            desk.resume_all()
            desk.check_kept([*texts, "while x"], "full disk")
            desk.store.check_sound()


def leftovers():
    """After all was saved, no word lies anywhere but in the store's databases."""
    with temporary_folder() as folder:
        desk = Desk(folder)
        (folder / "tmp").mkdir()
        for number in range(3):
            process = desk.start("new", VISUAL=desk.editor(f"canary{number}", "save"), TMPDIR=folder / "tmp")
            process.communicate(timeout=60)
        found = run("grep", "-rl", "canary", folder, expect=(0, 1)).splitlines()
        allowed = [path for path in found if ".sqlite" in path]
        check(sorted(allowed) == sorted(found), f"words are left in {set(found) - set(allowed)}")
        check(not desk.drafts(), "a draft is left")


def main(long):
    terminals(60 if long else 16, 1)
    interrupted_editor(300 if long else 30, 2)
    interrupted_input(200 if long else 16, 3)
    full_disk()
    leftovers()


if __name__ == "__main__":
    alone(main)
