#!/bin/bash
# Builds the reference of the public library with the toolchain's own DocC.
#
# A link to a symbol that does not exist is an error. The site lies in .build/docs-out/site.
set -euo pipefail

cd "$(dirname "$0")/.."
symbols=$PWD/.build/symbols
out=$PWD/.build/docs-out
modules=(JournalModel JournalKit)

rm -rf "$symbols" "$out" .build/graph
mkdir -p "$symbols" "$out"
# A scratch folder of its own: the flags would otherwise rebuild everything twice.
swift build --scratch-path .build/docs --target JournalKit \
    -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$symbols"

for module in "${modules[@]}"; do
    graph=.build/graph/$module
    mkdir -p "$graph"
    cp "$symbols/$module.symbols.json" "$graph/"
    catalog=()
    [ -d "Sources/$module/$module.docc" ] && catalog=("Sources/$module/$module.docc")
    docc convert "${catalog[@]}" --additional-symbol-graph-dir "$graph" \
        --fallback-display-name "$module" --fallback-bundle-identifier "journal.$module" \
        --hosting-base-path journal --warnings-as-errors \
        --output-path "$out/$module.doccarchive"
done
docc merge "$out"/*.doccarchive --synthesized-landing-page-name Journal --output-path "$out/site"
echo "the reference is in $out/site"
