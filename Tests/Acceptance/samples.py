"""Every sample import gives what its expected.json says; a second time, nothing is new."""

from acceptance import SAMPLES, Store, alone, check, sample, temporary_folder

COUNTS = ("found", "new", "same", "changed", "conflict", "skipped", "failed")


def main(long):
    folders = sorted(path.parent.name for path in SAMPLES.glob("*/expected.json"))
    check(len(folders) > 0, "there are no samples")
    for name in folders:
        archive, expected = sample(name)
        with temporary_folder() as folder:
            store = Store(folder / "store")
            report = store.json("import", archive, expect=(0, 3))
            outcomes = sum(report[key] for key in COUNTS[1:])
            check(report["found"] == outcomes, f"{name}: {report['found']} found, {outcomes} accounted for")
            for key, value in expected.get("report", {}).items():
                if key != "warnings":
                    check(report[key] == value, f"{name}: {key} is {report[key]}, not {value}")
            before = store.lines()
            again = store.json("import", archive, expect=(0, 3))
            check(
                again["new"] == again["changed"] == again["conflict"] == 0,
                f"{name}: a second import is not idle: {again}",
            )
            check(store.lines() == before, f"{name}: a second import changed the journal")
            store.check_sound()
            store.check_attachments()


if __name__ == "__main__":
    alone(main)
