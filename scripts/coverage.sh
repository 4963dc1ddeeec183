#!/bin/bash
# Shows which lines of each file the last coverage run reached.
#
# Usage: coverage.sh SCRATCH_FOLDER
set -euo pipefail

scratch=${1:?usage: coverage.sh SCRATCH_FOLDER}
# A system's own llvm-cov is older than the profiles that this compiler writes.
tools=$(dirname "$(readlink -f "$(command -v swift)")")
"$tools/llvm-cov" report "$scratch"/debug/*PackageTests.xctest \
    -instr-profile "$scratch/debug/codecov/default.profdata" \
    -ignore-filename-regex='\.build|Tests|TestSupport' -use-color=false
