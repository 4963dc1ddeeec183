#!/bin/bash
# Installs the Debian packages that a list names and this machine lacks.
#
# Usage: packages.sh LIST
# A line is a package, `command: package` (wanted only where that command is missing), or a comment.
# Asks for no network and no rights when nothing is missing.
set -euo pipefail

list=${1:?usage: packages.sh LIST}
missing=()
while IFS= read -r line; do
    case $line in
    '' | '#'*) continue ;;
    *': '*) command -v "${line%%: *}" >/dev/null || missing+=("${line#*: }") ;;
    *)
        status=$(dpkg-query -W -f='${db:Status-Status}' "$line" 2>/dev/null || true)
        [ "$status" = installed ] || missing+=("$line")
        ;;
    esac
done <"$list"
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
    echo "this system has no apt-get; install the counterparts of: ${missing[*]}" >&2
    exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "packages are missing; as root, run: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi
echo "installing ${missing[*]}"
install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends)
# The package index may be fresh already: ask the network for it only when the first try fails.
"${install[@]}" "${missing[@]}" >/dev/null 2>&1 || {
    "${as_root[@]}" apt-get update -qq
    "${install[@]}" "${missing[@]}" >/dev/null
}
