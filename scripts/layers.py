"""Checks the room rules of ARCHITECTURE.md: who imports whom, and what a room must never do.

Usage: layers.py FOLDER      check the package in FOLDER
       layers.py --self-test check that planted violations are found
Ends with status 1 and one line for each violation.
"""

import pathlib
import re
import sys
import tempfile

# Each room, and which modules of this package it may import. Absent here = a violation.
ALLOWED = {
    "Bytes": {"CDigest", "CCompression"},
    "SQLite": {"CSQLite"},
    "FileFormats": {"CLibXML2", "CLibZip", "CMarkdown", "CImages", "CInflate", "Bytes"},
    "Typesetting": {"CTypesetting", "FileFormats", "Bytes"},
    "Templates": {"FileFormats", "Bytes"},
    "Encryption": {"CSodium"},
    "Remotes": set(),
    "JournalModel": {"Bytes"},
    "JournalStore": {"JournalModel", "SQLite", "Bytes"},
    "JournalBackup": {"JournalModel", "JournalStore", "Encryption", "Bytes"},
    "JournalImport": {"JournalModel", "FileFormats", "Bytes"},
    "JournalExport": {"JournalModel", "FileFormats", "Typesetting", "Templates", "Bytes"},
    "JournalKit": {
        *{"JournalModel", "JournalStore", "JournalBackup", "JournalImport", "JournalExport"},
        *{"FileFormats", "Templates", "Bytes"},
    },
    "JournalCLI": {"JournalKit", "JournalModel"},
    "journal": {"JournalCLI"},
    "journal-decode": {"CImages", "FileFormats"},
    "TestSupport": {"JournalModel", "Bytes"},
}
# Everything else says `package`: these two are the library.
PUBLIC = {"JournalModel", "JournalKit"}
# Rooms whose results depend on nothing but what they are handed.
PURE = {"Bytes", "JournalModel", "JournalImport", "JournalExport", "Typesetting", "Templates", "FileFormats"}
# Places that may do what their room may not, each with its reason.
EXCEPTIONS = {
    # The name of a temporary file, which is renamed before anything reads it.
    ("Sources/JournalExport/Media/PictureDecoder.swift", "chance"),
    # Foundation.Process is slow and breaks job control; tests can live with that.
    ("Sources/TestSupport/Tool.swift", "Process()"),
}
# Rooms that talk to a person.
TALKING = {"JournalCLI", "journal", "journal-decode"}
# Modules of the system; any other import is either a room or a mistake.
SYSTEM = {"Foundation", "FoundationEssentials", "Glibc", "Musl", "Dispatch", "Synchronization", "Swift"}

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?([\w-]+)"
)
READS_CLOCK = re.compile(
    r"\bDate\(\)|\bDate\.now\b|\bclock_gettime\(|\bgettimeofday\(|\bContinuousClock\(\)|\btime\(nil\)"
)
READS_CHANCE = re.compile(
    r"\bUUID\(\)|\.random\(|\bSystemRandomNumberGenerator\b|\barc4random|\bgetrandom\(|\.shuffled\(\)"
)
READS_ENVIRONMENT = re.compile(
    r"\bgetenv\(|\.environment\b|\bTimeZone\.(?:current|autoupdatingCurrent)\b|\bLocale\.(?:current|autoupdatingCurrent)\b"
)
PRINTS = re.compile(r"(?<![\w.])(?:print|debugPrint|dump|exit|fatalError)\(")
PUBLIC_WORD = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public\s+(?!import\b)|open\s+(?:class|func|var|subscript)\b)"
)
BANNED = re.compile(
    r"\b(?:URLSession|Bundle\.module|ISO8601DateFormatter|DateFormatter|FoundationNetworking|XCTest)\b"
    r"|\bProcess\(\)|\btry!"
)
# Rooms that read what others wrote: Foundation's JSON is slow, lenient, and holds the whole file.
FOREIGN = {"Bytes", "FileFormats", "JournalModel", "JournalStore", "JournalImport"}
FOUNDATION_JSON = re.compile(r"\b(?:JSONSerialization|JSONDecoder)\b")
SQL = re.compile(r'"\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE TABLE|BEGIN IMMEDIATE)\b')


def code_of(text):
    """The lines of `text` without comments and without the text of string literals that span lines."""
    lines = []
    depth = 0
    for line in text.split("\n"):
        if depth == 0 and line.lstrip().startswith("//"):
            lines.append("")
            continue
        opened, closed = line.count("/*"), line.count("*/")
        if depth == 0 and opened == 0:
            lines.append(re.sub(r"(?<!:)//.*$", "", line))
        else:
            lines.append("")
        depth = max(0, depth + opened - closed)
    return lines


