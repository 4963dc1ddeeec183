#!/bin/bash
# Installs the built command so that it works without this folder.
#
# Usage: install.sh BUILD_FOLDER DESTDIR PREFIX
# Under DESTDIR/PREFIX: bin/journal and its short form bin/jot, libexec/journal, share/journal/templates,
# man pages and completions.
set -euo pipefail

build=${1:?usage: install.sh BUILD_FOLDER DESTDIR PREFIX}
destination=${2-}
prefix=${3:?usage: install.sh BUILD_FOLDER DESTDIR PREFIX}
root=$destination$prefix

if [ ! -x "$build/journal" ]; then
    echo "$build/journal is not there; run 'make build' first" >&2
    exit 1
fi

install -d "$root/bin" "$root/libexec/journal" "$root/share/man/man1" "$root/share/man/man5" \
    "$root/share/journal/templates" \
    "$root/share/bash-completion/completions" "$root/share/zsh/site-functions" \
    "$root/share/fish/vendor_completions.d"
install -m 0755 -s "$build/journal" "$root/bin/journal"
ln -sfn journal "$root/bin/jot"
install -m 0755 -s "$build/journal-decode" "$root/libexec/journal/journal-decode"
(cd Templates && find . -type f -not -name '*.swift' -exec install -D -m 0644 {} "$root/share/journal/templates/{}" \;)

# The command writes its own manual and completions, from the table it parses with.
generated=$(mktemp -d)
trap 'rm -rf "$generated"' EXIT
for kind in man completions; do
    mkdir "$generated/$kind"
    "$build/journal" __generate "$kind" "$generated/$kind" >"$generated/files.txt"
done
install -m 0644 "$generated"/man/*.1 "$root/share/man/man1/"
install -m 0644 docs/man/journal-format.5 "$root/share/man/man5/"
install -m 0644 "$generated/completions/journal.bash" "$root/share/bash-completion/completions/journal"
install -m 0644 "$generated/completions/_journal" "$root/share/zsh/site-functions/_journal"
install -m 0644 "$generated/completions/journal.fish" "$root/share/fish/vendor_completions.d/journal.fish"
echo "installed in $root"
