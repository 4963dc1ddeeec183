#!/bin/bash
# Makes a Python environment hold exactly what a list of pinned packages names.
#
# Usage: python-environment.sh FOLDER REQUIREMENTS
# Does nothing, and needs no network, when it was made from the same list.
set -euo pipefail

folder=${1:?usage: python-environment.sh FOLDER REQUIREMENTS}
requirements=${2:?usage: python-environment.sh FOLDER REQUIREMENTS}
made_from=$folder/made-from.txt
cmp -s "$requirements" "$made_from" && exit 0

echo "making $folder from $requirements"
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check -r "$requirements"
cp "$requirements" "$made_from"
