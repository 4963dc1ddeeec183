#!/bin/bash
# Says how to get Swift when it is missing or too old; Debian has no package of it.
set -euo pipefail

wanted=6.2
found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
if [ -z "$found" ]; then
    echo "Swift $wanted or newer is needed and none is in PATH; install it from https://www.swift.org/install/linux/" >&2
    exit 1
fi
if [ "$(printf '%s\n' "$wanted" "$found" | sort -V | head -n 1)" != "$wanted" ]; then
    echo "Swift $found is in PATH, but $wanted or newer is needed; see https://www.swift.org/install/linux/" >&2
    exit 1
fi
