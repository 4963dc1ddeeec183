#!/bin/bash
# Takes a sample export to a store and two books, with the commands a person would type.
#
# Usage: demo.sh JOURNAL SAMPLE FOLDER
set -euo pipefail

journal=${1:?usage: demo.sh JOURNAL SAMPLE FOLDER}
sample=${2:?usage: demo.sh JOURNAL SAMPLE FOLDER}
folder=${3:?usage: demo.sh JOURNAL SAMPLE FOLDER}

run() {
    printf '\n$ journal %s\n' "$*"
    "$journal" "$@"
}

mkdir -p "$folder"
export JOURNAL_HOME=$folder/store
run init
run import "$sample"
run list --limit 5
run export "$folder/book.epub" --overwrite
run export "$folder/book.pdf" --overwrite

where=$(cd "$folder" && pwd)
printf '\nReady:\n  %-22s the journal; look inside with: JOURNAL_HOME=%s journal list\n' "$where/store" "$where/store"
printf '  %-22s for an e-reader\n  %-22s for paper\n' "$where/book.epub" "$where/book.pdf"
