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
            found = sum(expected["journals"].values())
            check(report["found"] == found, f"{name}: {report['found']} found, not {found}")
            for key in ("failed", "skipped"):
                check(report[key] == expected[key], f"{name}: {key} is {report[key]}, not {expected[key]}")
            journals = {journal["name"]: journal["found"] for journal in report["journals"]}
            check(journals == expected["journals"], f"{name}: journals are {journals}")
            codes = sorted({warning["code"] for warning in report["warnings"]})
            check(codes == sorted(set(expected["warnings"])), f"{name}: warnings are {codes}")
            check(store.json("status")["entries"] == expected["entries"], f"{name}: not all entries are there")
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