def violations(root):
    """Yields "path:line: what is wrong" for the package at `root`."""
    sources = root / "Sources"
    # The shipped templates are a target of their own, where a person can find them.
    folders = {folder.name: folder for folder in [*sources.iterdir(), root / "Templates"]}
    rooms = sorted(name for name, folder in folders.items() if any(folder.rglob("*.swift")))
    shims = set(folders) - set(rooms)
    owners = {}
    for room in rooms:
        if room not in ALLOWED:
            yield f"{folders[room].relative_to(root)}: this room is not in scripts/layers.py; say there what it may import"
            continue
        for path in sorted(folders[room].rglob("*.swift")):
            shown = path.relative_to(root)
            for number, line in enumerate(code_of(path.read_text(encoding="utf-8")), 1):
                at = f"{shown}:{number}"
                imported = IMPORT.match(line)
                if imported:
                    module = imported.group(1)
                    if module in shims or module.startswith("C") and (sources / module).exists():
                        owners.setdefault(module, {}).setdefault(room, at)
                    if module not in ALLOWED[room] and module not in SYSTEM:
                        yield f"{at}: {room} must not import {module}"
                    continue
                if PUBLIC_WORD.match(line) and room not in PUBLIC:
                    yield f"{at}: only {' and '.join(sorted(PUBLIC))} have public declarations; say package"
                banned = BANNED.search(line)
                if banned and (str(shown), banned.group(0)) not in EXCEPTIONS:
                    yield f"{at}: {banned.group(0)} is not used in this project"
                if room in FOREIGN and FOUNDATION_JSON.search(line):
                    yield f"{at}: {room} reads JSON with the reader in Bytes"
                if room in PURE:
                    for what, pattern in (
                        ("the clock", READS_CLOCK),
                        ("chance", READS_CHANCE),
                        ("the environment", READS_ENVIRONMENT),
                    ):
                        if pattern.search(line) and (str(shown), what.removeprefix("the ")) not in EXCEPTIONS:
                            yield f"{at}: {room} must not read {what}; it is passed in"
                if room not in TALKING and PRINTS.search(line):
                    yield f"{at}: {room} must not print or exit"
                if room not in {"JournalStore", "SQLite"} and SQL.search(line):
                    yield f"{at}: SQL stays in JournalStore"
    for module, places in sorted(owners.items()):
        if len(places) > 1:
            yield f"{module} is imported by {', '.join(sorted(places))}: one room owns a C library"


PLANTED = {
    "Sources/JournalStore/A.swift": ("internal import JournalImport\n", "must not import JournalImport"),
    "Sources/JournalCLI/B.swift": ("private import JournalStore\n", "must not import JournalStore"),
    "Sources/FileFormats/C.swift": ("import JournalModel\n", "must not import JournalModel"),
    "Sources/SQLite/D.swift": ("public struct Open {}\n", "have public declarations"),
    "Sources/JournalModel/E.swift": ("let now = Date()\n", "must not read the clock"),
    "Sources/JournalExport/F.swift": ("let id = UUID()\n", "must not read chance"),
    "Sources/JournalImport/G.swift": ("let zone = TimeZone.current\n", "must not read the environment"),
    "Sources/JournalKit/H.swift": ('func f() { print("x") }\n', "must not print"),
    "Sources/JournalKit/I.swift": ('let q = "SELECT 1"\n', "SQL stays"),
    "Sources/JournalStore/J.swift": ("@preconcurrency import FoundationNetworking\n", "must not import"),
    "Sources/JournalStore/K.swift": ("let f = ISO8601DateFormatter()\n", "is not used in this project"),
    "Sources/JournalStore/L.swift": ("import CSQLite\n", "must not import CSQLite"),
    "Sources/SQLite/M.swift": ("import CSQLite\n", "one room owns a C library"),
    "Sources/JournalImport/Q.swift": ("let d = JSONDecoder()\n", "with the reader in Bytes"),
    "Templates/R.swift": ("import JournalStore\n", "must not import JournalStore"),
    "Sources/Novelty/N.swift": ("let x = 1\n", "is not in scripts/layers.py"),
}
HARMLESS = {
    "Sources/CSQLite/module.modulemap": "module CSQLite {}\n",
    "Sources/JournalModel/O.swift": "public import Foundation\n// let now = Date()\npublic struct Day {}\n",
    "Sources/journal/P.swift": "import JournalCLI\nprint(1)\n",
}


def self_test():
    """Plants each violation in a package of its own shape and sees it found, and nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {**HARMLESS, **{name: text for name, (text, _) in PLANTED.items()}}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        found = list(violations(root))
        missed = [
            f"{name}: {wanted}" for name, (_, wanted) in PLANTED.items() if not any(wanted in line for line in found)
        ]
        wrong = [line for line in found if any(line.startswith(name) for name in HARMLESS)]
        for line in missed:
            print(f"layers self-test: not found: {line}", file=sys.stderr)
        for line in wrong:
            print(f"layers self-test: wrongly found: {line}", file=sys.stderr)
        return 1 if missed or wrong else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    found = list(violations(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
