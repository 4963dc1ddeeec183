"""What `journal schedule` writes is what systemd and cron read; it touches no file of another."""

import os
import shutil
import subprocess

from acceptance import Failed, Store, alone, check, temporary_folder


def check_units(folder):
    config, runtime = folder / "config", folder / "run"
    runtime.mkdir(mode=0o700)
    store = Store(folder / 'it\'s "mine" $HOME %h')
    store.run("new", "one")
    around = {"XDG_CONFIG_HOME": config, "XDG_RUNTIME_DIR": runtime, "PATH": os.environ["PATH"]}
    units = config / "systemd/user"

    def schedule(*words, **options):
        return store.run("schedule", *words, **around, **options)

    schedule("add", "backup", "--print")
    check(not units.exists(), "--print writes something")
    # Without a service manager of the user's the timer is written and the status says that it does not run.
    schedule("add", "backup", "--daily", "04:05", expect=(0, 3))
    schedule("add", "check", "--weekly", "sun", expect=(0, 3))
    schedule("add", "job", folder / "jobs.json", "--monthly", "--name", "books", expect=(0, 3))
    names = ["backup", "books", "check"]
    jobs = store.json("schedule", "list", **around)["jobs"]
    check([job["name"] for job in jobs] == names, "not every job is listed")
    check(jobs[0]["when"] == "*-*-* 04:05:00", "a job is listed with another time")
    check(str(store.folder) in jobs[0]["command"], "a job forgets where its journal is")
    for name in names:
        for ending in ("service", "timer"):
            path = units / f"journal-{name}.{ending}"
            check(path.stat().st_mode & 0o777 == 0o600, "others can read a unit")
            done = subprocess.run(
                ["systemd-analyze", "verify", "--user", path],
                env={**os.environ, **{k: str(v) for k, v in around.items()}},
                capture_output=True,
                text=True,
                check=False,
            )
            ours = [line for line in done.stderr.splitlines() if path.name in line]
            check(done.returncode == 0 and not ours, f"systemd does not like {path.name}: {done.stderr}")

    # What the service runs, with systemd's quoting taken away, is a command that works.
    done = subprocess.run(jobs[0]["command"], capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"the scheduled command fails: {done.stderr}")
    line = schedule("add", "backup", "--cron").strip()
    command = line.split(" ", 5)[5].replace("\\%", "%")
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"the cron line fails: {done.stderr}")
    check(len(store.json("backup", "list")["backups"]) == 2, "the scheduled backups are not where a person looks")

    stranger = units / "journal-mine.timer"
    stranger.write_text("[Timer]\n")
    schedule("add", "backup", "--name", "mine", expect=73)
    schedule("remove", "mine", expect=1)
    check(stranger.read_text() == "[Timer]\n", "a unit of another is changed")
    for name in names:
        schedule("remove", name)
    check(sorted(path.name for path in units.iterdir()) == [stranger.name], "remove leaves a unit")
    schedule("remove", "backup", expect=1)
    schedule("add", "nothing", expect=64)
    schedule("add", "backup", "--daily", "25:00", expect=64)
    schedule("add", "backup", "--name", "../x", expect=64)


def main(long):
    if not shutil.which("systemd-analyze"):
        raise Failed("systemd-analyze is not installed; run `make test-deps`")
    with temporary_folder() as folder:
        check_units(folder)


if __name__ == "__main__":
    alone(main)
