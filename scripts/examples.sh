#!/bin/bash
# Builds each example front end and runs it against a journal in a temporary folder.
set -euo pipefail

cd "$(dirname "$0")/.."
for package in Examples/*/Package.swift; do
    [ -e "$package" ] || continue
    folder=$(dirname "$package")
    name=$(basename "$folder")
    swift build --package-path "$folder"
    store=$(mktemp -d)
    trap 'rm -rf "$store"' EXIT
    # An update that never comes must fail, not hang.
    timeout 60 "$(swift build --package-path "$folder" --show-bin-path)/$name" "$store/journal"
    rm -rf "$store"
    echo "example $name passed"
done
