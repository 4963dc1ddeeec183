#!/bin/bash
# Removes what install.sh put under DESTDIR/PREFIX. Journals lie elsewhere and stay.
#
# Usage: uninstall.sh DESTDIR PREFIX
set -euo pipefail

destination=${1-}
prefix=${2:?usage: uninstall.sh DESTDIR PREFIX}
root=$destination$prefix

rm -f "$root/bin/journal" "$root/bin/jot" "$root"/share/man/man1/journal.1 "$root"/share/man/man1/journal-*.1 \
    "$root/share/man/man1/jot.1" "$root/share/man/man5/journal-format.5" \
    "$root/share/bash-completion/completions/journal" "$root/share/zsh/site-functions/_journal" \
    "$root/share/fish/vendor_completions.d/journal.fish"
rm -rf "$root/libexec/journal" "$root/share/journal"
echo "removed from $root"
