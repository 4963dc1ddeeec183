"""F: the processor seconds of SQLite, through Python, putting segmented texts into one FTS5 table at once.

Usage: fts_insert.py Journal.json
Each run of Chinese or Japanese characters becomes its overlapping pairs and its last character, the rest
stays words: what the search index holds. Reading and segmenting is not counted.
"""

import json
import os
import re
import resource
import sqlite3
import sys
import tempfile

RUN = re.compile("[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f]+")


def segmented(text):
    def pairs(match):
        run = match.group(0)
        return " " + " ".join([run[at : at + 2] for at in range(len(run) - 1)] + [run[-1]]) + " "

    return RUN.sub(pairs, text)


def spent():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


with open(sys.argv[1], "rb") as file:
    texts = [segmented(entry.get("text", "").replace("\\", "")) for entry in json.load(file)["entries"]]
with tempfile.TemporaryDirectory() as folder:
    database = sqlite3.connect(os.path.join(folder, "index.sqlite"), isolation_level=None)
    before = spent()
    database.execute("CREATE VIRTUAL TABLE search USING fts5(text)")
    database.execute("BEGIN IMMEDIATE")
    database.executemany("INSERT INTO search(rowid, text) VALUES (?, ?)", enumerate(texts, 1))
    database.execute("COMMIT")
    print(spent() - before)
