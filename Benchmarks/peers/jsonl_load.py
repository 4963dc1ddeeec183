"""Reads and prints again every line of a JSON-lines file, as a script on an export would.

Usage: jsonl_load.py FILE
"""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    for line in file:
        sys.stdout.write(json.dumps(json.loads(line), ensure_ascii=False) + "\n")
